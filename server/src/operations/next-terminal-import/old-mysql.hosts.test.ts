// An old installation in MariaDB comes as the same one in SQLite does.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { OPERATOR } from '../../cli/operator.ts';
import { Secret } from '../../kernel/secret.ts';
import { OLD_DDL } from '../../testing/next-terminal-database.ts';
import { OLD, oldContent } from '../../testing/next-terminal-fixture.ts';
import { MARIADB_PASSWORD, OwnMariadb } from '../../testing/own-mariadb.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const content = oldContent('next-terminal');
let maria: OwnMariadb;

beforeAll(async () => {
  maria = await OwnMariadb.start();
  const root = await maria.connect('root', '', 'old');
  await root.query("set session sql_mode = 'ANSI_QUOTES'");
  for (const table of OLD_DDL) {
    await root.query(`create table ${table}`);
  }
  for (const [table, rows] of Object.entries(content)) {
    for (const row of rows) {
      const names = Object.keys(row).map((name) => `"${name}"`);
      await root.query(`insert into ${table} (${names.join(', ')}) values (?)`, [Object.values(row)]);
    }
  }
  await root.end();
}, 60_000);
afterAll(() => maria.stop());

const bring = (password: string, isDryRun: boolean, at: { port?: number; database?: string } = {}) =>
  server.current.services.nextTerminalImports.run(
    OPERATOR,
    {
      kind: 'mysql',
      host: '127.0.0.1',
      port: maria.port,
      database: 'old',
      username: 'reader',
      password: new Secret(password),
      ...at,
    },
    { encryptionKey: new Secret('next-terminal'), isDryRun, makesAdministrators: true },
  );

it('is read with an account that may only read, and a wrong password is said', async () => {
  await expect(bring('wrong', true)).rejects.toMatchObject({
    code: 'next_terminal.database_refused',
    params: { reason: 'ER_ACCESS_DENIED_ERROR' },
  });
  const report = await bring(MARIADB_PASSWORD, false);
  expect(report.origin).toBe('mysql');
  expect(report.sections.map(({ section, brought }) => [section, brought])).toEqual([
    ['roles', 2],
    ['users', 3],
    ['user-groups', 1],
    ['storages', 2],
    ['login-policies', 1],
    ['access-rules', 1],
    ['credentials', 2],
    ['gateways', 1],
    ['assets', 2],
    ['strategies', 1],
    ['grants', 2],
    ['commands', 1],
    ['jobs', 1],
    ['sessions', 2],
    ['login-logs', 2],
    ['storage-logs', 1],
    ['job-logs', 0],
    ['access-tokens', 0],
    ['settings', 0],
    ['others', 0],
  ]);
  expect(report.sections.at(-2)).toMatchObject({ section: 'settings', found: 2, left: 2 });
  expect(report.sections.at(-1)?.leftOnes).toEqual([
    { name: 'tenants', reason: 'table_unknown', about: '1' },
  ]);
  const { db, services } = server.current;
  const asset = await db.selectFrom('asset').selectAll().where('id', '=', OLD.ssh).executeTakeFirst();
  const created_at = new Date(2023, 4, 6, 7, 8, 9).getTime();
  expect(asset).toMatchObject({ name: '網頁主機', credential_id: OLD.password, created_at });
  const rdp = await db.selectFrom('asset').selectAll().where('id', '=', OLD.rdp).executeTakeFirst();
  expect(rdp).toMatchObject({ last_access_at: null });
  expect((await services.vault.get(`credential:${OLD.password}`, 'password'))?.expose()).toBe('密碼 p@ss');
  // Whoever asks for it has the administrators as they were.
  const boss = await db.selectFrom('user').select('type').where('id', '=', OLD.boss).executeTakeFirst();
  expect(boss).toEqual({ type: 'admin' });
  const roles = await db.selectFrom('user_role').select('role_id').where('user_id', '=', OLD.boss).execute();
  expect(roles).toEqual([{ role_id: 'system-administrator' }]);
});

it('says what to look at where nobody answers, or the account may not read that', async () => {
  await expect(bring(MARIADB_PASSWORD, true, { port: await closedPort() })).rejects.toMatchObject({
    code: 'next_terminal.database_unreachable',
    params: { reason: 'refused' },
  });
  await expect(bring(MARIADB_PASSWORD, true, { database: 'mysql' })).rejects.toMatchObject({
    code: 'next_terminal.database_refused',
    params: { reason: 'ER_DBACCESS_DENIED_ERROR' },
  });
});
