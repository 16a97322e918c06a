import { sql } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { Row, TableName, Value } from './section.ts';

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
  insertAll(table: TableName, rows: readonly Row[], tx: Tx): Promise<void> {
    return insertRows(table, rows, tx);
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
