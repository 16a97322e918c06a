import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime, Id, IdList } from '../scalars.ts';

export const LoginLogRow = z.object({
  /** Says nothing about the login's token. */
  id: z.string(),
  username: z.string(),
  /** The name that account goes by today; empty when nobody has it. */
  nickname: z.string(),
  clientIp: z.string(),
  clientUserAgent: z.string(),
  loginTime: FamilyTime,
  logoutTime: FamilyTime,
  remember: z.boolean(),
  state: z.enum(['0', '1']),
  /** A sentence for a person; empty for a success. */
  reason: z.string(),
  /** The name of the identity source that it came by, and the values of the rules that matched; empty for others. */
  source: z.string(),
  rule: z.string(),
  /** The name of the SSH ticket that it came by; empty for others. */
  ticket: z.string(),
  /** The name of the passkey that it came by, or that was given after the password; empty for others. */
  passkey: z.string(),
  /** The login it opened is still live and can be ended. */
  live: z.boolean(),
});
export type LoginLogRow = z.infer<typeof LoginLogRow>;

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const LoginLogQuery = pagingQuery(['loginTime'], {
  username: SearchText,
  clientIp: SearchText,
  state: z.preprocess(blankIsAbsent, z.enum(['0', '1']).optional()),
  /** From the first time on, before the second. */
  from: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
  to: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
});
export type LoginLogQuery = z.infer<typeof LoginLogQuery>;

const ByIds = z.object({ ids: IdList });

export const listLoginLogs = endpoint({
  method: 'GET',
  path: '/login-logs/paging',
  access: ['login-log', 'user-detail'],
  summary: 'Logins and failed attempts, newest first.',
  query: LoginLogQuery,
  response: paged(LoginLogRow),
});

export const listNewestLoginLogs = endpoint({
  method: 'GET',
  path: '/login-logs',
  access: ['login-log', 'user-detail'],
  summary: 'The newest thousand logins and failed attempts as one list.',
  response: z.array(LoginLogRow),
});

export const getLoginLog = endpoint({
  method: 'GET',
  path: '/login-logs/:id',
  access: ['login-log', 'user-detail'],
  summary: 'One login or failed attempt.',
  params: z.object({ id: Id }),
  response: LoginLogRow,
});

export const deleteLoginLogs = endpoint({
  method: 'DELETE',
  path: '/login-logs/:ids',
  access: ['login-log-del'],
  summary: 'Removes entries whose login is over. Live logins keep theirs.',
  params: ByIds,
});

export const clearLoginLogs = endpoint({
  method: 'POST',
  path: '/login-logs/clear',
  access: ['login-log-clear'],
  summary: 'Removes every entry whose login is over. Nobody is signed out by it.',
});

export const endLogins = endpoint({
  method: 'POST',
  path: '/login-logs/:ids/end',
  access: ['login-log-end'],
  summary: 'Ends the live logins behind these entries.',
  interactive: true,
  params: ByIds,
});
