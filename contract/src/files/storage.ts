import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';

/** Looking and downloading, or changing too. */
export const STORAGE_SHARE_MODES = ['read', 'write'] as const;
export type StorageShareMode = (typeof STORAGE_SHARE_MODES)[number];

/** Whom a space is shared with. */
const STORAGE_SHARE_KINDS = ['user', 'user-group'] as const;
export type StorageShareKind = (typeof STORAGE_SHARE_KINDS)[number];

/** Why somebody sees a space, the strongest first. */
const STORAGE_ACCESSES = ['owner', 'write', 'read', 'admin'] as const;
export type StorageAccess = (typeof STORAGE_ACCESSES)[number];

export const StorageRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Those it is shared with count, and it can be the drive of a desktop. */
  isShare: z.boolean(),
  /** Made with its person, whose id it has. */
  isDefault: z.boolean(),
  /** Bytes; -1 is no limit. */
  limitSize: z.number().int(),
  usedSize: z.number().int(),
  /** Empty when its person was deleted and it was kept. */
  owner: z.string(),
  ownerName: z.string(),
  /** How many people and groups it is shared with. */
  shareCount: z.number().int(),
  created: FamilyTime,
});
export type StorageRow = z.infer<typeof StorageRow>;

const StorageShare = z.object({
  kind: z.enum(STORAGE_SHARE_KINDS),
  id: z.string(),
  name: z.string(),
  mode: z.enum(STORAGE_SHARE_MODES),
});
type StorageShare = z.infer<typeof StorageShare>;

export const Storage = StorageRow.extend({ shares: z.array(StorageShare) });
export type Storage = z.infer<typeof Storage>;

/** A space as its user sees it. */
export const VisibleStorage = StorageRow.omit({ shareCount: true }).extend({
  access: z.enum(STORAGE_ACCESSES),
});
export type VisibleStorage = z.infer<typeof VisibleStorage>;

const StorageShareInput = z.strictObject({
  kind: z.enum(STORAGE_SHARE_KINDS),
  id: Id,
  mode: z.enum(STORAGE_SHARE_MODES),
  ...echoed('name'),
});
export type StorageShareInput = z.infer<typeof StorageShareInput>;

/** Anything below one byte means no limit, as in the product family, whose forms multiply -1 by the unit. */
const LimitSize = z
  .number()
  .int()
  .min(Number.MIN_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .transform((bytes) => (bytes <= 0 ? -1 : bytes));

export const StorageInput = z.strictObject({
  name: Name,
  isShare: z.boolean(),
  limitSize: LimitSize,
  /** Whose it is: the caller's when it is new, as it was otherwise. */
  owner: Id.optional(),
  /** Left as they are when absent. */
  shares: z.array(StorageShareInput).max(LIMITS.idsPerCall.max).optional(),
  ...echoed('id', 'isDefault', 'usedSize', 'ownerName', 'created', 'shareCount'),
});
export type StorageInput = z.infer<typeof StorageInput>;

const STORAGE_SORT_FIELDS = ['name', 'created', 'usedSize', 'limitSize'] as const;

export const StorageQuery = pagingQuery(STORAGE_SORT_FIELDS, { name: SearchText });
export type StorageQuery = z.infer<typeof StorageQuery>;

const ById = z.object({ id: Id });

export const listStorages = endpoint({
  method: 'GET',
  path: '/storages/paging',
  access: ['storage'],
  summary: 'Storage spaces, page by page.',
  query: StorageQuery,
  response: paged(StorageRow),
});

export const listAllStorages = endpoint({
  method: 'GET',
  path: '/storages',
  access: ['storage'],
  summary: 'The newest thousand storage spaces as one list.',
  response: z.array(StorageRow),
});

export const listSharedStorages = endpoint({
  method: 'GET',
  path: '/storages/shares',
  access: ['storage', 'asset-add', 'asset-edit'],
  summary: 'The spaces that are shared: those a desktop may have as its drive.',
  response: z.array(StorageRow),
});

export const getStorage = endpoint({
  method: 'GET',
  path: '/storages/:id',
  access: ['storage', 'storage-edit'],
  summary: 'One space, with those it is shared with.',
  params: ById,
  response: Storage,
});

export const createStorage = endpoint({
  method: 'POST',
  path: '/storages',
  access: ['storage-add'],
  widens: true,
  summary: 'Makes a space. It belongs to the caller unless said otherwise.',
  body: StorageInput,
  response: Storage,
});

export const updateStorage = endpoint({
  method: 'PUT',
  path: '/storages/:id',
  access: ['storage-edit'],
  widens: true,
  summary:
    'Changes a space: name, limit, owner, and whom it is shared with. Nobody gives themselves files that they may not see.',
  params: ById,
  body: StorageInput,
});

export const deleteStorages = endpoint({
  method: 'DELETE',
  path: '/storages/:ids',
  access: ['storage-del'],
  summary:
    'Deletes spaces, all or none. One with files in it goes alone, and with its name given in `name`. A person’s own space goes with the person.',
  params: z.object({ ids: IdList }),
  query: z.object({ name: z.string().max(LIMITS.name.max).optional() }),
});

export const getOwnStorage = endpoint({
  method: 'GET',
  path: '/account/storage',
  access: 'signed-in',
  summary: 'One’s own space, with what is used of it.',
  response: VisibleStorage,
});

export const listOwnStorages = endpoint({
  method: 'GET',
  path: '/account/storages',
  access: 'signed-in',
  summary: 'The spaces one sees as a user: one’s own, then those that are shared with one.',
  response: z.array(VisibleStorage),
});
