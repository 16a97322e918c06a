import {
  type CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';

import { Mutex } from '../../kernel/mutex.ts';
import { DatabaseLoad } from '../database-load.ts';
import type { WorkerAction, WorkerQuery } from './protocol.ts';
import { WorkerClient, type Found } from './worker-client.ts';

/** Longer than any transaction of ours may take; waiting longer means one of them never ends. */
const WRITER_PATIENCE_MS = 15_000;
const READERS = 2;
/**
 * How a raw statement begins that may be a question. Whether it is one, the thread knows that has prepared it: `with` may
 * lead to an insert. Others are not even prepared where they should only read: some pragmas act as soon as they are.
 */
const MAY_READ = /^\s*(?:select|with|values)\b/i;
const KNOWN_WRITES = 300;

/** Another number before a write begins and after it has ended, whatever became of it. */
export class WriteCount {
  value = 0;

  async during<Result>(write: () => Promise<Result>): Promise<Result> {
    this.value += 1;
    try {
      return await write();
    } finally {
      this.value += 1;
    }
  }
}

/**
 * Kysely over SQLite in worker threads: one writer, and readers that WAL lets work beside it. A SELECT, raw or
 * not, goes to the idlest reader; everything else, and all of a transaction, to the writer, one at a time.
 */
class Threads {
  readonly #writerLock = new Mutex();
  readonly #load: DatabaseLoad;
  readonly #writer: WorkerClient;
  readonly #writes: WriteCount;
  readonly #readers: WorkerClient[] = [];
  /** Raw statements that look like questions and are none. */
  readonly #knownWrites = new Set<string>();
  readonly #file: string;

  constructor(file: string, writes: WriteCount, load: DatabaseLoad) {
    this.#file = file;
    this.#writes = writes;
    this.#load = load;
    load.waiting = () => this.#waiting();
    this.#writer = new WorkerClient({ file, role: 'writer' });
  }

  /** Readers open only after the writer has made the file and its WAL. */
  async start(): Promise<void> {
    await this.#writer.send({ kind: 'query', sql: 'select 1', parameters: [] });
    for (let count = 0; count < READERS; count++) {
      this.#readers.push(new WorkerClient({ file: this.#file, role: 'reader' }));
    }
  }

  /** Resolves when the caller alone may write. */
  takeTurn(): Promise<void> {
    return this.#load.measure('wait', () => this.#writerLock.acquire(WRITER_PATIENCE_MS));
  }

  endTurn(): void {
    this.#writerLock.release();
  }

  read(action: WorkerAction): Promise<Found> {
    return this.#load.measure('statement', async () => {
      // Without it nothing is well, and nobody should be told so.
      this.#writer.refuseGone();
      return this.#reader().send(action);
    });
  }

  /** Undefined where it is not a question, and nothing was done. */
  async readRaw(action: WorkerQuery): Promise<Found | undefined> {
    const { sql } = action;
    if (!MAY_READ.test(sql) || this.#knownWrites.has(sql)) {
      return undefined;
    }
    const found = await this.read({ ...action, onlyReads: true });
    if (!found.isWrite) {
      return found;
    }
    if (this.#knownWrites.size >= KNOWN_WRITES) {
      this.#knownWrites.clear();
    }
    this.#knownWrites.add(sql);
    return undefined;
  }

  #reader(): WorkerClient {
    return this.#readers.reduce(
      (idlest, next) => (next.load < idlest.load ? next : idlest),
      this.#readers[0] ?? this.#writer,
    );
  }

  write(action: WorkerAction): Promise<Found> {
    return this.#writes.during(() => this.#load.measure('statement', () => this.#writer.send(action)));
  }

  /** Those who want to write, and what lies before a thread behind the statement it works on. */
  #waiting(): number {
    return [this.#writer, ...this.#readers].reduce(
      (sum, { load }) => sum + Math.max(0, load - 1),
      this.#writerLock.waiting,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()));
    await this.#writer.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #threads: Threads;
  #inTransaction = false;

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#perform({ kind: 'query', sql, parameters }, query.kind);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  async #perform(action: WorkerQuery, kind: CompiledQuery['query']['kind']): Promise<Found> {
    if (this.#inTransaction) {
      return this.#threads.write(action);
    }
    if (kind === 'SelectQueryNode') {
      return this.#threads.read(action);
    }
    const read = kind === 'RawNode' ? await this.#threads.readRaw(action) : undefined;
    return read ?? this.#alone(() => this.#threads.write(action));
  }

  async begin(): Promise<void> {
    await this.#threads.takeTurn();
    try {
      await this.#threads.write({ kind: 'begin' });
      this.#inTransaction = true;
    } catch (error) {
      this.#threads.endTurn();
      throw error;
    }
  }

  /** A commit that fails keeps the lock; the rollback that follows it lets go. */
  async commit(): Promise<void> {
    await this.#threads.write({ kind: 'commit' });
    this.#leave();
  }

  async rollback(): Promise<void> {
    try {
      await this.#threads.write({ kind: 'rollback' });
    } finally {
      this.#leave();
    }
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator, and no list of ours is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported on SQLite; page instead');
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#threads.takeTurn();
    try {
      return await work();
    } finally {
      this.#threads.endTurn();
    }
  }

  #leave(): void {
    this.#inTransaction = false;
    this.#threads.endTurn();
  }
}

class SqliteDriver implements Driver {
  readonly #threads: Threads;

  constructor(file: string, writes: WriteCount, load: DatabaseLoad) {
    this.#threads = new Threads(file, writes, load);
  }

  init(): Promise<void> {
    return this.#threads.start();
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#threads);
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#threads.close();
  }
}

/** SQLite can roll DDL back; Kysely assumes not, because of a pragma that our migrations do not touch. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Each of our threads has one. Otherwise Kysely lets one statement through at a time, and whoever holds one waits for ever. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function sqliteDialect(file: string, writes = new WriteCount(), load = new DatabaseLoad()): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteDriver(file, writes, load),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
