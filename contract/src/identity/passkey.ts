import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { FamilyTime, Id, Name } from '../scalars.ts';
import { AccountInfo, FactorCode, Reauthentication } from './account.ts';
import { Encoded, PASSKEY_PROBLEMS, PasskeyAnswer } from './passkey-answer.ts';

export const PasskeyRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it belongs to: a browser shows it to no other. */
  domain: z.string(),
  /** Whether it is copied to other devices of its person by whoever keeps it. */
  isSynced: z.boolean(),
  /** Its counter went back: it is refused until it is removed. */
  isCopied: z.boolean(),
  created: FamilyTime,
  lastUsed: FamilyTime,
  lastAddress: z.string(),
});
export type PasskeyRow = z.infer<typeof PasskeyRow>;

export const OwnPasskeys = z.object({
  passkeys: z.array(PasskeyRow),
  /** Why none can be used here; null where they can. */
  problem: z.enum(PASSKEY_PROBLEMS).nullable(),
  /** The installation's policy asks this person for one. */
  compulsory: z.boolean(),
  /** Whether only a second factor opens adding and removing. */
  needsFactor: z.boolean(),
});
export type OwnPasskeys = z.infer<typeof OwnPasskeys>;

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});
const Verification = z.enum(['required', 'preferred', 'discouraged']);

/** What a browser is asked with, as WebAuthn writes it in JSON. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(Descriptor),
  userVerification: Verification,
});
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>;

/** The same for making one. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: Verification,
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** What a browser answers that has made one. */
export const PasskeyMade = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type PasskeyMade = z.infer<typeof PasskeyMade>;

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/login/passkey/start',
  access: 'public',
  summary:
    'A challenge, good once and for two minutes, to sign in with a passkey (`login`) or to give one after the password (`factor`).',
  perMinute: 60,
  body: z.strictObject({ purpose: z.enum(['login', 'factor']) }),
  /** The binding is for this browser alone: it shows it with the answer. */
  response: z.object({ question: PasskeyQuestion, binding: z.string() }),
});

export const finishPasskeySignIn = endpoint({
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  summary: 'Signs in with a passkey and nothing else. Code 100 asks to repeat it with `totp`.',
  perMinute: 60,
  body: z.strictObject({
    passkey: PasskeyAnswer,
    binding: z.string().min(1).max(100),
    totp: FactorCode.optional(),
    remember: z.boolean().default(false),
  }),
  response: z.object({ token: z.string(), info: AccountInfo }),
});

export const listOwnPasskeys = endpoint({
  method: 'GET',
  path: '/account/passkeys',
  access: 'signed-in',
  summary: 'One’s own passkeys, and whether they can be used at this address.',
  whilePending: ['enrol-passkey'],
  interactive: true,
  response: OwnPasskeys,
});

export const startPasskeyProof = endpoint({
  method: 'POST',
  path: '/account/passkeys/prove',
  access: 'signed-in',
  summary: 'A challenge for proving again who one is: the answer goes as `passkey` where a password would.',
  interactive: true,
  perMinute: 30,
  response: PasskeyQuestion,
});

export const startAddingPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys/start',
  access: 'signed-in',
  summary: 'Begins to make a passkey: what the browser is asked with, for two minutes.',
  whilePending: ['enrol-passkey'],
  interactive: true,
  perMinute: 30,
  response: PasskeyCreation,
});

export const NewPasskey = Reauthentication.extend({
  name: Name.max(LIMITS.passkeyName.max),
  made: PasskeyMade,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const addPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys',
  access: 'signed-in',
  summary:
    'Adds a passkey. Whoever has a second factor must have given it within 15 minutes, others any proof. Answers recovery codes, once, to whoever has none.',
  whilePending: ['enrol-passkey'],
  interactive: true,
  proof: 'recent',
  perMinute: 20,
  perPerson: 20,
  body: NewPasskey,
  response: z.object({ passkey: PasskeyRow, recoveryCodes: z.array(z.string()) }),
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/account/passkeys/:id',
  access: 'signed-in',
  summary: 'Names one of one’s own passkeys anew.',
  interactive: true,
  params: z.object({ id: Id }),
  body: z.strictObject({ name: Name.max(LIMITS.passkeyName.max) }),
});

export const removeOwnPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys/:id/remove',
  access: 'signed-in',
  summary:
    'Removes a passkey. Needs a proof other than that passkey: a code, a recovery code or another passkey; the password only where there is nothing else.',
  interactive: true,
  proof: 'always',
  perMinute: 20,
  params: z.object({ id: Id }),
  body: Reauthentication,
});

export const listPasskeysOfUser = endpoint({
  method: 'GET',
  path: '/users/:id/passkeys',
  access: ['user-detail'],
  summary: 'The passkeys of a person.',
  params: z.object({ id: Id }),
  response: z.array(PasskeyRow),
});

export const removePasskeyOfUser = endpoint({
  method: 'DELETE',
  path: '/users/:id/passkeys/:passkeyId',
  access: ['user-edit'],
  summary: 'Removes a passkey of a person at once, and ends the person’s logins.',
  widens: true,
  params: z.object({ id: Id, passkeyId: Id }),
});
