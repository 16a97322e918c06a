// On both engines: what is brought is written by statements that name their tables and columns as texts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { NextTerminalReport } from '@jadegate/contract/operations/next-terminal-import';
import { Secret as OtpSecret, TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';

import { testKeys } from '../../testing/keys.ts';
import { type OldContent, writeOldSqlite } from '../../testing/next-terminal-database.ts';
import { BCRYPT, OLD, TOTP_SECRET } from '../../testing/next-terminal-fixture.ts';
import { NextTerminalKit, sectionOf } from '../../testing/next-terminal-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new NextTerminalKit(server);
const at = (text: string) => Date.parse(text);
const CREATED = at('2023-05-06T07:08:09.123+08:00');
let first: NextTerminalReport;

afterAll(() => kit.remove());

it('a dry run says what would come and writes nothing', async () => {
  const before = await kit.counts();
  const bytes = readFileSync(kit.file);
  const report = await kit.bring({ isDryRun: true });
  expect(report.isDryRun).toBe(true);
  expect(sectionOf(report, 'users')).toMatchObject({ found: 4, brought: 3, left: 1 });
  expect(sectionOf(report, 'sessions')).toMatchObject({ found: 3, brought: 2, left: 1 });
  expect(report.roles).toContainEqual({ name: '資產檢視', menus: ['asset'], missing: ['no-such-menu'] });
  expect(await kit.counts()).toEqual(before);
  expect(readFileSync(kit.file)).toEqual(bytes);
  expect(existsSync(`${kit.file}-wal`)).toBe(false);
  expect(existsSync(join(server.current.dataDir, 'imports', 'copies'))).toBe(false);
});

it('brings everything, with ids, names, secrets and times as they were', async () => {
  first = await kit.bring();
  expect(first.sections.map(({ section, found, brought, left }) => [section, found, brought, left])).toEqual([
    ['roles', 3, 2, 1],
    ['users', 4, 3, 1],
    ['user-groups', 1, 1, 0],
    ['storages', 2, 2, 0],
    ['login-policies', 1, 1, 0],
    ['access-rules', 1, 1, 0],
    ['credentials', 2, 2, 0],
    ['gateways', 1, 1, 0],
    ['assets', 2, 2, 0],
    ['strategies', 1, 1, 0],
    ['grants', 3, 2, 1],
    ['commands', 1, 1, 0],
    ['jobs', 1, 1, 0],
    ['sessions', 3, 2, 1],
    ['login-logs', 2, 2, 0],
    ['storage-logs', 1, 1, 0],
    ['job-logs', 1, 0, 1],
    ['access-tokens', 1, 0, 1],
    ['settings', 2, 0, 2],
    ['others', 1, 0, 1],
  ]);
  expect(sectionOf(first, 'settings').leftOnes).toContainEqual({
    name: 'mail-password',
    reason: 'setting_of_its_own',
    about: '',
  });
  expect(JSON.stringify(first)).not.toMatch(/forever-|a mail password/);
  expect(await kit.byId('asset', OLD.ssh)).toMatchObject({
    name: '網頁主機',
    protocol: 'ssh',
    ip: '127.0.0.8',
    port: 22,
    account_type: 'credential',
    credential_id: OLD.password,
    access_gateway_id: OLD.gateway,
    description: '說明',
    owner_id: OLD.wang,
    created_at: CREATED,
    last_access_at: new Date(2023, 4, 6, 8, 8, 9).getTime(),
  });
  expect(await kit.byId('asset', OLD.rdp)).toMatchObject({
    ip: '::1',
    owner_id: OLD.first,
    last_access_at: null,
    access_gateway_id: null,
  });
  const { db } = server.current;
  expect(
    await db.selectFrom('asset_tag').select('tag').where('asset_id', '=', OLD.ssh).orderBy('tag').execute(),
  ).toEqual([{ tag: 'web' }, { tag: '正式' }]);
  expect(
    await db
      .selectFrom('asset_attribute')
      .select(['name', 'value'])
      .where('asset_id', '=', OLD.rdp)
      .orderBy('name')
      .execute(),
  ).toEqual([
    { name: 'domain', value: '公司' },
    { name: 'drive-path', value: OLD.storage },
    { name: 'enable-drive', value: 'true' },
  ]);
  expect(await kit.secret(`asset:${OLD.rdp}`, 'password')).toBe('rdp secret');
  expect(await kit.secret(`credential:${OLD.password}`, 'password')).toBe('密碼 p@ss');
  expect(await kit.secret(`credential:${OLD.key}`, 'privateKey')).toBe(testKeys().ed25519.trim() + '\n');
  expect(await kit.byId('credential', OLD.key)).toMatchObject({
    key_type: 'ssh-ed25519',
    owner_id: OLD.first,
  });
  expect(await kit.secret(`gateway:${OLD.gateway}`, 'password')).toBe('in clear text');
  expect(await kit.byId('access_gateway', OLD.gateway)).toMatchObject({
    name: '跳板',
    ip: '127.0.0.9',
    port: 2222,
    username: 'jump',
  });
  expect(await kit.byId('strategy', OLD.strategy)).toMatchObject({
    name: '唯讀',
    upload: 1,
    download: 0,
    edit: 1,
    remove: 1,
    rename: 0,
    copy: 1,
    paste: 0,
    create_dir: 0,
    recording: 1,
  });
  const grants = await db.selectFrom('authorised').selectAll().orderBy('id').execute();
  expect(
    grants.map(({ id, asset_id, user_id, user_group_id, strategy_id }) => [
      id,
      asset_id,
      user_id,
      user_group_id,
      strategy_id,
    ]),
  ).toEqual([
    [OLD.groupGrant, OLD.rdp, null, OLD.group, null],
    [OLD.grant, OLD.ssh, OLD.wang, null, OLD.strategy],
  ]);
  expect(sectionOf(first, 'grants').leftOnes).toMatchObject([
    { reason: 'filter_unknown', about: 'a-filter' },
  ]);
  // There its addresses or its hours refused; one policy here goes by both.
  const policies = await db.selectFrom('login_policy').selectAll().orderBy('priority').execute();
  const hours = JSON.stringify([{ key: 1, value: '09:00~12:00、13:00~18:00' }]);
  expect(policies).toMatchObject([
    { name: '上班時間 (時段)', ip_group: '0.0.0.0/0,::/0', priority: 1, rule: 'reject', time_period: hours },
    { id: OLD.policy, ip_group: '10.0.0.0/8', priority: 30, rule: 'reject', time_period: '[]' },
  ]);
  expect(await db.selectFrom('login_policy_user').select('user_id').orderBy('user_id').execute()).toEqual(
    policies.map(() => ({ user_id: OLD.wang })),
  );
  expect(await db.selectFrom('access_security').selectAll().execute()).toEqual([
    { id: OLD.rule, ip: '192.0.2.0/24', rule: 'reject', source: '管理員新增', priority: 40 },
  ]);
  expect(
    await db.selectFrom('command').select(['id', 'name', 'content', 'owner_id', 'shared']).execute(),
  ).toEqual([{ id: OLD.command, name: '看磁碟', content: 'df -h', owner_id: OLD.wang, shared: 0 }]);
  expect(await kit.byId('job', OLD.job)).toMatchObject({
    name: '夜間清理',
    cron: '0 0 3 * * ?',
    mode: 'custom',
    status: 'not-running',
    metadata: '{"shell":"echo 早安"}',
    owner_id: OLD.first,
  });
  expect(await db.selectFrom('job_asset').select('asset_id').orderBy('asset_id').execute()).toEqual([
    { asset_id: OLD.ssh },
    { asset_id: OLD.rdp },
  ]);
  expect(
    await db
      .selectFrom('storage')
      .select(['id', 'owner_id', 'limit_bytes', 'is_share'])
      .where('id', 'in', [OLD.wang, OLD.storage, OLD.boss])
      .orderBy('id')
      .execute(),
  ).toMatchObject([
    { id: OLD.wang, owner_id: OLD.wang, limit_bytes: 5_000_000, is_share: 0 },
    { id: OLD.boss, owner_id: OLD.boss },
    { id: OLD.storage, owner_id: OLD.first, limit_bytes: -1, is_share: 1 },
  ]);
  expect(await kit.byId('session', OLD.terminal)).toMatchObject({
    asset_id: OLD.ssh,
    asset_name: '網頁主機',
    user_id: OLD.wang,
    user_name: '小明',
    client_ip: '127.0.0.3',
    status: 'disconnected',
    end_reason: '{"kind":"administrator"}',
    connected_at: CREATED,
    disconnected_at: at('2023-05-06T07:10:00+08:00'),
    imported_from: 'next-terminal',
  });
  expect(
    await db
      .selectFrom('storage_log')
      .select(['action', 'file_name', 'session_id', 'user_id', 'created_at'])
      .execute(),
  ).toEqual([
    {
      action: 'upload',
      file_name: '/tmp/報表.csv',
      session_id: OLD.terminal,
      user_id: OLD.wang,
      created_at: CREATED,
    },
  ]);
});

it('nobody gains: built-in roles, administrators and the first administrator stay as they are', async () => {
  const { db } = server.current;
  expect(sectionOf(first, 'users').leftOnes).toMatchObject([
    { name: 'admin', reason: 'first_administrator' },
  ]);
  expect(sectionOf(first, 'users').changedOnes.map(({ name, reason }) => [name, reason])).toEqual([
    ['chen', 'password_unusable'],
    ['boss', 'administrator_not_made'],
    ['boss', 'built_in_not_given'],
  ]);
  expect(await kit.byId('user', OLD.boss)).toMatchObject({ type: 'user', status: 'enabled' });
  expect(await kit.byId('user', OLD.chen)).toMatchObject({ status: 'disabled', nickname: '陳經理' });
  expect(
    await db
      .selectFrom('user_role')
      .selectAll()
      .where('user_id', 'in', [OLD.wang, OLD.boss, OLD.chen])
      .execute(),
  ).toEqual([{ user_id: OLD.wang, role_id: OLD.role }]);
  expect(
    await db
      .selectFrom('role_menu')
      .select(['menu_id', 'checked'])
      .where('role_id', '=', OLD.role)
      .orderBy('menu_id')
      .execute(),
  ).toEqual([
    { menu_id: 'asset', checked: 1 },
    { menu_id: 'resource', checked: 0 },
  ]);
  expect(await db.selectFrom('user_group_member').selectAll().orderBy('user_id').execute()).toMatchObject([
    { user_id: OLD.wang },
    { user_id: OLD.first },
  ]);
});

it('no token of the old installation is kept, not even as the id of its login', async () => {
  const { db } = server.current;
  const logs = await db
    .selectFrom('login_log')
    .selectAll()
    .where('username', '=', '王小明')
    .orderBy('state')
    .execute();
  expect(logs.map(({ state, reason, address, login_at }) => [state, reason, address, login_at])).toEqual([
    ['0', '帳號或密碼不正確', '127.0.0.2', CREATED],
    ['1', '', '127.0.0.1', CREATED],
  ]);
  const kept = await db.selectFrom('imported_thing').selectAll().execute();
  expect(JSON.stringify([logs, kept])).not.toContain(OLD.token);
});

it('people sign in with their old password and code, and their password is hashed anew', async () => {
  const { db } = server.current;
  const login = (body: object) =>
    server.current.call<{ token: string }>('POST', '/login', { body, address: '127.0.0.4' });
  const person = { username: '王小明', password: BCRYPT.password };
  expect((await login({ ...person, password: 'U*U*' })).code).toBe(-1);
  expect((await login(person)).code).toBe(100);
  const hash = async () =>
    (await db.selectFrom('user').select('password_hash').where('id', '=', OLD.wang).executeTakeFirst())
      ?.password_hash;
  expect(await hash()).toBe(BCRYPT.hash);
  // The policy that came along forbids none of this: it is about another network.
  const totp = new TOTP({ secret: OtpSecret.fromBase32(TOTP_SECRET) }).generate({
    timestamp: server.current.now(),
  });
  expect((await login({ ...person, totp })).code).toBe(1);
  expect(await hash()).toMatch(/^\$argon2id\$/);
  server.current.passTime(60_000);
  const next = new TOTP({ secret: OtpSecret.fromBase32(TOTP_SECRET) }).generate({
    timestamp: server.current.now(),
  });
  expect((await login({ ...person, totp: next })).code).toBe(1);
});

it('a second run brings only what is new, and what was deleted here stays deleted', async () => {
  const { db } = server.current;
  await db.deleteFrom('command').where('id', '=', OLD.command).execute();
  const more: OldContent = structuredClone(kit.content);
  const person = { ...kit.content.users[1], id: '18181818-1818-4818-8818-181818181818', username: '新人' };
  more.users = [...kit.content.users, person];
  const later = join(kit.folder, 'later.db');
  writeOldSqlite(later, more);
  const report = await kit.bring({ path: later });
  expect(
    report.sections.filter(({ brought }) => brought > 0).map(({ section, brought }) => [section, brought]),
  ).toEqual([['users', 1]]);
  expect(sectionOf(report, 'assets')).toMatchObject({ found: 2, known: 2 });
  expect(await db.selectFrom('command').select('id').execute()).toEqual([]);
});

it('each section is on record', async () => {
  const entries = await server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'next-terminal.imported')
    .orderBy('seq')
    .execute();
  expect(entries).toHaveLength(40);
  expect(JSON.parse(entries[1]?.detail ?? '{}')).toMatchObject({
    section: 'users',
    found: 4,
    brought: 3,
    left: 1,
  });
});

