// On both engines: what is brought is written by statements that name their tables and columns as texts.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NextTerminalReport } from '@jadegate/contract/operations/next-terminal-import';
import type { NextTerminalSection } from '@jadegate/contract/operations/next-terminal-import.words';
import { Secret as OtpSecret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { OPERATOR } from '../../cli/operator.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Secret } from '../../kernel/secret.ts';
import { testKeys } from '../../testing/keys.ts';
import {
  BCRYPT,
  OLD,
  oldContent,
  type OldContent,
  TOTP_SECRET,
  writeOldSqlite,
} from '../../testing/next-terminal-fixture.ts';
import { useTestServer } from '../../testing/test-server.ts';

const KEY = '我們自己的 key';
const folder = mkdtempSync(join(tmpdir(), 'jadegate-old-'));
const file = join(folder, 'nt.db');
const content = oldContent(KEY);
const server = useTestServer();
const at = (text: string) => Date.parse(text);
const CREATED = at('2023-05-06T07:08:09.123+08:00');
let first: NextTerminalReport;

async function bring(
  options: {
    path?: string;
    key?: string;
    isDryRun?: boolean;
    administrators?: boolean;
    recordings?: string;
  } = {},
) {
  const { path = file, key = KEY, isDryRun = false, administrators = false, recordings } = options;
  return server.current.services.nextTerminalImports.run(
    OPERATOR,
    { kind: 'file', path },
    { encryptionKey: new Secret(key), isDryRun, makesAdministrators: administrators, recordings },
  );
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? { code: error.code, ...error.params } : error),
  );

function part(report: NextTerminalReport, section: NextTerminalSection) {
  const found = report.sections.find((one) => one.section === section);
  if (!found) {
    throw new Error(`there is no ${section}`);
  }
  return found;
}

const byId = (
  table: 'asset' | 'credential' | 'user' | 'session' | 'access_gateway' | 'strategy' | 'job',
  id: string,
) =>
  server.current.db
    .selectFrom(table as 'asset')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
const secret = async (owner: string, name: string) =>
  (await server.current.services.vault.get(owner, name))?.expose();
const counts = async () => {
  const { db } = server.current;
  const tables = [
    'user',
    'role',
    'asset',
    'credential',
    'session',
    'login_log',
    'imported_thing',
    'vault_secret',
  ] as const;
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    found[table] = count;
  }
  return found;
};

beforeAll(() => writeOldSqlite(file, content));
afterAll(() => rmSync(folder, { recursive: true }));

it('a wrong key, a cut-off file and a file of something else write nothing', async () => {
  const before = await counts();
  expect(await refusal(bring({ key: 'next-terminal' }))).toMatchObject({
    code: 'next_terminal.key_wrong',
    name: '正式環境',
  });
  const cut = join(folder, 'cut.db');
  writeFileSync(cut, readFileSync(file));
  truncateSync(cut, Math.floor(statSync(cut).size / 8192) * 4096);
  expect(await refusal(bring({ path: cut }))).toMatchObject({ code: 'next_terminal.unreadable' });
  const foreign = join(folder, 'foreign.db');
  writeOldSqlite(foreign, {});
  const { default: Database } = await import('better-sqlite3');
  const other = new Database(foreign);
  other.exec('drop table assets');
  other.close();
  expect(await refusal(bring({ path: foreign }))).toMatchObject({
    code: 'next_terminal.not_next_terminal',
    table: 'assets',
  });
  expect(await refusal(bring({ path: join(folder, 'nowhere') }))).toMatchObject({
    code: 'next_terminal.unreadable',
  });
  expect(await counts()).toEqual(before);
});

it('a dry run says what would come and writes nothing', async () => {
  const before = await counts();
  const bytes = readFileSync(file);
  const report = await bring({ isDryRun: true });
  expect(report.isDryRun).toBe(true);
  expect(part(report, 'users')).toMatchObject({ found: 4, brought: 3, left: 1 });
  expect(part(report, 'sessions')).toMatchObject({ found: 3, brought: 2, left: 1 });
  expect(report.roles).toContainEqual({ name: '資產檢視', menus: ['asset'], missing: ['no-such-menu'] });
  expect(await counts()).toEqual(before);
  expect(readFileSync(file)).toEqual(bytes);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(existsSync(join(server.current.dataDir, 'imports', 'copies'))).toBe(false);
});

