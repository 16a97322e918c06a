import type { Generated } from 'kysely';

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
