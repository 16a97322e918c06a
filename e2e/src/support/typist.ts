import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SessionBed } from './session-bed.ts';
import type { SteadyTerminal } from './steady-terminal.ts';
import { until } from './until.ts';

const READY = 'all-is-ready';
const LOOK_MS = 100;

/**
 * Somebody who types into a terminal that gives back every byte, comes back whenever the connection breaks, and knows
 * what must have been shown.
 */
export class Typist {
  readonly id: string;
  readonly terminal: SteadyTerminal;
  readonly #shown: () => string;
  #url: string;
  #typed = '';
  #isAtWork = true;
  #working: Promise<void> | undefined;
  /** How often the connection broke. */
  breaks = 0;

  private constructor(id: string, terminal: SteadyTerminal, url: string, shown: () => string) {
    this.#url = url;
    this.id = id;
    this.terminal = terminal;
    this.#shown = shown;
  }

  static async begin(bed: SessionBed, assetId: string, url = bed.url): Promise<Typist> {
    const parts: Uint8Array[] = [];
    const { id, terminal } = await bed.open(assetId, { url, onData: (bytes) => parts.push(bytes) });
    terminal.type(`stty raw -echo; printf '%s-%s' all-is ready; exec cat\r`);
    await until('the echo', () => terminal.shown.endsWith(READY) || undefined);
    const shown = () => Buffer.concat(parts).toString();
    const before = shown().length;
    const typist = new Typist(id, terminal, url, () => shown().slice(before));
    typist.#working = typist.#work();
    return typist;
  }

  get shown(): string {
    return this.#shown();
  }

  get typed(): string {
    return this.#typed;
  }

  /** The connection breaks, and they come back by another way. */
  moveTo(url: string): void {
    this.#url = url;
    this.terminal.cut();
  }

  /** Types something and waits until it is shown. */
  async say(text: string, patienceMs?: number): Promise<void> {
    this.#type(text);
    await until(
      `${text} is shown in ${this.id} (${this.terminal.reason ?? 'live'})`,
      () => this.shown.includes(text) || undefined,
      patienceMs,
    );
  }

  /** Stops typing; resolves when everything has come back. Answers what is wrong with it, if anything is. */
  async finish(patienceMs?: number): Promise<string | undefined> {
    this.#isAtWork = false;
    await this.#working;
    const isWhole = () => this.shown.length >= this.#typed.length || undefined;
    await until('everything has come back', isWhole, patienceMs).catch(() => undefined);
    if (this.terminal.reason !== undefined) {
      return `${this.id} ended: ${this.terminal.reason}`;
    }
    return this.shown === this.#typed
      ? undefined
      : `${this.id} shows ${this.shown.length} bytes that are not the ${this.#typed.length} that were typed`;
  }

  #type(text: string): void {
    this.#typed += text;
    this.terminal.type(text);
  }

  async #work(): Promise<void> {
    for (let round = 0; this.#isAtWork && this.terminal.reason === undefined; round += 1) {
      if (this.terminal.isOpen) {
        this.#type(`${round} ${randomBytes(16).toString('hex')}\n`);
      } else {
        await this.#comeBack();
      }
      await sleep(LOOK_MS);
    }
  }

  async #comeBack(): Promise<void> {
    this.breaks += 1;
    const { terminal } = this;
    const before = terminal.attached.length;
    terminal.comeBack(this.#url);
    const isAnswered = () =>
      terminal.attached.length > before || (!terminal.isConnecting && !terminal.isOpen);
    // Until it is known what had arrived, nothing is typed.
    await until('an answer', () => isAnswered() || undefined).catch(() => terminal.cut());
  }
}
