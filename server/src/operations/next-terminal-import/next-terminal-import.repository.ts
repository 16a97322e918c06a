import { sql } from 'kysely';

import type { Database, Tx } from '../../db/database.ts';
import { insertRows, type PlainRow as Row, type TableName } from '../../db/insert-rows.ts';
import { IMPORT_KINDS, KnownIds, type ImportKind } from './known-ids.ts';
import type { PlannedThing } from './plan.ts';
import { TakenNames, type NamedKind } from './taken-names.ts';

/** Where the things of a kind are; those without a table are links, which are not looked for. */
const TABLES: Readonly<Partial<Record<ImportKind, TableName>>> = {
  role: 'role',
  user: 'user',
  'user-group': 'user_group',
  storage: 'storage',
  'login-policy': 'login_policy',
  'policy-hours': 'login_policy',
  'access-rule': 'access_security',
  credential: 'credential',
  gateway: 'access_gateway',
  asset: 'asset',
  strategy: 'strategy',
  grant: 'authorised',
  command: 'command',
  job: 'job',
  session: 'session',
};

const NAMED: Readonly<Record<NamedKind, TableName>> = {
  role: 'role',
  'user-group': 'user_group',
  credential: 'credential',
  gateway: 'access_gateway',
  strategy: 'strategy',
  'login-policy': 'login_policy',
};

const ROWS = 5000;

/** What an import asks of the whole installation, and writes into it. */
export class NextTerminalImportRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async knownIds(): Promise<KnownIds> {
    const known = new KnownIds();
    for (const kind of IMPORT_KINDS) {
      const table = TABLES[kind];
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows = await this.#knownAfter(kind, table, after);
        rows.forEach(({ old_id, new_id, is_there }) => known.remember(kind, old_id, new_id, is_there === 1));
        after = rows.length < ROWS ? undefined : rows.at(-1)?.old_id;
      }
    }
    return known;
  }

  async #knownAfter(kind: ImportKind, table: TableName | undefined, after: string) {
    const isThere =
      table === undefined
        ? sql`1`
        : sql`case when exists (select 1 from ${sql.table(table)} as t where t.id = i.new_id) then 1 else 0 end`;
    const { rows } = await sql<{ old_id: string; new_id: string; is_there: number }>`
      select i.old_id, i.new_id, ${isThere} as is_there from imported_thing as i
      where i.kind = ${kind} and i.old_id > ${after} order by i.old_id limit ${ROWS}`.execute(
      this.#database.db,
    );
    return rows;
  }

  async takenNames(): Promise<TakenNames> {
    const names = new TakenNames();
    for (const [kind, table] of Object.entries(NAMED) as [NamedKind, TableName][]) {
      const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(
        this.#database.db,
      );
      rows.forEach(({ name }) => names.add(kind, name));
    }
    return names;
  }

  async takenUsernames(): Promise<Set<string>> {
    const rows = await this.#database.db.selectFrom('user').select('username_key').execute();
    return new Set(rows.map(({ username_key }) => username_key));
  }

  async peopleWithSpace(): Promise<Set<string>> {
    const rows = await this.#database.db.selectFrom('storage').select('id').execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Files of spaces that were brought. There may be many: they are asked for only where files are. */
  async filesKnown(): Promise<Set<string>> {
    const rows = await this.#database.db
      .selectFrom('imported_thing')
      .select('old_id')
      .where('kind', '=', 'space-file')
      .execute();
    return new Set(rows.map(({ old_id }) => old_id));
  }

  async grantedPairs(): Promise<Set<string>> {
    const rows = await this.#database.db
      .selectFrom('authorised')
      .select(['asset_id', 'user_id', 'user_group_id'])
      .execute();
    return new Set(rows.map((row) => `${row.asset_id} ${row.user_id ?? ''} ${row.user_group_id ?? ''}`));
  }

  /** Table by table, in the order in which they come first: what others refer to stands before them. */
  async write(things: readonly PlannedThing[], at: number, tx: Tx): Promise<void> {
    const byTable = new Map<TableName, Row[]>();
    for (const { table, row } of things.flatMap(({ rows }) => rows)) {
      const rows = byTable.get(table) ?? [];
      rows.push(row);
      byTable.set(table, rows);
    }
    for (const [table, rows] of byTable) {
      await insertRows(table, rows, tx);
    }
    const origins = things.map(({ kind, oldId, newId }) => ({ kind, old_id: oldId, new_id: newId, at }));
    await insertRows('imported_thing', origins, tx);
  }
}
