/** How much each running removal has removed. */
export class Removals {
  readonly #removed = new Map<string, number>();

  /** Without a key nobody asks how far it is. */
  async count(key: string | undefined, remove: (onRemoved: () => void) => Promise<void>): Promise<void> {
    if (key === undefined) {
      await remove(() => undefined);
      return;
    }
    try {
      await remove(() => this.#removed.set(key, this.of(key) + 1));
    } finally {
      this.#removed.delete(key);
    }
  }

  of(key: string): number {
    return this.#removed.get(key) ?? 0;
  }
}
