import { expect, it } from 'vitest';

import { ownerOf, type AccountUse, type KnownLogin } from './gpu-attribution.policy.ts';

const login = (change: Partial<KnownLogin>): KnownLogin => ({
  sessionId: 's1',
  userId: 'mei',
  auditSession: null,
  serverPid: null,
  serverStart: null,
  shells: [],
  from: 100_000,
  to: undefined,
  ...change,
});
const process = { auditSession: null, ancestors: ['700:9', '70:8'], leader: 700, user: 'ubuntu' };
const use = (userId: string, change: Partial<AccountUse> = {}): AccountUse => ({
  account: 'ubuntu',
  userId,
  from: 100_000,
  to: undefined,
  ...change,
});
const NOBODY = { userId: null, sessionId: null, attribution: 'none' };
const MEI = { userId: 'mei', sessionId: 's1', attribution: 'session' };

it('the mark of the login counts most, whoever serves the connection', () => {
  const marked = login({ sessionId: 's2', userId: 'tao', auditSession: 5 });
  const serving = login({ serverPid: 70, serverStart: 8 });
  const found = ownerOf({ ...process, auditSession: 5 }, 120_000, [serving, marked], []);
  expect(found).toEqual({ userId: 'tao', sessionId: 's2', attribution: 'session' });
});

it('the process that serves the connection is known by number and beginning', () => {
  expect(ownerOf(process, 120_000, [login({ serverPid: 70, serverStart: 8 })], [])).toEqual(MEI);
  expect(ownerOf(process, 120_000, [login({ serverPid: 70, serverStart: 7 })], [])).toEqual(NOBODY);
});

it('what was let go of names the shell that led it, while that session was open', () => {
  const left = { ...process, ancestors: ['1:0'] };
  const shell = login({ shells: [700], to: 200_000 });
  expect(ownerOf(left, 150_000, [shell], [])).toEqual(MEI);
  expect(ownerOf(left, 300_000, [shell], [])).toEqual(NOBODY);
  expect(ownerOf(left, null, [shell], [])).toEqual(NOBODY);
});

it('an account names somebody only when one person was there as it', () => {
  const alone = { userId: 'mei', sessionId: null, attribution: 'account' };
  expect(ownerOf(process, 150_000, [], [use('mei')])).toEqual(alone);
  expect(ownerOf(process, 150_000, [], [use('mei'), use('mei')])).toEqual(alone);
  expect(ownerOf(process, 150_000, [], [use('mei'), use('tao')])).toEqual(NOBODY);
  expect(ownerOf(process, 150_000, [], [use('mei', { account: 'root' })])).toEqual(NOBODY);
  expect(ownerOf(process, 50_000, [], [use('mei')])).toEqual(NOBODY);
});
