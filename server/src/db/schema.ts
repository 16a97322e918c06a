import type { Selectable } from 'kysely';

import type { AlertTable } from './tables/alert.ts';
import type { CommandRunHostTable, CommandRunTable } from './tables/command-run.ts';
import type {
  AccessGatewayTable,
  AssetAttributeTable,
  AssetFavouriteTable,
  AssetTable,
  AssetTagTable,
  AssetUseTable,
  AuthorisedTable,
  CommandFilterRuleTable,
  CommandFilterTable,
  CommandTable,
  CredentialTable,
  HostKeyTable,
  StrategyTable,
} from './tables/connection.ts';
import type {
  GpuNoteTable,
  GpuProcessTable,
  GpuSampleTable,
  GpuTable,
  SessionLoginTable,
} from './tables/gpu.ts';
import type {
  AccessSecurityTable,
  AccessTokenTable,
  AccountCustodyTable,
  AuditArchiveTable,
  AuditHeadTable,
  AuditLogTable,
  BrandImageTable,
  DatabaseVersionTable,
  LoginLockTable,
  NoticePutAwayTable,
  UserPreferenceTable,
  LoginLogTable,
  LoginPolicyTable,
  LoginPolicyUserTable,
  LoginTable,
  RecoveryCodeTable,
  RoleMenuTable,
  RoleTable,
  SettingTable,
  TicketTable,
  UserGroupMemberTable,
  UserGroupTable,
  UserRoleTable,
  UserTable,
  VaultSecretTable,
} from './tables/identity.ts';
import type { JobAssetTable, JobResultTable, JobRunTable, JobTable } from './tables/job.ts';
import type { MonitoredTable } from './tables/monitoring.ts';
import type {
  NodeActionTable,
  NodeChangeTable,
  NodeSampleTable,
  NodeStateTable,
  NodeTable,
} from './tables/node.ts';
import type {
  RecordingRemovalTable,
  ServerDiskTable,
  ServerProcessTable,
  SessionCommandTable,
  SessionShareTable,
  SessionTable,
  DistributedLockTable,
  StorageLogTable,
  StoredRecordingFileTable,
} from './tables/session.ts';
import type {
  StorageChangeTable,
  StorageShareTable,
  StorageTable,
  StorageUploadTable,
} from './tables/storage.ts';
import type { VmSampleTable, VmSourceTable, VmStateTable, VmTable, VmTaskTable } from './tables/vm.ts';
import type { WorkTable } from './tables/work.ts';

export type * from './tables/alert.ts';
export type * from './tables/command-run.ts';
export type * from './tables/connection.ts';
export type * from './tables/flag.ts';
export type * from './tables/gpu.ts';
export type * from './tables/identity.ts';
export type * from './tables/job.ts';
export type * from './tables/monitoring.ts';
export type * from './tables/node.ts';
export type * from './tables/session.ts';
export type * from './tables/storage.ts';
export type * from './tables/vm.ts';
export type * from './tables/work.ts';

/**
 * Tables as both engines store them: ids are text, times epoch milliseconds, booleans 0 or 1, JSON text.
 */
export interface Schema {
  alert: AlertTable;
  job: JobTable;
  job_asset: JobAssetTable;
  job_run: JobRunTable;
  job_result: JobResultTable;
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
  account_custody: AccountCustodyTable;
  login_log: LoginLogTable;
  login_lock: LoginLockTable;
  notice_put_away: NoticePutAwayTable;
  user_preference: UserPreferenceTable;
  ticket: TicketTable;
  vault_secret: VaultSecretTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  audit_archive: AuditArchiveTable;
  database_version: DatabaseVersionTable;
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
  command_run: CommandRunTable;
  command_run_host: CommandRunHostTable;
  monitored: MonitoredTable;
  gpu: GpuTable;
  gpu_note: GpuNoteTable;
  gpu_process: GpuProcessTable;
  gpu_sample: GpuSampleTable;
  node: NodeTable;
  node_change: NodeChangeTable;
  node_action: NodeActionTable;
  node_sample: NodeSampleTable;
  node_state: NodeStateTable;
  recording_removal: RecordingRemovalTable;
  server_disk: ServerDiskTable;
  server_process: ServerProcessTable;
  session: SessionTable;
  sole_work: DistributedLockTable;
  session_command: SessionCommandTable;
  session_login: SessionLoginTable;
  session_share: SessionShareTable;
  storage: StorageTable;
  storage_change: StorageChangeTable;
  storage_log: StorageLogTable;
  storage_share: StorageShareTable;
  storage_upload: StorageUploadTable;
  stored_recording_file: StoredRecordingFileTable;
  vm: VmTable;
  vm_source: VmSourceTable;
  vm_state: VmStateTable;
  vm_task: VmTaskTable;
  vm_sample: VmSampleTable;
  work: WorkTable;
}

/** A row of the table as it is read. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;
