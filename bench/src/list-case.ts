import type Database from 'better-sqlite3';

import type { Client } from '../../e2e/src/support/client.ts';
import { perSecond, type Case } from './ratio.ts';

const LIST_MS = 1500;
/** Each answer of a list within three times of its SQL run directly on the same file, both one at a time. */
const AT_LEAST = 1 / 3;

interface ListAsked {
  name: string;
  path: string;
  /** What the product asks of its database to answer. */
  statements: readonly string[];
  /** Another bound than that of every list, where there is a reason. */
  atLeast?: number;
}

/** A list through the product, against its statements alone. */
export function listCase(
  { client, database }: { client: Client; database: Database.Database },
  { name, path, statements, atLeast = AT_LEAST }: ListAsked,
): Case {
  return {
    name,
    unit: 'lists/s',
    baseline: {
      name: 'SQL alone',
      run: () =>
        perSecond(LIST_MS, () => statements.forEach((statement) => database.prepare(statement).all())),
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
    atLeast,
  };
}
