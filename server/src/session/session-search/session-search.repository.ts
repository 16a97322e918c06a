import type { StorageAction } from '@jadegate/contract/files/storage-log';
import type { SessionSearchQuery } from '@jadegate/contract/session/session-search';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isAboutPerson, isPersonNamed, type PeopleSearch } from '../../db/match-person.ts';
import type { SessionTable } from '../../db/schema.ts';

export type FoundSession = Pick<
  Selectable<SessionTable>,
  | 'id'
  | 'mode'
  | 'asset_name'
  | 'user_id'
  | 'user_name'
  | 'client_ip'
  | 'recording'
  | 'status'
  | 'created_at'
  | 'connected_at'
  | 'indexed_by'
>;

export type AskedSearch = SessionSearchQuery & PeopleSearch;

interface Place {
  /** Only what is older than the row with this id. */
  below: string | undefined;
  limit: number;
}

export interface FoundCommand {
  id: string;
  session_id: string;
  command: string;
  offset_ms: number;
  shown_ms: number;
  created_at: number;
  typed_by: string;
}

export interface FoundFile {
  id: string;
  session_id: string;
  asset_name: string;
  user_id: string;
  user_name: string;
  file_name: string;
  action: StorageAction;
  created_at: number;
}

const NAMES = ['asset_name', 'client_ip'] as const;
/** The newest rows are looked through before the index is asked: what is common is found there at once. */
const WINDOW = 2000;
/** No index knows needles shorter than three characters: so many rows are looked through, the rest when asked again. */
const SHORT_WINDOW = 20_000;
const TRIGRAM = 3;

/** Rows newest first, and where to go on; null when there is nothing older. */
export interface Found<Row> {
  rows: Row[];
  next: string | null;
}

type Source = 'session_command' | 'storage_log' | 'session';

