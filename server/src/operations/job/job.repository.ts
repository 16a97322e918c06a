import type { JobQuery } from '@jadegate/contract/operations/job';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { JobRunTable, JobTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type JobRecord = Selectable<JobTable> & {
  owner_name: string | null;
  owner_account: string | null;
  /** Comma-separated, in no order; null when it names none. */
  asset_ids: string | null;
  last_run_id: string | null;
  last_run_state: JobRunTable['state'] | null;
};

interface JobTarget {
  id: string;
  name: string;
  protocol: string;
}

const SORT_COLUMNS = { name: 'job.name', updated: 'job.last_run_at', created: 'job.created_at' } as const;
const LIST = {
  table: 'job',
  sort: SORT_COLUMNS,
  nullable: ['updated'],
  defaultSort: ['created', 'descend'],
} as const;

/** An owner in whose name nothing may run any more: gone, disabled, or no administrator. */
const OWNER_IS_GONE = sql<SqlBool>`not exists (select 1 from "user" as owner
  where owner.id = job.owner_id and owner.status = 'enabled' and owner.type = 'admin')`;

export class JobRepository extends RowsById<'job', JobRecord> {
  constructor(database: Pick<Database, 'db' | 'engine'>) {
    super(database, 'job');
  }

  protected override records(db: Db | Tx) {
    const newest = sql`(select id from job_run where job_run.job_id = job.id order by planned_at desc, id desc limit 1)`;
    return db
      .selectFrom('job')
      .leftJoin('user', 'user.id', 'job.owner_id')
      .leftJoin('job_run', (join) => join.on('job_run.id', '=', sql<string>`${newest}`))
      .selectAll('job')
      .select((eb) => [
        'user.nickname as owner_name',
        'user.username as owner_account',
        'job_run.id as last_run_id',
        'job_run.state as last_run_state',
        eb
          .selectFrom('job_asset')
          .select(this.engine.joined('job_asset.asset_id').as('ids'))
          .whereRef('job_asset.job_id', '=', 'job.id')
          .as('asset_ids'),
      ]);
  }

  page(query: JobQuery): Promise<Page<JobRecord>> {
    const { name, status, func } = query;
    const filters = [
      ...(name === undefined ? [] : [this.engine.contains('job', 'name', name)]),
      // One that was never started is off as well.
      ...(status === undefined
        ? []
        : [sql<SqlBool>`(job.status = 'running') = ${sql.lit(status === 'running')}`]),
      ...(func === undefined ? [] : [sql<SqlBool>`job.func = ${func}`]),
    ];
    return readPage(this.db, this.records(this.db), query, { ...LIST, filters });
  }

  async isEmpty(tx: Tx): Promise<boolean> {
    return (await tx.selectFrom('job').select('id').limit(1).executeTakeFirst()) === undefined;
  }

  async replaceAssets(jobId: string, assetIds: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('job_asset').where('job_id', '=', jobId).execute();
    for (const ids of inChunks(assetIds, ROWS_PER_STATEMENT)) {
      await tx
        .insertInto('job_asset')
        .values(ids.map((asset_id) => ({ job_id: jobId, asset_id })))
        .execute();
    }
  }

  /** Holds the job until the transaction ends: who decides about its runs does so alone. Undefined when it is gone. */
  async lock(id: string, tx: Tx): Promise<JobRecord | undefined> {
    await tx
      .updateTable('job')
      .set((row) => ({ id: row.ref('id') }))
      .where('id', '=', id)
      .execute();
    return this.find(id, tx);
  }

  /** The time as the database has it. */
  async now(): Promise<number> {
    const { now } = await this.db.selectNoFrom(this.engine.now().as('now')).executeTakeFirstOrThrow();
    return now;
  }

  /** Jobs on the schedule whose time has come, or has not been reckoned yet. */
  listDue(now: number): Promise<Pick<JobRecord, 'id' | 'cron' | 'next_at'>[]> {
    return this.db
      .selectFrom('job')
      .select(['id', 'cron', 'next_at'])
      .where('status', '=', 'running')
      .where((row) => row.or([row('next_at', 'is', null), row('next_at', '<=', now)]))
      .orderBy('next_at')
      .execute();
  }

  /** Answers whether it was this call that moved the job on: of several processes one succeeds. */
  async moveOn(id: string, from: number | null, to: number | null, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set({ next_at: to })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('next_at', from === null ? 'is' : '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Some job on the schedule checks every asset. */
  async checksAll(): Promise<boolean> {
    const row = await this.db
      .selectFrom('job')
      .select('id')
      .where('status', '=', 'running')
      .where('func', '=', 'check-asset-status-job')
      .where('mode', '=', 'all')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async forgetTimes(): Promise<void> {
    await this.db.updateTable('job').set({ next_at: null }).where('next_at', 'is not', null).execute();
  }

  /** Those on the schedule that nobody answers for. */
  listOwnerless(): Promise<{ id: string; name: string }[]> {
    return this.db
      .selectFrom('job')
      .select(['id', 'name'])
      .where('status', '=', 'running')
      .where(OWNER_IS_GONE)
      .execute();
  }

  async pause(id: string, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set({ status: 'not-running', is_paused: 1, next_at: null })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  listPaused(): Promise<{ id: string; name: string }[]> {
    return this.db
      .selectFrom('job')
      .select(['id', 'name'])
      .where('is_paused', '=', 1)
      .orderBy('name')
      .execute();
  }

  /** Those whose newest run that came to an end by itself failed. */
  listFailing(): Promise<FailingJob[]> {
    const newest = sql<string>`(select id from job_run where job_run.job_id = job.id
      and job_run.state not in ('queued', 'running', 'skipped', 'stopped')
      order by planned_at desc, id desc limit 1)`;
    return this.db
      .selectFrom('job')
      .innerJoin('job_run', (join) => join.on('job_run.id', '=', newest))
      .select([
        'job.id',
        'job.name',
        'job.owner_id',
        'job.failure_mail',
        'job_run.id as run_id',
        'job_run.state',
        'job_run.message',
      ])
      .where('job_run.state', 'in', ['failed', 'timed-out', 'interrupted'])
      .orderBy('job.name')
      .execute();
  }

  /** Backup jobs, with the time for which the last good backup was planned and when it was done. */
  listBackups(): Promise<BackupJob[]> {
    return this.db
      .selectFrom('job')
      .leftJoin('job_run', (join) =>
        join.onRef('job_run.job_id', '=', 'job.id').on('job_run.state', '=', 'succeeded'),
      )
      .select((row) => [
        'job.id',
        'job.name',
        'job.cron',
        'job.created_at',
        'job.timeout_seconds',
        'job.status',
        'job.metadata',
        row.fn.max('job_run.planned_at').as('last_good_at'),
        row.fn.max('job_run.ended_at').as('last_done_at'),
      ])
      .where('job.func', '=', 'backup-job')
      .groupBy('job.id')
      .orderBy('job.name')
      .execute();
  }

  /** The assets a job is meant for at this moment, by name. */
  listTargets(
    { id, mode, tags }: Pick<JobRecord, 'id' | 'mode' | 'tags'>,
    protocol?: 'ssh',
  ): Promise<JobTarget[]> {
    return this.db
      .selectFrom('asset')
      .select(['asset.id', 'asset.name', 'asset.protocol'])
      .$if(protocol !== undefined, (rows) => rows.where('asset.protocol', '=', protocol ?? 'ssh'))
      .$if(mode === 'custom', (rows) =>
        rows.where('asset.id', 'in', (row) =>
          row.selectFrom('job_asset').select('asset_id').where('job_id', '=', id),
        ),
      )
      .$if(mode === 'tag', (rows) =>
        rows.where('asset.id', 'in', (row) =>
          row.selectFrom('asset_tag').select('asset_id').where('tag', 'in', tags.split(',')),
        ),
      )
      .orderBy('asset.name')
      .orderBy('asset.id')
      .execute();
  }

  async countAssets(ids: readonly string[], tx: Tx): Promise<number> {
    const { total } = await tx
      .selectFrom('asset')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    return total;
  }
}

export type FailingJob = Pick<JobRecord, 'id' | 'name' | 'owner_id' | 'failure_mail'> &
  Pick<Selectable<JobRunTable>, 'state' | 'message'> & { run_id: string };

export type BackupJob = Pick<
  JobRecord,
  'id' | 'name' | 'cron' | 'created_at' | 'timeout_seconds' | 'status' | 'metadata'
> & {
  last_good_at: number | null;
  last_done_at: number | null;
};
