const ESCAPE = 0x1b;
const BRACKET = 0x5b;
const QUESTION = 0x3f;
/** Longer than any such sequence a program sends. */
const REACH = 32;
const FULL_SCREEN = new Set(['47', '1047', '1049']);
const BRACKETED_PASTE = '2004';
const MAX_RELEASED = 64;
const NOTHING = new Uint8Array();

/**
 * Whether a full-screen program has the terminal, and whether what is pasted comes in brackets. Read off the output
 * without looking at each byte: the search for the rarest part of the sequences that say so is the machine's own.
 */
export class PrivateModes {
  isFullScreen = false;
  /** How often a full-screen program took the terminal. */
  fullScreens = 0;
  isPasteBracketed = false;
  /** Offsets at which brackets were turned off: so a line editor lets go of the terminal. */
  #released: number[] = [];
  #end = 0;
  #rest: Uint8Array = NOTHING;

  onOutput(bytes: Uint8Array): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : viewOf(bytes);
    this.#end += bytes.length;
    const start = this.#end - all.length;
    for (let at = all.indexOf(QUESTION); at !== -1; at = all.indexOf(QUESTION, at + 1)) {
      if (all[at - 1] === BRACKET && all[at - 2] === ESCAPE) {
        this.#read(all.toString('latin1', at + 1, at + 1 + REACH), start + at - 2);
      }
    }
    // A sequence cut in two is read when the rest has come.
    const edge = all.subarray(Math.max(0, all.length - REACH));
    const cut = edge.lastIndexOf(ESCAPE);
    // oxlint-disable-next-line no-control-regex -- it begins with one
    const isOpen = cut !== -1 && /^\u001B(?:\[(?:\?[\d;]*)?)?$/.test(edge.toString('latin1', cut));
    this.#rest = isOpen ? Uint8Array.from(edge.subarray(cut)) : NOTHING;
  }

  takeReleases(): number[] {
    return this.#released.splice(0);
  }

  #read(text: string, offset: number): void {
    const [, params, final] = /^([\d;]+)([hl])/.exec(text) ?? [];
    for (const param of params?.split(';') ?? []) {
      if (FULL_SCREEN.has(param)) {
        this.fullScreens += !this.isFullScreen && final === 'h' ? 1 : 0;
        this.isFullScreen = final === 'h';
      } else if (param === BRACKETED_PASTE) {
        this.isPasteBracketed = final === 'h';
        if (final === 'l') {
          this.#released = [...this.#released.slice(-MAX_RELEASED), offset];
        }
      }
    }
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
