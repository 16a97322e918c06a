import { sql } from 'kysely';

import type { Tx } from './database.ts';
import type { Schema } from './schema.ts';

export type TableName = keyof Schema;
export type PlainRow = Record<string, string | number | null>;

/** Both engines bound the parameters of one statement; this is well below either bound. */
const PARAMETERS = 5000;

/** Rows of any table by the names of its columns, which are ours. In the order given; each has the columns of the first. */
export async function insertRows(table: TableName, rows: readonly PlainRow[], tx: Tx): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const step = Math.max(1, Math.floor(PARAMETERS / Math.max(1, columns.length)));
  for (let from = 0; from < rows.length; from += step) {
    const values = rows
      .slice(from, from + step)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${list}) values ${sql.join(values)}`.execute(tx);
  }
}
