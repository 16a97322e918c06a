import * as z from 'zod';

import { endpoint, PENDING_STAGES } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { echoed } from '../scalars.ts';
import { PasskeyAnswer } from './passkey-answer.ts';
import { USER_TYPES } from './role.ts';
import { UserPreferences } from './user-preference.ts';

export const AccountInfo = z.object({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  type: z.enum(USER_TYPES),
  enableTotp: z.boolean(),
  /** Has a passkey, which can be given where a code is asked for. */
  hasPasskey: z.boolean(),
  /** Ids, as the product family sends them. */
  roles: z.array(z.string()),
  roleNames: z.array(z.string()),
  menus: z.array(z.string()),
  /** The login holds a one-time password and may do nothing until it is changed. */
  mustChangePassword: z.boolean(),
  /** The directory that keeps the password of this person; empty where it is kept here. */
  passwordAt: z.string(),
  /** What this login still owes before it opens anything else; null when it is complete. */
  owedStep: z.enum(PENDING_STAGES).nullable(),
  /** What the person chose for themselves, on whichever browser. */
  preferences: UserPreferences.optional(),
});
export type AccountInfo = z.infer<typeof AccountInfo>;

/** What was typed, however odd: the answer to a wrong one is the same sentence, so only the size is bounded. */
const TypedPassword = z.string().min(1).max(LIMITS.password.max);

/** A one-time code or a recovery code, as typed: spaces and dashes do not matter. */
export const FactorCode = z.string().max(LIMITS.factorCode.max);

/** A passkey where a code is asked for, with the binding of its challenge. */
export const GivenPasskey = z.strictObject({ answer: PasskeyAnswer, binding: z.string().min(1).max(100) });

export const LoginRequest = z.strictObject({
  username: z.string().min(1).max(LIMITS.username.max),
  password: TypedPassword,
  remember: z.boolean().default(false),
  /** A one-time code, or one of the recovery codes. */
  totp: FactorCode.optional(),
  passkey: GivenPasskey.optional(),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  summary:
    'Signs in. Code 100 asks to repeat the call with a one-time code or a recovery code in `totp`, or with `passkey`.',
  perMinute: 60,
  body: LoginRequest,
  response: z.object({ token: z.string(), info: AccountInfo }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/account/logout',
  access: 'signed-in',
  summary: 'Ends this login. Answers where to go on signing out, for one that came by an identity source.',
  whilePending: PENDING_STAGES,
  interactive: true,
  response: z.object({ url: z.string() }).nullable(),
});

export const getAccountInfo = endpoint({
  method: 'GET',
  path: '/account/info',
  access: 'signed-in',
  summary: 'Who is signed in, and what they may see.',
  whilePending: PENDING_STAGES,
  response: AccountInfo,
});

/** What a call takes; whether it is good enough is decided where it is known whose it will be. */
export const NewPassword = z.string().min(LIMITS.password.min).max(LIMITS.password.max);

export const PasswordChange = z.strictObject({
  oldPassword: TypedPassword,
  newPassword: NewPassword,
  ...echoed('newPassword2'),
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/change-password',
  access: 'signed-in',
  summary: 'Changes one’s own password. Every other login of the person ends, every access token is revoked.',
  whilePending: ['change-password'],
  interactive: true,
  proof: 'always',
  perMinute: 20,
  body: PasswordChange,
});

/** Proof that it is still the same person: the password, a fresh one-time code, a recovery code or a passkey. */
export const Reauthentication = z.strictObject({
  password: z.string().max(LIMITS.password.max).default(''),
  totp: FactorCode.default(''),
  /** The answer to a challenge of `/account/passkeys/prove`. */
  passkey: PasskeyAnswer.optional(),
});
export type Reauthentication = z.infer<typeof Reauthentication>;

/** How long proofs of this login still count, where a recent one is enough. */
export const RecentProof = z.object({
  /** Seconds; 0 when a password or a code will be asked for. */
  seconds: z.number().int(),
  /** The same for what only a second factor opens. */
  factorSeconds: z.number().int(),
});
export type RecentProof = z.infer<typeof RecentProof>;

export const getRecentProof = endpoint({
  method: 'GET',
  path: '/account/recent-proof',
  access: 'signed-in',
  summary: 'For how long this login need not prove again who it is, where a recent proof is enough.',
  interactive: true,
  response: RecentProof,
});

export const proveAgain = endpoint({
  method: 'POST',
  path: '/account/recent-proof',
  access: 'signed-in',
  summary: 'Proves again who is signed in, so that what asks for a recent proof is open for 15 minutes.',
  interactive: true,
  proof: 'always',
  perMinute: 20,
  body: Reauthentication,
  response: RecentProof,
});

export const createTicket = endpoint({
  method: 'POST',
  path: '/account/tickets',
  access: 'signed-in',
  summary: 'A single-use ticket, good for 30 seconds, for one download or socket path from this address.',
  interactive: true,
  body: z.strictObject({ path: z.string().min(1).max(2048).startsWith('/') }),
  response: z.object({ ticket: z.string(), expiresInSeconds: z.number() }),
});
