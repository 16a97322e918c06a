import type { Page } from '@jadegate/contract/paging';
import type { CommandListQuery, SessionCommandQuery } from '@jadegate/contract/session/session-command';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT, type Engine } from '../../db/dialect.ts';
import { isAboutPerson, type PeopleSearch } from '../../db/match-person.ts';
import { readDeepPage } from '../../db/page.ts';
import type { SessionCommandTable, SessionTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type SessionCommandRecord = Selectable<SessionCommandTable>;

/** A command with what its session says about it. */
interface ListedCommand extends SessionCommandRecord {
  asset_id: string;
  asset_name: string;
  user_name: string;
  client_ip: string;
  mode: SessionTable['mode'];
  recording: 'none' | 'writing' | 'kept';
}

/** How far around a command others are listed, and at most how many. */
interface Around {
  leadMs: number;
  before: number;
  onwards: number;
  refused: number;
}

export class SessionCommandRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** The rows, and how many they are in the sessions they belong to. */
  async insert(rows: readonly SessionCommandRecord[], tx: Tx): Promise<void> {
    for (const part of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('session_command').values(part).execute();
    }
    const counts = new Map<string, number>();
    for (const { session_id } of rows) {
      counts.set(session_id, (counts.get(session_id) ?? 0) + 1);
    }
    for (const [id, count] of counts) {
      await tx
        .updateTable('session')
        .set((eb) => ({ command_count: eb('command_count', '+', count) }))
        .where('id', '=', id)
        .execute();
    }
  }

  findSession(id: string) {
    return this.#db
      .selectFrom('session')
      .select(['id', 'asset_name', 'recording'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  pageOf(sessionId: string, query: SessionCommandQuery): Promise<Page<SessionCommandRecord>> {
    const rows = this.#db.selectFrom('session_command').selectAll('session_command');
    return readDeepPage(this.#db, rows, query, {
      table: 'session_command',
      filters: [...equal('session_id', sessionId), ...this.#common(query)],
      sort: { created: 'session_command.offset_ms' },
      defaultSort: ['created', 'ascend'],
    });
  }

  page(query: CommandListQuery & PeopleSearch): Promise<Page<ListedCommand>> {
    const rows = this.#db
      .selectFrom('session_command')
      .innerJoin('session', 'session.id', 'session_command.session_id')
      .selectAll('session_command')
      .select([
        'session.asset_id',
        'session.asset_name',
        'session.user_name',
        'session.client_ip',
        'session.mode',
        'session.recording',
      ]);
    const { from, to } = query;
    return readDeepPage(this.#db, rows as never, query, {
      table: 'session_command',
      filters: [
        ...equal('user_id', query.userId),
        ...this.#common(query),
        ...this.#ofSession(query),
        ...(from === undefined ? [] : [sql<SqlBool>`session_command.created_at >= ${Date.parse(from)}`]),
        ...(to === undefined ? [] : [sql<SqlBool>`session_command.created_at < ${Date.parse(to)}`]),
      ],
      sort: { created: 'session_command.created_at' },
      defaultSort: ['created', 'descend'],
    });
  }

  /**
   * The commands of a session from one on, and those sent shortly before it, in order. Each kind has a bound of its own:
   * a paste brings thousands within a moment, and those that were refused would take the room of those that ran.
   */
  async listAround(
    sessionId: string,
    { id, offset_ms: at }: Pick<SessionCommandRecord, 'id' | 'offset_ms'>,
    { leadMs, before, onwards, refused }: Around,
  ) {
    const all = this.#db
      .selectFrom('session_command')
      .select(['id', 'offset_ms', 'command'])
      .where('session_id', '=', sessionId);
    const later = all
      .where('offset_ms', '>=', at)
      .where((eb) => eb.or([eb('offset_ms', '>', at), eb('id', '>=', id)]))
      .orderBy('offset_ms')
      .orderBy('id');
    const earlier = all
      .where('offset_ms', '>=', at - leadMs)
      .where('offset_ms', '<=', at)
      .where((eb) => eb.or([eb('offset_ms', '<', at), eb('id', '<', id)]))
      .orderBy('offset_ms', 'desc')
      .orderBy('id', 'desc');
    const found = await Promise.all([
      earlier.where('sent', '=', 1).limit(before).execute(),
      later.where('sent', '=', 1).limit(onwards).execute(),
      // Typed at a prompt, they too say where the output before them ends.
      later.where('sent', '=', 0).limit(refused).execute(),
    ]);
    return found.flat().toSorted((a, b) => a.offset_ms - b.offset_ms || (a.id < b.id ? -1 : 1));
  }

  #common({ command, riskLevel, action }: SessionCommandQuery): Expression<SqlBool>[] {
    return [
      ...equal('risk_level', riskLevel),
      ...equal('action', action),
      ...(command === undefined ? [] : [this.#engine.contains('session_command', 'command', command)]),
    ];
  }

  #ofSession({
    assetId,
    assetName,
    userName,
    byMail,
  }: CommandListQuery & PeopleSearch): Expression<SqlBool>[] {
    const conditions = [
      ...(assetId === undefined ? [] : [sql<SqlBool>`session.asset_id = ${assetId}`]),
      ...(assetName === undefined ? [] : [this.#engine.contains('session', 'asset_name', assetName)]),
      ...(userName === undefined ? [] : [isAboutPerson(this.#engine, 'session', userName, { byMail })]),
    ];
    if (conditions.length === 0) {
      return [];
    }
    const all = sql.join(conditions, sql` and `);
    return [sql<SqlBool>`session_command.session_id in (select session.id from session where ${all})`];
  }
}

function equal(column: string, value: string | number | undefined): Expression<SqlBool>[] {
  return value === undefined ? [] : [sql<SqlBool>`${sql.ref(`session_command.${column}`)} = ${value}`];
}
