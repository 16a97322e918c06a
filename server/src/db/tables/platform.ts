import type { Generated } from 'kysely';

import { vaultAndAudit } from '../migrations/0002_vault_and_audit.ts';
import { settings } from '../migrations/0007_settings.ts';
import { serverProcess } from '../migrations/0016_server_process.ts';
import { databaseVersion } from '../migrations/0019_database_version.ts';
import { notice } from '../migrations/0021_notice.ts';
import { peer } from '../migrations/0040_peer.ts';
import { drain } from '../migrations/0048_drain.ts';
import { severalServers } from '../migrations/0056_several_servers.ts';
import { soleWork } from '../migrations/0057_sole_work.ts';
import { boundedLogs } from '../migrations/0060_bounded_logs.ts';
import { event } from '../migrations/0082_event.ts';
import { signing } from '../migrations/0085_signing.ts';
import { legalHold } from '../migrations/0087_legal_hold.ts';
import type { Step } from '../step.ts';
import { EVENT_NOT_IN_BACKUP, type EventTables } from './event.ts';

interface VaultSecretTable {
  /** What the secret belongs to, such as `credential:<id>`. */
  owner: string;
  name: string;
  sealed: string;
}

export interface AuditLogTable {
  seq: number;
  at: number;
  actor_id: string;
  actor_name: string;
  address: string;
  action: string;
  object_type: string;
  object_id: string;
  object_name: string;
  result: 'success' | 'failure';
  /** JSON, without secrets. */
  detail: string;
  request_id: string;
  hash: string;
}

/** One row: where the chain ends. Locked by every append, so that entries form one line. */
interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
}

/** A part of the chain that lies in a file. The one with the highest numbers says where the rows of `audit_log` go on. */
export interface AuditArchiveTable {
  first_seq: number;
  last_seq: number;
  first_at: number;
  last_at: number;
  /** The hash before the first entry; empty for the first of all. */
  hash_before: string;
  last_hash: string;
  /** Of the file. */
  name: string;
  bytes: number;
  /** SHA-256 of the file as hexadecimal. */
  checksum: string;
  /** The data directory it lies in; empty for S3. */
  disk: string;
  created_at: number;
  /** HMAC of everything above under the key of the chain. */
  seal: string;
}

/** One row: the version of the product that last changed the tables. */
interface DatabaseVersionTable {
  id: number;
  version: string;
}

/** What an administrator changed; a setting without a row has its default. */
interface SettingTable {
  key: string;
  value: string;
  updated_at: number;
}

/** Pictures of the branding, as base64: text is the same on both engines. */
export interface BrandImageTable {
  name: string;
  content_type: string;
  content: string;
  version: string;
}

/** A notice that somebody does not want to see any more. */
interface NoticePutAwayTable {
  user_id: string;
  notice_id: string;
  put_away_at: number;
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
interface DistributedLockTable {
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

/** The public half of a key that signs, or signed, what was recorded here. */
export interface SigningKeyTable {
  /** Its fingerprint. */
  id: string;
  /** SPKI as base64. */
  public_key: string;
  /** Where its private half lies, or lay. */
  origin: 'setting' | 'file' | 'database';
  created_at: number;
  /** The key that handed over to it; empty for the first, and where that one was lost. */
  predecessor: string;
  /** JSON: what both of them signed then; empty without a predecessor. */
  handover: string;
}

/** How far the audit log had come, signed. */
export interface AuditCheckpointTable {
  id: string;
  seq: number;
  at: number;
  key_id: string;
  /** JSON, as it was signed. */
  statement: string;
  signature: string;
  /** Whether it lies where nobody can change it: `waiting` until it does, `none` where there is no such place. */
  locked: 'none' | 'waiting' | 'kept';
}

/** What may not be deleted, or might not be until the hold was lifted. */
export interface LegalHoldTable {
  id: string;
  kind: 'session' | 'user' | 'asset';
  subject_id: string;
  subject_name: string;
  reason: string;
  set_by: string;
  set_by_name: string;
  set_at: number;
  lifted_by_name: string;
  /** Null while it holds. */
  lifted_at: number | null;
  lift_reason: string;
}

export interface PlatformTables extends EventTables {
  vault_secret: VaultSecretTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  audit_archive: AuditArchiveTable;
  database_version: DatabaseVersionTable;
  setting: SettingTable;
  brand_image: BrandImageTable;
  notice_put_away: NoticePutAwayTable;
  server_process: ServerProcessTable;
  sole_work: DistributedLockTable;
  server_disk: ServerDiskTable;
  signing_key: SigningKeyTable;
  audit_checkpoint: AuditCheckpointTable;
  legal_hold: LegalHoldTable;
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const PLATFORM_NOT_IN_BACKUP: Partial<Record<keyof PlatformTables, string>> = {
  vault_secret: 'its secrets are carried by what they belong to',
  audit_log: 'a chain under a key of this installation',
  audit_head: 'a chain under a key of this installation',
  audit_archive: 'a chain under a key of this installation',
  database_version: 'says who made the tables here',
  notice_put_away: 'what somebody did not want to see here',
  server_process: 'lives as long as the process',
  sole_work: 'lives as long as the process',
  server_disk: 'written down anew by each server',
  ...EVENT_NOT_IN_BACKUP,
  signing_key: 'says who signed what was recorded here',
  audit_checkpoint: 'says how far the audit log here had come',
  legal_hold: 'is about records of what happened here',
};

/** The migrations of these tables. */
export const PLATFORM_STEPS: Record<string, Step> = {
  '0002_vault_and_audit': vaultAndAudit,
  '0007_settings': settings,
  '0016_server_process': serverProcess,
  '0019_database_version': databaseVersion,
  '0021_notice': notice,
  '0040_peer': peer,
  '0048_drain': drain,
  '0056_several_servers': severalServers,
  '0057_sole_work': soleWork,
  '0060_bounded_logs': boundedLogs,
  '0082_event': event,
  '0085_signing': signing,
  '0087_legal_hold': legalHold,
};
