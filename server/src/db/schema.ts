import type { Generated, Selectable } from 'kysely';

/**
 * Tables as both engines store them: ids are text, times epoch milliseconds, booleans 0 or 1, JSON text.
 */
export type Flag = 0 | 1;

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
  expires_at: number;
}

/** One unused recovery code; using it removes it. */
export interface RecoveryCodeTable {
  code_hash: string;
  user_id: string;
}

/** What programs of a person show instead of a login. The token itself is never stored. */
export interface AccessTokenTable {
  id: string;
  user_id: string;
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

export interface CredentialTable {
  id: string;
  name: string;
  type: 'custom' | 'private-key';
  username: string;
  owner_id: string;
  key_type: string;
  fingerprint: string;
  /** One authorized_keys line; empty for passwords. */
  public_key: string;
  created_at: number;
  updated_at: number;
}

export interface AssetTable {
  id: string;
  name: string;
  protocol: 'ssh' | 'telnet' | 'rdp' | 'vnc' | 'kubernetes';
  ip: string;
  port: number;
  account_type: 'custom' | 'private-key' | 'credential' | '';
  username: string;
  credential_id: string | null;
  description: string;
  owner_id: string;
  created_at: number;
  access_gateway_id: Generated<string | null>;
  /** What the last check found; null before the first. */
  active: Generated<Flag | null>;
  active_message: Generated<string>;
  checked_at: Generated<number | null>;
  last_access_at: Generated<number | null>;
}

export interface AssetTagTable {
  asset_id: string;
  tag: string;
}

/** What the protocol of an asset needs besides. Secret ones are in the vault. */
export interface AssetAttributeTable {
  asset_id: string;
  name: string;
  value: string;
}

export interface AssetFavouriteTable {
  user_id: string;
  asset_id: string;
  created_at: number;
}

/** When a person last opened an asset. */
export interface AssetUseTable {
  user_id: string;
  asset_id: string;
  used_at: number;
}

export interface AccessGatewayTable {
  id: string;
  name: string;
  ip: string;
  port: number;
  account_type: 'password' | 'private-key';
  username: string;
  /** The gateway through which this one is reached. */
  parent_id: string | null;
  created_at: number;
}

/** `pinned`: trusted. `offered`: another key that was shown instead, waiting for somebody to accept or forget it. */
export interface HostKeyTable {
  /** `asset:<id>` or `gateway:<id>`. */
  owner: string;
  key_type: string;
  state: 'pinned' | 'offered';
  fingerprint: string;
  public_key: string;
  seen_at: number;
  /** The person who had it learned; empty when nobody was asked. */
  seen_by: string;
}

export interface CommandFilterTable {
  id: string;
  name: string;
  created_at: number;
}

export interface CommandFilterRuleTable {
  id: string;
  command_filter_id: string;
  priority: number;
  type: 'exact' | 'prefix' | 'regex';
  pattern: string;
  ignore_case: Flag;
  action: 'allow' | 'deny' | 'warn';
  enabled: Flag;
  created_at: number;
}

export interface StrategyTable {
  id: string;
  name: string;
  upload: Flag;
  download: Flag;
  edit: Flag;
  remove: Flag;
  rename: Flag;
  copy: Flag;
  paste: Flag;
  create_dir: Flag;
  /** 0: as the settings say. */
  idle_minutes: number;
  max_minutes: number;
  recording: Flag;
  /** Why sessions are not recorded; required when they are not. */
  recording_reason: string;
  command_filter_id: string | null;
  created_at: number;
}

/** A grant: exactly one of person and group is set. */
export interface AuthorisedTable {
  id: string;
  asset_id: string;
  user_id: string | null;
  user_group_id: string | null;
  strategy_id: string | null;
  command_filter_id: string | null;
  starts_at: number | null;
  ends_at: number | null;
  /** JSON: weekly windows; an empty list means at any time. */
  time_period: string;
  created_at: number;
}

export interface CommandTable {
  id: string;
  name: string;
  content: string;
  owner_id: string;
  /** 1: everybody may use it. */
  shared: Flag;
  created_at: number;
}

export interface SessionTable {
  id: string;
  protocol: AssetTable['protocol'];
  mode: 'native' | 'guacd' | 'terminal';
  asset_id: string;
  asset_name: string;
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
  /** `none`: not recorded. `writing`, then `kept`. */
  recording: 'none' | 'writing' | 'kept';
  recording_bytes: number;
  reviewed: Flag;
  command_count: number;
  /** The server process that owns it. */
  process_id: string;
  created_at: number;
  connected_at: number | null;
  disconnected_at: number | null;
}

export interface SessionCommandTable {
  id: string;
  session_id: string;
  user_id: string;
  command: string;
  risk_level: number;
  /** What the command filter said. */
  action: 'allow' | 'warn' | 'deny';
  /** Milliseconds after the start of the recording. */
  offset_ms: number;
  created_at: number;
}

/** A file operation in a session, written when its result is known. */
export interface StorageLogTable {
  id: string;
  asset_id: string;
  asset_name: string;
  session_id: string;
  user_id: string;
  user_name: string;
  action: 'upload' | 'download' | 'mkdir' | 'rm' | 'rename' | 'edit' | 'chmod';
  file_name: string;
  result: 'success' | 'failure';
  bytes: number;
  checksum: string;
  created_at: number;
}

export interface Schema {
  user: UserTable;
  role: RoleTable;
  role_menu: RoleMenuTable;
  user_role: UserRoleTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  access_security: AccessSecurityTable;
  login_policy: LoginPolicyTable;
  login_policy_user: LoginPolicyUserTable;
  login: LoginTable;
  recovery_code: RecoveryCodeTable;
  access_token: AccessTokenTable;
  login_log: LoginLogTable;
  login_lock: LoginLockTable;
  ticket: TicketTable;
  vault_secret: VaultSecretTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  setting: SettingTable;
  brand_image: BrandImageTable;
  credential: CredentialTable;
  asset: AssetTable;
  asset_tag: AssetTagTable;
  asset_attribute: AssetAttributeTable;
  asset_favourite: AssetFavouriteTable;
  asset_use: AssetUseTable;
  access_gateway: AccessGatewayTable;
  host_key: HostKeyTable;
  command_filter: CommandFilterTable;
  command_filter_rule: CommandFilterRuleTable;
  strategy: StrategyTable;
  authorised: AuthorisedTable;
  command: CommandTable;
  session: SessionTable;
  session_command: SessionCommandTable;
  storage_log: StorageLogTable;
}

/** A row of the table as it is read. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;
