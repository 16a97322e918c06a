import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime } from '../scalars.ts';
import { RUN_KINDS, RUN_ORIGINS, RUN_STATES } from './command-run.ts';

export const RunRow = z.object({
  id: z.string(),
  kind: z.enum(RUN_KINDS),
  origin: z.enum(RUN_ORIGINS),
  /** The beginning of the commands, or the path to which a file went. */
  script: z.string(),
  state: z.enum(RUN_STATES),
  userId: z.string(),
  userName: z.string(),
  created: FamilyTime,
  /** Null while it goes on. */
  durationMs: z.number().int().nullable(),
  hosts: z.number().int(),
  succeeded: z.number().int(),
  /** Those that ended in any other way, refusals too. */
  failed: z.number().int(),
});
export type RunRow = z.infer<typeof RunRow>;

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const RunQuery = pagingQuery(['created'], {
  script: SearchText,
  userName: SearchText,
  kind: z.preprocess(emptyIsAbsent, z.enum(RUN_KINDS).optional()),
  origin: z.preprocess(emptyIsAbsent, z.enum(RUN_ORIGINS).optional()),
  state: z.preprocess(emptyIsAbsent, z.enum(RUN_STATES).optional()),
});
export type RunQuery = z.infer<typeof RunQuery>;

export const listOwnRuns = endpoint({
  method: 'GET',
  path: '/command-runs/paging',
  access: 'signed-in',
  summary: 'One’s own runs, page by page, newest first.',
  query: RunQuery,
  response: paged(RunRow),
});

export const listAllRuns = endpoint({
  method: 'GET',
  path: '/command-runs/all/paging',
  // What hosts printed is in their recordings: whoever may play those may read this.
  access: ['offline-session-playback'],
  summary: 'The runs of everybody, page by page, newest first.',
  query: RunQuery,
  response: paged(RunRow),
});
