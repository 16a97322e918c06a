import { overview } from '../migrations/0030_overview.ts';
import { monitored } from '../migrations/0031_monitored.ts';
import { commandRun } from '../migrations/0032_command_run.ts';
import { job } from '../migrations/0034_job.ts';
import { dashboard } from '../migrations/0036_dashboard.ts';
import { alert } from '../migrations/0038_alert.ts';
import { commandRunRequest } from '../migrations/0043_command_run_request.ts';
import { alertOwner } from '../migrations/0062_alert_owner.ts';
import { work } from '../migrations/0063_work.ts';
import { nextTerminal } from '../migrations/0092_next_terminal.ts';
import { nextTerminalImport } from '../migrations/0097_next_terminal_import.ts';
import type { Step } from '../step.ts';
import type { AlertTable } from './alert.ts';
import type { CommandRunTable, CommandRunHostTable } from './command-run.ts';
import type { ImportedThingTable, NextTerminalImportTable } from './imported.ts';
import type { JobTable, JobAssetTable, JobRunTable, JobResultTable } from './job.ts';
import type { MonitoredTable } from './monitoring.ts';
import type { WorkTable } from './work.ts';

export interface OperationsTables {
  job: JobTable;
  job_asset: JobAssetTable;
  job_run: JobRunTable;
  job_result: JobResultTable;
  command_run: CommandRunTable;
  command_run_host: CommandRunHostTable;
  alert: AlertTable;
  monitored: MonitoredTable;
  work: WorkTable;
  imported_thing: ImportedThingTable;
  next_terminal_import: NextTerminalImportTable;
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const OPERATIONS_NOT_IN_BACKUP: Partial<Record<keyof OperationsTables, string>> = {
  job_run: 'a record of what happened here',
  job_result: 'a record of what happened here',
  command_run: 'a record of what happened here',
  command_run_host: 'a record of what happened here',
  alert: 'what is the matter here',
  monitored: 'what a machine did, of no use to another',
  work: 'what goes on here',
  imported_thing:
    'a record of what happened here; a restore into an empty installation begins an import anew',
  next_terminal_import: 'what goes on here',
};

/** The migrations of these tables. */
export const OPERATIONS_STEPS: Record<string, Step> = {
  '0030_overview': overview,
  '0031_monitored': monitored,
  '0032_command_run': commandRun,
  '0034_job': job,
  '0036_dashboard': dashboard,
  '0038_alert': alert,
  '0043_command_run_request': commandRunRequest,
  '0062_alert_owner': alertOwner,
  '0063_work': work,
  '0092_next_terminal': nextTerminal,
  '0097_next_terminal_import': nextTerminalImport,
};