it('brings everything, with ids, names, secrets and times as they were', async () => {
  first = await bring();
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
  expect(part(first, 'settings').leftOnes).toContainEqual({
    name: 'mail-password',
    reason: 'setting_of_its_own',
    about: '',
  });
  expect(JSON.stringify(first)).not.toMatch(/forever-|a mail password/);
  expect(await byId('asset', OLD.ssh)).toMatchObject({
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
  expect(await byId('asset', OLD.rdp)).toMatchObject({
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
  expect(await secret(`asset:${OLD.rdp}`, 'password')).toBe('rdp secret');
  expect(await secret(`credential:${OLD.password}`, 'password')).toBe('密碼 p@ss');
  expect(await secret(`credential:${OLD.key}`, 'privateKey')).toBe(testKeys().ed25519.trim() + '\n');
  expect(await byId('credential', OLD.key)).toMatchObject({ key_type: 'ssh-ed25519', owner_id: OLD.first });
  expect(await secret(`gateway:${OLD.gateway}`, 'password')).toBe('in clear text');
  expect(await byId('access_gateway', OLD.gateway)).toMatchObject({
    name: '跳板',
    ip: '127.0.0.9',
    port: 2222,
    username: 'jump',
  });
  expect(await byId('strategy', OLD.strategy)).toMatchObject({
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
  expect(part(first, 'grants').leftOnes).toMatchObject([{ reason: 'filter_unknown', about: 'a-filter' }]);
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
  expect(await byId('job', OLD.job)).toMatchObject({
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
  expect(await byId('session', OLD.terminal)).toMatchObject({
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
  expect(part(first, 'users').leftOnes).toMatchObject([{ name: 'admin', reason: 'first_administrator' }]);
  expect(part(first, 'users').changedOnes.map(({ name, reason }) => [name, reason])).toEqual([
    ['chen', 'password_unusable'],
    ['boss', 'administrator_not_made'],
    ['boss', 'built_in_not_given'],
  ]);
  expect(await byId('user', OLD.boss)).toMatchObject({ type: 'user', status: 'enabled' });
  expect(await byId('user', OLD.chen)).toMatchObject({ status: 'disabled', nickname: '陳經理' });
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
  const more: OldContent = structuredClone(content);
  const person = { ...content.users[1], id: '18181818-1818-4818-8818-181818181818', username: '新人' };
  more.users = [...content.users, person];
  const later = join(folder, 'later.db');
  writeOldSqlite(later, more);
  const report = await bring({ path: later });
  expect(
    report.sections.filter(({ brought }) => brought > 0).map(({ section, brought }) => [section, brought]),
  ).toEqual([['users', 1]]);
  expect(part(report, 'assets')).toMatchObject({ found: 2, known: 2 });
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

/** A folder of recordings: a terminal that was cut off, and a desktop. */
function writeRecordings(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, OLD.terminal), { recursive: true });
  mkdirSync(join(root, OLD.desktop));
  const header = { title: '', version: 2, height: 24, width: 80, env: {}, Timestamp: 1_683_328_089 };
  const events = [
    [0.5, 'o', '早安\r\n'],
    [3.25, 'o', '$ whoami\r\nroot\r\n'],
  ].map((one) => JSON.stringify(one));
  writeFileSync(
    join(root, OLD.terminal, 'recording.cast'),
    `${[JSON.stringify(header), ...events].join('\n')}\n[4.5, "o", "hal`,
  );
  writeFileSync(
    join(root, OLD.desktop, 'recording'),
    '4.size,1.0,3.640,3.480;4.sync,4.1000;4.name,12.4.sync,1.9;x;4.sync,4.3500;',
  );
  return root;
}

it('recordings are played as those that were made here, and say up to where they go', async () => {
  const report = await bring({ recordings: writeRecordings('recording') });
  expect(part(report, 'recordings')).toMatchObject({
    found: 2,
    brought: 2,
    changed: 1,
    changedOnes: [{ name: OLD.terminal, reason: 'recording_cut', about: '3' }],
  });
  const token = await server.current.login();
  const cast = await server.current.inject('GET', `/sessions/${OLD.terminal}/recording`, { token });
  expect(cast.body).toContain('早安');
  expect(cast.body).toContain('[3.250, "o", "$ whoami');
  const desktop = await server.current.inject('GET', `/sessions/${OLD.desktop}/recording`, { token });
  expect(desktop.body).toContain('4.size,1.0,3.640,3.480;');
  expect(desktop.body).toContain('4.name,12.4.sync,1.9;x;');
  expect(part(await bring({ recordings: join(folder, 'recording') }), 'recordings')).toMatchObject({
    found: 2,
    known: 2,
    brought: 0,
  });
});

it('a recording that leads elsewhere is not read', async () => {
  const root = join(folder, 'hostile');
  const ids = [
    '21212121-2121-4212-8212-212121212121',
    '23232323-2323-4232-8232-232323232323',
    '../recording',
  ];
  const more: OldContent = structuredClone(content);
  const [like] = content.sessions;
  more.sessions = ids.map((id) => ({ ...like, id, recording: '/etc/passwd' }));
  const path = join(folder, 'hostile.db');
  writeOldSqlite(path, more);
  mkdirSync(join(root, ids[0] ?? ''), { recursive: true });
  symlinkSync(
    join(folder, 'recording', OLD.terminal, 'recording.cast'),
    join(root, ids[0] ?? '', 'recording.cast'),
  );
  symlinkSync(join(folder, 'recording', OLD.terminal), join(root, ids[1] ?? ''));
  const report = await bring({ path, recordings: root });
  expect(part(report, 'recordings')).toMatchObject({ found: 3, brought: 0, left: 3 });
  expect(part(report, 'recordings').leftOnes.map(({ reason }) => reason)).toEqual(
    Array.from(ids, () => 'recording_outside'),
  );
});

it('a hostile database gains nothing and stalls nothing', async () => {
  const more: OldContent = structuredClone(content);
  const id = (digit: number) => `3${digit}000000-0000-4000-8000-000000000000`;
  const [, person = {}] = content.users;
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
  more.jobs = [{ ...content.jobs[0], id: id(7), mode: 'all', status: 'running' }];
  const path = join(folder, 'power.db');
  writeOldSqlite(path, more);
  const report = await bring({ path });
  const users = part(report, 'users');
  expect(users).toMatchObject({ found: 5, brought: 3, left: 2 });
  expect(users.leftOnes.map(({ reason }) => reason).toSorted()).toEqual(['too_large', 'username_taken']);
  expect(await byId('user', id(2))).toMatchObject({ password_hash: expect.stringMatching(/^\$argon2id\$/) });
  expect(await byId('user', id(3))).toMatchObject({ status: 'disabled', totp_enabled: 0 });
  expect(await byId('user', id(5))).toMatchObject({ type: 'user' });
  const { db } = server.current;
  expect(
    await db
      .selectFrom('user_role')
      .selectAll()
      .where('user_id', 'in', [id(3), id(5)])
      .execute(),
  ).toEqual([]);
  expect(await byId('job', id(7))).toMatchObject({ status: 'not-running' });
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
  const path = join(folder, 'crafted.db');
  rmSync(path, { force: true });
  writeOldSqlite(path, content);
  const { default: Database } = await import('better-sqlite3');
  const crafted = new Database(path);
  crafted.exec(sql);
  crafted.close();
  const before = await counts();
  expect(await refusal(bring({ path, isDryRun: true }))).toMatchObject({ code: 'next_terminal.unreadable' });
  expect(await counts()).toEqual(before);
});

it('a backup file has no passwords, and its secrets are in clear text', async () => {
  const path = join(folder, 'backup.json');
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
  const report = await bring({ path });
  expect(report.origin).toBe('backup');
  expect(part(report, 'users').changedOnes).toMatchObject([{ reason: 'password_unusable' }]);
  expect(await secret(`credential:${id}`, 'password')).toBe('明文');
  expect(await byId('asset', '43434343-4343-4434-8434-434343434343')).toMatchObject({
    credential_id: id,
    name: '備份資產',
  });
  writeFileSync(path, JSON.stringify(backup).slice(0, -20));
  expect(await refusal(bring({ path }))).toMatchObject({ code: 'next_terminal.unreadable' });
});
