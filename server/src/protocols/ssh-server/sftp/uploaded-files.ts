const MOST = 256;

/** What a client uploaded on this connection and may still finish, which is to set its times and permissions. */
export class UploadedFiles {
  readonly #names = new Set<string>();

  add(name: string): void {
    this.#names.add(name);
    const [oldest] = this.#names;
    if (this.#names.size > MOST && oldest !== undefined) {
      this.#names.delete(oldest);
    }
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** After it any other name may lead to something else. */
  renamed(from: string, to: string): void {
    const wasBrought = this.has(from);
    this.#names.clear();
    if (wasBrought) {
      this.add(to);
    }
  }

  /** Another thing may take the place of what was there. */
  forget(): void {
    this.#names.clear();
  }
}
