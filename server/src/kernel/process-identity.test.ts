import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, it } from 'vitest';

import { isProcessGone, ownIdentity } from './process-identity.ts';

it('a process that runs is there, and one that ended is gone', async () => {
  const own = ownIdentity();
  expect(own.born).not.toBe('');
  expect(isProcessGone(own)).toBe(false);
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const other = { ...own, pid: child.pid ?? 0, born: 'long ago' };
  // Its number belongs to another one now.
  expect(isProcessGone(other)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(isProcessGone(other)).toBe(true);
});

it('one of another machine, or where the system does not tell, is never called gone', () => {
  const gone = { ...ownIdentity(), born: 'long ago' };
  expect(isProcessGone(gone)).toBe(true);
  expect(isProcessGone({ ...gone, place: 'another boot pid:[1]' })).toBe(false);
  expect(isProcessGone({ ...gone, place: '' })).toBe(false);
  expect(isProcessGone({ ...gone, born: '' })).toBe(false);
});
