import * as z from 'zod';

import { PEOPLE_OF_SOURCE, SourceLine } from './source-text.ts';

export const LDAP_SECURITIES = ['ldaps', 'starttls', 'plain'] as const;
export type LdapSecurity = (typeof LDAP_SECURITIES)[number];

/** Groups in groups: not at all, step by step, or by the directory itself, which Active Directory can. */
export const LDAP_NESTINGS = ['none', 'walk', 'chain'] as const;

/** What of somebody stays the same when they are renamed or moved. */
export const LDAP_IDS = ['objectGUID', 'entryUUID', 'ipaUniqueID'] as const;

/** A second one is asked where the first is away. */
const MOST_SERVERS = 3;
const LONGEST_CA = 100_000;
export const SYNC_MINUTES = { min: 1, max: 1440, default: 15 };

/** Without the places of a preset that had to be replaced. */
const Dn = SourceLine.regex(/^(?!<)/);
const Attribute = SourceLine.regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/);
const Place = SourceLine.regex(/^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/).refine(
  (text) => Number(/:(\d+)$/.exec(text.replace(/^\[.*\]/, ''))?.[1] ?? 1) <= 65_535,
);

/** How a directory is asked, and how its entries are read. No secret is in it. */
export const LdapConfig = z.strictObject({
  /** `host` or `host:port`. */
  servers: z.array(Place).min(1).max(MOST_SERVERS),
  security: z.enum(LDAP_SECURITIES).default('ldaps'),
  /** Without TLS: everybody on the way reads the passwords. */
  allowsPlain: z.boolean().default(false),
  /** PEM of whoever signs its certificates; empty for those that the machine trusts. */
  ca: z.string().trim().max(LONGEST_CA).default(''),
  /** Its own account; empty asks as nobody. */
  bindDn: Dn.default(''),
  peopleBase: Dn.min(1),
  peopleFilter: SourceLine.min(1).default('(objectClass=inetOrgPerson)'),
  idAttribute: Attribute.default('entryUUID'),
  usernameAttribute: Attribute.default('uid'),
  nicknameAttribute: Attribute.default('cn'),
  mailAttribute: Attribute.default('mail'),
  /** Public keys for SSH clients; empty takes none. */
  keyAttribute: z.union([z.literal(''), Attribute]).default(''),
  /** Empty: nobody has groups. */
  groupsBase: Dn.default(''),
  groupsFilter: SourceLine.min(1).default('(objectClass=groupOfNames)'),
  groupNameAttribute: Attribute.default('cn'),
  nesting: z.enum(LDAP_NESTINGS).default('walk'),
  ...PEOPLE_OF_SOURCE,
  /** Whoever may come in is made with each synchronisation, and not only when they come. */
  importsAll: z.boolean().default(false),
  syncMinutes: z.number().int().min(SYNC_MINUTES.min).max(SYNC_MINUTES.max).default(SYNC_MINUTES.default),
});
export type LdapConfig = z.infer<typeof LdapConfig>;
