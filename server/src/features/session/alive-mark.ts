import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Clock } from '../../kernel/clock.ts';

const NAME = 'alive';

/**
 * Tells the next process until when this one lived: a file whose time is renewed while it does. Sessions that were open
 * when the process died ended then, not when somebody started it again. Renewing takes no space on a full disk.
 */
export class AliveMark {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** When it was last renewed, by this process or the one before; undefined when it never was. */
  async last(): Promise<number | undefined> {
    const found = await stat(this.#path).catch(() => undefined);
    return found && Math.round(found.mtimeMs);
  }

  async renew(): Promise<void> {
    const now = this.#clock.now() / 1000;
    try {
      await utimes(this.#path, now, now);
    } catch {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#path, '', { mode: 0o600 });
      await utimes(this.#path, now, now);
    }
  }

  get #path(): string {
    return join(this.#folder, NAME);
  }
}