/** Ids are made in the order of time: the newest row has the largest. */
export class SessionSearchRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  listByIds(ids: readonly string[]): Promise<FoundSession[]> {
    if (ids.length === 0) {
      return Promise.resolve([]);
    }
    return this.#found().where('session.id', 'in', ids).execute();
  }

  /** Recorded sessions that one data directory finds, in the order in which they began. */
  listRecorded(disk: string, after: string, limit: number): Promise<FoundSession[]> {
    return this.#found()
      .where('session.indexed_by', '=', disk)
      .where('session.id', '>', after)
      .where('session.recording', '!=', 'none')
      .orderBy('session.id')
      .limit(limit)
      .execute();
  }

  /** Brought from elsewhere into this data directory, and in no index yet. */
  async listBrought(disk: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('session')
      .select('id')
      .where('indexed_by', '=', '')
      .where('recording_disk', '=', disk)
      .where('imported_from', '!=', '')
      .where('recording', '!=', 'none')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** From now on this data directory finds them; of those that nobody does, or whoever does. */
  async claim(ids: readonly string[], disk: string, from: 'nobody' | 'anybody'): Promise<void> {
    if (ids.length > 0) {
      await this.#db
        .updateTable('session')
        .set({ indexed_by: disk })
        .where('id', 'in', ids)
        .where('indexed_by', '!=', disk)
        .$if(from === 'nobody', (rows) => rows.where('indexed_by', '=', ''))
        .execute();
    }
  }

  /**
   * Takes over recordings that are in the store and that nobody finds any more, so many of them. One statement: of
   * servers that try at once each gets what the others did not.
   */
  async takeOver(from: string, disk: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .updateTable('session')
      .set({ indexed_by: disk })
      .where('indexed_by', '=', from)
      .where('id', 'in', (row) =>
        row
          .selectFrom('session as left')
          .select('left.id')
          .where('left.indexed_by', '=', from)
          .where('left.recording_disk', '=', '')
          .where('left.id', 'in', (file) =>
            file
              .selectFrom('stored_recording_file')
              .select('stored_recording_file.session_id')
              .whereRef('stored_recording_file.session_id', '=', 'left.id'),
          )
          .where('left.status', '=', 'disconnected')
          .where('left.recording', '!=', 'none')
          .orderBy('left.id')
          .limit(limit),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id).toSorted();
  }

  commands(query: AskedSearch, place: Place): Promise<Found<FoundCommand>> {
    return this.#newest('session_command', ['command'], query.text, place, (fits) =>
      this.#db
        .selectFrom('session_command')
        .innerJoin('session', 'session.id', 'session_command.session_id')
        .select([
          'session_command.id',
          'session_command.session_id',
          'session_command.command',
          'session_command.offset_ms',
          'session_command.shown_ms',
          'session_command.created_at',
          'session_command.typed_by',
        ])
        .where((eb) =>
          eb.and([...fits, ...this.#names('session', query), ...times('session_command.created_at', query)]),
        )
        .orderBy('session_command.id', 'desc')
        .limit(place.limit)
        .execute(),
    );
  }

  files(query: AskedSearch, place: Place): Promise<Found<FoundFile>> {
    return this.#newest('storage_log', ['file_name'], query.text, place, (fits) =>
      this.#db
        .selectFrom('storage_log')
        .select([
          'id',
          'session_id',
          'asset_name',
          'user_id',
          'user_name',
          'file_name',
          'action',
          'created_at',
        ])
        // Of sessions: files of storage spaces have no recording to go to.
        .where('session_id', '!=', '')
        .where((eb) =>
          eb.and([...fits, ...this.#names('storage_log', query), ...times('storage_log.created_at', query)]),
        )
        .orderBy('storage_log.id', 'desc')
        .limit(place.limit)
        .execute(),
    );
  }

  sessions(query: AskedSearch, place: Place): Promise<Found<FoundSession>> {
    return this.#newest('session', NAMES, query.text, place, (fits) =>
      this.#found()
        // Over; asked this way, the ids are walked and not an index of statuses that would have to be sorted.
        .where('session.disconnected_at', 'is not', null)
        .where((eb) =>
          eb.and([...fits, ...this.#names('session', query), ...times('session.created_at', query)]),
        )
        .orderBy('session.id', 'desc')
        .limit(place.limit)
        .execute(),
    );
  }

  /** The people who are found this way, by id, and what they are called today. */
  async listPeople(text: string, search: PeopleSearch): Promise<Map<string, string>> {
    const rows = await this.#db
      .selectFrom('user')
      .select(['user.id', 'user.nickname'])
      .where(isPersonNamed(this.#engine, text, search))
      .execute();
    return new Map(rows.map(({ id, nickname }) => [id, nickname]));
  }

  #found() {
    return this.#db
      .selectFrom('session')
      .select([
        'session.id',
        'session.mode',
        'session.asset_name',
        'session.user_id',
        'session.user_name',
        'session.client_ip',
        'session.recording',
        'session.status',
        'session.created_at',
        'session.connected_at',
        'session.indexed_by',
      ]);
  }

  async #newest<Row extends { id: string }>(
    table: Source,
    columns: readonly string[],
    text: string,
    { below, limit }: Place,
    read: (fits: Expression<SqlBool>[]) => Promise<Row[]>,
  ): Promise<Found<Row>> {
    const id = sql.ref(`${table}.id`);
    const older = below === undefined ? [] : [sql<SqlBool>`${id} < ${below}`];
    const isShort = [...text].length < TRIGRAM;
    const floor = await this.#floor(table, below, isShort ? SHORT_WINDOW : WINDOW);
    // Never by mail: free text looks for everything at once, and nobody who types there asks for that.
    const about = (how: { few: boolean }) =>
      table === 'session' ? [isAboutPerson(this.#engine, table, text, how)] : [];
    const plain = [
      ...columns.map((column) => this.#engine.like(`${table}.${column}`, text)),
      ...about({ few: true }),
    ];
    const indexed = [
      ...columns.map((column) => this.#engine.contains(table, column, text)),
      ...about({ few: false }),
    ];
    const end = (rows: Row[]) => ({ rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) });
    if (floor === undefined) {
      return end(await read([...older, any(plain)]));
    }
    const recent = end(await read([...older, sql<SqlBool>`${id} >= ${floor}`, any(plain)]));
    if (recent.next !== null) {
      return recent;
    }
    return isShort ? { rows: recent.rows, next: floor } : end(await read([...older, any(indexed)]));
  }

  /** The oldest of the newest rows; undefined when there are no more than those. */
  async #floor(table: Source, below: string | undefined, window: number): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom(sql<{ id: string }>`${sql.table(table)}`.as('newest'))
      .select('newest.id')
      .$if(below !== undefined, (rows) => rows.where('newest.id', '<', below ?? ''))
      .orderBy('newest.id', 'desc')
      .offset(window)
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  #names(
    table: 'session' | 'storage_log',
    { userName, assetName, byMail }: AskedSearch,
  ): Expression<SqlBool>[] {
    return [
      ...(userName === undefined
        ? []
        : [isAboutPerson(this.#engine, table, userName, { few: true, byMail })]),
      ...(assetName === undefined ? [] : [this.#engine.like(`${table}.asset_name`, assetName)]),
    ];
  }
}

function times(column: string, { from, to }: SessionSearchQuery): Expression<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${Date.parse(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${Date.parse(to)}`]),
  ];
}

function any(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
