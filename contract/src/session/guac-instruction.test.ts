import { describe, expect, it } from 'vitest';

import { decodeInstructions, encodeInstruction } from './guac-instruction.ts';

describe('instructions', () => {
  it.each([
    ['plain', ['size', '0', '800', '600']],
    ['empty elements', ['', '', 'ping', '']],
    ['separators and lengths as text', ['name', '4.sync,1.0;', ';', ',', '.']],
    ['Han characters', ['name', '玉門關']],
    ['characters of two units', ['notice', '😀 存檔 𠮷', '😀']],
  ])('come back as they were: %s', (_, elements) => {
    const text = encodeInstruction(...elements);
    expect(decodeInstructions(text + text)).toEqual([elements, elements]);
  });

  it('counts characters, not units', () => {
    expect(encodeInstruction('a', '😀')).toBe('1.a,1.😀;');
  });

  it.each(['5.abc', 'x.abc;', '3.abc', '3.abc!', '-1.a;', '1.a,-4.x;', '9e15.😀;'])(
    'passes over what is none: %s',
    (text) => {
      expect(decodeInstructions(`3.nop;${text}`)).toEqual([['nop']]);
    },
  );
});
