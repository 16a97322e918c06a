import type { Generated } from 'kysely';

import type { AssetTable } from './connection.ts';
import type { Flag } from './flag.ts';

export interface SessionTable {
  id: string;
  protocol: AssetTable['protocol'];
  mode: 'native' | 'guacd' | 'terminal' | 'exec';
  /** Empty for the console of a virtual machine. */
  asset_id: string;
  asset_name: string;
  /** The virtual machine whose console it is; empty for a session on an asset. */
  vm_id: Generated<string>;
  ip: string;
  port: number;
  username: string;
  access_gateway_id: string;
  user_id: string;
  user_name: string;
  /** The login that opened it and with which it ends; null when an access token did. */
  login_id: string | null;
  client_ip: string;
  width: number;
  height: number;
  status: 'no_connect' | 'connecting' | 'connected' | 'disconnected';
  /** One of SESSION_ENDS; empty while it lives. */
  end_reason: string;
  /** JSON: what the person may do, as decided when it was made. */
  flags: string;
  storage_id: string;
  /**
   * `none`: not recorded. `writing`, then `kept`. It stays `writing` when the session is over and the server that has it
   * could not say yet what there is of it.
   */
  recording: 'none' | 'writing' | 'kept';
  /** The disk on which the recording lies; empty once it was moved to the store. */
  recording_disk: Generated<string>;
  recording_bytes: number;
  reviewed: Flag;
  command_count: number;
  /** The server process that opened it and holds it; empty while it is only prepared. */
  process_id: string;
  created_at: number;
  connected_at: number | null;
  disconnected_at: number | null;
  /** One of SESSION_ENDS, for which another process asks the one that holds it to end it. */
  end_request: Generated<string>;
  /** The data directory whose index has, or will have, what it showed. Empty: not known. */
  indexed_by: Generated<string>;
  /** JSON: what only the process knows that holds it, for lists that others show. Empty while there is nothing to tell. */
  live_facts: Generated<string>;
}

/** A server process that shares the database. Times are those of the database. */
export interface ServerProcessTable {
  id: string;
  /** Machine and process table, number and beginning, as far as the system tells them. */
  place: string;
  pid: number;
  born: string;
  version: string;
  started_at: number;
  /** The last sign of life. */
  renewed_at: number;
  /** Without another sign it counts as dead from then on. */
  expires_at: number;
  /** It stopped, or was found dead. */
  ended_at: number | null;
  /** Where other processes reach it; empty when they do not. */
  peer_url: string;
  /** What it was told to do with its sessions; empty while it serves as usual. */
  drain: '' | 'draining' | 'stopping';
  /** The name of its machine. */
  host: string;
  /** That of its data directory. */
  disk: Generated<string>;
}

/** Work that one process does at a time, and until when it is that one's, in the time of the database. */
export interface DistributedLockTable {
  name: string;
  holder: string;
  expires_at: number;
}

/** A data directory of some server, by the name that people know the server by. */
export interface ServerDiskTable {
  id: string;
  name: string;
  /** When a server was last there with it, in the time of the database. */
  seen_at: Generated<number>;
}

/** A recording whose session was deleted, until nothing of it is left. */
export interface RecordingRemovalTable {
  session_id: string;
  /** The disk on which it lies, or a part of it; empty where all of it lies in the store. */
  disk: string;
  /** How often that was tried in vain. */
  attempts: Generated<number>;
  /** Not tried before that. */
  next_at: Generated<number>;
}

export interface SessionCommandTable {
  id: string;
  session_id: string;
  user_id: string;
  command: string;
  risk_level: number;
  /** What the command filter said. */
  action: 'allow' | 'warn' | 'deny';
  /** When it was handed over, milliseconds after the start of the recording. */
  offset_ms: number;
  /** When the screen had shown it, which is later for what was typed ahead; 0 where that is not known. */
  shown_ms: Generated<number>;
  created_at: number;
  /** Username of whoever typed it. */
  typed_by: Generated<string>;
  /** Whether the target got it. */
  sent: Generated<Flag>;
  /** The target did not show it, and it stands here without its text. */
  hidden: Generated<Flag>;
  /** It went before the command filter could say anything. */
  unchecked: Generated<Flag>;
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

/** A file of a recording in the store. */
export interface StoredRecordingFileTable {
  session_id: string;
  name: string;
  bytes: number;
  /** SHA-256 as hexadecimal. */
  checksum: string;
  /** How it begins, as hexadecimal: what a reader needs to find its way. */
  head: string;
  /** It was read back and is what was sent. */
  is_verified: Flag;
}

/** A link into a live session. */
export interface SessionShareTable {
  id: string;
  session_id: string;
  token_hash: string;
  mode: 'read' | 'write';
  audience: 'named' | 'signed-in';
  /** JSON: the names as typed, with the id of the person who had it then, if somebody did. */
  people: string;
  created_by: string;
  creator_name: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}
