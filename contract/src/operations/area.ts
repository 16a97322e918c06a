import * as backup from './backup.ts';
import * as backupWords from './backup.words.ts';
import * as commandRun from './command-run.ts';
import * as commandRunWords from './command-run.words.ts';
import * as dashboard from './dashboard.ts';
import * as fileRun from './file-run.ts';
import * as jobRun from './job-run.ts';
import * as job from './job.ts';
import * as jobWords from './job.words.ts';
import * as monitoring from './monitoring.ts';
import * as nextTerminal from './next-terminal-import.ts';
import * as nextTerminalWords from './next-terminal-import.words.ts';
import * as overview from './overview.ts';
import * as retention from './retention.ts';
import * as runHistory from './run-history.ts';
import * as work from './work.ts';
import * as workWords from './work.words.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures and its acts. */
export const OPERATIONS_ENDPOINTS = [
  backup,
  commandRun,
  dashboard,
  fileRun,
  jobRun,
  job,
  monitoring,
  nextTerminal,
  overview,
  runHistory,
  retention,
  work,
];

export const OPERATIONS_ERRORS = [
  backupWords.ERRORS,
  commandRunWords.ERRORS,
  jobWords.ERRORS,
  nextTerminalWords.ERRORS,
  workWords.ERRORS,
] as const;

export const OPERATIONS_AUDIT = [
  backupWords.AUDIT,
  commandRunWords.AUDIT,
  jobWords.AUDIT,
  nextTerminalWords.AUDIT,
  workWords.AUDIT,
] as const;
