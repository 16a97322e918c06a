import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { paged, pagingQuery } from '../paging.ts';
import { FamilyTime, Id } from '../scalars.ts';
import { JOB_RUN_STATES } from './job.ts';

const JOB_RESULT_STATES = [
  'waiting',
  'running',
  'succeeded',
  'failed',
  'refused',
  'timed-out',
  'stopped',
  'interrupted',
] as const;
export type JobResultState = (typeof JOB_RESULT_STATES)[number];

export const JobRun = z.object({
  id: z.string(),
  jobId: z.string(),
  state: z.enum(JOB_RUN_STATES),
  /** By the clock, or because somebody asked; then who. */
  cause: z.enum(['schedule', 'manual']),
  byName: z.string(),
  planned: FamilyTime,
  started: FamilyTime,
  ended: FamilyTime,
  /** Milliseconds since it began, or that it took; null before. */
  duration: z.number().int().nullable(),
  /** How often it was tried. */
  attempt: z.number().int(),
  /** Assets: all, and those that are done. */
  total: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  /** What there is to say about it, in the language of the installation. */
  message: z.string(),
});
export type JobRun = z.infer<typeof JobRun>;

export const JobResult = z.object({
  id: z.string(),
  assetId: z.string(),
  assetName: z.string(),
  state: z.enum(JOB_RESULT_STATES),
  /** Null where there is none. */
  exitCode: z.number().int().nullable(),
  duration: z.number().int().nullable(),
  /** Why it failed or was refused; empty otherwise. */
  reason: z.string(),
  /** Characters of output that are kept. */
  outputLength: z.number().int(),
  /** There was more. */
  isCut: z.boolean(),
  /** The recorded session, empty where there is none. */
  sessionId: z.string(),
});
export type JobResult = z.infer<typeof JobResult>;

const OfRun = z.object({ id: Id, runId: Id });

export const startJobRun = endpoint({
  method: 'POST',
  path: '/jobs/:id/runs',
  access: ['job-run'],
  summary: 'Runs a job now, as its owner, and answers at once which run it is.',
  params: z.object({ id: Id }),
  response: z.object({ runId: z.string() }),
});

export const listJobRuns = endpoint({
  method: 'GET',
  path: '/jobs/:id/runs/paging',
  access: ['job-log'],
  summary: 'The runs of a job, newest first.',
  params: z.object({ id: Id }),
  query: pagingQuery(['planned'], {}),
  response: paged(JobRun),
});

export const getJobRun = endpoint({
  method: 'GET',
  path: '/jobs/:id/runs/:runId',
  access: ['job-log'],
  summary: 'One run with its result on each asset, while it goes on and afterwards.',
  params: OfRun,
  response: JobRun.extend({ results: z.array(JobResult) }),
});

export const readJobOutput = endpoint({
  method: 'GET',
  path: '/jobs/:id/runs/:runId/results/:resultId',
  access: ['job-log'],
  summary: 'What an asset printed during a run, from a place on.',
  params: OfRun.extend({ resultId: Id }),
  query: z.object({ from: z.coerce.number().int().min(0).max(10_000_000).default(0) }),
  response: z.object({ text: z.string(), next: z.number().int() }),
});

export const stopJobRun = endpoint({
  method: 'POST',
  path: '/jobs/:id/runs/:runId/stop',
  access: ['job-run'],
  summary: 'Stops a run wherever it goes on.',
  params: OfRun,
});
