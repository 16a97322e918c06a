// What only reads goes to the threads that read, whoever wrote the statement; what writes never does.
import { sql, type RawBuilder } from 'kysely';
import { expect, it } from 'vitest';

import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const run = <Row>(statement: RawBuilder<Row>) => statement.execute(server.current.db);

/** Does something while a transaction is open. Answers what came of it before that was over. */
async function during<Value>(work: () => Promise<Value>, patienceMs = 5000): Promise<Value | 'waited'> {
  const { database } = server.current.services;
  let end = () => undefined as void;
  let transaction: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    transaction = database.transact(async () => {
      begun();
      await new Promise<void>((resolve) => (end = resolve));
    });
  });
  const waited = new Promise<'waited'>((resolve) => setTimeout(resolve, patienceMs, 'waited').unref());
  const answer = work();
  try {
    return await Promise.race([answer, waited]);
  } finally {
    end();
    await transaction;
    await answer;
  }
}

it.each([
  ['select', sql`select 1 as one`],
  ['with … select', sql`with numbers(one) as (values (1)) select one from numbers`],
  ['values', sql`  values (1)`],
])('a raw %s does not wait for the writer, and is no write', async (_name, statement) => {
  const { database } = server.current.services;
  const answer = await during(async () => {
    const before = database.writes?.();
    const { rows } = await run(statement);
    return { rows: rows.map((row) => Object.values(row as object)), isWrite: database.writes?.() !== before };
  });
  expect(answer).toEqual({ rows: [[1]], isWrite: false });
});

it('whether the database answers is known while somebody writes', async () => {
  expect(await during(() => server.current.services.database.ping())).toBeUndefined();
});

it('what writes is done by the writer, in its turn, however it begins', async () => {
  const { database } = server.current.services;
  await run(sql`create table raw_write (id integer primary key, word text)`);
  const before = database.writes?.();
  const insert = sql`with words(word) as (values ('a'), ('b')) insert into raw_write (word) select word from words returning id`;
  expect((await run(insert)).rows).toEqual([{ id: 1 }, { id: 2 }]);
  expect(database.writes?.()).not.toBe(before);
  expect(await during(() => run(insert), 200)).toBe('waited');
  expect(
    (await run(sql`with one as (select 1) update raw_write set word = 'c' where id = 1`)).numAffectedRows,
  ).toBe(1n);
  await run(sql`pragma user_version = 7`);
  expect((await run(sql`pragma user_version`)).rows).toEqual([{ user_version: 7 }]);
  // What was just written is read.
  expect((await run(sql`select word from raw_write order by id`)).rows).toEqual(
    ['c', 'b', 'a', 'b'].map((word) => ({ word })),
  );
  await expect(run(sql`select nonsense from nowhere`)).rejects.toThrow('no such table');
});

it('what is read in a transaction sees what it wrote', async () => {
  const { database } = server.current.services;
  const rows = await database.transact(async (tx) => {
    await sql`insert into raw_write (word) values ('mine')`.execute(tx);
    return (await sql`select word from raw_write where word = 'mine'`.execute(tx)).rows;
  });
  expect(rows).toEqual([{ word: 'mine' }]);
});
