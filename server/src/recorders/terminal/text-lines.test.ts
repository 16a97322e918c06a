import { describe, expect, it } from 'vitest';

import { TextLines, type PlainLine } from './text-lines.ts';

const ESC = '\u001B';

function read(text: string, cols = 80): string[] {
  const lines = new TextLines(cols);
  return [...lines.write(Buffer.from(text), 0), ...lines.finish()].map((line) => line.text);
}

describe('lines of text', () => {
  it.each([
    ['is what was printed', 'one\r\ntwo', ['one', 'two']],
    ['keeps empty lines that were printed', 'one\r\n\r\ntwo', ['one', '', 'two']],
    ['has no colours', `${ESC}[1;31mred${ESC}[0m text`, ['red text']],
    ['has no titles', `${ESC}]0;a title${ESC}\\$ id\r\n`, ['$ id']],
    ['shows the last state of a progress bar', '10%\r50%\r100% done\r\n', ['100% done']],
    ['shows what is left after a shorter overwrite', 'abcdef\rXY\r\n', ['XYcdef']],
    ['loses what was wiped', `abcdef\r${ESC}[KXY\r\n`, ['XY']],
    ['takes a backspace as typed correction', 'lz\b \bs -l\r\n', ['ls -l']],
    ['takes wide characters back by two columns', '玉門x\b\b\b關y\r\n', ['玉關y']],
    ['inserts what a line editor inserts', `echo b\b${ESC}[1@a\r\n`, ['echo ab']],
    ['deletes what a line editor deletes', `echo aab\b\b\b${ESC}[1P\r\n`, ['echo ab']],
    ['moves right over what is there', `\r${ESC}[3Cx\r\n`, ['   x']],
    [
      'reads each place of a drawn screen apart',
      `${ESC}[2J${ESC}[1;1Hname${ESC}[2;5Hvalue`,
      ['name', 'value'],
    ],
    ['joins what is drawn in one row', `${ESC}[3;1Hcpu${ESC}[3;10H97%`, ['cpu      97%']],
    ['ends a line when the screen is switched', `$ vi${ESC}[?1049hfile`, ['$ vi', 'file']],
    ['keeps tabs', 'a\tb\r\n', ['a\tb']],
    ['passes over controls that show nothing', 'a\u0007b\u0000c\r\n', ['abc']],
    ['takes a lone escape as nothing', `a${ESC}`, ['a']],
  ])('%s', (_, printed, lines) => {
    expect(read(printed)).toEqual(lines);
  });

  it('keeps a command whole that the line editor wrapped at the edge', () => {
    const start = 'x'.repeat(20);
    expect(read(`${start} \ry and more\r\n`, 20)).toEqual([`${start}y and more`]);
  });

  it('goes back to the row above when a wrapped line is drawn again', () => {
    expect(read(`${'a'.repeat(25)}\r${ESC}[AB\r\n`, 20)).toEqual([`B${'a'.repeat(24)}`]);
  });

  it('is the same wherever the bytes are cut, and wherever it is saved between', () => {
    const printed = Buffer.from(
      `$ 玉門關\r\n${ESC}[31merror${ESC}[0m 🙂 done\r\n10%\r20%\r\n${ESC}]0;t${ESC}\\é\ttab\r\nend`,
    );
    const whole = read(printed.toString());
    for (let cut = 0; cut <= printed.length; cut++) {
      const first = new TextLines(80);
      const before = first.write(printed.subarray(0, cut), 0);
      const second = new TextLines(80, structuredClone(first.save()));
      const after = [...second.write(printed.subarray(cut), 0), ...second.finish()];
      expect([...before, ...after].map((line) => line.text)).toEqual(whole);
    }
  });

  it('has the time of the last character, not that of the end of the line', () => {
    const lines = new TextLines(80);
    lines.write(Buffer.from('Pass'), 100);
    lines.write(Buffer.from('word:'), 200);
    expect(lines.write(Buffer.from('\r\n'), 9000)).toEqual([{ at: 200, text: 'Password:' }]);
  });

  it('says what was drawn and what goes on', () => {
    const lines = new TextLines(80);
    expect(lines.write(Buffer.from(`${ESC}[5;1Hdrawn${ESC}[6;1H`), 1)).toEqual([
      { at: 1, text: 'drawn', isDrawn: true },
    ]);
    const long = lines.write(Buffer.from('y'.repeat(9000)), 2);
    expect(long.length).toBeGreaterThan(0);
    expect(long.every((line: PlainLine) => line.goesOn)).toBe(true);
  });

  it('survives bytes that are no text', () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256);
    const lines = new TextLines(80);
    expect(() => [...lines.write(noise, 0), ...lines.finish()]).not.toThrow();
    expect(read('\uFFFDok\r\n')).toEqual(['\uFFFDok']);
  });

  it('passes over a picture of any length without keeping it', () => {
    const lines = new TextLines(80);
    lines.write(Buffer.from(`a${ESC}P${'q'.repeat(100_000)}`), 0);
    expect(JSON.stringify(lines.save()).length).toBeLessThan(1000);
    expect(lines.write(Buffer.from(`${'q'.repeat(10)}${ESC}\\b\r\n`), 0)).toEqual([{ at: 0, text: 'ab' }]);
  });
});
