import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, it } from 'vitest';

import { isGone, ownIdentity } from './process-identity.ts';

it('a process that runs is there, and one that ended is gone', async () => {
  const own = ownIdentity();
  expect(own.born).not.toBe('');
  expect(isGone(own)).toBe(false);
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const other = { ...own, pid: child.pid ?? 0, born: 'long ago' };
  // Its number belongs to another one now.
  expect(isGone(other)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(isGone(other)).toBe(true);
});

it('one of another machine, or where the system does not tell, is never called gone', () => {
  const gone = { ...ownIdentity(), born: 'long ago' };
  expect(isGone(gone)).toBe(true);
  expect(isGone({ ...gone, place: 'another boot pid:[1]' })).toBe(false);
  expect(isGone({ ...gone, place: '' })).toBe(false);
  expect(isGone({ ...gone, born: '' })).toBe(false);
});
