import { expect, it } from 'vitest';

import { describeSeconds } from './test-seconds.mjs';

const file = (name, seconds) => ({ project: 'server', file: name, seconds });

it('names files that take long, and those that take much longer than they did', () => {
  const table = { 'server a': 12, 'server b': 12, 'server c': 40 };
  const files = [file('a', 13), file('b', 25), file('c', 41), file('new', 11)];
  expect(describeSeconds(files, table)).toEqual([
    '   41.0 s  server c: more than 30 s',
    '   25.0 s  server b: 12.0 before',
    '   11.0 s  server new: not in the table',
  ]);
});
