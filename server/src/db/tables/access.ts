import type { Generated } from 'kysely';

import { credential } from '../migrations/0003_credential.ts';
import { connections } from '../migrations/0008_connections.ts';
import { credentialAddresses } from '../migrations/0018_credential_addresses.ts';
import { allowedCommands } from '../migrations/0037_allowed_commands.ts';
import { hostKeySource } from '../migrations/0050_host_key_source.ts';
import { channelRights } from '../migrations/0068_channel_rights.ts';
import type { Step } from '../step.ts';
import type { Flag } from './flag.ts';

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
  /** The hosts it may go to; empty for any. */
  addresses: Generated<string>;
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
  /** Until then a server is trying it, in the time of the database; 0 when none is. */
  checking_until: Generated<number>;
  last_access_at: Generated<number | null>;
}

interface AssetTagTable {
  asset_id: string;
  tag: string;
}

/** What the protocol of an asset needs besides. Secret ones are in the vault. */
interface AssetAttributeTable {
  asset_id: string;
  name: string;
  value: string;
}

interface AssetFavouriteTable {
  user_id: string;
  asset_id: string;
  created_at: number;
}

/** When a person last opened an asset. */
interface AssetUseTable {
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
  /** The hypervisor that fetched it from its machine, by name; empty when it was shown to ourselves. */
  seen_via: string;
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
  /** Nothing but `allowed_commands` can be run, and nothing opened. */
  commands_only: Flag;
  /** `AllowedCommand[]` as JSON. */
  allowed_commands: string;
  /** `ChannelSwitch[]` as JSON: those that are on. */
  channels: string;
  /** JSON: `host:port` to which forwards may lead besides loopback. */
  forward_targets: string;
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

export interface AccessTables {
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
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const ACCESS_NOT_IN_BACKUP: Partial<Record<keyof AccessTables, string>> = {
  asset_favourite: 'people’s own marks',
  asset_use: 'a record of what happened here',
};

/** The migrations of these tables. */
export const ACCESS_STEPS: Record<string, Step> = {
  '0003_credential': credential,
  '0008_connections': connections,
  '0018_credential_addresses': credentialAddresses,
  '0037_allowed_commands': allowedCommands,
  '0050_host_key_source': hostKeySource,
  '0068_channel_rights': channelRights,
};
