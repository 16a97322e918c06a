import { PostgresDialect, type Dialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

import type { DatabaseLoad } from './database-load.ts';

const CONNECT_TIMEOUT_MS = 5000;
const POOL_SIZE = 10;

/** PostgreSQL did not answer, as opposed to: it answered that the query is wrong. */
export class PostgresUnreachable extends Error {}

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

export function postgresDialect(url: string, load: DatabaseLoad, onLost: (error: Error) => void): Dialect {
  // Counts and times are int8 there; all of ours fit a number.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'jadegate',
  });
  pool.on('error', onLost);
  load.waiting = () => pool.waitingCount;
  return new PostgresDialect({
    pool: {
      connect: async () => {
        const client = await load.measure('wait', () => reaching(() => pool.connect()));
        return guarded(client, load, onLost);
      },
      end: () => pool.end(),
      options: pool.options,
    },
  });
}

/** A connection that is lost while it is used says so beside failing what was asked: unheard, that ends the process. */
function guarded(
  client: pg.PoolClient,
  load: DatabaseLoad,
  onLost: (error: Error) => void,
): PostgresPoolClient {
  client.on('error', onLost);
  return {
    // Kysely also types a cursor form; none of our lists is streamed, so it is never used.
    query: ((text: string, values: readonly unknown[]) =>
      load.measure('statement', () =>
        reaching(() => client.query(text, [...values])),
      )) as unknown as PostgresPoolClient['query'],
    release: () => {
      client.removeListener('error', onLost);
      client.release();
    },
  };
}
