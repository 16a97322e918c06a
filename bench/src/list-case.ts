import type Database from 'better-sqlite3';

import type { Client } from '../../e2e/src/support/client.ts';
import { perSecond, type Case } from './ratio.ts';

const LIST_MS = 1500;

/** Each answer of a list within three times of its SQL run directly on the same file, both one at a time. */
export function listCase(
  { client, database }: { client: Client; database: Database.Database },
  name: string,
  path: string,
  statement: string,
): Case {
  return {
    name,
    unit: 'lists/s',
    baseline: {
      name: 'SQL alone',
      run: () => perSecond(LIST_MS, () => void database.prepare(statement).all()),
    },
    candidate: {
      name: 'through the product',
      run: () =>
        perSecond(LIST_MS, async () => {
          const { code, message } = await client.call('GET', path);
          if (code !== 1) {
            throw new Error(message);
          }
        }),
    },
    atLeast: 1 / 3,
  };
}
