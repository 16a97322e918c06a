import type { RunQuery } from '@jadegate/contract/operations/run-history';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT, type Engine } from '../../db/dialect.ts';
import { isHeldRun, isNotHeldRun, takeHoldTurn } from '../../db/held.ts';
import { isPieceOfWork } from '../../db/is-piece-of-work.ts';
import { isAboutPerson, type PeopleSearch } from '../../db/match-person.ts';
import { readDeepPage } from '../../db/page.ts';
import type { CommandRunHostTable, CommandRunTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type RunRecord = Selectable<CommandRunTable>;
export type HostRecord = Selectable<CommandRunHostTable>;

export interface HostCount {
  runId: string;
  state: HostRecord['state'];
  count: number;
}

/** What had begun or was to begin. */
const OPEN_HOSTS = ['waiting', 'running'] as const;
/** Hosts have a good dozen columns. */
const HOSTS_PER_STATEMENT = Math.floor(ROWS_PER_STATEMENT / 2);

export class CommandRunRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** Of one person, or of everybody. */
  page(query: RunQuery & PeopleSearch, userId: string | undefined): Promise<Page<RunRecord>> {
    const equal = (name: string, value: string | undefined): Expression<SqlBool>[] =>
      value === undefined ? [] : [sql<SqlBool>`${sql.ref(`command_run.${name}`)} = ${value}`];
    const contains = (name: string, text: string | undefined): Expression<SqlBool>[] =>
      text === undefined ? [] : [this.#engine.contains('command_run', name, text)];
    return readDeepPage(this.#db, this.#db.selectFrom('command_run').selectAll('command_run'), query, {
      table: 'command_run',
      filters: [
        ...equal('user_id', userId),
        ...equal('kind', query.kind),
        ...equal('origin', query.origin),
        ...equal('state', query.state),
        ...contains('script', query.script),
        ...(query.userName === undefined
          ? []
          : [isAboutPerson(this.#engine, 'command_run', query.userName, query)]),
      ],
      sort: { created: 'command_run.created_at' },
      defaultSort: ['created', 'descend'],
    });
  }

  /** How many hosts of these runs ended, or stand, in which way. */
  async countHosts(runIds: readonly string[]): Promise<HostCount[]> {
    if (runIds.length === 0) {
      return [];
    }
    return this.#db
      .selectFrom('command_run_host')
      .select((row) => ['run_id as runId', 'state', row.fn.countAll<number>().as('count')])
      .where('run_id', 'in', runIds)
      .groupBy(['run_id', 'state'])
      .execute();
  }

  async insert(run: RunRecord, hosts: readonly HostRecord[], tx: Tx): Promise<void> {
    await tx.insertInto('command_run').values(run).execute();
    for (const part of inChunks(hosts, HOSTS_PER_STATEMENT)) {
      await tx.insertInto('command_run_host').values(part).execute();
    }
  }

  /** Makes others who start runs of the same person wait until this transaction is over. */
  async lockPerson(userId: string, tx: Tx): Promise<void> {
    await tx
      .updateTable('user')
      .set((row) => ({ status: row.ref('status') }))
      .where('id', '=', userId)
      .execute();
  }

  async countRunning(userId: string, tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('command_run')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('state', '=', 'running')
      .where('origin', '=', 'batch')
      .executeTakeFirstOrThrow();
    return count;
  }

  find(id: string): Promise<RunRecord | undefined> {
    return this.#db.selectFrom('command_run').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Without what they printed, which is asked for host by host: all of it together may be tens of megabytes. */
  listHosts(runId: string): Promise<Omit<HostRecord, 'output'>[]> {
    return this.#db
      .selectFrom('command_run_host')
      .select(['run_id', 'asset_id', 'asset_name', 'position', 'state', 'session_id', 'message'])
      .select([
        'exit_code',
        'signal',
        'started_at',
        'finished_at',
        'output_bytes',
        'sent_bytes',
        'is_cut',
        'digest',
      ])
      .where('run_id', '=', runId)
      .orderBy('position')
      .execute();
  }

  findHost(runId: string, assetId: string): Promise<HostRecord | undefined> {
    return this.#db
      .selectFrom('command_run_host')
      .selectAll()
      .where('run_id', '=', runId)
      .where('asset_id', '=', assetId)
      .executeTakeFirst();
  }

  async changeHost(
    runId: string,
    assetId: string,
    change: Partial<HostRecord>,
    tx: Db = this.#db,
  ): Promise<void> {
    await tx
      .updateTable('command_run_host')
      .set(change)
      .where('run_id', '=', runId)
      .where('asset_id', '=', assetId)
      .execute();
  }

  async finish(id: string, state: RunRecord['state'], at: number, tx: Tx): Promise<void> {
    await tx
      .updateTable('command_run')
      .set({ state, finished_at: at })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }

  /** For a server of the version before, which looks for it here. */
  async requestStop(id: string): Promise<void> {
    await this.#db
      .updateTable('command_run')
      .set({ stop_requested: 1 })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }

  /** Those under way that are no piece of work, because a server of the version before began them. */
  listStrays(kind: string): Promise<Pick<RunRecord, 'id' | 'process_id' | 'created_at'>[]> {
    return this.#db
      .selectFrom('command_run')
      .select(['id', 'process_id', 'created_at'])
      .where('state', '=', 'running')
      .where((row) => row.not(isPieceOfWork(row, kind, 'command_run.id')))
      .execute();
  }

  /** Nobody knows how far it came. */
  async interrupt(id: string, at: number, message: string, tx: Tx): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('command_run')
      .set({ state: 'interrupted', finished_at: at })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await tx
        .updateTable('command_run_host')
        .set({ state: 'interrupted', message })
        .where('run_id', '=', id)
        .where('state', 'in', OPEN_HOSTS)
        .execute();
    }
  }

  /** Of those that ended before a time, how many may go, or are held. */
  async countOlder(before: number, held: boolean): Promise<number> {
    const { count } = await this.#db
      .selectFrom('command_run')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '!=', 'running')
      .where('finished_at', '<', before)
      .where(held ? isHeldRun() : isNotHeldRun())
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Runs that ended before a time, so many of them. Answers how many went. */
  async removeOlder(before: number, limit: number, tx: Tx): Promise<number> {
    await takeHoldTurn(this.#engine, tx);
    const { numDeletedRows } = await tx
      .deleteFrom('command_run')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('command_run')
          .select('id')
          .where('state', '!=', 'running')
          .where('finished_at', '<', before)
          .where(isNotHeldRun())
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