it('a backup file has no passwords, and its secrets are in clear text', async () => {
  const path = join(kit.folder, 'backup.json');
  const id = '41414141-4141-4414-8414-414141414141';
  const backup = {
    users: [
      {
        id: '42424242-4242-4424-8424-424242424242',
        username: '備份者',
        nickname: '備份者',
        password: '',
        type: 'user',
        status: 'enabled',
      },
    ],
    user_groups: [],
    access_securities: [],
    credentials: [
      {
        id,
        name: '備份憑證',
        type: 'custom',
        username: 'a',
        password: '明文',
        privateKey: '',
        passphrase: '',
        owner: '',
      },
    ],
    assets: [
      {
        id: '43434343-4343-4434-8434-434343434343',
        name: '備份資產',
        protocol: 'ssh',
        ip: '127.0.0.7',
        port: 22,
        accountType: 'credential',
        credentialId: id,
        accessGatewayId: '',
        'socks-proxy-enable': 'false',
        created: '2023-05-06 07:08:09',
      },
    ],
  };
  writeFileSync(path, JSON.stringify(backup));
  const report = await kit.bring({ path });
  expect(report.origin).toBe('backup');
  expect(sectionOf(report, 'users').changedOnes).toMatchObject([{ reason: 'password_unusable' }]);
  expect(await kit.secret(`credential:${id}`, 'password')).toBe('明文');
  expect(await kit.byId('asset', '43434343-4343-4434-8434-434343434343')).toMatchObject({
    credential_id: id,
    name: '備份資產',
  });
  writeFileSync(path, JSON.stringify(backup).slice(0, -20));
  expect(await kit.refusal({ path })).toMatchObject({ code: 'next_terminal.unreadable' });
});
