import { PostgresDialect, type Dialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

import { SECOND_MS } from '../kernel/clock.ts';
import { withTimeout, TimedOut } from '../kernel/with-timeout.ts';
import type { DatabaseLoad } from './database-load.ts';
import type { PoolLimits } from './postgres-limits.ts';

/** PostgreSQL did not answer, as opposed to: it answered that the query is wrong. */
export class PostgresUnreachable extends Error {}

/** What there is to tell about one way to a database; several ways to one database share `silence`. */
export interface PostgresWay {
  url: string;
  limits: PoolLimits;
  silence: Silence;
  load: DatabaseLoad;
  onLost: (error: Error) => void;
}

/** The kernel asks the other end of a quiet connection whether it is there, so that nobody in between forgets it. */
const KEEP_ALIVE_AFTER_MS = 10 * SECOND_MS;
/** Whoever is told that a connection ends says so too, unless nothing gets through any more. */
const FAREWELL_MS = SECOND_MS;

/**
 * What one connection learns about all: when a statement is never answered, those that were not heard of since it was
 * asked are silent too, most likely, and nobody should have to wait on each of them in turn.
 */
export class Silence {
  #since = Number.NEGATIVE_INFINITY;

  /** A statement that was asked then was never answered. */
  note(askedAt: number): void {
    this.#since = Math.max(this.#since, askedAt);
  }

  covers(heardAt: number): boolean {
    return heardAt <= this.#since;
  }
}

/** A connection that knows when it was last heard of, and that is gone within a moment of being told to go. */
class WatchedClient extends pg.Client {
  /** On a clock that nobody sets; undefined before it was told how long its statements may take. */
  heardAt: number | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Neither the pool nor a `Connection` listens while it is handed over; what is unheard ends the process.
    this.on('error', () => undefined);
  }

  // The pool passes a callback, everybody else waits.
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    // A goodbye to somebody silent is never answered, and the socket would stay for good.
    const timer = setTimeout(() => this.cut(), FAREWELL_MS).unref();
    this.once('end', () => clearTimeout(timer));
    return callback ? super.end(callback) : super.end();
  }

  /** Without a goodbye. */
  cut(): void {
    // The pool itself does the same to a connection that is not made in time; there is no other way to it.
    this.connection.stream.destroy();
  }
}

type PooledClient = pg.PoolClient & WatchedClient;

export function postgresDialect(way: PostgresWay): Dialect {
  const { limits, load, onLost } = way;
  // Counts and times are int8 there; all of ours fit a number.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: way.url,
    Client: WatchedClient,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'jadegate',
  });
  pool.on('error', onLost);
  const before = load.waiting;
  load.waiting = () => before() + pool.waitingCount;
  return new PostgresDialect({
    pool: {
      connect: async () => new Connection(await load.measure('wait', () => take(pool, way)), way),
      end: () => pool.end(),
      options: pool.options,
    },
  });
}

/** A connection that was heard of since the last silence, with its limits set. */
async function take(pool: pg.Pool, { limits, silence }: PostgresWay): Promise<PooledClient> {
  for (;;) {
    const client = await reaching(() => pool.connect() as Promise<PooledClient>);
    if (client.heardAt === undefined) {
      await limit(client, limits);
      return client;
    }
    if (!silence.covers(client.heardAt)) {
      return client;
    }
    client.cut();
    client.release(true);
  }
}

/** By a statement: those who pool connections in between refuse such things when a connection is made. */
async function limit(client: PooledClient, { connectMs, statementMs, idleMs }: PoolLimits): Promise<void> {
  const text = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleMs}`;
  try {
    await reaching(() => withTimeout(client.query(text), connectMs));
    client.heardAt = performance.now();
  } catch (error) {
    client.cut();
    client.release(true);
    throw error;
  }
}

async function reaching<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      throw error;
    }
    throw new PostgresUnreachable('PostgreSQL cannot be reached', { cause: error });
  }
}

/**
 * A connection while it is used. The first statement that is not answered, for whatever reason, is its last: it is thrown
 * away at once, so that the pool makes another one, and whatever is still asked of it is refused.
 */
class Connection implements PostgresPoolClient {
  readonly #client: PooledClient;
  readonly #way: PostgresWay;
  readonly #onError: (error: Error) => void;
  #isOver = false;

  constructor(client: PooledClient, way: PostgresWay) {
    this.#client = client;
    this.#way = way;
    // One that is lost while it is used says so beside failing what was asked.
    this.#onError = (error) => way.onLost(error);
    client.on('error', this.#onError);
  }

  // Kysely also types a cursor form; none of our lists is streamed, so it is never used.
  readonly query = ((text: string, values: readonly unknown[]) =>
    this.#way.load.measure('statement', () =>
      reaching(() => this.#ask(text, values)),
    )) as unknown as PostgresPoolClient['query'];

  async #ask(text: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#isOver) {
      throw new Error('the connection was given up');
    }
    const askedAt = performance.now();
    try {
      const answer = await withTimeout(this.#client.query(text, [...values]), this.#way.limits.answerMs);
      this.#client.heardAt = performance.now();
      return answer;
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        this.#client.heardAt = performance.now();
      } else {
        this.#giveUp(error, askedAt);
      }
      throw error;
    }
  }

  #giveUp(error: unknown, askedAt: number): void {
    const { silence, onLost } = this.#way;
    if (error instanceof TimedOut) {
      silence.note(askedAt);
      onLost(new Error('PostgreSQL did not answer on this connection', { cause: error }));
    }
    this.#client.cut();
    this.#leave(true);
  }

  release(): void {
    if (!this.#isOver) {
      this.#leave(false);
    }
  }

  #leave(isLost: boolean): void {
    this.#isOver = true;
    this.#client.removeListener('error', this.#onError);
    this.#client.release(isLost);
  }
}
