// On both engines: paging, sorting and searching.
import type { PagingRequest } from '@jadegate/contract/paging';
import { sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { FixedQuery } from './fixed-query.ts';
import { readDeepPage, readPage } from './page.ts';
import { WholeListCache } from './whole-list-cache.ts';

let place: TestDatabase;
let database: Database;

beforeAll(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ ...place, version: '1.0.0', logger: createLogger('silent') });
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const LIST = {
  table: 'login_lock',
  key: 'subject',
  sort: { name: 'login_lock.subject', failures: 'login_lock.failures' },
  defaultSort: ['name', 'ascend'],
} as const;
const rows = () => database.db.selectFrom('login_lock').selectAll('login_lock');
const lock = (subject: string, failures: number) => ({ subject, failures, locked_until: 0, updated_at: 0 });
const SEVEN = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((subject, index) => lock(subject, index % 2));

type Query = PagingRequest<keyof (typeof LIST)['sort']>;

/** The three ways of reading a list must not differ in what they answer. */
const ways = {
  readPage: (query: Query) => readPage(database.db, rows(), query, { ...LIST, filters: [] }),
  readDeepPage: (query: Query) => readDeepPage(database.db, rows(), query, { ...LIST, filters: [] }),
  WholeListCache: (query: Query) => new WholeListCache(database, rows, LIST).read(query, {}),
};

describe.each(Object.keys(ways) as (keyof typeof ways)[])('a list read by %s', (way) => {
  it('is empty when its table is', async () => {
    await database.db.deleteFrom('login_lock').execute();
    expect(await ways[way]({ pageIndex: 1, pageSize: 3 })).toEqual({ total: 0, items: [] });
  });

  it('has its pages in order, each with the total and only with columns of the table', async () => {
    await database.db.deleteFrom('login_lock').execute();
    await database.db.insertInto('login_lock').values(SEVEN).execute();
    expect(await ways[way]({ pageIndex: 1, pageSize: 3 })).toEqual({ total: 7, items: SEVEN.slice(0, 3) });
    expect(await ways[way]({ pageIndex: 3, pageSize: 3 })).toEqual({ total: 7, items: SEVEN.slice(6) });
    const byFailures = await ways[way]({ pageIndex: 1, pageSize: 4, field: 'failures', order: 'descend' });
    expect(byFailures.items.map(({ subject }) => subject)).toEqual(['f', 'd', 'b', 'g']);
  });

  it('knows its total past the end', async () => {
    expect(await ways[way]({ pageIndex: 9, pageSize: 3 })).toEqual({ total: 7, items: [] });
  });
});

describe('a list with a filter', () => {
  it('counts what the filter lets through', async () => {
    const filters = [sql<SqlBool>`login_lock.failures = ${1}`];
    const page = await readPage(database.db, rows(), { pageIndex: 1, pageSize: 2 }, { ...LIST, filters });
    expect(page).toEqual({ total: 3, items: [SEVEN[1], SEVEN[3]] });
  });
});

describe('a fixed query', () => {
  it('answers with the values of each run, also of runs side by side', async () => {
    const query = new FixedQuery(database.db, ({ from, most }: { from: string; most: number }) =>
      rows()
        .where('subject', '>=', from)
        .where(sql<SqlBool>`failures <= ${most}`)
        .where('failures', '>=', 0)
        .orderBy('subject'),
    );
    const [some, others, none] = await Promise.all([
      query.all({ from: 'e', most: 1 }),
      query.all({ from: 'e', most: 0 }),
      query.first({ from: 'x', most: 1 }),
    ]);
    expect(some.map(({ subject }) => subject)).toEqual(['e', 'f', 'g']);
    expect(others.map(({ subject }) => subject)).toEqual(['e', 'g']);
    expect(none).toBeUndefined();
  });

  it('passes a text on as a value, whatever is in it', async () => {
    const query = new FixedQuery(database.db, ({ subject }: { subject: string }) =>
      rows().where('subject', '=', subject),
    );
    expect(await query.all({ subject: `' or 1=1 --` })).toEqual([]);
  });
});
