const ESCAPE = 0x1b;
const BRACKET = 0x5b;
const QUESTION = 0x3f;
/** Longer than any such sequence a program sends. */
const REACH = 32;
const FULL_SCREEN = new Set(['47', '1047', '1049']);
const BRACKETED_PASTE = '2004';
const NOTHING = new Uint8Array();

/**
 * Whether a full-screen program has the terminal, and whether what is pasted comes in brackets. Read off the output
 * without looking at each byte: the search for the rarest part of the sequences that say so is the machine's own.
 */
export class PrivateModes {
  isFullScreen = false;
  isPasteBracketed = false;
  #rest: Uint8Array = NOTHING;

  see(bytes: Uint8Array): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : viewOf(bytes);
    for (let at = all.indexOf(QUESTION); at !== -1; at = all.indexOf(QUESTION, at + 1)) {
      if (all[at - 1] === BRACKET && all[at - 2] === ESCAPE) {
        this.#read(all.toString('latin1', at + 1, at + 1 + REACH));
      }
    }
    // A sequence cut in two is read when the rest has come.
    const edge = all.subarray(Math.max(0, all.length - REACH));
    const cut = edge.lastIndexOf(ESCAPE);
    // oxlint-disable-next-line no-control-regex -- it begins with one
    const isOpen = cut !== -1 && /^\u001B(?:\[(?:\?[\d;]*)?)?$/.test(edge.toString('latin1', cut));
    this.#rest = isOpen ? Uint8Array.from(edge.subarray(cut)) : NOTHING;
  }

  #read(text: string): void {
    const [, params, final] = /^([\d;]+)([hl])/.exec(text) ?? [];
    for (const param of params?.split(';') ?? []) {
      if (FULL_SCREEN.has(param)) {
        this.isFullScreen = final === 'h';
      } else if (param === BRACKETED_PASTE) {
        this.isPasteBracketed = final === 'h';
      }
    }
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
