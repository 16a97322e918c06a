import { LIMITS } from '@jadegate/contract/limits';
import { readCron } from '@jadegate/contract/operations/cron';
import {
  JOB_FAILURE_MAILS,
  JOB_FUNCS,
  JOB_METADATA,
  JOB_OVERLAPS,
  JOB_STATUSES,
  type JobFunc,
} from '@jadegate/contract/operations/job';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { flag, named, short, SOMEBODY, text, time, whole } from './section-values.ts';
import { part, section } from './section.ts';

/** Jobs with the assets they name. When they come up next is reckoned where they are restored. */
export const JOBS = section({
  name: 'jobs',
  table: 'job',
  key: ['name', 'owner_id'],
  isKeyUnique: false,
  secretsOf: 'job:',
  columns: {
    id: Id,
    name: named,
    func: z.enum(JOB_FUNCS),
    cron: short.refine((cron) => readCron(cron).fault === undefined),
    mode: z.enum(['all', 'custom', 'tag']),
    tags: text,
    metadata: text.refine((json) => isJsonOf(z.looseObject({}), json)),
    status: z.enum(JOB_STATUSES),
    owner_id: short,
    overlap: z.enum(JOB_OVERLAPS),
    timeout_seconds: whole.min(1).max(LIMITS.jobSeconds.max),
    retries: whole.max(LIMITS.jobRetries.max),
    failure_mail: z.enum(JOB_FAILURE_MAILS),
    is_paused: flag,
    created_at: time,
    last_run_at: null,
    next_at: null,
  },
  references: { owner_id: SOMEBODY },
  parts: [
    part({
      table: 'job_asset',
      parent: 'job_id',
      columns: { asset_id: Id },
      references: { asset_id: { section: 'assets' } },
    }),
  ],
  isSound: ({ row }) => JOB_METADATA[row.func as JobFunc].safeParse(JSON.parse(String(row.metadata))).success,
});
