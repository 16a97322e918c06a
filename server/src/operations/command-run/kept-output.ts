import { createHash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';

import { LIMITS } from '@jadegate/contract/limits';

/** The beginning of what a host printed, as text, and a sum of all of it. */
export class KeptOutput {
  readonly #decoder = new StringDecoder('utf8');
  readonly #hash = createHash('sha256');
  #text = '';
  #bytes = 0;
  #isCut = false;
  #isFinished = false;

  get text(): string {
    return this.#text;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Answers what was added to the text. What comes after the end counts no more. */
  add(bytes: Uint8Array): string {
    if (this.#isFinished) {
      return '';
    }
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
    return this.#isCut ? '' : this.#append(this.#decoder.write(Buffer.from(bytes)));
  }

  /** Nothing comes any more. Answers the sum of what came and of how it ended. */
  finish(ending: string): string {
    this.#isFinished = true;
    this.#append(this.#decoder.end());
    return this.#hash.update(`\u0000${ending}`).digest('hex');
  }

  #append(text: string): string {
    // PostgreSQL keeps no NUL, and nobody could read one.
    const plain = text.replaceAll('\u0000', '');
    const room = LIMITS.runOutput.max - this.#text.length;
    this.#isCut ||= plain.length > room;
    const added = plain.slice(0, Math.max(0, room)).toWellFormed();
    this.#text += added;
    return added;
  }
}
