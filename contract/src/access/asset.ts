import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Host, Port } from '../host.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { BlankSecret, echoed, FamilyTime, Id, IdList, Name, TextFlag } from '../scalars.ts';
import {
  attributeInputShape,
  PLAIN_ATTRIBUTES,
  PROTOCOLS,
  SECRET_ATTRIBUTES,
  type PlainAttributeName,
  type SecretAttributeName,
} from './asset-attributes.ts';

/** Empty for Kubernetes, which has no account of its own. */
export const ACCOUNT_TYPES = ['custom', 'private-key', 'credential', ''] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** What the last check found; `unknown` before the first. */
export const ASSET_STATES = ['unknown', 'up', 'down'] as const;
export type AssetState = (typeof ASSET_STATES)[number];

/** The secrets an asset may hold itself. None of them is ever in a read model. */
export const ASSET_SECRETS = ['password', 'privateKey', 'passphrase', ...SECRET_ATTRIBUTES] as const;
export type AssetSecretName = (typeof ASSET_SECRETS)[number];

export const AssetRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  protocol: z.enum(PROTOCOLS),
  ip: z.string(),
  port: z.number().int(),
  /** True only after a check that succeeded. */
  active: z.boolean(),
  /** Why it is not; empty when it is. */
  activeMessage: z.string(),
  state: z.enum(ASSET_STATES),
  checked: FamilyTime,
  created: FamilyTime,
  lastAccessTime: FamilyTime,
  /** Comma-separated. */
  tags: z.string(),
  owner: z.string(),
  ownerName: z.string(),
  /** Empty when nobody owns it any more. */
  ownerAccount: z.string(),
  accessGatewayId: z.string(),
  accessGatewayName: z.string(),
  credentialId: z.string(),
  credentialName: z.string(),
});
export type AssetRow = z.infer<typeof AssetRow>;

const plainAttributes = Object.fromEntries(PLAIN_ATTRIBUTES.map((name) => [name, z.string().optional()])) as {
  [Name in PlainAttributeName]: z.ZodOptional<z.ZodString>;
};

const secretAttributes = Object.fromEntries(
  SECRET_ATTRIBUTES.map((name) => [name, BlankSecret.optional()]),
) as { [Name in SecretAttributeName]: z.ZodOptional<typeof BlankSecret> };

export const Asset = AssetRow.extend({
  accountType: z.enum(ACCOUNT_TYPES),
  /** The account its credential logs in with. */
  credentialUsername: z.string(),
  username: z.string(),
  password: BlankSecret,
  privateKey: BlankSecret,
  passphrase: BlankSecret,
  /** Which secrets are stored, so that a form can say so without seeing them. */
  stored: z.array(z.enum(ASSET_SECRETS)),
  encrypted: z.literal(true),
  /** What applies where the asset itself says nothing: the settings of the same names. Never saved into the asset. */
  inherited: z.record(z.string(), z.string()),
  /** How many people and groups were granted it directly. */
  authorisedUserCount: z.number().int(),
  authorisedUserGroupCount: z.number().int(),
  ...plainAttributes,
  ...secretAttributes,
});
export type Asset = z.infer<typeof Asset>;

/** `a, b ,c` as a list: trimmed, without blanks or doubles. The family writes `-` for none. */
export function tagList(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== '' && tag !== '-'))];
}

export const Tag = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.tag.max)
  .regex(/^[^\p{Cc},]*$/u);

/** Room for white space between them; longer texts are not even taken apart. */
const LONGEST_TAG_LIST = LIMITS.tag.max * LIMITS.tagsPerAsset.max * 2;

const isTagList = (tags: readonly string[]) =>
  tags.length <= LIMITS.tagsPerAsset.max && tags.every((tag) => Tag.safeParse(tag).success);

export const Tags = z
  .string()
  .refine((text) => text.length <= LONGEST_TAG_LIST && isTagList(tagList(text)), {
    params: { rule: 'tags', longest: LIMITS.tag.max, most: LIMITS.tagsPerAsset.max },
  })
  .transform(tagList);

/** An id that may be left out: the family writes an empty text or `-`. Answers null for none. */
const OptionalId = z.preprocess(
  (value) => (value === '' || value === '-' || value === undefined ? null : value),
  Id.nullable(),
);

const Secret = (max: number) => z.string().max(max).default('');

/**
 * An empty secret means "not given": nothing stored on create, unchanged on update. Attributes stand beside the main
 * fields; those of another protocol are dropped, those absent are kept, and empty ones are removed.
 */
export const AssetInput = z.strictObject({
  name: Name,
  protocol: z.enum(PROTOCOLS),
  ip: Host,
  port: Port,
  accountType: z.enum(ACCOUNT_TYPES).default('custom'),
  username: z.string().trim().max(LIMITS.username.max).default(''),
  password: Secret(LIMITS.targetPassword.max),
  privateKey: Secret(LIMITS.privateKey.max),
  passphrase: Secret(LIMITS.targetPassword.max),
  credentialId: OptionalId,
  accessGatewayId: OptionalId,
  description: z.string().trim().max(LIMITS.description.max).default(''),
  tags: Tags.default([]),
  ...attributeInputShape,
  ...echoed(
    'id',
    'created',
    'owner',
    'ownerName',
    'ownerAccount',
    'encrypted',
    'active',
    'activeMessage',
    'state',
    'checked',
    'lastAccessTime',
    'accessGatewayName',
    'credentialName',
    'credentialUsername',
    'stored',
    'inherited',
    'authorisedUserCount',
    'authorisedUserGroupCount',
  ),
});
export type AssetInput = z.infer<typeof AssetInput>;

