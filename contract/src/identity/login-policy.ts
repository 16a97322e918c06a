import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { IpSet } from '../ip-set.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, Id, IdList, Name } from '../scalars.ts';
import { WeeklyWindows } from '../weekly-windows.ts';
import { ACCESS_RULES } from './access-rule.ts';
import { UserRow } from './user.ts';

const common = {
  id: z.string(),
  name: z.string(),
  ipGroup: z.string(),
  priority: z.number().int(),
  enabled: z.boolean(),
  rule: z.enum(ACCESS_RULES),
};

/** One weekday, 0 is Sunday. */
const TimePeriod = z.object({
  id: z.string(),
  loginPolicyId: z.string(),
  key: z.number().int(),
  value: z.string(),
});

export const LoginPolicyRow = z.object({ ...common, userCount: z.number().int(), timePeriod: z.null() });
export type LoginPolicyRow = z.infer<typeof LoginPolicyRow>;

export const LoginPolicy = z.object({ ...common, timePeriod: z.array(TimePeriod) });
export type LoginPolicy = z.infer<typeof LoginPolicy>;

export const LoginPolicyInput = z.strictObject({
  name: Name,
  ipGroup: IpSet,
  priority: z.coerce
    .number()
    .int()
    .min(LIMITS.priority.min)
    .max(LIMITS.priority.max)
    .default(LIMITS.priority.default),
  enabled: z.boolean().default(true),
  rule: z.enum(ACCESS_RULES),
  timePeriod: WeeklyWindows.nullish(),
  ...echoed('id', 'userCount'),
});
export type LoginPolicyInput = z.infer<typeof LoginPolicyInput>;

export const LoginPolicyQuery = pagingQuery(['name', 'priority'], {
  name: SearchText,
  userId: Id.optional(),
});
export type LoginPolicyQuery = z.infer<typeof LoginPolicyQuery>;

const ById = z.object({ id: Id });
const Bindings = z.array(z.strictObject({ userId: z.string().max(64) })).max(LIMITS.idsPerCall.max);

export const listLoginPolicies = endpoint({
  method: 'GET',
  path: '/login-policies/paging',
  access: ['login-policy', 'user-login-policy'],
  summary: 'Login policies, strongest first; with `userId` those of one person.',
  query: LoginPolicyQuery,
  response: paged(LoginPolicyRow),
});

export const listAllLoginPolicies = endpoint({
  method: 'GET',
  path: '/login-policies',
  access: ['login-policy', 'user-login-policy'],
  summary: 'Login policies as one list, strongest first, a thousand at most.',
  response: z.array(LoginPolicyRow),
});

export const getLoginPolicy = endpoint({
  method: 'GET',
  path: '/login-policies/:id',
  access: ['login-policy-detail', 'login-policy-edit'],
  summary: 'One policy with its weekly windows.',
  params: ById,
  response: LoginPolicy,
});

export const createLoginPolicy = endpoint({
  method: 'POST',
  path: '/login-policies',
  access: ['login-policy-add'],
  summary: 'Makes a policy. It counts for the people it is bound to.',
  body: LoginPolicyInput,
  response: LoginPolicy,
});

export const updateLoginPolicy = endpoint({
  method: 'PUT',
  path: '/login-policies/:id',
  access: ['login-policy-edit'],
  widens: true,
  summary: 'Changes a policy and replaces its windows.',
  params: ById,
  body: LoginPolicyInput,
});

export const deleteLoginPolicies = endpoint({
  method: 'DELETE',
  path: '/login-policies/:ids',
  access: ['login-policy-del'],
  widens: true,
  summary: 'Deletes policies, all or none.',
  params: z.object({ ids: IdList }),
});

export const listLoginPolicyUsers = endpoint({
  method: 'GET',
  path: '/login-policies/:id/users/paging',
  access: ['login-policy-detail', 'login-policy-bind-user'],
  summary: 'The people a policy is bound to.',
  params: ById,
  query: pagingQuery(['username', 'nickname', 'created'], {
    keyword: SearchText,
    username: SearchText,
    nickname: SearchText,
    mail: SearchText,
  }),
  response: paged(UserRow),
});

export const listLoginPolicyUserIds = endpoint({
  method: 'GET',
  path: '/login-policies/:id/users/id',
  access: ['login-policy-detail', 'login-policy-bind-user'],
  summary: 'The ids of the people a policy is bound to.',
  params: ById,
  response: z.array(z.string()),
});

export const bindLoginPolicy = endpoint({
  method: 'POST',
  path: '/login-policies/:id/bind',
  access: ['login-policy-bind-user'],
  widens: true,
  summary: 'Binds a policy to people; those bound already do not matter.',
  params: ById,
  body: Bindings,
});

export const unbindLoginPolicy = endpoint({
  method: 'POST',
  path: '/login-policies/:id/unbind',
  access: ['login-policy-unbind-user', 'user-unbind-login-policy'],
  widens: true,
  summary: 'Unbinds a policy from people.',
  params: ById,
  body: Bindings,
});

/** How one policy was judged for the question asked. */
export const PolicyVerdict = z.object({
  id: z.string(),
  name: z.string(),
  priority: z.number().int(),
  rule: z.enum(ACCESS_RULES),
  enabled: z.boolean(),
  matchesAddress: z.boolean(),
  matchesTime: z.boolean(),
  /** This is the one that decided. */
  decides: z.boolean(),
});

export const testLoginPolicies = endpoint({
  method: 'POST',
  path: '/login-policies/test',
  access: ['login-policy'],
  summary: 'Would this person be let in from this address at this time, and which policy decides?',
  body: z.strictObject({ userId: Id, address: z.union([z.ipv4(), z.ipv6()]), at: z.iso.datetime() }),
  response: z.object({ allowed: z.boolean(), policies: z.array(PolicyVerdict) }),
});
