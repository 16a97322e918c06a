// On both engines: what is refused has written nothing, and one that means harm no more than an honest one.
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { type OldContent, writeOldSqlite } from '../../testing/next-terminal-database.ts';
import { NextTerminalKit, sectionOf } from '../../testing/next-terminal-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new NextTerminalKit(server);
afterAll(() => kit.remove());

it('a wrong key, a cut-off file and a file of something else write nothing', async () => {
  const before = await kit.counts();
  expect(await kit.refusal({ key: 'next-terminal' })).toMatchObject({
    code: 'next_terminal.key_wrong',
    name: '正式環境',
  });
  const cut = join(kit.folder, 'cut.db');
  writeFileSync(cut, readFileSync(kit.file));
  truncateSync(cut, Math.floor(statSync(cut).size / 8192) * 4096);
  expect(await kit.refusal({ path: cut })).toMatchObject({ code: 'next_terminal.unreadable' });
  const foreign = join(kit.folder, 'foreign.db');
  writeOldSqlite(foreign, {});
  const { default: Database } = await import('better-sqlite3');
  const other = new Database(foreign);
  other.exec('drop table assets');
  other.close();
  expect(await kit.refusal({ path: foreign })).toMatchObject({
    code: 'next_terminal.not_next_terminal',
    table: 'assets',
  });
  expect(await kit.refusal({ path: join(kit.folder, 'nowhere') })).toMatchObject({
    code: 'next_terminal.unreadable',
  });
  expect(await kit.counts()).toEqual(before);
});

it('a hostile database gains nothing and stalls nothing', async () => {
  const more: OldContent = structuredClone(kit.content);
  const id = (digit: number) => `3${digit}000000-0000-4000-8000-000000000000`;
  const [, person = {}] = kit.content.users;
  more.users = [
    { ...person, id: id(1), username: 'ADMIN', type: 'admin' },
    { ...person, id: id(2), username: 'stall', password: `$2a$31$${'a'.repeat(53)}` },
    { ...person, id: id(3), username: 'no-factor', totp_secret: 'not base32 !' },
    { ...person, id: id(4), username: 'x'.repeat(5_000_000) },
    { ...person, id: id(5), username: 'rooted', type: 'admin' },
  ];
  more.roles = [{ id: id(6), name: '系統管理員', type: 'new', deletable: 1, modifiable: 1, created: null }];
  more.roles_menus_ref = [];
  more.users_roles_ref = [
    { id: 'x', user_id: id(5), role_id: 'system-administrator' },
    { id: 'y', user_id: id(3), role_id: 'system-administrator' },
  ];
  more.jobs = [{ ...kit.content.jobs[0], id: id(7), mode: 'all', status: 'running' }];
  const path = join(kit.folder, 'power.db');
  writeOldSqlite(path, more);
  const report = await kit.bring({ path });
  const users = sectionOf(report, 'users');
  expect(users).toMatchObject({ found: 5, brought: 3, left: 2 });
  expect(users.leftOnes.map(({ reason }) => reason).toSorted()).toEqual(['too_large', 'username_taken']);
  expect(await kit.byId('user', id(2))).toMatchObject({
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(await kit.byId('user', id(3))).toMatchObject({ status: 'disabled', totp_enabled: 0 });
  expect(await kit.byId('user', id(5))).toMatchObject({ type: 'user' });
  const { db } = server.current;
  expect(
    await db
      .selectFrom('user_role')
      .selectAll()
      .where('user_id', 'in', [id(3), id(5)])
      .execute(),
  ).toEqual([]);
  expect(await kit.byId('job', id(7))).toMatchObject({ status: 'not-running' });
});

it.each([
  [
    'a view in place of a table',
    'alter table users rename to u; create view users as with recursive n(i) as (select 1 union all select i from n) select i as id from n',
  ],
  [
    'a column that is reckoned',
    'alter table users add column evil text generated always as (hex(zeroblob(1000000000)))',
  ],
  ['a virtual table', 'alter table commands rename to c; create virtual table commands using fts5(id, name)'],
])('%s is refused, and nothing is written', async (_, sql) => {
  const path = join(kit.folder, 'crafted.db');
  rmSync(path, { force: true });
  writeOldSqlite(path, kit.content);
  const { default: Database } = await import('better-sqlite3');
  const crafted = new Database(path);
  crafted.exec(sql);
  crafted.close();
  const before = await kit.counts();
  expect(await kit.refusal({ path, isDryRun: true })).toMatchObject({ code: 'next_terminal.unreadable' });
  expect(await kit.counts()).toEqual(before);
});
