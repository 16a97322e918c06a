import type { Generated } from 'kysely';

import { session } from '../migrations/0009_session.ts';
import { sessionCommand } from '../migrations/0010_session_command.ts';
import { sessionShare } from '../migrations/0011_session_share.ts';
import { unseenCommands } from '../migrations/0020_unseen_commands.ts';
import { storedRecordingFile } from '../migrations/0025_stored_recording_file.ts';
import { sessionVm } from '../migrations/0044_session_vm.ts';
import { commandShown } from '../migrations/0047_command_shown.ts';
import { recordingDisk } from '../migrations/0051_recording_disk.ts';
import { indexedBy } from '../migrations/0053_indexed_by.ts';
import { recordingRemoval } from '../migrations/0061_recording_removal.ts';
import { sessionBegun } from '../migrations/0064_session_begun.ts';
import { sessionDoor } from '../migrations/0067_session_door.ts';
import { sshConfigToken } from '../migrations/0070_ssh_config_token.ts';
import { sessionSshClient } from '../migrations/0075_session_ssh_client.ts';
import { sessionEvidence } from '../migrations/0086_session_evidence.ts';
import type { Step } from '../step.ts';
import type { AssetTable } from './access.ts';
import type { Flag } from './flag.ts';

export interface SessionTable {
  id: string;
  protocol: AssetTable['protocol'];
  mode: 'native' | 'guacd' | 'terminal' | 'exec';
  /** `ssh`: with an SSH client of the person's own. */
  door: Generated<'web' | 'ssh'>;
  /** What that client calls itself; empty for the console. */
  ssh_client: Generated<string>;
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
  /** The product in which it was held, where that is another: its recording is not signed. */
  imported_from: Generated<string>;
  /** The data directory whose index has, or will have, what it showed. Empty: not known. */
  indexed_by: Generated<string>;
  /** JSON: what only the process knows that holds it, for lists that others show. Empty while there is nothing to tell. */
  live_facts: Generated<string>;
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

/** By what the processes of a session are known on its host. */
export interface SessionLoginTable {
  session_id: string;
  boot_id: string;
  /** The number of the login in the system's audit; null where it keeps none. */
  audit_session: number | null;
  /** The process that serves the connection: number and beginning. */
  server_pid: number | null;
  server_start: number | null;
  /** JSON text: the numbers of the shells that it began, each a session of its terminal. */
  shells: string;
  at: number;
}

export interface SshConfigTokenTable {
  user_id: string;
  /** The token itself is only ever shown to whoever makes it. */
  token_hash: string;
  created_at: number;
  last_used_at: number | null;
  last_address: string;
}

/** How the recording of a session is signed. Without a row it is not: it is older than that, or was not recorded. */
export interface SessionEvidenceTable {
  session_id: string;
  /** The fingerprint of the key. */
  key_id: string;
  /** How many lines were signed, and the hash of the last. */
  links: number;
  head: string;
  /** What came out when it was looked at last; empty before that. */
  verdict: '' | 'whole' | 'incomplete' | 'altered' | 'unsigned';
  /** JSON: the first place that is not as it was. */
  finding: string;
  /** 0: never. */
  checked_at: number;
}

/** What is left of something that was deleted. */
export interface TombstoneTable {
  id: string;
  /** Empty for a sweep, which tells of many. */
  session_id: string;
  removed_at: number;
  key_id: string;
  /** JSON, as it was signed. */
  statement: string;
  signature: string;
}

export interface SessionTables {
  session: SessionTable;
  recording_removal: RecordingRemovalTable;
  session_command: SessionCommandTable;
  stored_recording_file: StoredRecordingFileTable;
  session_share: SessionShareTable;
  session_login: SessionLoginTable;
  ssh_config_token: SshConfigTokenTable;
  session_evidence: SessionEvidenceTable;
  tombstone: TombstoneTable;
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const SESSION_NOT_IN_BACKUP: Partial<Record<keyof SessionTables, string>> = {
  session: 'a record of what happened here',
  recording_removal: 'goes with the recordings here',
  session_command: 'a record of what happened here',
  stored_recording_file: 'goes with its session',
  session_share: 'goes with a live session',
  session_login: 'goes with its session',
  ssh_config_token: 'opens this installation only; its owner makes a new one',
  session_evidence: 'goes with its session',
  tombstone: 'a record of what happened here',
};

/** The migrations of these tables. */
export const SESSION_STEPS: Record<string, Step> = {
  '0009_session': session,
  '0010_session_command': sessionCommand,
  '0011_session_share': sessionShare,
  '0020_unseen_commands': unseenCommands,
  '0025_stored_recording_file': storedRecordingFile,
  '0044_session_vm': sessionVm,
  '0047_command_shown': commandShown,
  '0051_recording_disk': recordingDisk,
  '0053_indexed_by': indexedBy,
  '0061_recording_removal': recordingRemoval,
  '0064_session_begun': sessionBegun,
  '0067_session_door': sessionDoor,
  '0070_ssh_config_token': sshConfigToken,
  '0075_session_ssh_client': sessionSshClient,
  '0086_session_evidence': sessionEvidence,
};
