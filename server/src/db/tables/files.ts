import type { Generated } from 'kysely';

import { storageLogSearch } from '../migrations/0015_storage_log_search.ts';
import { storage } from '../migrations/0023_storage.ts';
import { storageEntries } from '../migrations/0059_storage_entries.ts';
import type { Step } from '../step.ts';
import type { Flag } from './flag.ts';

/** A place for files. */
export interface StorageTable {
  id: string;
  name: string;
  is_share: Flag;
  /** -1 for no limit. */
  limit_bytes: number;
  /** Files by their size, and folders by what each counts. */
  used_bytes: Generated<number>;
  /** Files, folders and whatever else lies there; -1 until it was measured. */
  entry_count: Generated<number>;
  /** Promised to uploads and copies that are under way. */
  reserved_bytes: Generated<number>;
  /** Counts what changed `used_bytes`: who measured knows whether it still holds. */
  changes: Generated<number>;
  /** Empty when its person was deleted. */
  owner_id: string;
  created_at: number;
}

/** Either a person or a group. */
export interface StorageShareTable {
  id: string;
  storage_id: string;
  user_id: string | null;
  user_group_id: string | null;
  mode: 'read' | 'write';
}

/** An upload that is not whole yet. */
export interface StorageUploadTable {
  id: string;
  storage_id: string;
  user_id: string;
  /** The client's name for it; its own id where the client gave none. */
  upload_id: string;
  /** Where the file will be, in the store. */
  path: string;
  /** By which the store goes on with it; empty while there is nothing to go on from. */
  token: string;
  reserved_bytes: number;
  /** Which process receives it now; empty while nobody does. */
  process_id: string;
  touched_at: number;
}

/** Something that changes files has begun. What a dead process left here was not counted: the space is measured. */
export interface StorageChangeTable {
  id: string;
  storage_id: string;
  process_id: string;
  created_at: number;
}

/** A file operation in a session or a storage space, written when its result is known; what it was not in is empty. */
export interface StorageLogTable {
  id: string;
  asset_id: string;
  asset_name: string;
  session_id: string;
  user_id: string;
  user_name: string;
  action:
    | 'upload'
    | 'download'
    | 'mkdir'
    | 'rm'
    | 'rename'
    | 'edit'
    | 'chmod'
    | 'copy'
    | 'link'
    | 'clipboard-copy'
    | 'clipboard-paste';
  file_name: string;
  result: 'success' | 'failure';
  bytes: number;
  checksum: string;
  created_at: number;
  storage_id: Generated<string>;
  storage_name: Generated<string>;
  /** How many more of the kind were refused and not written; they count from this one. */
  more: Generated<number>;
}

export interface FilesTables {
  storage: StorageTable;
  storage_share: StorageShareTable;
  storage_upload: StorageUploadTable;
  storage_change: StorageChangeTable;
  storage_log: StorageLogTable;
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const FILES_NOT_IN_BACKUP: Partial<Record<keyof FilesTables, string>> = {
  storage_upload: 'half a file, which lies here',
  storage_change: 'lives as long as the change',
  storage_log: 'a record of what happened here',
};

/** The migrations of these tables. */
export const FILES_STEPS: Record<string, Step> = {
  '0015_storage_log_search': storageLogSearch,
  '0023_storage': storage,
  '0059_storage_entries': storageEntries,
};
