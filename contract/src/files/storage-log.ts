import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime, Id, IdList } from '../scalars.ts';
import { SESSION_MODES } from '../session-mode.ts';

export const STORAGE_ACTIONS = [
  'upload',
  'download',
  'mkdir',
  'rm',
  'rename',
  'edit',
  'chmod',
  'copy',
  'link',
  // Text, out of a desktop and into it.
  'clipboard-copy',
  'clipboard-paste',
] as const;
export type StorageAction = (typeof STORAGE_ACTIONS)[number];

export const StorageLogRow = z.object({
  id: z.string(),
  assetId: z.string(),
  assetName: z.string(),
  sessionId: z.string(),
  /** How that session is played; `native` where it is gone, or was none. */
  mode: z.enum(SESSION_MODES),
  /** The storage space it was in; empty for what was done in a session, as asset and session are for a space. */
  storageId: z.string(),
  storageName: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Empty when the person is gone. */
  userAccount: z.string(),
  action: z.enum(STORAGE_ACTIONS),
  /** Empty for text. */
  fileName: z.string(),
  result: z.enum(['success', 'failure']),
  /** Bytes that went over; 0 for what moves none. */
  bytes: z.number().int(),
  /** SHA-256 of those bytes; empty for what moves none, and for a file that did not go over whole and in order. */
  checksum: z.string(),
  /** How many more of the kind were refused right after this one, which stands for them. */
  more: z.number().int(),
  created: FamilyTime,
});
export type StorageLogRow = z.infer<typeof StorageLogRow>;

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const StorageLogQuery = pagingQuery(['created'], {
  assetId: z.preprocess(blankIsAbsent, Id.optional()),
  userId: z.preprocess(blankIsAbsent, Id.optional()),
  sessionId: z.preprocess(blankIsAbsent, Id.optional()),
  storageId: z.preprocess(blankIsAbsent, Id.optional()),
  action: z.preprocess(blankIsAbsent, z.enum(STORAGE_ACTIONS).optional()),
  result: z.preprocess(blankIsAbsent, z.enum(['success', 'failure']).optional()),
  fileName: SearchText,
  userName: SearchText,
  assetName: SearchText,
  storageName: SearchText,
  /** When it was done: from the first time on, before the second. */
  from: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
  to: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
});
export type StorageLogQuery = z.infer<typeof StorageLogQuery>;

export const listStorageLogs = endpoint({
  method: 'GET',
  path: '/storage-logs/paging',
  access: ['storage-log'],
  summary:
    'What was done with files in sessions and storage spaces, and text copied and pasted in desktops, newest first.',
  query: StorageLogQuery,
  response: paged(StorageLogRow),
});

export const listNewestStorageLogs = endpoint({
  method: 'GET',
  path: '/storage-logs',
  access: ['storage-log'],
  summary: 'The newest thousand entries as one list.',
  response: z.array(StorageLogRow),
});

export const getStorageLog = endpoint({
  method: 'GET',
  path: '/storage-logs/:id',
  access: ['storage-log'],
  summary: 'One entry.',
  params: z.object({ id: Id }),
  response: StorageLogRow,
});

export const deleteStorageLogs = endpoint({
  method: 'DELETE',
  path: '/storage-logs/:ids',
  access: ['storage-log-del'],
  summary: 'Removes entries.',
  params: z.object({ ids: IdList }),
});

export const clearStorageLogs = endpoint({
  method: 'POST',
  path: '/storage-logs/clear',
  access: ['storage-log-clear'],
  summary: 'Removes every entry.',
});
