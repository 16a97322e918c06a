import * as z from 'zod';

import { ParameterValues } from '../access/allowed-command.ts';
import { Tags } from '../access/asset.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';
import { BackupPassphrase } from './backup.ts';
import { LONGEST_CRON, readCron } from './cron.ts';

/** What a job does. The first two are the family's. */
export const JOB_FUNCS = [
  'shell-job',
  'check-asset-status-job',
  'retention-job',
  'backup-job',
  'collect-node-job',
] as const;
export type JobFunc = (typeof JOB_FUNCS)[number];

/** On which assets. `self`, this server, is the family's and is refused. */
const JOB_MODES = ['all', 'custom', 'tag', 'self'] as const;
type JobMode = (typeof JOB_MODES)[number];
export type StoredJobMode = Exclude<JobMode, 'self'>;

/** Empty: never started. */
export const JOB_STATUSES = ['running', 'not-running', ''] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What becomes of a run that is due while another one goes on. */
export const JOB_OVERLAPS = ['skip', 'queue', 'allow'] as const;
export type JobOverlap = (typeof JOB_OVERLAPS)[number];

/** Who gets a letter when a run fails. */
export const JOB_FAILURE_MAILS = ['owner', 'administrators', 'nobody'] as const;
export type JobFailureMail = (typeof JOB_FAILURE_MAILS)[number];

export const JOB_RUN_STATES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'timed-out',
  'stopped',
  'interrupted',
  'skipped',
] as const;
export type JobRunState = (typeof JOB_RUN_STATES)[number];

export const isJobRunOver = (state: JobRunState) => state !== 'queued' && state !== 'running';

/** `whole`: not the configuration alone but everything, in the place that the operator has set for it. */
export const BACKUP_PLACES = ['folder', 'storage', 'whole'] as const;

/** What stands in `metadata`, by kind. */
export const ShellMetadata = z.object({
  shell: z.string().trim().min(1).max(LIMITS.commandContent.max),
  /** What was filled in, where it is a command with parameters that a strategy lists. */
  values: ParameterValues.optional(),
});
export type ShellMetadata = z.infer<typeof ShellMetadata>;
export const BackupMetadata = z.object({
  place: z.enum(BACKUP_PLACES).default('folder'),
  storageId: z.union([Id, z.literal('')]).default(''),
  keep: z.number().int().min(LIMITS.backupsKept.min).max(LIMITS.backupsKept.max).default(7),
});
export type BackupMetadata = z.infer<typeof BackupMetadata>;
/** Which physical hosts: these, those with the label, or both; neither means all that are asked at all. */
export const CollectMetadata = z.object({
  nodeIds: z.array(Id).max(LIMITS.idsPerCall.max).default([]),
  label: z.string().trim().max(200).default(''),
});
export type CollectMetadata = z.infer<typeof CollectMetadata>;
const NoMetadata = z.object({});

export const JOB_METADATA = {
  'shell-job': ShellMetadata,
  'backup-job': BackupMetadata,
  'check-asset-status-job': NoMetadata,
  'retention-job': NoMetadata,
  'collect-node-job': CollectMetadata,
} as const satisfies Record<JobFunc, z.ZodType>;

export const CronText = z
  .string()
  .trim()
  .max(LONGEST_CRON)
  .superRefine((text, context) => {
    const { fault } = readCron(text);
    if (fault) {
      context.addIssue({ code: 'custom', params: { rule: fault.rule, ...fault.params } });
    }
  });

export const JobRow = z.object({
  id: z.string(),
  name: z.string(),
  func: z.enum(JOB_FUNCS),
  cron: z.string(),
  mode: z.enum(JOB_MODES),
  /** Comma-separated asset ids. */
  resourceIds: z.string(),
  status: z.enum(JOB_STATUSES),
  /** JSON text. */
  metadata: z.string(),
  /** The family's handle of its scheduler; ours has none. */
  cronJobId: z.literal(0),
  created: FamilyTime,
  /** When it last ran. */
  updated: FamilyTime,

  /** Comma-separated; assets that have one of them. */
  tags: z.string(),
  /** As whom it runs. */
  owner: z.string(),
  ownerName: z.string(),
  /** Empty when the owner is gone. */
  ownerAccount: z.string(),
  overlap: z.enum(JOB_OVERLAPS),
  timeoutSeconds: z.number().int(),
  retries: z.number().int(),
  failureMail: z.enum(JOB_FAILURE_MAILS),
  /** It was stopped because its owner is gone, disabled or no longer an administrator of jobs. */
  isPaused: z.boolean(),
  nextRun: FamilyTime,
  /** How the newest run went or goes; null before the first. */
  lastRun: z.object({ id: z.string(), state: z.enum(JOB_RUN_STATES) }).nullable(),
  /** Of a backup: a passphrase is stored. */
  hasPassphrase: z.boolean(),
});
export type JobRow = z.infer<typeof JobRow>;

/** One job, as the family's form wants to find it: it joins the assets by itself, and fails on a text. */
export const Job = JobRow.extend({ resourceIds: z.array(z.string()) });
export type Job = z.infer<typeof Job>;

const ResourceIds = z
  .union([z.string().max(LIMITS.idsPerCall.max * 65), z.array(z.string()).max(LIMITS.idsPerCall.max)])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((ids) => [...new Set(ids.map((id) => id.trim()).filter((id) => id !== '' && id !== '-'))])
  .pipe(z.array(Id).max(LIMITS.idsPerCall.max));

