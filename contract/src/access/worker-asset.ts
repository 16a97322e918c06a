import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { NODE_STATUSES } from '../node-status.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime, Id, NEVER, TextFlag } from '../scalars.ts';
import { PROTOCOLS } from './asset-attributes.ts';
import { ASSET_STATES, AssetQuery } from './asset.ts';

/** The machine behind an asset: what it is and how it does, and nothing by which it could be found. */
export const AssetHost = z.object({
  status: z.enum(NODE_STATUSES),
  cpuModel: z.string().nullable(),
  threads: z.number().int().nullable(),
  memBytes: z.number().nullable(),
  cpuPct: z.number().nullable(),
  memPct: z.number().nullable(),
  gpuCount: z.number().int(),
  gpuModel: z.string().nullable(),
  /** ISO 8601: how old this is. */
  seenAt: z.string().nullable(),
});
export type AssetHost = z.infer<typeof AssetHost>;

/**
 * An asset as the person who may use it sees it. The address, the owner and the time of making are there because the
 * product family has them, and always blank: whoever connects does not need them.
 */
export const WorkerAsset = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  protocol: z.enum(PROTOCOLS),
  ip: z.literal(''),
  port: z.literal(0),
  /** What the last check found; why it failed would name the address. */
  active: z.boolean(),
  activeMessage: z.literal(''),
  state: z.enum(ASSET_STATES),
  created: z.literal(NEVER),
  /** When this person last opened it. */
  lastAccessTime: FamilyTime,
  /** Comma-separated. */
  tags: z.string(),
  owner: z.literal(''),
  ownerName: z.literal(''),
  favourite: z.boolean(),
  /** False while every grant is outside its weekly hours. */
  usableNow: z.boolean(),
  /** It cannot be opened: only the commands that the strategy lists can be run on it. */
  commandsOnly: z.boolean(),
  /** It cannot be opened in the browser: it is a terminal, and the strategy allows none. */
  shellOff: z.boolean(),
  /** ISO 8601: when it can next be used; null when it can be now, or not within a week. */
  usableFrom: z.string().nullable(),
  /** ISO 8601: when the right to use it ends by the clock; null when that is not within a week. */
  usableUntil: z.string().nullable(),
  /** Null where nobody collects anything of its machine. */
  host: AssetHost.nullable(),
});
export type WorkerAsset = z.infer<typeof WorkerAsset>;

const WORKER_ASSET_SORT_FIELDS = ['name', 'protocol', 'active', 'lastAccessTime'] as const;

/** Without a sort field: favourites first, then by name. */
export const WorkerAssetQuery = pagingQuery(WORKER_ASSET_SORT_FIELDS, {
  name: SearchText,
  protocol: AssetQuery.shape.protocol,
  tags: AssetQuery.shape.tags,
  active: TextFlag,
  favourite: TextFlag,
  /** Only those this person has opened before. */
  recent: TextFlag,
});
export type WorkerAssetQuery = z.infer<typeof WorkerAssetQuery>;

const ById = z.object({ id: Id });

export const listWorkerAssets = endpoint({
  method: 'GET',
  path: '/worker/assets/paging',
  access: 'signed-in',
  summary: 'The assets one may use oneself, page by page.',
  query: WorkerAssetQuery,
  response: paged(WorkerAsset),
});

export const listAccountAssets = endpoint({
  method: 'GET',
  path: '/account/assets',
  access: 'signed-in',
  summary: 'The same list, at the path that older consoles ask.',
  query: WorkerAssetQuery,
  response: paged(WorkerAsset),
});

export const listWorkerAssetTags = endpoint({
  method: 'GET',
  path: '/worker/assets/tags',
  access: 'signed-in',
  summary: 'The tags of the assets one may use oneself.',
  response: z.array(z.string()),
});

export const addFavourite = endpoint({
  method: 'POST',
  path: '/worker/assets/:id/favourite',
  access: 'signed-in',
  summary: 'Marks an asset that one may use as a favourite.',
  params: ById,
});

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/worker/assets/:id/favourite',
  access: 'signed-in',
  summary: 'Takes the mark away again.',
  params: ById,
});
