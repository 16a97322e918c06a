import { Tag } from '@jadegate/contract/access/asset';
import { LIMITS } from '@jadegate/contract/limits';
import type { CommandRun } from '@jadegate/contract/operations/command-run';
import {
  BACKUP_PLACES,
  BackupMetadata,
  CollectMetadata,
  CronText,
  JOB_FAILURE_MAILS,
  JOB_FUNCS,
  JOB_OVERLAPS,
  ShellMetadata,
  type JobFunc,
  type Job,
} from '@jadegate/contract/operations/job';
import { Name } from '@jadegate/contract/scalars';
import * as z from 'zod';

import type { JobBody } from './job.queries.ts';

/** The form of a job: what the wire keeps in one text has a field for each. */
export const JobForm = z.object({
  name: Name,
  func: z.enum(JOB_FUNCS),
  cron: CronText,
  mode: z.enum(['all', 'custom', 'tag']),
  resourceIds: z.array(z.string()).max(LIMITS.idsPerCall.max),
  tags: z.array(Tag),
  metadata: z.string().max(LIMITS.commandContent.max),
  place: z.enum(BACKUP_PLACES),
  storageId: z.string(),
  keep: z.number().int().min(LIMITS.backupsKept.min).max(LIMITS.backupsKept.max),
  passphrase: z.string().max(LIMITS.backupPassphrase.max),
  password: z.string().max(LIMITS.password.max),
  overlap: z.enum(JOB_OVERLAPS),
  timeoutSeconds: z.number().int().min(1).max(LIMITS.jobSeconds.max),
  retries: z.number().int().min(0).max(LIMITS.jobRetries.max),
  failureMail: z.enum(JOB_FAILURE_MAILS),
  isOn: z.boolean(),
  nodeIds: z.array(z.string()).max(LIMITS.idsPerCall.max),
  label: z.string().max(200),
});
export type JobForm = z.infer<typeof JobForm>;

export const isOnAssets = (func: JobFunc) => func === 'shell-job' || func === 'check-asset-status-job';

export const BLANK: JobForm = {
  name: '',
  func: 'shell-job',
  cron: '0 0 3 * * ?',
  // Hosts are chosen, not left out: what is begun without looking must not run everywhere.
  mode: 'custom',
  resourceIds: [],
  tags: [],
  metadata: '',
  place: 'folder',
  storageId: '',
  keep: 7,
  passphrase: '',
  password: '',
  overlap: 'skip',
  timeoutSeconds: LIMITS.jobSeconds.default,
  retries: 0,
  failureMail: 'owner',
  isOn: false,
  nodeIds: [],
  label: '',
};

const listOf = (text: string) => text.split(',').filter((part) => part !== '');

function readJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return {};
  }
}

export function toForm(job: Job): JobForm {
  const shell = ShellMetadata.safeParse(readJson(job.metadata));
  const backup = BackupMetadata.safeParse(readJson(job.metadata));
  const { place, storageId, keep } = backup.success ? backup.data : BLANK;
  const collect = CollectMetadata.safeParse(readJson(job.metadata));
  const { nodeIds, label } = collect.success ? collect.data : BLANK;
  return {
    ...BLANK,
    name: job.name,
    func: job.func,
    cron: job.cron,
    mode: job.mode === 'self' ? 'all' : job.mode,
    resourceIds: job.resourceIds,
    tags: listOf(job.tags),
    metadata: shell.success ? shell.data.shell : '',
    place,
    storageId,
    keep,
    nodeIds,
    label,
    overlap: job.overlap,
    timeoutSeconds: job.timeoutSeconds,
    retries: job.retries,
    failureMail: job.failureMail,
    isOn: job.status === 'running',
  };
}

/** A run of commands as a job that does the same on the same hosts. */
export function formOfRun({ script, hosts, timeoutSeconds }: CommandRun): JobForm {
  return {
    ...BLANK,
    mode: 'custom',
    resourceIds: hosts.map(({ assetId }) => assetId),
    metadata: script,
    timeoutSeconds,
  };
}

/** What was filled in for its parameters goes with it. */
export function metadataOfRun({ script, values }: CommandRun): string {
  return JSON.stringify({ shell: script, values });
}

/** `before`: the metadata it was read from. */
export function toBody(form: JobForm, before = ''): JobBody {
  const { name, func, cron, mode, resourceIds, overlap, timeoutSeconds, retries, failureMail } = form;
  const { place, storageId, keep, passphrase, password } = form;
  const isBackup = func === 'backup-job';
  return {
    name,
    func,
    cron,
    mode: isOnAssets(func) ? mode : 'all',
    resourceIds: mode === 'custom' ? resourceIds : [],
    tags: mode === 'tag' ? form.tags.join(',') : '',
    metadata: metadataOf(func, {
      shell: shellOf(form.metadata, before),
      backup: { place, storageId: place === 'storage' ? storageId : '', keep },
      nodes: { nodeIds: form.nodeIds, label: form.label },
    }),
    overlap,
    timeoutSeconds,
    retries,
    failureMail,
    status: form.isOn ? 'running' : '',
    // One that was typed before everything was chosen instead is not for it.
    ...(isBackup && { passphrase: place === 'whole' ? '' : passphrase, password }),
  };
}

/** What was filled in for the parameters belongs to the script, and stays with it. */
function shellOf(shell: string, before: string): ShellMetadata {
  const { data } = ShellMetadata.safeParse(readJson(before));
  return data?.shell === shell ? data : { shell };
}

function metadataOf(
  func: JobFunc,
  { shell, backup, nodes }: { shell: ShellMetadata; backup: object; nodes: object },
): string {
  switch (func) {
    case 'shell-job':
      return JSON.stringify(shell);
    case 'backup-job':
      return JSON.stringify(backup);
    case 'collect-node-job':
      return JSON.stringify(nodes);
    default:
      return '{}';
  }
}
