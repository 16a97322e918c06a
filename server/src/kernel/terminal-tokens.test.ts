import { describe, expect, it } from 'vitest';

import { terminalTokens, type TerminalToken } from './terminal-tokens.ts';

const read = (text: string) => [...terminalTokens(text)];
const text = (shown: string) => ({ kind: 'text', text: shown });

describe('terminalTokens', () => {
  it('tells text, controls, sequences, escapes and strings apart', () => {
    expect(
      read('ab中\r\u001B[1;31mc\u001B[?25l\u001B(B\u001BM\u001B]0;title\u0007d\u001BPq\u001B\\'),
    ).toEqual([
      text('ab中'),
      { kind: 'control', character: '\r' },
      { kind: 'sequence', params: '1;31', final: 'm' },
      text('c'),
      { kind: 'sequence', params: '?25', final: 'l' },
      { kind: 'escape', letters: '(B' },
      { kind: 'escape', letters: 'M' },
      { kind: 'string' },
      text('d'),
      { kind: 'string' },
    ]);
  });

  it.each(['\u0018', '\u001A'])('lets %j break off a string, as terminals do', (cancel) => {
    expect(read(`\u001B]0;title${cancel}seen`)).toEqual([{ kind: 'string' }, text('seen')]);
  });

  it('lets the next escape break off a string', () => {
    expect(read('\u001B]0;title\u001B[mseen')).toEqual([
      { kind: 'string' },
      { kind: 'sequence', params: '', final: 'm' },
      text('seen'),
    ]);
  });

  it.each(['\u001B', '\u001B[', '\u001B[1;3', '\u001B[0 ', '\u001B(', '\u001B]0;ti', '\u001B]0;ti\u001B'])(
    'hands over %j at the end as unfinished',
    (beginning) => {
      expect(read(`a${beginning}`)).toEqual([text('a'), { kind: 'unfinished', text: beginning }]);
    },
  );

  it('passes over the beginning of what became no sequence', () => {
    expect(read('\u001B[1\n')).toEqual([
      { kind: 'escape', letters: '[' },
      text('1'),
      { kind: 'control', character: '\n' },
    ]);
    expect(read('\u001B\r')).toEqual([
      { kind: 'control', character: '\u001B' },
      { kind: 'control', character: '\r' },
    ]);
  });

  it('reads the same wherever the text is cut in two', () => {
    const parts = [
      '\u001B',
      '[',
      ']',
      '1;2',
      'm',
      '\u0007',
      '\u0018',
      '\\',
      'x',
      '\n',
      '\u009B',
      '(',
      ' ',
      'P',
    ];
    const random = pseudoRandom(7);
    for (let round = 0; round < 500; round++) {
      const sent = Array.from({ length: 12 }, () => parts[random() % parts.length]).join('');
      const cut = random() % sent.length;
      const before = read(sent.slice(0, cut));
      const last = before.at(-1);
      const rest = last?.kind === 'unfinished' ? last.text : '';
      const pieces = [...(rest === '' ? before : before.slice(0, -1)), ...read(rest + sent.slice(cut))];
      expect([sent, joined(pieces)]).toEqual([sent, joined(read(sent))]);
    }
  });

  it('is not held up by floods of beginnings', () => {
    const floods = [
      '\u001B]'.repeat(50_000),
      '\u001B[' + '1;'.repeat(50_000) + '\n',
      '\u001B('.repeat(50_000),
    ];
    for (const flood of floods) {
      expect(read(flood).length).toBeLessThanOrEqual(flood.length);
    }
  });
});

/** Text that was cut in two is put together again. */
function joined(tokens: readonly TerminalToken[]): TerminalToken[] {
  const all: TerminalToken[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    if (token.kind === 'text' && last?.kind === 'text') {
      all.splice(-1, 1, { kind: 'text', text: last.text + token.text });
    } else {
      all.push(token);
    }
  }
  return all;
}

function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
}
