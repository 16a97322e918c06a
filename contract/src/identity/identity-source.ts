import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery } from '../paging.ts';
import { BlankSecret, echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';
import { LdapConfig } from './ldap.ts';
import { OidcConfig } from './oidc.ts';
import { SOURCE_PRESETS } from './source-preset.ts';
import { SourceLine } from './source-text.ts';

/** What a source speaks, and what is entered about one that does. */
export const SOURCE_CONFIGS = { oidc: OidcConfig, ldap: LdapConfig } as const;
export type SourceKind = keyof typeof SOURCE_CONFIGS;
export const SOURCE_KINDS = Object.keys(SOURCE_CONFIGS) as [SourceKind, ...SourceKind[]];
export type SourceConfigs = { [Kind in SourceKind]: z.infer<(typeof SOURCE_CONFIGS)[Kind]> };

/** Pictures that the console draws itself: nothing is fetched from anywhere. */
export const SOURCE_ICONS = ['key', 'people', ...SOURCE_PRESETS] as const;
export type SourceIcon = (typeof SOURCE_ICONS)[number];

/** The secret of a source: what it shows where people are known. Never in a read model. */
export const SOURCE_SECRET = 'secret';

/** A rule for everybody who comes by a source. */
export const EVERYBODY = '*';

/** Stands in addresses that are entered at the provider; some refuse anything but these. */
export const SourceKey = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/);

/** What a group of the source brings. */
export const SourceRule = z.strictObject({
  value: SourceLine.min(1),
  roles: z.array(Id).max(50).default([]),
  groups: z.array(Id).max(50).default([]),
});
export type SourceRule = z.infer<typeof SourceRule>;

/** Why somebody could not be brought in line, as a sentence. */
const SourceSkip = z.object({ name: z.string(), reason: z.string() });

/** What a visit to a source did. */
export const SourceCounts = z.object({
  people: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  disabled: z.number().int(),
  enabled: z.number().int(),
  skipped: z.number().int(),
});
export type SourceCounts = z.infer<typeof SourceCounts>;

/** What would be taken from so many at once that somebody has to say so. */
export const SourceHold = z.object({
  /** Those who would be disabled or lose everything that the source gave. */
  count: z.number().int(),
  of: z.number().int(),
  /** Some of them. */
  names: z.array(z.string()),
});
export type SourceHold = z.infer<typeof SourceHold>;

/** How a source was when it was looked after last. */
export const SourceState = z.object({
  isRunning: z.boolean(),
  visited: FamilyTime,
  answered: FamilyTime,
  /** Empty where nothing is the matter, or a sentence. */
  problem: z.string(),
  counts: SourceCounts.nullable(),
  skips: z.array(SourceSkip),
  hold: SourceHold.nullable(),
});
export type SourceState = z.infer<typeof SourceState>;

export const IdentitySourceRow = z.object({
  id: z.string(),
  key: z.string(),
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  icon: z.enum(SOURCE_ICONS),
  position: z.number().int(),
  enabled: z.boolean(),
  /** Where it is. */
  place: z.string(),
  /** What is said there can be read by everybody on the way. */
  isPlain: z.boolean(),
  /** How many people have an identity of it. */
  personCount: z.number().int(),
  state: SourceState,
  created: FamilyTime,
});
export type IdentitySourceRow = z.infer<typeof IdentitySourceRow>;

const stored = {
  ...IdentitySourceRow.omit({ kind: true, place: true, isPlain: true, personCount: true, state: true }).shape,
  rules: z.array(SourceRule),
  secret: BlankSecret,
  isSecretStored: z.boolean(),
};
export const IdentitySource = z.discriminatedUnion('kind', [
  z.object({ ...stored, kind: z.literal('oidc'), config: OidcConfig }),
  z.object({ ...stored, kind: z.literal('ldap'), config: LdapConfig }),
]);
export type IdentitySource = z.infer<typeof IdentitySource>;

/** What is entered about a source of any kind. An empty secret is left as it is. */
export const SOURCE_INPUT = {
  key: SourceKey,
  name: Name.max(60),
  icon: z.enum(SOURCE_ICONS).default('key'),
  position: z.number().int().min(0).max(1000).default(50),
  enabled: z.boolean().default(true),
  rules: z.array(SourceRule).max(200).default([]),
  secret: z.string().max(LIMITS.privateKey.max).default(''),
};
const entered = { ...SOURCE_INPUT, ...echoed('id', 'created', 'isSecretStored') };
export const IdentitySourceInput = z.discriminatedUnion('kind', [
  z.strictObject({ ...entered, kind: z.literal('oidc'), config: OidcConfig }),
  z.strictObject({ ...entered, kind: z.literal('ldap'), config: LdapConfig }),
]);
export type IdentitySourceInput = z.infer<typeof IdentitySourceInput>;

export const IdentitySourceQuery = pagingQuery(['position', 'name'], {});
export type IdentitySourceQuery = z.infer<typeof IdentitySourceQuery>;

const ById = z.object({ id: Id });

export const listIdentitySources = endpoint({
  method: 'GET',
  path: '/identity-sources/paging',
  access: ['identity-source'],
  summary: 'Identity sources in the order of the login page, page by page.',
  query: IdentitySourceQuery,
  response: paged(IdentitySourceRow),
});

/** Addresses that are entered at the provider; `{key}` stands for that of the source. */
export const SourceAddresses = z.object({
  /** Empty while nobody said where the product is reached: nothing is taken from a request. */
  publicUrl: z.string(),
  callbacks: z.array(z.string()),
  backChannelLogout: z.string(),
  frontChannelLogout: z.string(),
});
export type SourceAddresses = z.infer<typeof SourceAddresses>;

export const getSourceAddresses = endpoint({
  method: 'GET',
  path: '/identity-sources/addresses',
  access: ['identity-source'],
  summary: 'The addresses to enter at a provider, made from JADEGATE_PUBLIC_URL.',
  response: SourceAddresses,
});

export const getIdentitySource = endpoint({
  method: 'GET',
  path: '/identity-sources/:id',
  access: ['identity-source', 'identity-source-edit'],
  summary: 'One identity source without its secret.',
  params: ById,
  response: IdentitySource,
});

export const createIdentitySource = endpoint({
  method: 'POST',
  path: '/identity-sources',
  access: ['identity-source-add'],
  widens: true,
  summary: 'Adds a source of identities. For those who hold every right.',
  body: IdentitySourceInput,
  response: IdentitySource,
});

export const updateIdentitySource = endpoint({
  method: 'PUT',
  path: '/identity-sources/:id',
  access: ['identity-source-edit'],
  widens: true,
  summary: 'Changes a source of identities. Its secret must be given again when it would go elsewhere.',
  params: ById,
  body: IdentitySourceInput,
});

export const deleteIdentitySources = endpoint({
  method: 'DELETE',
  path: '/identity-sources/:ids',
  access: ['identity-source-del'],
  widens: true,
  summary: 'Deletes sources with the identities of their people, who stay. Their logins by it end.',
  params: z.object({ ids: IdList }),
});

export const visitIdentitySource = endpoint({
  method: 'POST',
  path: '/identity-sources/:id/visit',
  access: ['identity-source-edit'],
  summary:
    'Looks after a source now: whether it answers, and who of its people is still there. `allowedLosses` lets a synchronisation through that was held; for those who hold every right.',
  perMinute: 30,
  params: ById,
  body: z.strictObject({ allowedLosses: z.number().int().min(0).max(1_000_000).default(0) }),
});
