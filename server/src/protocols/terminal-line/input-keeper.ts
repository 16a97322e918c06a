import type { Key } from './key-reader.ts';
import type { KeyedLine } from './keyed-line.ts';
import { squeeze } from './line-view.ts';

/** Stands for what was typed and not shown, whatever its length. */
const MASK = '••••••';

const MAX_BYTES = 32 * 1024;
/** A line edited more often than this is not looked for piece by piece. */
const MAX_TEXTS = 256;

type OnInput = (bytes: Uint8Array, by: string) => void;

/** Keys of one person, one after the other. */
interface Run {
  by: string;
  keys: Key[];
}

/**
 * What was typed on one line, kept until it is known whether the target showed it. What it did not show is replaced:
 * a secret must not be found in a recording.
 */
export class InputKeeper {
  readonly #onInput: OnInput | undefined;
  #runs: Run[] = [];
  #bytes = 0;
  #isHiding = false;

  constructor(onInput: OnInput | undefined) {
    this.#onInput = onInput;
  }

  /** Somebody wants to know what was typed. */
  get isAsked(): boolean {
    return this.#onInput !== undefined;
  }

  add(key: Key, by: string): void {
    this.#bytes += key.bytes.length;
    if (!this.#onInput || this.#bytes > MAX_BYTES) {
      return;
    }
    const last = this.#runs.at(-1);
    // A copy: the key is a part of a larger frame, which must not be kept for it.
    const kept = { ...key, bytes: Uint8Array.from(key.bytes) };
    if (last?.by === by) {
      last.keys.push(kept);
    } else {
      this.#runs.push({ by, keys: [kept] });
    }
  }

  release(shown: string, typed: KeyedLine): void {
    if (!this.#onInput) {
      return;
    }
    const line = squeeze(shown);
    // A line that was wiped again shows nothing, whether it was echoed or not.
    const isWhole = typed.isCertain && squeeze(typed.text) !== '' && line.includes(squeeze(typed.text));
    const isSeen = (keys: readonly Key[]) => {
      const texts = new Set(textsOf(keys));
      return texts.size <= MAX_TEXTS && [...texts].every((text) => line.includes(squeeze(text)));
    };
    const isAllSeen = this.#bytes <= MAX_BYTES && (isWhole || this.#runs.every(({ keys }) => isSeen(keys)));
    for (const { by, keys } of this.#runs) {
      this.#onInput?.(isAllSeen ? bytesOf(keys) : masked(keys), by);
    }
    this.#runs = [];
  }

  /** Keys that are not part of a line, such as those of a full-screen program: one mask for however many. */
  hideRun(by: string): void {
    if (!this.#isHiding) {
      this.#onInput?.(Buffer.from(MASK), by);
    }
    this.#isHiding = true;
    this.#runs = [];
  }
}

function bytesOf(keys: readonly Key[]): Uint8Array {
  return Buffer.concat(keys.map((key) => key.bytes));
}

/** Keys between the parts of a secret would tell how long they are: only the one that ends the line stays. */
function masked(keys: readonly Key[]): Uint8Array {
  const last = keys.at(-1);
  return Buffer.concat([Buffer.from(MASK), ...(last?.kind === 'submit' ? [last.bytes] : [])]);
}

/** What was typed between two keys that are not text. */
function textsOf(keys: readonly Key[]): string[] {
  const texts: Uint8Array[][] = [[]];
  for (const key of keys) {
    if (key.kind === 'text') {
      texts.at(-1)?.push(key.bytes);
    } else {
      texts.push([]);
    }
  }
  return texts.filter((text) => text.length > 0).map((text) => Buffer.concat(text).toString());
}
