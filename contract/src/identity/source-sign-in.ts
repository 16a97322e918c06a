import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FamilyTime, Id } from '../scalars.ts';
import { AccountInfo, FactorCode, GivenPasskey } from './account.ts';
import { SOURCE_ICONS, SOURCE_KINDS, SourceKey } from './identity-source.ts';
import { SourceTest } from './source-test.ts';

/** Who may sign in with a password. */
const PASSWORD_LOGINS = ['allowed', 'emergency', 'off'] as const;
export type PasswordLogin = (typeof PASSWORD_LOGINS)[number];

const ByKey = z.object({ key: SourceKey });

export const SourceButton = z.object({ key: z.string(), name: z.string(), icon: z.enum(SOURCE_ICONS) });
export type SourceButton = z.infer<typeof SourceButton>;

export const SignInWays = z.object({
  sources: z.array(SourceButton),
  /** Directories whose people type their password here, whatever is said about passwords. */
  directories: z.array(z.string()),
  passwordLogin: z.enum(PASSWORD_LOGINS),
  /** Whether somebody could come in by a passkey at this address. */
  passkeys: z.boolean(),
});
export type SignInWays = z.infer<typeof SignInWays>;

export const listSignInWays = endpoint({
  method: 'GET',
  path: '/login/sources',
  access: 'public',
  summary: 'How one can sign in: the identity sources in their order, and who may use a password.',
  response: SignInWays,
});

/** Where the browser goes, and what it shows when it comes back: both are for this browser alone. */
export const SourceStart = z.object({ url: z.string(), state: z.string(), binding: z.string() });
export type SourceStart = z.infer<typeof SourceStart>;

/** What the provider sent the browser back with, as it stands in the address, and the proof that it is the same browser. */
export const SourceReturn = z.strictObject({
  binding: z.string().min(1).max(100),
  search: z.string().min(1).max(8000),
});
export type SourceReturn = z.infer<typeof SourceReturn>;

export const startSourceSignIn = endpoint({
  method: 'POST',
  path: '/login/sources/:key/start',
  access: 'public',
  summary: 'Begins a login at an identity source. Answers where the browser goes.',
  perMinute: 60,
  params: ByKey,
  response: SourceStart,
});

export const finishSourceSignIn = endpoint({
  method: 'POST',
  path: '/login/sources/:key/finish',
  access: 'public',
  summary:
    'Signs in with what the source sent the browser back with. Code 100 asks to repeat it with `totp`, or with `passkey`.',
  perMinute: 60,
  params: ByKey,
  body: SourceReturn.extend({
    totp: FactorCode.optional(),
    passkey: GivenPasskey.optional(),
    remember: z.boolean().default(false),
  }),
  response: z.object({ token: z.string(), info: AccountInfo }),
});

export const backChannelLogout = endpoint({
  method: 'POST',
  path: '/login/sources/:key/back-channel-logout',
  access: 'public',
  summary: 'For a provider: ends the logins that a signed logout token names.',
  perMinute: 600,
  form: true,
  plainHttp: true,
  params: ByKey,
  body: z.object({ logout_token: z.string().min(1).max(20_000) }),
});

export const frontChannelLogout = endpoint({
  method: 'GET',
  path: '/login/sources/:key/front-channel-logout',
  access: 'public',
  summary: 'For a page of a provider: ends the logins of the session that it names.',
  perMinute: 600,
  params: ByKey,
  query: z.object({ iss: z.string().max(500).default(''), sid: z.string().max(500).default('') }),
});

/** How somebody is known at a source. */
export const OwnIdentity = z.object({
  id: z.string(),
  kind: z.enum(SOURCE_KINDS),
  key: z.string(),
  name: z.string(),
  icon: z.enum(SOURCE_ICONS),
  /** What the source calls them. */
  label: z.string(),
  created: FamilyTime,
  lastLogin: FamilyTime,
  /** The source made the account and keeps it: this cannot be unlinked. */
  isKept: z.boolean(),
});
export type OwnIdentity = z.infer<typeof OwnIdentity>;

export const OwnIdentities = z.object({
  identities: z.array(OwnIdentity),
  /** Sources that are not linked yet. */
  others: z.array(SourceButton.extend({ kind: z.enum(SOURCE_KINDS) })),
});
export type OwnIdentities = z.infer<typeof OwnIdentities>;

export const listOwnIdentities = endpoint({
  method: 'GET',
  path: '/account/identities',
  access: 'signed-in',
  summary: 'The identity sources that one signs in with, and those one could link.',
  interactive: true,
  response: OwnIdentities,
});

export const startOwnSource = endpoint({
  method: 'POST',
  path: '/account/identities/:key/prove',
  access: 'signed-in',
  summary: 'Begins to prove again who one is, at the source: it asks for a fresh login there.',
  interactive: true,
  perMinute: 30,
  params: ByKey,
  response: SourceStart,
});

export const startLinking = endpoint({
  method: 'POST',
  path: '/account/identities/:key/link',
  access: 'signed-in',
  summary: 'Begins to link an identity of a source to one’s account.',
  interactive: true,
  widens: true,
  perMinute: 30,
  params: ByKey,
  response: SourceStart,
});

export const finishOwnSource = endpoint({
  method: 'POST',
  path: '/account/identities/return',
  access: 'signed-in',
  summary: 'Ends what was begun at a source: a proof counts for 15 minutes, a link from now on.',
  interactive: true,
  perMinute: 30,
  body: SourceReturn,
  response: z.object({ purpose: z.enum(['prove', 'link']) }),
});

export const unlinkOwnIdentity = endpoint({
  method: 'DELETE',
  path: '/account/identities/:id',
  access: 'signed-in',
  summary: 'Takes an identity off one’s account. Refused for the last way in.',
  interactive: true,
  widens: true,
  params: z.object({ id: Id }),
});

export const startSourceTest = endpoint({
  method: 'POST',
  path: '/identity-sources/:id/test',
  access: ['identity-source-edit'],
  interactive: true,
  summary: 'Begins a login as a test: it makes nothing and signs nobody in.',
  perMinute: 30,
  params: z.object({ id: Id }),
  response: SourceStart,
});

export const finishSourceTest = endpoint({
  method: 'POST',
  path: '/identity-sources/test-result',
  access: ['identity-source-edit'],
  interactive: true,
  summary: 'Answers what the provider said in a test, which rule gave what, and what somebody would reach.',
  perMinute: 30,
  body: SourceReturn,
  response: SourceTest,
});
