import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { FamilyTime, Id, Name } from '../scalars.ts';
import { Reauthentication } from './account.ts';

/** Every access token begins with it, so that people and secret scanners know one when they see it. */
export const ACCESS_TOKEN_PREFIX = 'forever-';

/**
 * What a program may do with it. `use`: what its person may, but for acts that make or widen power (people, roles, groups,
 * grants, strategies, policies, settings). `administration`: these too.
 */
export const ACCESS_TOKEN_SCOPES = ['use', 'administration'] as const;
export type AccessTokenScope = (typeof ACCESS_TOKEN_SCOPES)[number];

export const AccessTokenRow = z.object({
  id: z.string(),
  /** Empty for the one that the product family's single call makes. */
  name: z.string(),
  scope: z.enum(ACCESS_TOKEN_SCOPES),
  /** Its beginning and end, for telling tokens apart. */
  masked: z.string(),
  created: FamilyTime,
  expires: FamilyTime,
  isExpired: z.boolean(),
  lastUsed: FamilyTime,
  lastAddress: z.string(),
});
export type AccessTokenRow = z.infer<typeof AccessTokenRow>;

export const NewAccessToken = Reauthentication.extend({
  name: Name.max(LIMITS.accessTokenName.max),
  days: z
    .number()
    .int()
    .min(LIMITS.accessTokenDays.min)
    .max(LIMITS.accessTokenDays.max)
    .default(LIMITS.accessTokenDays.default),
  scope: z.enum(ACCESS_TOKEN_SCOPES).default('use'),
});
export type NewAccessToken = z.infer<typeof NewAccessToken>;

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/account/access-tokens',
  access: 'signed-in',
  summary: 'One’s own access tokens, masked.',
  interactive: true,
  response: z.array(AccessTokenRow),
});

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/account/access-tokens',
  access: 'signed-in',
  summary:
    'Makes an access token. The answer is the only place that ever shows it. Needs no password or code within 15 minutes of signing in or of the last proof.',
  interactive: true,
  proof: 'recent',
  perMinute: 20,
  body: NewAccessToken,
  response: AccessTokenRow.extend({ token: z.string() }),
});

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  path: '/account/access-tokens/:id',
  access: 'signed-in',
  summary: 'Revokes one of one’s own access tokens at once.',
  interactive: true,
  params: z.object({ id: Id }),
});

/** The product family knows one token per person, without a name. */
export const FamilyAccessToken = z.object({
  id: z.string(),
  userId: z.string(),
  /** Masked, but for the answer that made it. */
  token: z.string(),
  created: FamilyTime,
});
export type FamilyAccessToken = z.infer<typeof FamilyAccessToken>;

export const getFamilyAccessToken = endpoint({
  method: 'GET',
  path: '/account/access-token',
  access: 'signed-in',
  summary: 'The unnamed access token, masked; empty strings when there is none.',
  interactive: true,
  response: FamilyAccessToken,
});

export const replaceFamilyAccessToken = endpoint({
  method: 'POST',
  path: '/account/access-token',
  access: 'signed-in',
  summary:
    'Replaces the unnamed access token, good for 90 days. Needs no password or code, and no body, within 15 minutes of signing in or of the last proof.',
  interactive: true,
  proof: 'recent',
  perMinute: 20,
  body: Reauthentication,
  response: FamilyAccessToken,
});

export const deleteFamilyAccessToken = endpoint({
  method: 'DELETE',
  path: '/account/access-token',
  access: 'signed-in',
  summary: 'Revokes the unnamed access token.',
  interactive: true,
});
