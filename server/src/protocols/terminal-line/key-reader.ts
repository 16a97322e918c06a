/** What was typed, cut into keys. `bytes` of all keys together are the bytes that were typed, in order. */
export interface Key {
  kind:
    | 'text'
    /** Hands a line to the target: CR, LF, and Ctrl-O, which readline takes for both. */
    | 'submit'
    | 'control'
    /** Arrows and the like, or Alt with a key: `name` says which. */
    | 'function'
    | 'paste-start'
    | 'paste-end'
    /** The terminal's own answer to a question of the target, or the beginning of a sequence. */
    | 'reply';
  bytes: Uint8Array;
  name: string;
}

type State = 'ground' | 'escape' | 'csi' | 'ss3' | 'string' | 'string-escape';

const ESCAPE = 0x1b;
const CR = 0x0d;
const LF = 0x0a;
const CTRL_O = 0x0f;
const DELETE = 0x7f;
const MAX_SEQUENCE = 64;
/** Text, or a string of the terminal, that is longer than this comes in several keys. */
const MAX_KEY_BYTES = 1024;

const CSI_NAMES: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '7~': 'home',
  '4~': 'end',
  '8~': 'end',
  '3~': 'delete',
};

/**
 * Reads keys from bytes as they come. Nothing is held back: a sequence cut in two by the network gives a `reply` for its
 * beginning, and its key when the end has come. A line end is one wherever it stands: programs that know nothing of
 * sequences would take it for one too.
 */
export class KeyReader {
  #state: State = 'ground';
  #sequence = '';

  /** No more keys than `most`: they tell by their length how many of the bytes were read. */
  read(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Key[] {
    const keys: Key[] = [];
    let start = 0;
    const emit = (kind: Key['kind'], end: number, name = '') => {
      if (end > start) {
        keys.push({ kind, bytes: bytes.subarray(start, end), name });
      }
      start = end;
    };
    for (let at = 0; at < bytes.length; at++) {
      if (at - start >= MAX_KEY_BYTES) {
        emit(this.#state === 'ground' ? 'text' : 'reply', at);
      }
      if (keys.length >= most && start === at) {
        return keys;
      }
      const byte = bytes[at] ?? 0;
      const isControl = byte < 0x20 || byte === DELETE;
      if (this.#state === 'ground' && !isControl) {
        continue;
      }
      if (isControl && !(byte === ESCAPE || (byte === 7 && this.#isInString()))) {
        emit(this.#state === 'ground' ? 'text' : 'reply', at);
        this.#reset();
        emit(isSubmit(byte) ? 'submit' : 'control', at + 1, String(byte));
      } else if (byte === ESCAPE && this.#state !== 'string') {
        emit(this.#state === 'ground' ? 'text' : 'reply', at);
        this.#reset('escape');
      } else {
        const key = this.#advance(byte);
        if (key) {
          emit(key.kind, at + 1, key.name);
        }
      }
    }
    emit(this.#state === 'ground' ? 'text' : 'reply', bytes.length);
    return keys;
  }

  #isInString(): boolean {
    return this.#state === 'string' || this.#state === 'string-escape';
  }

  #reset(state: State = 'ground'): void {
    this.#state = state;
    this.#sequence = '';
  }

  /** One more byte of a sequence; the key when it is complete. */
  #advance(byte: number): { kind: Key['kind']; name: string } | undefined {
    const character = String.fromCharCode(byte);
    switch (this.#state) {
      case 'escape':
        return this.#afterEscape(character);
      case 'ss3':
        this.#reset();
        return { kind: 'function', name: CSI_NAMES[character] ?? 'other' };
      case 'string':
        if (byte === ESCAPE) {
          this.#state = 'string-escape';
          return undefined;
        }
        return byte === 7 ? this.#finish('reply') : undefined;
      case 'string-escape':
        return this.#finish('reply');
      case 'csi':
        this.#sequence += character;
        if (byte >= 0x40 && byte <= 0x7e) {
          return this.#readCsi();
        }
        return this.#sequence.length > MAX_SEQUENCE ? this.#finish('reply') : undefined;
      case 'ground':
        return undefined;
    }
  }

  #afterEscape(character: string): { kind: Key['kind']; name: string } | undefined {
    if (character === '[') {
      this.#reset('csi');
      return undefined;
    }
    if (character === 'O') {
      this.#reset('ss3');
      return undefined;
    }
    if (']P^_X'.includes(character)) {
      this.#reset('string');
      return undefined;
    }
    this.#reset();
    return { kind: 'function', name: 'alt' };
  }

  #readCsi(): { kind: Key['kind']; name: string } {
    const sequence = this.#sequence;
    if (sequence === '200~') {
      return this.#finish('paste-start');
    }
    if (sequence === '201~') {
      return this.#finish('paste-end');
    }
    // Focus, mouse, positions and attributes are said by the terminal, not by the person.
    if (/^(?:[IO]|[<?>].*|.*[cnRMmty])$/.test(sequence)) {
      return this.#finish('reply');
    }
    return this.#finish('function', CSI_NAMES[sequence] ?? 'other');
  }

  #finish(kind: Key['kind'], name = ''): { kind: Key['kind']; name: string } {
    this.#reset();
    return { kind, name };
  }
}

function isSubmit(byte: number): boolean {
  return byte === CR || byte === LF || byte === CTRL_O;
}