const typedProof = z.string().max(LIMITS.password.max).default('');

export const JobInput = z.strictObject({
  name: Name,
  func: z.enum(JOB_FUNCS),
  cron: CronText,
  mode: z.enum(JOB_MODES).default('all'),
  resourceIds: ResourceIds.default([]),
  tags: Tags.default([]),
  metadata: z
    .string()
    .max(LIMITS.commandContent.max * 2)
    .default(''),
  /** Counts for new jobs only: editing starts nothing and stops nothing. */
  status: z.enum(JOB_STATUSES).default(''),
  overlap: z.enum(JOB_OVERLAPS).default('skip'),
  timeoutSeconds: z.number().int().min(1).max(LIMITS.jobSeconds.max).default(LIMITS.jobSeconds.default),
  retries: z.number().int().min(0).max(LIMITS.jobRetries.max).default(0),
  failureMail: z.enum(JOB_FAILURE_MAILS).default('owner'),
  /** Of a backup of the configuration; empty is left as it is. Whole ones take that of the operator. */
  passphrase: z.union([z.literal(''), BackupPassphrase]).default(''),
  /** Who the caller is, proven again: what a backup holds opens everything. */
  password: typedProof,
  totp: z.string().max(LIMITS.factorCode.max).default(''),
  ...echoed(
    'id',
    'created',
    'updated',
    'cronJobId',
    'owner',
    'ownerName',
    'ownerAccount',
    'isPaused',
    'nextRun',
    'lastRun',
    'hasPassphrase',
    // The family's form sends its field beside the metadata made from it.
    'shell',
  ),
});
export type JobInput = z.infer<typeof JobInput>;

const JOB_SORT_FIELDS = ['name', 'updated', 'created'] as const;
const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const JobQuery = pagingQuery(JOB_SORT_FIELDS, {
  name: SearchText,
  status: z.preprocess(emptyIsAbsent, z.enum(['running', 'not-running']).optional()),
  func: z.preprocess(emptyIsAbsent, z.enum(JOB_FUNCS).optional()),
});
export type JobQuery = z.infer<typeof JobQuery>;

export const JobLog = z.object({
  id: z.string(),
  timestamp: FamilyTime,
  jobId: z.string(),
  message: z.string(),
});
export type JobLog = z.infer<typeof JobLog>;

const ById = z.object({ id: Id });
/** What the family answers where there is nothing to say. */
const Blank = z.literal('');

export const createJob = endpoint({
  method: 'POST',
  path: '/jobs',
  access: ['job-add'],
  summary:
    'Stores a job that runs as the caller, off unless `status` is `running`. For a backup the password is asked for.',
  // A job outlives the token that made it, and a backup holds everything.
  interactive: true,
  proof: 'always',
  body: JobInput,
  response: Blank,
});

export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs/paging',
  access: ['job'],
  summary: 'Jobs, page by page.',
  query: JobQuery,
  response: paged(JobRow),
});

export const listAllJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  access: ['job'],
  summary: 'Jobs as one list, newest first, a thousand at most.',
  response: z.array(JobRow),
});

export const previewCron = endpoint({
  method: 'GET',
  path: '/jobs/next-runs',
  access: ['job', 'job-add', 'job-edit'],
  summary: 'The next five times of a schedule, and the zone they are meant in.',
  query: z.object({ cron: CronText }),
  response: z.object({ zone: z.string(), times: z.array(z.iso.datetime()) }),
});

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  access: ['job', 'job-edit'],
  summary: 'One job. Unlike those of lists, its `resourceIds` are an array.',
  params: ById,
  response: Job,
});

export const updateJob = endpoint({
  method: 'PUT',
  path: '/jobs/:id',
  access: ['job-edit'],
  summary:
    'Changes a job and makes the caller its owner. Starts nothing and stops nothing. For a backup the password is asked for.',
  interactive: true,
  proof: 'always',
  params: ById,
  body: JobInput,
});

export const changeJobStatus = endpoint({
  method: 'POST',
  path: '/jobs/:id/change-status',
  access: ['job-change-status'],
  summary: '`running` schedules the job; anything else takes it off the schedule.',
  params: ById,
  query: z.object({ status: z.string().max(50).default('') }),
  response: Blank,
});

export const executeJob = endpoint({
  method: 'POST',
  path: '/jobs/:id/exec',
  access: ['job-run'],
  summary: 'Runs a job now, as its owner, and answers when it is done.',
  params: ById,
  response: Blank,
});

export const deleteJobs = endpoint({
  method: 'DELETE',
  path: '/jobs/:ids',
  access: ['job-del'],
  summary: 'Deletes jobs with their logs, all or none; what runs is stopped.',
  params: z.object({ ids: IdList }),
});

export const listJobLogs = endpoint({
  method: 'GET',
  path: '/jobs/:id/logs/paging',
  access: ['job-log'],
  summary: 'What a job did, newest first, as texts.',
  params: ById,
  query: pagingQuery(['timestamp'], { name: SearchText }),
  response: paged(JobLog),
});

export const clearJobLogs = endpoint({
  method: 'DELETE',
  path: '/jobs/:id/logs',
  access: ['job-log-clear'],
  summary: 'Deletes the log of a job: every run that is over.',
  params: ById,
  response: Blank,
});
