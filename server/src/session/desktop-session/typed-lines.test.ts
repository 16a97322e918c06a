import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { describe, expect, it } from 'vitest';

import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { TypedLines } from './typed-lines.ts';

const [BACKSPACE, TAB, ENTER, SHIFT, CONTROL, ALT] = [0xff08, 0xff09, 0xff0d, 0xffe1, 0xffe3, 0xffe9];

function typing() {
  const lines: string[] = [];
  const typed = new TypedLines((text) => lines.push(text));
  const send = (...elements: (string | number)[]) =>
    new InstructionReader()
      .read(Buffer.from(encodeInstruction(...elements)))
      .forEach((one) => typed.read(one));
  const press = (...keysyms: number[]) =>
    keysyms.forEach((keysym) => {
      send('key', keysym, 1);
      send('key', keysym, 0);
    });
  const text = (characters: string) =>
    [...characters].forEach((character) => {
      const point = character.codePointAt(0) ?? 0;
      press(point < 0x100 ? point : 0x01000000 + point);
    });
  return { lines, typed, send, press, text };
}

describe('what is typed at a desktop', () => {
  it('is a line when a key leaves it, in any script', () => {
    const { lines, press, text } = typing();
    text('ls -l ä');
    press(ENTER);
    text('玉門 🀄');
    press(TAB);
    press(0xffb1, 0xffab, 0xffb2, 0xff8d);
    expect(lines).toEqual(['ls -l ä', '玉門 🀄', '1+2']);
  });

  it('is what is left after corrections; keys that write nothing are nothing', () => {
    const { lines, press, text } = typing();
    press(BACKSPACE, SHIFT, 0xff51, ENTER);
    text('helo');
    press(BACKSPACE);
    text('lo');
    press(ENTER);
    expect(lines).toEqual(['hello']);
  });

  it('names keys that are held with others', () => {
    const { lines, send, press, text } = typing();
    send('key', CONTROL, 1);
    send('key', ALT, 1);
    text('t');
    send('key', ALT, 0);
    text('c');
    send('key', CONTROL, 0);
    text('x');
    press(ENTER);
    expect(lines).toEqual(['[Ctrl+Alt+t][Ctrl+c]x']);
  });

  it('ends with a click, not with a move', () => {
    const { lines, send, text } = typing();
    text('name');
    send('mouse', 1, 1, 0);
    expect(lines).toEqual([]);
    send('mouse', 1, 1, 1);
    send('mouse', 2, 2, 1);
    expect(lines).toEqual(['name']);
  });

  it('never grows without end, and is not lost when somebody else sits down', () => {
    const { lines, typed, send, press, text } = typing();
    text('a'.repeat(1200));
    send('key', CONTROL, 1);
    typed.reset();
    text('b');
    press(ENTER);
    expect(lines.map((line) => line.length)).toEqual([500, 500, 200, 1]);
  });

  it.each([['key'], ['key', 'x', '1'], ['key', 0x02000000, 1], ['key', 0x0100d800, 1], ['mouse']])(
    'is not disturbed by %s %s %s',
    (...elements) => {
      const { lines, typed, send } = typing();
      send(...elements);
      typed.flush();
      expect(lines).toEqual([]);
    },
  );
});
