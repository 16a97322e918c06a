import { expect, it } from 'vitest';

import { AnswerLine } from './answer-line.ts';

function typed(...keys: string[]) {
  const seen: string[] = [];
  const done: string[] = [];
  let cancelled = 0;
  const line = new AnswerLine({
    echo: (text) => seen.push(text),
    onDone: (text) => done.push(text),
    onCancel: () => (cancelled += 1),
  });
  for (const key of keys) {
    line.type(Buffer.from(key));
  }
  return { seen: seen.join(''), done, cancelled };
}

it.each([
  ['a line', ['abc', '\r'], 'abc'],
  ['corrections', ['abx', '\u007F', 'c\r'], 'abc'],
  ['a line begun again', ['wrong', '\u0015', 'right\r'], 'right'],
  ['nothing', ['\u007F', '\r'], ''],
  ['cursor keys and answers of the terminal', ['a\u001B[D', '\u001BOA', '\u001B[?1;2c', 'b\r'], 'ab'],
  ['only the first of several lines', ['one\rtwo\r'], 'one'],
])('takes %s', (_what, keys, line) => {
  expect(typed(...keys).done).toEqual([line]);
});

it('takes a character that comes in pieces', () => {
  const done: string[] = [];
  const line = new AnswerLine({
    echo: undefined,
    onDone: (text) => done.push(text),
    onCancel: () => undefined,
  });
  const bytes = Buffer.from('密\r');
  line.type(bytes.subarray(0, 2));
  line.type(bytes.subarray(2));
  expect(done).toEqual(['密']);
});

it('rubs out as many cells as a character took', () => {
  expect(typed('密', '\u007F').seen).toBe('密\b \b\b \b');
});

it('is cancelled by Ctrl-C, and by Ctrl-D when it is empty', () => {
  expect(typed('abc\u0003')).toMatchObject({ cancelled: 1, done: [] });
  expect(typed('\u0004')).toMatchObject({ cancelled: 1, done: [] });
  expect(typed('a\u0004\r')).toMatchObject({ cancelled: 0, done: ['a'] });
});

it('does not grow without end', () => {
  expect(typed('x'.repeat(5000), '\r').done[0]).toHaveLength(1024);
});
