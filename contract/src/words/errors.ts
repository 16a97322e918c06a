import type { Sentence } from '../language.ts';
import { BACKUP_ERROR_WORDS } from './backup-errors.ts';
import { COMMAND_RUN_ERROR_WORDS } from './command-run.ts';
import { CONNECTION_ERROR_WORDS } from './connection-errors.ts';
import { FILE_ERROR_WORDS } from './file-errors.ts';
import { GPU_ERROR_WORDS } from './gpu-errors.ts';
import { IDENTITY_ERROR_WORDS } from './identity-errors.ts';
import { JOB_ERROR_WORDS } from './job-errors.ts';
import { NODE_ERROR_WORDS } from './node-errors.ts';
import { REACH_ERROR_WORDS } from './reach-errors.ts';
import { SESSION_ERROR_WORDS } from './session-errors.ts';
import { SHARE_ERROR_WORDS } from './share-errors.ts';
import { STORAGE_ERROR_WORDS } from './storage-errors.ts';
import { VM_ERROR_WORDS } from './vm-errors.ts';

/** What happened, why, and what to do next. */
export const ERROR_WORDS = {
  ...IDENTITY_ERROR_WORDS,
  ...COMMAND_RUN_ERROR_WORDS,
  ...CONNECTION_ERROR_WORDS,
  ...FILE_ERROR_WORDS,
  ...GPU_ERROR_WORDS,
  ...JOB_ERROR_WORDS,
  ...BACKUP_ERROR_WORDS,
  ...NODE_ERROR_WORDS,
  ...REACH_ERROR_WORDS,
  ...SESSION_ERROR_WORDS,
  ...SHARE_ERROR_WORDS,
  ...STORAGE_ERROR_WORDS,
  ...VM_ERROR_WORDS,
} as const satisfies Record<string, Sentence>;
