// What means something else here than it did there, what does not fit and what nothing here knows is said, never passed over.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NextTerminalSection } from '@jadegate/contract/operations/next-terminal-import.words';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';

import { OPERATOR } from '../../cli/operator.ts';
import { Secret } from '../../kernel/secret.ts';
import { writeOldSqlite, type OldContent } from '../../testing/next-terminal-database.ts';
import { OLD, oldContent } from '../../testing/next-terminal-fixture.ts';
import { sectionOf } from '../../testing/next-terminal-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const folder = mkdtempSync(join(tmpdir(), 'jadegate-old-said-'));
const path = join(folder, 'nt.db');
afterAll(() => rmSync(folder, { recursive: true }));

const uuid = (digits: string) => `${digits}00000-0000-4000-8000-000000000000`;

/** The usual one of everything, with these tables instead, and what SQL does to them; answers one section of its report. */
async function bring(
  section: NextTerminalSection,
  tables: Partial<OldContent>,
  { sql = '', isDryRun = false }: { sql?: string; isDryRun?: boolean } = {},
) {
  rmSync(path, { force: true });
  writeOldSqlite(path, { ...oldContent('next-terminal'), ...(tables as OldContent) });
  const database = new Database(path);
  database.exec(sql);
  database.close();
  return bringFile(section, path, isDryRun);
}

async function bringFile(section: NextTerminalSection, file: string, isDryRun: boolean) {
  const report = await server.current.services.nextTerminalImports.run(
    OPERATOR,
    { kind: 'file', path: file },
    { encryptionKey: new Secret('next-terminal'), isDryRun, makesAdministrators: false },
  );
  return sectionOf(report, section);
}

it('tables and columns that nothing here reads are named with how much they hold', async () => {
  const others = await bring(
    'others',
    {},
    {
      isDryRun: true,
      sql: `
        create table share_sessions (id text, asset_id text);
        insert into share_sessions values ('1', 'x'), ('2', 'y');
        create table empty_one (id text);
        create table "odd ""name" (id text);
        create view summary as with recursive n(i) as (select 1 union all select i from n) select i from n;
        alter table users add column phone text`,
    },
  );
  expect(others.leftOnes).toEqual([
    { name: 'odd "name', reason: 'table_unknown', about: '?' },
    { name: 'share_sessions', reason: 'table_unknown', about: '2' },
    { name: 'summary', reason: 'table_unknown', about: '?' },
    { name: 'tenants', reason: 'table_unknown', about: '1' },
    { name: 'users.phone', reason: 'column_unknown', about: '' },
  ]);
  expect(others).toMatchObject({ found: 5, brought: 0, left: 5 });
});

it('so are parts of a backup that nothing here reads', async () => {
  const backup = join(folder, 'backup.json');
  writeFileSync(
    backup,
    JSON.stringify({
      users: [],
      assets: [],
      credentials: [],
      access_securities: [],
      sharers: null,
      certs: [{}, {}],
    }),
  );
  expect((await bringFile('others', backup, true)).leftOnes).toEqual([
    { name: 'certs', reason: 'table_unknown', about: '2' },
  ]);
});

it('a login policy with hours, one out of bounds and one whose name is taken are to be looked at', async () => {
  const policy = {
    id: OLD.policy,
    name: '上班時間',
    ip_group: '10.0.0.0/8',
    priority: 30,
    enabled: 1,
    rule: 'reject',
  };
  const policies = await bring(
    'login-policies',
    {
      login_policies: [
        policy,
        { ...policy, id: uuid('b11'), name: '沒有時段', priority: 101 },
        { ...policy, id: uuid('b22'), name: '沒有時段' },
      ],
    },
    { isDryRun: true },
  );
  expect(policies.changedOnes).toEqual([
    { name: '上班時間', reason: 'policy_apart', about: '上班時間 (時段)' },
    { name: '沒有時段', reason: 'not_accepted', about: 'priority' },
    { name: '沒有時段', reason: 'renamed', about: '沒有時段 (Next Terminal)' },
  ]);
});

