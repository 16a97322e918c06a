/** How long something took, and how it went. */
interface Measured<Operation extends string, Result extends string> {
  operation: Operation;
  result: Result;
  seconds: number;
}

type Listener<Operation extends string, Result extends string> = (
  measured: Measured<Operation, Result>,
) => void;

/** Tells whoever listens how long things took. Without a listener it costs next to nothing. */
export class Meter<Operation extends string, Result extends string> {
  readonly #listeners = new Set<Listener<Operation, Result>>();

  subscribe(listener: Listener<Operation, Result>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  observe(operation: Operation, result: Result, seconds: number): void {
    for (const listener of this.#listeners) {
      listener({ operation, result, seconds });
    }
  }

  /** Does the work, and tells when it is over: `resultOf` is asked with what it failed with, or with nothing. */
  async measure<Value>(
    operation: Operation,
    resultOf: (failure: { error: unknown } | undefined) => Result,
    work: () => Promise<Value>,
  ): Promise<Value> {
    if (this.#listeners.size === 0) {
      return work();
    }
    const begun = performance.now();
    let failure: { error: unknown } | undefined;
    try {
      return await work();
    } catch (error) {
      failure = { error };
      throw error;
    } finally {
      this.observe(operation, resultOf(failure), (performance.now() - begun) / 1000);
    }
  }
}
