import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { IpSet } from '../ip-set.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, Id, IdList } from '../scalars.ts';
import { ACCESS_RULES } from './access-rule.ts';

export const AccessSecurity = z.object({
  id: z.string(),
  ip: z.string(),
  rule: z.enum(ACCESS_RULES),
  /** Where the rule came from, in words. */
  source: z.string(),
  priority: z.number().int(),
});
export type AccessSecurity = z.infer<typeof AccessSecurity>;

/** Said by somebody who was warned that the change would shut their own address out. */
const confirmLockout = z.boolean().default(false);

export const AccessSecurityInput = z.strictObject({
  ip: IpSet,
  rule: z.enum(ACCESS_RULES),
  priority: z.coerce
    .number()
    .int()
    .min(LIMITS.priority.min)
    .max(LIMITS.priority.max)
    .default(LIMITS.priority.default),
  confirmLockout,
  ...echoed('id', 'source'),
});
export type AccessSecurityInput = z.infer<typeof AccessSecurityInput>;

/** `name` is what the family's client sends where it means `ip`. */
export const AccessSecurityQuery = pagingQuery(['ip', 'rule', 'priority'], {
  ip: SearchText,
  name: SearchText,
  rule: z.preprocess((value) => (value === '' ? undefined : value), z.enum(ACCESS_RULES).optional()),
});
export type AccessSecurityQuery = z.infer<typeof AccessSecurityQuery>;

const ById = z.object({ id: Id });

export const listAccessSecurities = endpoint({
  method: 'GET',
  path: '/securities/paging',
  access: ['access-security'],
  summary: 'Rules that let addresses in or keep them out, strongest first.',
  query: AccessSecurityQuery,
  response: paged(AccessSecurity),
});

export const listAllAccessSecurities = endpoint({
  method: 'GET',
  path: '/securities',
  access: ['access-security'],
  summary: 'The rules as one list, strongest first, a thousand at most.',
  response: z.array(AccessSecurity),
});

export const getAccessSecurity = endpoint({
  method: 'GET',
  path: '/securities/:id',
  access: ['access-security', 'access-security-edit'],
  summary: 'One rule.',
  params: ById,
  response: AccessSecurity,
});

export const createAccessSecurity = endpoint({
  method: 'POST',
  path: '/securities',
  access: ['access-security-add'],
  widens: true,
  summary: 'Adds a rule, at once. Refused while it would shut the caller out, unless confirmed.',
  body: AccessSecurityInput,
  response: AccessSecurity,
});

export const updateAccessSecurity = endpoint({
  method: 'PUT',
  path: '/securities/:id',
  access: ['access-security-edit'],
  widens: true,
  summary: 'Changes a rule, at once. Refused while it would shut the caller out, unless confirmed.',
  params: ById,
  body: AccessSecurityInput,
});

export const deleteAccessSecurities = endpoint({
  method: 'DELETE',
  path: '/securities/:ids',
  access: ['access-security-del'],
  widens: true,
  summary: 'Removes rules, at once. Refused while that would shut the caller out, unless confirmed.',
  params: z.object({ ids: IdList }),
  query: z.object({ confirmLockout: z.stringbool().default(false) }),
});
