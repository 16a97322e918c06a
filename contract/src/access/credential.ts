import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { HostSet } from '../host-set.ts';
import { Reauthentication } from '../identity/account.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { BlankSecret, echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';

export const CREDENTIAL_TYPES = ['custom', 'private-key'] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

/** The secrets a credential may hold. None of them is ever in a read model. */
export const CREDENTIAL_SECRETS = ['password', 'privateKey', 'passphrase'] as const;
export type CredentialSecretName = (typeof CREDENTIAL_SECRETS)[number];

export const CredentialRow = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(CREDENTIAL_TYPES),
  username: z.string(),
  created: FamilyTime,
  owner: z.string(),
  ownerName: z.string(),
  /** Empty when nobody owns it any more. */
  ownerAccount: z.string(),
  /** `ssh-ed25519`, `ssh-rsa` …; empty for passwords. */
  keyType: z.string(),
  /** `SHA256:…` of the public half; empty for passwords. */
  fingerprint: z.string(),
  assetCount: z.number().int(),
  /** The hosts it may go to: addresses, ranges and names, comma-separated. Empty for any. */
  addresses: z.string(),
});
export type CredentialRow = z.infer<typeof CredentialRow>;

export const Credential = CredentialRow.extend({
  password: BlankSecret,
  privateKey: BlankSecret,
  passphrase: BlankSecret,
  /** One authorized_keys line without a comment; empty for passwords. */
  publicKey: z.string(),
  /** Which secrets are stored, so that a form can say so without seeing them. */
  stored: z.array(z.enum(CREDENTIAL_SECRETS)),
  encrypted: z.literal(true),
});
export type Credential = z.infer<typeof Credential>;

const Username = z.string().trim().max(LIMITS.username.max).default('');
const Password = z.string().max(LIMITS.targetPassword.max).default('');
const PrivateKey = z.string().max(LIMITS.privateKey.max).default('');
const Passphrase = z.string().max(LIMITS.targetPassword.max).default('');

/** An empty secret means "not given": nothing stored on create, unchanged on update. */
export const CredentialInput = z.strictObject({
  name: Name,
  type: z.enum(CREDENTIAL_TYPES),
  username: Username,
  password: Password,
  privateKey: PrivateKey,
  passphrase: Passphrase,
  /** Left as it is when absent. */
  addresses: HostSet.optional(),
  ...echoed(
    'id',
    'created',
    'owner',
    'ownerName',
    'ownerAccount',
    'encrypted',
    'keyType',
    'fingerprint',
    'stored',
    'assetCount',
    'publicKey',
  ),
});
export type CredentialInput = z.infer<typeof CredentialInput>;

const CREDENTIAL_SORT_FIELDS = ['name', 'type', 'username', 'created'] as const;

export const CredentialQuery = pagingQuery(CREDENTIAL_SORT_FIELDS, {
  name: SearchText,
  type: z.preprocess((value) => (value === '' ? undefined : value), z.enum(CREDENTIAL_TYPES).optional()),
});
export type CredentialQuery = z.infer<typeof CredentialQuery>;

const ById = z.object({ id: Id });

export const listCredentialOptions = endpoint({
  method: 'GET',
  path: '/credentials',
  access: ['credential', 'asset-add', 'asset-edit', 'asset-import'],
  summary:
    'Id, name and account of every credential that the caller may use: their own, or all with `credential-use`.',
  response: z.array(z.object({ id: z.string(), name: z.string(), username: z.string() })),
});

export const listCredentials = endpoint({
  method: 'GET',
  path: '/credentials/paging',
  access: ['credential'],
  summary: 'Credentials, page by page.',
  query: CredentialQuery,
  response: paged(CredentialRow),
});

export const getCredential = endpoint({
  method: 'GET',
  path: '/credentials/:id',
  access: ['credential', 'credential-edit'],
  summary: 'One credential without its secrets.',
  params: ById,
  response: Credential,
});

export const createCredential = endpoint({
  method: 'POST',
  path: '/credentials',
  access: ['credential-add'],
  summary: 'Stores a credential. Private keys are read and their fingerprint kept.',
  body: CredentialInput,
  response: Credential,
});

export const updateCredential = endpoint({
  method: 'PUT',
  path: '/credentials/:id',
  access: ['credential-edit'],
  summary: 'Changes a credential. An empty secret is left as it is, but must be given for more addresses.',
  params: ById,
  body: CredentialInput,
});

export const deleteCredentials = endpoint({
  method: 'DELETE',
  path: '/credentials/:ids',
  access: ['credential-del'],
  summary: 'Deletes credentials, all or none. Refused while an asset uses one of them.',
  params: z.object({ ids: IdList }),
});

export const changeCredentialOwner = endpoint({
  method: 'POST',
  path: '/credentials/:id/change-owner',
  access: ['credential-change-owner'],
  widens: true,
  summary: 'Gives a credential to another person.',
  params: ById,
  query: z.object({ owner: Id }),
});

export const RevealedCredential = z.object({
  password: z.string(),
  privateKey: z.string(),
  passphrase: z.string(),
});
export type RevealedCredential = z.infer<typeof RevealedCredential>;

export const revealCredential = endpoint({
  method: 'POST',
  path: '/credentials/:id/reveal',
  access: ['credential-reveal'],
  summary: 'Shows the stored secrets after a fresh password or one-time code. Audited.',
  interactive: true,
  proof: 'always',
  perMinute: 20,
  params: ById,
  body: Reauthentication,
  response: RevealedCredential,
});

export const downloadPublicKey = endpoint({
  method: 'GET',
  path: '/credentials/:id/public-key',
  access: ['credential'],
  summary: 'The public half of a private key, as one authorized_keys line.',
  params: ById,
  download: true,
});