const ASSET_SORT_FIELDS = [
  'name',
  'protocol',
  'ip',
  'active',
  'created',
  'lastAccessTime',
  'checked',
] as const;

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const OneProtocol = z.preprocess(emptyIsAbsent, z.enum(PROTOCOLS).optional());
const OneId = z.preprocess(emptyIsAbsent, Id.optional());

export const AssetQuery = pagingQuery(ASSET_SORT_FIELDS, {
  name: SearchText,
  protocol: OneProtocol,
  /** Comma-separated; an asset must have them all. */
  tags: z
    .string()
    .max(LIMITS.tag.max * LIMITS.tagsPerAsset.max)
    .transform(tagList)
    .pipe(z.array(z.string()).max(LIMITS.tagsPerAsset.max))
    .optional(),
  ip: SearchText,
  port: z.preprocess(emptyIsAbsent, z.coerce.number().int().min(1).max(65_535).optional()),
  active: TextFlag,
  state: z.preprocess(emptyIsAbsent, z.enum(ASSET_STATES).optional()),
  owner: OneId,
  accessGatewayId: OneId,
  credentialId: OneId,
});
export type AssetQuery = z.infer<typeof AssetQuery>;

export const AssetOption = z.object({
  id: z.string(),
  name: z.string(),
  /** Comma-separated. */
  tags: z.string(),
});
export type AssetOption = z.infer<typeof AssetOption>;

const TagNames = z.array(Tag).max(LIMITS.tagsPerAsset.max).default([]);

/** Only what is given changes. An empty gateway is none, which connects directly. */
export const AssetBulkChange = z.strictObject({
  addTags: TagNames,
  removeTags: TagNames,
  owner: Id.optional(),
  accessGatewayId: z
    .preprocess((value) => (value === '' || value === '-' ? null : value), Id.nullable())
    .optional(),
  credentialId: Id.optional(),
});
export type AssetBulkChange = z.infer<typeof AssetBulkChange>;

const ById = z.object({ id: Id });

export const listAssetOptions = endpoint({
  method: 'GET',
  path: '/assets',
  access: [
    'asset',
    'job',
    'job-add',
    'job-edit',
    'user-bind-asset',
    'user-group-bind-asset',
    'event-destination-add',
    'event-destination-edit',
  ],
  summary: 'Every asset’s id, name and tags, by name, for pickers.',
  query: z.object({ protocol: OneProtocol }),
  response: z.array(AssetOption),
});

export const listAssets = endpoint({
  method: 'GET',
  path: '/assets/paging',
  access: ['asset', 'command-exec', 'job-add', 'job-edit', 'user-bind-asset', 'user-group-bind-asset'],
  summary: 'Assets, page by page.',
  query: AssetQuery,
  response: paged(AssetRow),
});

export const getAsset = endpoint({
  method: 'GET',
  path: '/assets/:id',
  access: ['asset-detail', 'asset-edit', 'asset-copy'],
  summary: 'One asset with its attributes, without its secrets.',
  params: ById,
  response: Asset,
});

export const createAsset = endpoint({
  method: 'POST',
  path: '/assets',
  access: ['asset-add'],
  summary: 'Stores an asset, owned by the caller.',
  body: AssetInput,
  response: Asset,
});

export const updateAsset = endpoint({
  method: 'PUT',
  path: '/assets/:id',
  access: ['asset-edit'],
  summary:
    'Changes an asset. Empty secrets and absent attributes stay; where it leads elsewhere, secrets must be given again and its host key is forgotten.',
  params: ById,
  body: AssetInput,
});

export const deleteAssets = endpoint({
  method: 'DELETE',
  path: '/assets/:ids',
  access: ['asset-del'],
  summary: 'Deletes assets with their secrets, host keys and grants, all or none.',
  params: z.object({ ids: IdList }),
});

export const changeAssetOwner = endpoint({
  method: 'POST',
  path: '/assets/:id/change-owner',
  access: ['asset-change-owner'],
  widens: true,
  summary: 'Gives an asset to another person.',
  params: ById,
  query: z.object({ owner: Id }),
});

export const copyAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/copy',
  access: ['asset-copy'],
  summary: 'Copies an asset on the server, with secrets, owner and grants: nobody gains access by it.',
  params: ById,
  body: z.strictObject({ name: Name.optional() }),
  response: Asset,
});

export const changeAssets = endpoint({
  method: 'POST',
  path: '/assets/bulk',
  access: ['asset-edit', 'asset-change-owner'],
  // It can give assets to other people, as `changeAssetOwner` does.
  widens: true,
  summary: 'Changes tags, owner, gateway or credential of many assets, all or none.',
  body: z.strictObject({
    ids: z.array(Id).min(1).max(LIMITS.idsPerCall.max),
    change: AssetBulkChange,
  }),
});

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  access: [
    'asset',
    'asset-add',
    'asset-edit',
    'asset-import',
    'command-exec',
    'job-add',
    'job-edit',
    'event-destination-add',
    'event-destination-edit',
  ],
  summary: 'Every tag that an asset has, in order.',
  response: z.array(z.string()),
});
