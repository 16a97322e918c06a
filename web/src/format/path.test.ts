import { expect, it } from 'vitest';

import { lastPathSegment } from './path.ts';

it.each([
  ['/home/user/記錄.txt', '記錄.txt'],
  ['/var/log/', 'log'],
  ['file', 'file'],
  ['/', ''],
  ['', ''],
])('takes the last segment of %j', (path, name) => {
  expect(lastPathSegment(path)).toBe(name);
});
