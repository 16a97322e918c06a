import type { Duplex } from 'node:stream';

import type { Connection, RowDataPacket } from 'mysql2/promise';

import { SECOND_MS } from '../../kernel/clock.ts';
import type { Secret } from '../../kernel/secret.ts';
import {
  ForeignDatabaseError,
  isPlainName,
  MOST_COUNTED,
  MOST_TABLES,
  refuseOddNames,
  type ForeignPage,
  type ForeignTable,
  type FoundTable,
} from './foreign-database.ts';

interface Account {
  database: string;
  username: string;
  password: Secret;
}

const PATIENCE_MS = 15 * SECOND_MS;
const QUERY_MS = 60 * SECOND_MS;
const PAGE_ROWS = 500;
/** A page ends here, whatever the server sends: rows of this size come one at a time. */
const LARGE_ROWS = 2;
/** Several times what the largest page takes. Who sends more to one question is no honest server. */
const MOST_ANSWER_BYTES = 64 * 1024 ** 2;

/** A MySQL or MariaDB database of somebody's, as it was at one moment, in a transaction that can only read. */
export class ForeignMysql {
  readonly #connection: Connection;
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #answer: AnswerGuard;

  private constructor(
    connection: Connection,
    columns: ReadonlyMap<string, ReadonlySet<string>>,
    answer: AnswerGuard,
  ) {
    this.#connection = connection;
    this.#columns = columns;
    this.#answer = answer;
  }

  /** Over a connection that whoever calls has dialled. */
  static async open(stream: Duplex, { database, username, password }: Account): Promise<ForeignMysql> {
    // Large, and of use to imports alone.
    const { createConnection } = await import('mysql2/promise');
    const connecting = createConnection({
      stream,
      user: username,
      password: password.expose(),
      database,
      // What a hostile server may ask of its client: a file of this machine.
      flags: ['-LOCAL_FILES'],
      multipleStatements: false,
      dateStrings: true,
      supportBigNumbers: true,
      charset: 'utf8mb4',
      connectTimeout: PATIENCE_MS,
    });
    const answer = new AnswerGuard(stream);
    const connection = await connecting.catch((error: unknown) => {
      stream.destroy();
      return refuse(error);
    });
    try {
      await connection.query({ sql: 'set session transaction read only', timeout: QUERY_MS });
      await connection.query({ sql: 'start transaction with consistent snapshot', timeout: QUERY_MS });
      const [rows] = await connection.query<RowDataPacket[]>({
        sql: 'select table_name as t, column_name as c from information_schema.columns where table_schema = database()',
        timeout: QUERY_MS,
      });
      const columns = new Map<string, Set<string>>();
      for (const { t, c } of rows) {
        const found = columns.get(String(t).toLowerCase()) ?? new Set();
        columns.set(String(t).toLowerCase(), found.add(String(c).toLowerCase()));
      }
      return new ForeignMysql(connection, columns, answer);
    } catch (error) {
      connection.destroy();
      return refuse(error);
    }
  }

  async hasTable(table: string): Promise<boolean> {
    return this.#columns.has(table);
  }

  async tables(): Promise<readonly FoundTable[]> {
    const found: FoundTable[] = [];
    const tables = await this.#query(
      `select table_name as t, table_type as k from information_schema.tables
        where table_schema = database() order by table_name limit ${MOST_TABLES}`,
      [],
    );
    for (const { t, k } of tables) {
      const name = String(t);
      const columns = [...(this.#columns.get(name.toLowerCase()) ?? [])];
      const isCounted = k === 'BASE TABLE' && isPlainName(name);
      const counted = isCounted ? await this.#countOf(name) : undefined;
      found.push({ name, columns, rows: counted });
    }
    return found;
  }

  async *pages(wantedTable: ForeignTable): AsyncIterable<ForeignPage> {
    refuseOddNames(wantedTable);
    const { name: table, key, columns, mostRowBytes } = wantedTable;
    const there = this.#columns.get(table) ?? new Set();
    if (!there.has(key)) {
      return;
    }
    const wanted = [...new Set([key, ...columns])].filter((name) => there.has(name));
    const bytes = wanted.map((name) => `coalesce(octet_length(\`${name}\`), 0)`).join(' + ');
    const list = wanted.map((name) => `\`${name}\``).join(', ');
    let after: string | undefined;
    for (;;) {
      const from = after === undefined ? '' : `where \`${key}\` > ?`;
      // Sizes first: what is too large is never sent.
      const sizes = await this.#query(
        `select \`${key}\` as id, ${bytes} as bytes from \`${table}\` ${from} order by \`${key}\` limit ${PAGE_ROWS}`,
        after === undefined ? [] : [after],
      );
      const last = sizes.at(-1);
      if (!last) {
        return;
      }
      const fitting = sizes.filter((row) => Number(row.bytes) <= mostRowBytes).map((row) => String(row.id));
      const total = sizes.reduce((sum, row) => sum + Number(row.bytes), 0);
      const step = total > PAGE_ROWS * 10_000 ? LARGE_ROWS : PAGE_ROWS;
      let tooLarge = sizes.length - fitting.length;
      for (let at = 0; at < Math.max(1, fitting.length); at += step) {
        const ids = fitting.slice(at, at + step);
        const rows =
          ids.length === 0
            ? []
            : await this.#query(`select ${list} from \`${table}\` where \`${key}\` in (?)`, [ids]);
        yield { rows, tooLarge };
        tooLarge = 0;
      }
      if (sizes.length < PAGE_ROWS || String(last.id) === after) {
        return;
      }
      after = String(last.id);
    }
  }

  async close(): Promise<void> {
    this.#connection.destroy();
  }

  async #countOf(table: string): Promise<number> {
    const sql = `select count(*) as n from (select 1 from \`${table}\` limit ${MOST_COUNTED}) as counted`;
    const [row] = await this.#query(sql, []);
    return Number(row?.n);
  }

  async #query(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    this.#answer.begin();
    try {
      const [rows] = await this.#connection.query<RowDataPacket[]>({ sql, values, timeout: QUERY_MS });
      return rows;
    } catch (error) {
      return refuse(error);
    }
  }
}

/** Hangs up on a server that sends without end: what one question brings is kept in memory. */
class AnswerGuard {
  #bytes = 0;

  constructor(stream: Duplex) {
    stream.on('data', (bytes: Buffer) => {
      this.#bytes += bytes.length;
      if (this.#bytes > MOST_ANSWER_BYTES) {
        stream.destroy();
      }
    });
  }

  begin(): void {
    this.#bytes = 0;
  }
}

/** Says what kind of failure it was, never what the server wrote. */
function refuse(error: unknown): never {
  const code =
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[A-Z_]{3,40}$/.test(error.code)
      ? error.code
      : 'MySQL';
  throw new ForeignDatabaseError(code, error);
}
