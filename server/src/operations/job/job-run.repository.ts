import type { JobRunState } from '@jadegate/contract/operations/job';
import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT, type Engine } from '../../db/dialect.ts';
import { isHeldJobRun, isNotHeldJobRun, takeHoldTurn } from '../../db/held.ts';
import { isPieceOfWork } from '../../db/is-piece-of-work.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { JobResultTable, JobRunTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type RunRecord = Selectable<JobRunTable>;
export type ResultRecord = Selectable<JobResultTable>;
export type ResultSummary = Omit<ResultRecord, 'output'> & { output_length: number };

/** Which end a run came to. */
interface RunEnd {
  state: JobRunState;
  message: string;
}

const LIST = {
  table: 'job_run',
  sort: { planned: 'job_run.planned_at', timestamp: 'job_run.planned_at' },
  defaultSort: ['planned', 'descend'],
} as const;

const OPEN: JobRunState[] = ['queued', 'running'];

export class JobRunRepository extends RowsById<'job_run', RunRecord> {
  readonly #engine: Engine;

  constructor(database: Database) {
    super(database, 'job_run');
    this.#engine = database.engine;
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('job_run').selectAll('job_run');
  }

  page(jobId: string, query: PagingRequest<'planned'>, onlyOver: boolean): Promise<Page<RunRecord>> {
    const filters = [
      sql<SqlBool>`job_run.job_id = ${jobId}`,
      ...(onlyOver ? [sql<SqlBool>`job_run.ended_at is not null`] : []),
    ];
    return readPage(this.db, this.records(this.db), query, { ...LIST, filters });
  }

  listOpen(jobId: string, tx: Tx): Promise<RunRecord[]> {
    return this.records(tx).where('job_id', '=', jobId).where('state', 'in', OPEN).execute();
  }

  async isRunning(jobId: string, tx: Tx): Promise<boolean> {
    return (await this.listOpen(jobId, tx)).some(({ state }) => state === 'running');
  }

  /** Open ones that are no piece of work, because a server of the version before put them in line or began them. */
  listStrays(kind: string): Promise<RunRecord[]> {
    return this.records(this.db)
      .where('state', 'in', OPEN)
      .where((row) => row.not(isPieceOfWork(row, kind, 'job_run.id')))
      .execute();
  }

  /** Answers whether this call took it. */
  async take(id: string, processId: string, now: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('job_run')
      .set({ state: 'running', process_id: processId, started_at: now })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async countRetry(id: string, attempt: number): Promise<void> {
    await this.db.updateTable('job_run').set({ attempt }).where('id', '=', id).execute();
  }

  /** Only one that goes on can end; whoever comes second changes nothing. */
  async end(id: string, { state, message }: RunEnd, now: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('job_run')
      .set({ state, message, ended_at: now })
      .where('id', '=', id)
      .where('state', 'in', OPEN)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** For a server of the version before, which looks for it here. */
  async askToStop(id: string, tx: Tx): Promise<void> {
    await tx.updateTable('job_run').set({ stop_asked: 1 }).where('id', '=', id).execute();
  }

  async addResults(rows: readonly ResultRecord[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx
        .insertInto('job_result')
        .values([...some])
        .execute();
    }
  }

  async writeResult({ id, ...row }: ResultRecord, tx: Tx): Promise<void> {
    await tx.updateTable('job_result').set(row).where('id', '=', id).execute();
  }

  async writeCounts(
    id: string,
    counts: Pick<RunRecord, 'total' | 'succeeded' | 'failed'>,
    tx: Tx,
  ): Promise<void> {
    await tx.updateTable('job_run').set(counts).where('id', '=', id).execute();
  }

  /** What was not done when the run ended. */
  async endResults(runId: string, state: ResultRecord['state'], now: number, tx: Tx): Promise<void> {
    await tx
      .updateTable('job_result')
      .set({ state, ended_at: now })
      .where('run_id', '=', runId)
      .where('state', 'in', ['waiting', 'running'])
      .execute();
  }

  listResults(runId: string): Promise<ResultSummary[]> {
    return this.db
      .selectFrom('job_result')
      .select([
        'id',
        'run_id',
        'place',
        'asset_id',
        'asset_name',
        'state',
        'exit_code',
        'started_at',
        'ended_at',
        'reason',
        'is_cut',
        'session_id',
        sql<number>`length(output)`.as('output_length'),
      ])
      .where('run_id', '=', runId)
      .orderBy('place')
      .execute();
  }

  async findOutput(runId: string, resultId: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('job_result')
      .select('output')
      .where('id', '=', resultId)
      .where('run_id', '=', runId)
      .executeTakeFirst();
    return row?.output;
  }

  /** The newest runs that are over, the newest first. */
  listLatestOver(jobId: string, limit: number, tx: Db | Tx = this.db): Promise<RunRecord[]> {
    return this.records(tx)
      .where('job_id', '=', jobId)
      .where('ended_at', 'is not', null)
      .where('state', '!=', 'skipped')
      .orderBy('planned_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  async removeOver(jobId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('job_run').where('job_id', '=', jobId).where('ended_at', 'is not', null).execute();
  }

  /** One of these jobs that did something which is on legal hold. */
  async findHeld(jobIds: readonly string[], tx: Tx): Promise<{ name: string } | undefined> {
    await takeHoldTurn(this.#engine, tx);
    return tx
      .selectFrom('job_run')
      .innerJoin('job', 'job.id', 'job_run.job_id')
      .select('job.name')
      .where('job_run.job_id', 'in', jobIds)
      .where(isHeldJobRun())
      .limit(1)
      .executeTakeFirst();
  }

  /** Of those that ended before a time, how many may go, and how many are held. */
  async countOlder(before: number): Promise<{ count: number; held: number }> {
    const [count, held] = await Promise.all(
      [isNotHeldJobRun(), isHeldJobRun()].map((condition) =>
        this.db
          .selectFrom('job_run')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('ended_at', '<', before)
          .where(condition)
          .executeTakeFirstOrThrow(),
      ),
    );
    return { count: count?.count ?? 0, held: held?.count ?? 0 };
  }

  async removeOlder(before: number, batch: number, tx: Tx): Promise<number> {
    await takeHoldTurn(this.#engine, tx);
    const { numDeletedRows } = await tx
      .deleteFrom('job_run')
      .where('id', 'in', (row) =>
        row
          .selectFrom('job_run')
          .select('id')
          .where('ended_at', '<', before)
          .where(isNotHeldJobRun())
          .orderBy('ended_at')
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Of one job only so many runs are kept, and of fewer what each asset said. What is held stays beside them. */
  async prune(jobId: string, { runs, detailed }: { runs: number; detailed: number }, tx: Tx): Promise<void> {
    await takeHoldTurn(this.#engine, tx);
    const beyond = (count: number) =>
      tx
        .selectFrom('job_run')
        .select('id')
        .where('job_id', '=', jobId)
        .where('ended_at', 'is not', null)
        .where(isNotHeldJobRun())
        .orderBy('planned_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1000)
        .offset(count)
        .execute()
        .then((rows) => rows.map(({ id }) => id));
    const old = await beyond(runs);
    if (old.length > 0) {
      await tx.deleteFrom('job_run').where('id', 'in', old).execute();
    }
    const plain = await beyond(detailed);
    if (plain.length > 0) {
      await tx.deleteFrom('job_result').where('run_id', 'in', plain).execute();
    }
  }
}
