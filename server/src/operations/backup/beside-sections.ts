import type { BackupSectionName } from '@jadegate/contract/operations/backup';

import type { TableName } from './section.ts';

/** Secrets that belong to no row, by their owner in the vault. */
export const LOOSE_SECRETS: readonly { owner: string; section: BackupSectionName }[] = [
  { owner: 'setting', section: 'settings' },
];

/** What a backup leaves out, and why. */
export const NOT_CONFIGURATION: Partial<Record<TableName, string>> = {
  alert: 'what is the matter here',
  job_run: 'a record of what happened here',
  job_result: 'a record of what happened here',
  login: 'lives a few hours',
  login_log: 'a record of what happened here',
  login_lock: 'lives a few minutes',
  ticket: 'lives half a minute',
  notice_put_away: 'what somebody did not want to see here',
  account_custody: 'about who set passwords here',
  access_token: 'opens this installation only; its owner makes a new one',
  vault_secret: 'its secrets are carried by what they belong to',
  database_version: 'says who made the tables here',
  audit_log: 'a chain under a key of this installation',
  audit_head: 'a chain under a key of this installation',
  audit_archive: 'a chain under a key of this installation',
  asset_favourite: 'people’s own marks',
  asset_use: 'a record of what happened here',
  server_process: 'lives as long as the process',
  sole_work: 'lives as long as the process',
  server_disk: 'written down anew by each server',
  recording_removal: 'goes with the recordings here',
  session: 'a record of what happened here',
  session_command: 'a record of what happened here',
  session_share: 'goes with a live session',
  stored_recording_file: 'goes with its session',
  command_run: 'a record of what happened here',
  command_run_host: 'a record of what happened here',
  monitored: 'what a machine did, of no use to another',
  node_state: 'found anew where it is restored',
  node_sample: 'what a machine did, of no use to another',
  node_change: 'a record of what happened here',
  node_action: 'a record of what happened here',
  gpu: 'found anew where it is restored',
  gpu_process: 'lives as long as the process',
  gpu_sample: 'what a machine did, of no use to another',
  session_login: 'goes with its session',
  storage_log: 'a record of what happened here',
  storage_upload: 'half a file, which lies here',
  storage_change: 'lives as long as the change',
  vm_source: 'found anew where it is restored',
  vm_state: 'found anew where it is restored',
  vm_task: 'a record of what happened here',
  vm_sample: 'what a machine did, of no use to another',
  work: 'what goes on here',
};
