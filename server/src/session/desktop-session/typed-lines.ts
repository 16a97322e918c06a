import type { Instruction } from '../../protocols/guacd/instruction.ts';

const MAX_LENGTH = 500;
const BACKSPACE = 0xff08;
/** Tab, Enter, Escape and the Enter of the number pad: what was typed before is done with. */
const LINE_ENDS = new Set([0xff09, 0xff0d, 0xff1b, 0xff8d]);
/** Left and right. Shift is in the character already. */
const MODIFIERS: Readonly<Record<number, string>> = {
  0xffe3: 'Ctrl',
  0xffe4: 'Ctrl',
  0xffe7: 'Meta',
  0xffe8: 'Meta',
  0xffe9: 'Alt',
  0xffea: 'Alt',
  0xffeb: 'Super',
  0xffec: 'Super',
};
/** X11 says so of characters that it has no name for, which is nearly all of them. */
const UNICODE = 0x01000000;
const LAST_CODE_POINT = 0x10ffff;

/**
 * What somebody types at a desktop, as lines of text. Nobody but the desktop knows into which field a key goes: a line
 * ends with the keys and clicks that usually leave one.
 */
export class TypedLines {
  readonly #onLine: (text: string) => void;
  readonly #held = new Map<number, string>();
  #line: string[] = [];
  #isPressed = false;

  constructor(onLine: (text: string) => void) {
    this.#onLine = onLine;
  }

  read({ opcode, args }: Instruction): void {
    if (opcode === 'key') {
      this.#key(Number(args[0]), args[1] === '1');
    } else if (opcode === 'mouse') {
      const isPressed = Number(args[2]) !== 0;
      if (isPressed && !this.#isPressed) {
        this.flush();
      }
      this.#isPressed = isPressed;
    }
  }

  /** What was typed so far is a line. */
  flush(): void {
    const text = this.#line.join('');
    this.#line = [];
    if (text.trim() !== '') {
      this.#onLine(text);
    }
  }

  /** Somebody else sits there now, with nothing held down. */
  reset(): void {
    this.flush();
    this.#held.clear();
    this.#isPressed = false;
  }

  #key(keysym: number, isPressed: boolean): void {
    const modifier = MODIFIERS[keysym];
    if (modifier !== undefined) {
      if (isPressed) {
        this.#held.set(keysym, modifier);
      } else {
        this.#held.delete(keysym);
      }
    } else if (isPressed) {
      this.#press(keysym);
    }
  }

  #press(keysym: number): void {
    if (LINE_ENDS.has(keysym)) {
      this.flush();
    } else if (keysym === BACKSPACE) {
      this.#line.pop();
    } else {
      const character = characterOf(keysym);
      if (character !== undefined) {
        const held = [...new Set(this.#held.values())];
        this.#line.push(held.length > 0 ? `[${[...held, character].join('+')}]` : character);
      }
    }
    if (this.#line.length >= MAX_LENGTH) {
      this.flush();
    }
  }
}

/** Undefined for keys that write nothing. */
function characterOf(keysym: number): string | undefined {
  if ((keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym <= 0xff)) {
    return String.fromCodePoint(keysym);
  }
  if (keysym >= UNICODE && keysym <= UNICODE + LAST_CODE_POINT) {
    const character = String.fromCodePoint(keysym - UNICODE);
    return /^[\p{Cc}\p{Cs}]$/u.test(character) ? undefined : character;
  }
  // The number pad, from its asterisk to its nine, is ASCII moved up.
  return keysym >= 0xffaa && keysym <= 0xffb9 ? String.fromCodePoint(keysym - 0xff80) : undefined;
}
