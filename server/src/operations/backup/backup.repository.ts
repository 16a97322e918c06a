import { sql } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { Row, TableName, Value } from './section.ts';

/** Both engines bound the parameters of one statement; this is well below either bound. */
const PARAMETERS = 5000;

const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Rows of any table by the names of its columns, which come from the registry of sections alone. */
export class BackupRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async readAll(table: TableName, columns: readonly string[], tx: Db | Tx = this.#db): Promise<Row[]> {
    const { rows } = await sql<Row>`select ${list(columns)} from ${sql.table(table)}`.execute(tx);
    return rows;
  }

  /** In the order given. Every row has the columns of the first. */
  async insertAll(table: TableName, rows: readonly Row[], tx: Tx): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    const step = Math.max(1, Math.floor(PARAMETERS / Math.max(1, columns.length)));
    for (let from = 0; from < rows.length; from += step) {
      const values = rows
        .slice(from, from + step)
        .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      await sql`insert into ${sql.table(table)} (${list(columns)}) values ${sql.join(values)}`.execute(tx);
    }
  }

  async update(
    table: TableName,
    { idColumn, id }: { idColumn: string; id: Value },
    row: Row,
    tx: Tx,
  ): Promise<void> {
    const changes = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.ref(idColumn)} = ${id}`.execute(
      tx,
    );
  }

  async removeWhere(table: TableName, column: string, value: Value, tx: Tx): Promise<void> {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(tx);
  }
}