it('a grant without a strategy, which allowed everything there, is to be looked at', async () => {
  const grants = await bring('grants', {}, { isDryRun: true });
  expect(grants.changedOnes).toMatchObject([{ reason: 'grant_bare' }]);
});

it('records that the next clean-up would delete are counted before they come', async () => {
  const [session = {}] = oldContent('next-terminal').sessions;
  const at = (daysAgo: number) => new Date(server.current.now() - daysAgo * 86_400_000).toISOString();
  const held = (digits: string, daysAgo: number) => ({
    ...session,
    id: uuid(digits),
    connected_time: at(daysAgo),
    disconnected_time: at(daysAgo),
  });
  const tables = { sessions: [held('f11', 361), held('f22', 359)] };
  expect(await bring('sessions', tables, { isDryRun: true })).toMatchObject({
    brought: 2,
    changed: 1,
    changedOnes: [{ reason: 'soon_deleted', about: '360' }],
  });
  expect(await bring('login-logs', {}, { isDryRun: true })).toMatchObject({ brought: 2, changed: 2 });
  expect(await bring('storage-logs', {}, { isDryRun: true })).toMatchObject({ brought: 1, changed: 1 });
});

it('what is too long is cut between two characters, and said', async () => {
  const [asset = {}] = oldContent('next-terminal').assets;
  const [, person = {}] = oldContent('next-terminal').users;
  const long = { ...asset, id: uuid('c11'), name: '長說明', description: `x${'𠮷'.repeat(2500)}` };
  const named = { ...person, id: uuid('d11'), username: 'long', nickname: `x${'𠮷'.repeat(150)}` };
  const tables = { assets: [long], users: [named] };
  const cut = (about: string) => [{ reason: 'cut_short', about }];
  expect((await bring('users', tables, { isDryRun: true })).changedOnes).toMatchObject(cut('nickname'));
  expect(
    (await bring('assets', tables)).changedOnes.filter(({ reason }) => reason === 'cut_short'),
  ).toMatchObject(cut('description'));
  const { db } = server.current;
  const { description } = await db
    .selectFrom('asset')
    .select('description')
    .where('id', '=', uuid('c11'))
    .executeTakeFirstOrThrow();
  expect(description).toBe(`x${'𠮷'.repeat(1999)}`);
  const { nickname } = await db
    .selectFrom('user')
    .select('nickname')
    .where('id', '=', uuid('d11'))
    .executeTakeFirstOrThrow();
  expect(nickname).toBe(`x${'𠮷'.repeat(99)}`);
});

it('access rules of which one may undo another are asked in the order in which they were', async () => {
  const rule = (digits: string, verdict: string, ip: string, priority: number) => ({
    id: uuid(digits),
    rule: verdict,
    ip,
    source: '',
    priority,
  });
  const alone = await bring('access-rules', { access_securities: [rule('a11', 'reject', '192.0.2.1', 20)] });
  expect(alone).toMatchObject({ brought: 1, changed: 0 });
  // There the larger number wins: all of it is refused but for one address.
  const turned = await bring('access-rules', {
    access_securities: [
      rule('a22', 'reject', '198.51.100.0/24', 10),
      rule('a33', 'allow', '198.51.100.9', 90),
    ],
  });
  expect(turned.changedOnes.map(({ reason, about }) => [reason, about])).toEqual([
    ['priority_turned', '91'],
    ['priority_turned', '11'],
  ]);
  const { accessSecurity } = server.current.services;
  accessSecurity.forget();
  const allows = async (address: string) => !(await accessSecurity.wouldShutOut(address, []));
  expect(await allows('198.51.100.9')).toBe(true);
  expect(await allows('198.51.100.8')).toBe(false);
  expect(await allows('192.0.2.1')).toBe(false);
});
