import pg from 'pg';

import { SqliteError, WORKER_GONE } from '../db/sqlite/worker-client.ts';
import type { TestServer } from './test-server.ts';

/** As the database of this server says that it is away. */
export function outageOf(server: TestServer): Error {
  return server.services.database.engine.name === 'sqlite'
    ? new SqliteError('gone', WORKER_GONE)
    : Object.assign(new pg.DatabaseError('gone', 0, 'error'), { code: '57P01' });
}
