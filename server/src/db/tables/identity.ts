import type { Generated } from 'kysely';

import type { Flag } from './flag.ts';

export interface UserTable {
  id: string;
  username: string;
  /** Lower case; unique, so that two accounts never differ by case alone. */
  username_key: string;
  nickname: string;
  mail: string;
  type: 'admin' | 'user';
  status: 'enabled' | 'disabled';
  source: string;
  password_hash: string;
  must_change_password: Flag;
  totp_enabled: Flag;
  /** The 30-second step of the last accepted one-time code: a code works once. */
  totp_last_step: Generated<number>;
  created_at: number;
}

export interface RoleTable {
  id: string;
  name: string;
  type: 'default' | 'new';
  created_at: number;
}

export interface RoleMenuTable {
  role_id: string;
  menu_id: string;
  /** 0 for an ancestor that is only there so that the side menu has a path. */
  checked: Flag;
}

export interface UserRoleTable {
  user_id: string;
  role_id: string;
}

export interface UserGroupTable {
  id: string;
  name: string;
  created_at: number;
}

export interface UserGroupMemberTable {
  user_group_id: string;
  user_id: string;
}

export interface AccessSecurityTable {
  id: string;
  ip: string;
  rule: 'allow' | 'reject';
  source: string;
  priority: number;
}

export interface LoginPolicyTable {
  id: string;
  name: string;
  ip_group: string;
  priority: number;
  enabled: Flag;
  rule: 'allow' | 'reject';
  /** JSON: a list of weekdays with their ranges. */
  time_period: string;
}

export interface LoginPolicyUserTable {
  login_policy_id: string;
  user_id: string;
}

/** A live login. The token itself is never stored. */
export interface LoginTable {
  id: string;
  token_hash: string;
  user_id: string;
  /** `full`, or the step that the person still owes. */
  stage: 'full' | 'change-password' | 'enrol-totp';
  remember: Flag;
  address: string;
  user_agent: string;
  created_at: number;
  /** Ahead of the last use; a login that is used goes on, but not beyond what the settings allow from `created_at`. */
  expires_at: number;
  /** When the person last proved who they are, by the login itself or since; 0 is never. */
  proven_at: number;
  /** The same with a second factor. */
  factor_proven_at: number;
}

/** One unused recovery code; using it removes it. */
export interface RecoveryCodeTable {
  code_hash: string;
  user_id: string;
}

/** What programs of a person show instead of a login. The token itself is never stored. */
/** Whose secret somebody else knows; see `identity/reach`. */
export interface AccountCustodyTable {
  user_id: string;
  custodian_id: string;
  since: number;
}

export interface AccessTokenTable {
  id: string;
  user_id: string;
  scope: Generated<'use' | 'administration'>;
  /** Empty for the one that the product family's single call makes. */
  name: string;
  token_hash: string;
  /** Its last characters, for telling tokens apart. */
  hint: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  last_address: string;
}

export interface LoginLogTable {
  id: string;
  /** The login it opened, if it is still there to be ended. */
  login_id: string | null;
  username: string;
  address: string;
  user_agent: string;
  remember: Flag;
  state: '0' | '1';
  reason: string;
  login_at: number;
  logout_at: number | null;
}

/** Failed attempts of one account or one address. */
export interface LoginLockTable {
  subject: string;
  failures: number;
  locked_until: number;
  updated_at: number;
}

export interface TicketTable {
  ticket_hash: string;
  login_id: string;
  path: string;
  address: string;
  expires_at: number;
}

export interface VaultSecretTable {
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
export interface AuditHeadTable {
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
export interface DatabaseVersionTable {
  id: number;
  version: string;
}

/** What an administrator changed; a setting without a row has its default. */
export interface SettingTable {
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
export interface NoticePutAwayTable {
  user_id: string;
  notice_id: string;
  put_away_at: number;
}

/** What somebody chose for themselves, as JSON. */
export interface UserPreferenceTable {
  user_id: string;
  value: string;
  updated_at: number;
}
