import type { BackupPreview, BackupResult } from '@jadegate/contract/backup';
import { MENU_IDS } from '@jadegate/contract/menu';
import { SUPER_ADMIN_ID } from '@jadegate/contract/role';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { seedEverything } from '../../testing/seed-everything.ts';
import { ADMIN_PASSWORD, TestServer, USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';
import { openBackup, sealBackup } from './backup.format.ts';
import { NOT_CONFIGURATION, SECTIONS } from './backup.sections.ts';

const PASSPHRASE = 'seven quiet herons 七';
const CANARY = 'canary-51c2-備份';

interface FileThing {
  row: Record<string, string | number | null>;
  parts: Record<string, object[]>;
  secrets: Record<string, string>;
}
interface FileContent {
  sections: Record<string, FileThing[]>;
  secrets: Record<string, Record<string, string>>;
}

async function exportFrom(from: TestServer, token: string): Promise<Buffer> {
  const response = await from.inject('POST', '/backup/export', {
    token,
    body: { passphrase: PASSPHRASE, password: ADMIN_PASSWORD },
  });
  expect(response.headers['content-type']).toBe('application/octet-stream');
  return response.rawPayload;
}

async function contentOf(file: Buffer): Promise<FileContent> {
  return (await openBackup(file, new Secret(PASSPHRASE))).content as FileContent;
}

function seal(content: FileContent): Promise<Buffer> {
  const about = { created: new Date().toISOString(), product: 'test' };
  return sealBackup(content, new Secret(PASSPHRASE), about);
}

function restore(to: TestServer, token: string, file: Buffer, fields: Record<string, string> = {}) {
  return upload<BackupResult>(to, '/backup/import', {
    token,
    file,
    fields: { passphrase: PASSPHRASE, password: ADMIN_PASSWORD, existing: 'keep', ...fields },
  });
}

const thingOf = (content: FileContent, section: string, id: string): FileThing => {
  const thing = content.sections[section]?.find(({ row }) => row.id === id);
  if (!thing) {
    throw new Error(`no ${id} in ${section}`);
  }
  return thing;
};

const server = useTestServer();
let token = '';
let seeded: Awaited<ReturnType<typeof seedEverything>>;
let file: Buffer;
let whole: FileContent;

beforeAll(async () => {
  token = await server.current.login();
  seeded = await seedEverything(server.current, CANARY);
  file = await exportFrom(server.current, token);
  whole = await contentOf(file);
});

describe('the registry of sections', () => {
  it('knows every table of the database, or says why it is left out', async () => {
    const tables = await server.current.db.introspection.getTables();
    const names = tables.map(({ name }) => name).filter((name) => !/_text(_\w+)?$|^kysely_/.test(name));
    expect(names).toContain('credential');
    const carried = SECTIONS.flatMap(({ table, parts }) => [table, ...parts.map((part) => part.table)]);
    const known: string[] = [...carried, ...Object.keys(NOT_CONFIGURATION)];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('a backup', () => {
  it('shows nothing but how to open it', async () => {
    const [line = ''] = file.toString('latin1').split('\n', 1);
    expect(JSON.parse(line)).toMatchObject({ format: 'jadegate-backup', version: 1, kdf: { N: 65_536 } });
    for (const text of [
      CANARY,
      Buffer.from(CANARY).toString('latin1'),
      seeded.username,
      'web-01',
      '$argon2id',
    ]) {
      expect(file.includes(text)).toBe(false);
    }
    const text = JSON.stringify(whole);
    expect(text).toContain(CANARY);
    expect(text).toContain(seeded.username);
  });

  it('carries something of every section, and no built-in role', async () => {
    const { sections } = whole;
    const empty = SECTIONS.filter(({ name }) => (sections[name] ?? []).length === 0);
    expect(empty.map(({ name }) => name)).toEqual([]);
    expect(sections.roles?.every(({ row }) => row.type === 'new')).toBe(true);
  });

  it('is recorded, and has no address to fetch it by', async () => {
    const entry = await server.current.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'backup.exported')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.detail)).toMatchObject({ users: 2, assets: 1 });
    const query = { 'X-Auth-Token': token };
    expect((await server.current.call('GET', '/backup/export', { query })).code).toBe(405);
    const body = { passphrase: PASSPHRASE, password: ADMIN_PASSWORD };
    expect((await server.current.call('POST', '/backup/export', { query, body })).code).toBe(401);
  });

  it('is refused to who lacks one right, and without proof of identity', async () => {
    const menus = MENU_IDS.filter((id) => id !== 'command-del');
    const almost = await server.current.loginAs({ type: 'admin', menus });
    const body = { passphrase: PASSPHRASE, password: USER_PASSWORD };
    const ask = (who: string, given: object) =>
      server.current.call('POST', '/backup/export', { token: who, body: given });
    expect((await ask(almost.token, body)).error).toBe('backup.needs_every_right');
    const preview = { token: almost.token, file, fields: { passphrase: PASSPHRASE } };
    expect((await upload(server.current, '/backup/preview', preview)).error).toBe('backup.needs_every_right');
    expect((await restore(server.current, almost.token, file)).error).toBe('backup.needs_every_right');

    expect((await ask(token, { ...body, password: 'wrong' })).error).toBe('auth.reauthentication_failed');
    expect((await ask(token, { passphrase: 'short', password: ADMIN_PASSWORD })).fields?.[0]?.path).toBe(
      'passphrase',
    );
    const refused = await restore(server.current, token, file, { password: 'wrong' });
    expect(refused.error).toBe('auth.reauthentication_failed');
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select('result')
      .where('action', '=', 'backup.refused')
      .execute();
    expect(entries).toEqual([{ result: 'failure' }, { result: 'failure' }]);
    await server.current.db.deleteFrom('user').where('id', '=', almost.id).execute();
    await server.current.db.deleteFrom('role').where('id', '=', almost.id).execute();
  });
});

describe('a file that cannot be used', () => {
  const preview = (given: Buffer, passphrase = PASSPHRASE) =>
    upload(server.current, '/backup/preview', { token, file: given, fields: { passphrase } });

  it('is told apart by what is wrong with it', async () => {
    expect((await preview(file, 'another passphrase')).error).toBe('backup.passphrase_wrong');
    const damaged = Buffer.from(file);
    damaged.writeUInt8(damaged.readUInt8(file.length - 100) ^ 1, file.length - 100);
    expect((await preview(damaged)).error).toBe('backup.damaged');
    expect((await preview(file.subarray(0, -1))).error).toBe('backup.damaged');
    expect((await preview(Buffer.from('{"users":[]}\n'))).error).toBe('backup.not_a_backup');
    expect((await preview(Buffer.from('no line at all'))).error).toBe('backup.not_a_backup');
    const newer = Buffer.from(file.toString('latin1').replace('"version":1', '"version":2'), 'latin1');
    expect((await preview(newer)).error).toBe('backup.newer');
    const costly = Buffer.from(file.toString('latin1').replace('65536', '1048576'), 'latin1');
    expect((await preview(costly)).error).toBe('backup.not_a_backup');
    const renamed = Buffer.from(file.toString('latin1').replace('"product":"', '"product":"x'), 'latin1');
    expect((await preview(renamed)).error).toBe('backup.damaged');
  });

  it('is refused as a form without a file, or as something else', async () => {
    const fields = { passphrase: PASSPHRASE };
    expect((await upload(server.current, '/backup/preview', { token, fields })).error).toBe(
      'upload.expected',
    );
    const call = await server.current.call('POST', '/backup/preview', { token, body: fields });
    expect(call.error).toBe('upload.expected');
  });

  const broken: [string, (content: FileContent) => void][] = [
    ['an unknown section', (content) => void (content.sections.ghosts = [])],
    ['an unknown column', (content) => void (thingOf(content, 'users', seeded.person).row.is_root = 1)],
    ['a wrong type', (content) => void (thingOf(content, 'users', seeded.person).row.created_at = 'soon')],
    ['an unknown choice', (content) => void (thingOf(content, 'users', seeded.person).row.type = 'root')],
    [
      'a password that is no hash',
      (content) => void (thingOf(content, 'users', seeded.person).row.password_hash = 'x'),
    ],
    [
      'a key that is not the name’s',
      (content) => void (thingOf(content, 'users', seeded.person).row.username_key = 'admin'),
    ],
    ['a missing second factor', (content) => void (thingOf(content, 'users', seeded.person).secrets = {})],
    [
      'a role that is not there',
      (content) => void (thingOf(content, 'users', seeded.person).parts.user_role = [{ role_id: 'nobody' }]),
    ],
    [
      'an asset with a credential that is not there',
      (content) => void (thingOf(content, 'assets', seeded.asset).row.credential_id = 'gone'),
    ],
    [
      'gateways in a circle',
      (content) => void (thingOf(content, 'gateways', seeded.outer).row.parent_id = seeded.inner),
    ],
    [
      'a wrong address set',
      (content) => void (thingOf(content, 'access-rules', seeded.rule).row.ip = '10.0.0.9-10.0.0.1'),
    ],
    [
      'an unknown menu',
      (content) =>
        void (thingOf(content, 'roles', seeded.person).parts.role_menu = [
          { menu_id: 'everything', checked: 1 },
        ]),
    ],
    [
      'a built-in role',
      (content) => void (thingOf(content, 'roles', seeded.person).row.id = 'system-administrator'),
    ],
    [
      'a secret where none belongs',
      (content) => void (thingOf(content, 'strategies', seeded.strategy).secrets = { a: 'b' }),
    ],
    [
      'a NUL character',
      (content) => void (thingOf(content, 'assets', seeded.asset).row.description = 'a\0b'),
    ],
    [
      'a repeated name',
      (content) =>
        void content.sections.credentials?.push({
          ...thingOf(content, 'credentials', seeded.credential),
          row: { ...thingOf(content, 'credentials', seeded.credential).row, id: 'other' },
        }),
    ],
    [
      'a picture that is something else',
      (content) => {
        for (const { row } of content.sections['brand-images'] ?? []) {
          row.content = Buffer.from('<svg/>').toString('base64');
        }
      },
    ],
    [
      'a setting out of its bounds',
      (content) =>
        void content.sections.settings?.push({
          row: { key: 'font-size', value: '9000', updated_at: 1 },
          parts: {},
          secrets: {},
        }),
    ],
  ];

  it.each(broken)('%s refuses the whole file', async (_name, breakIt) => {
    const content = structuredClone(whole);
    breakIt(content);
    // Things that would otherwise be written first.
    content.sections.roles?.push({
      row: { id: 'extra', name: 'extra', type: 'new', created_at: 1 },
      parts: { role_menu: [] },
      secrets: {},
    });
    const given = await seal(content);
    expect((await restore(server.current, token, given, { existing: 'replace' })).error).toBe(
      'backup.invalid',
    );
    const extra = await server.current.db.selectFrom('role').select('id').where('id', '=', 'extra').execute();
    expect(extra).toEqual([]);
  });
});

describe('restoring into a new installation', () => {
  let fresh: TestServer;
  let freshToken = '';
  beforeAll(async () => {
    fresh = await TestServer.start();
    freshToken = await fresh.login();
  });
  afterAll(() => fresh.stop());

  it('previews what is new without writing it', async () => {
    const fields = { passphrase: PASSPHRASE };
    const { data } = await upload<BackupPreview>(fresh, '/backup/preview', {
      token: freshToken,
      file,
      fields,
    });
    const section = (name: string) => data.sections.find((one) => one.section === name);
    expect(section('users')).toMatchObject({ new: { count: 1, names: [seeded.username] } });
    expect(section('grants')?.new.names).toContain('維運 → web-01');
    expect(section('settings')?.new).toEqual({ count: 2, names: ['mail-host', 'mail-password'] });
    expect(data.differsFirstAdministrator).toBe(true);
    expect(await fresh.db.selectFrom('asset').selectAll().execute()).toEqual([]);
  });

  it('gives the same content, and works', async () => {
    const { data } = await restore(fresh, freshToken, file, {
      existing: 'replace',
      firstAdministrator: 'replace',
    });
    expect(data.sections.find(({ section }) => section === 'assets')).toEqual({
      section: 'assets',
      created: 1,
      replaced: 0,
      kept: 0,
    });
    const again = await contentOf(await exportFrom(fresh, freshToken));
    expect(again).toEqual(whole);
    const rules = await fresh.call<{ total: number }>('GET', '/securities/paging', { token: freshToken });
    expect(rules.data.total).toBe(1);
    const reveal = await fresh.call<{ password: string }>(
      'POST',
      `/credentials/${seeded.credential}/reveal`,
      {
        token: freshToken,
        body: { password: ADMIN_PASSWORD },
      },
    );
    expect(reveal.data.password).toBe(`${CANARY} credential:${seeded.credential}`);
    expect(await fresh.services.audit.verify()).not.toHaveProperty('brokenAt');
  });

  it('leaves no secret in clear in the database or the log', async () => {
    const tables = await fresh.db.introspection.getTables();
    const rows = [];
    for (const { name } of tables) {
      rows.push((await sql`select * from ${sql.table(name)}`.execute(fresh.db)).rows);
    }
    const stored = JSON.stringify(rows);
    const log = fresh.logLines.join('\n');
    for (const secret of [CANARY, 'JBSWY3DPEHPK3PXP', PASSPHRASE, Buffer.from(CANARY).toString('base64')]) {
      expect(stored).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
    expect(stored).toContain('web-01');
    expect(log).toContain('/backup/import');
  });

  it('changes nothing when done again', async () => {
    const { data } = await restore(fresh, freshToken, file, {
      existing: 'replace',
      firstAdministrator: 'replace',
    });
    expect(data.sections.every(({ created, replaced }) => created === 0 && replaced === 0)).toBe(true);
  });
});

describe('what is here already', () => {
  let other: TestServer;
  let otherToken = '';
  beforeAll(async () => {
    other = await TestServer.start();
    otherToken = await other.login();
    await other.db
      .insertInto('credential')
      .values({
        id: 'ours',
        name: 'root 密碼',
        type: 'custom',
        username: 'ours',
        owner_id: SUPER_ADMIN_ID,
        key_type: '',
        fingerprint: '',
        public_key: '',
        created_at: 1,
        updated_at: 1,
      })
      .execute();
  });
  afterAll(() => other.stop());

  it('is kept when asked, and references follow to it', async () => {
    const before = await other.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', SUPER_ADMIN_ID)
      .executeTakeFirstOrThrow();
    const { data, message } = await restore(other, otherToken, file);
    expect(message).toBe('success');
    expect(data.sections.find(({ section }) => section === 'credentials')).toMatchObject({
      created: 0,
      kept: 1,
    });
    const asset = await other.db.selectFrom('asset').selectAll().executeTakeFirstOrThrow();
    expect(asset).toMatchObject({ id: seeded.asset, credential_id: 'ours', owner_id: seeded.person });
    const kept = await other.db.selectFrom('credential').selectAll().execute();
    expect(kept).toMatchObject([{ id: 'ours', username: 'ours' }]);
    expect(await other.services.vault.listNames('credential:ours')).toEqual([]);
    const after = await other.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', SUPER_ADMIN_ID)
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  it('is replaced when asked, in place and under its own id, with its secrets', async () => {
    const fields = { passphrase: PASSPHRASE };
    const { data: seen } = await upload<BackupPreview>(other, '/backup/preview', {
      token: otherToken,
      file,
      fields,
    });
    expect(seen.sections.find(({ section }) => section === 'credentials')?.conflict).toEqual({
      count: 1,
      names: ['root 密碼'],
    });
    await restore(other, otherToken, file, { existing: 'replace' });
    const rows = await other.db.selectFrom('credential').selectAll().execute();
    expect(rows).toMatchObject([{ id: 'ours', username: 'root' }]);
    const secret = await other.services.vault.get('credential:ours', 'password');
    expect(secret?.expose()).toContain(CANARY);
  });

  it('ends the logins of people it changed, and not one’s own', async () => {
    const people = await other.loginAs({ type: 'user' });
    const idle = await other.loginAs({ type: 'user' });
    const content = await contentOf(await exportFrom(other, otherToken));
    thingOf(content, 'users', people.id).row.nickname = 'changed';
    thingOf(content, 'users', SUPER_ADMIN_ID).row.nickname = 'changed too';
    const given = await seal(content);
    expect((await restore(other, otherToken, given, { existing: 'replace' })).code).toBe(1);
    const code = async (who: string) => (await other.call('GET', '/account/info', { token: who })).code;
    expect([await code(people.token), await code(idle.token), await code(otherToken)]).toEqual([401, 1, 1]);
  });

  it('keeps the first administrator able to sign in, whatever the file says', async () => {
    const content = await contentOf(await exportFrom(other, otherToken));
    const first = thingOf(content, 'users', SUPER_ADMIN_ID);
    Object.assign(first.row, {
      type: 'user',
      status: 'disabled',
      password_hash: '$argon2id$v=19$gone',
      nickname: 'n2',
    });
    const given = await seal(content);
    expect((await restore(other, otherToken, given, { existing: 'replace' })).code).toBe(1);
    const after = await other.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', SUPER_ADMIN_ID)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ type: 'admin', status: 'enabled', nickname: 'n2' });
    expect(await other.login()).toBeTruthy();
    await restore(other, otherToken, given, { existing: 'replace', firstAdministrator: 'replace' });
    const replaced = await other.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', SUPER_ADMIN_ID)
      .executeTakeFirstOrThrow();
    expect(replaced).toMatchObject({
      type: 'admin',
      status: 'enabled',
      password_hash: '$argon2id$v=19$gone',
    });
    await other.db
      .updateTable('user')
      .set({ password_hash: after.password_hash })
      .where('id', '=', SUPER_ADMIN_ID)
      .execute();
  });

  it('does not let somebody become the first administrator, or a built-in role, by name', async () => {
    const content = await contentOf(await exportFrom(other, otherToken));
    const person = thingOf(content, 'users', seeded.person);
    Object.assign(thingOf(content, 'users', SUPER_ADMIN_ID).row, { username: 'root', username_key: 'root' });
    Object.assign(person.row, { username: 'Admin', username_key: 'admin' });
    const taken = await restore(other, otherToken, await seal(content), { existing: 'replace' });
    expect(taken.error).toBe('backup.name_protected');
    const roles = structuredClone(whole);
    const builtIn = await other.db
      .selectFrom('role')
      .select('name')
      .where('id', '=', 'system-administrator')
      .executeTakeFirstOrThrow();
    thingOf(roles, 'roles', seeded.person).row.name = builtIn.name;
    expect((await restore(other, otherToken, await seal(roles))).error).toBe('backup.name_protected');
  });

  it('refuses access rules that would shut the caller out until they say so', async () => {
    const content = await contentOf(await exportFrom(other, otherToken));
    content.sections['access-rules'] = [
      {
        row: { id: 'wall', ip: '127.0.0.0/8', rule: 'reject', source: 'administrator', priority: 1 },
        parts: {},
        secrets: {},
      },
    ];
    const given = await seal(content);
    expect((await restore(other, otherToken, given)).error).toBe('access_security.locks_out');
    expect((await restore(other, otherToken, given, { confirmLockout: 'true' })).code).toBe(1);
    expect((await other.call('GET', '/account/info', { token: otherToken })).error).toBe(
      'access_security.refused',
    );
  });
});

describe.skipIf(process.env.JADEGATE_TEST_ENGINE !== 'postgres')('between the engines', () => {
  it('a file goes from PostgreSQL to SQLite and back, and stays the same', async () => {
    const sqlite = await TestServer.start({ engine: 'sqlite' });
    const postgres = await TestServer.start();
    const everything = { existing: 'replace', firstAdministrator: 'replace' };
    try {
      expect(sqlite.services.database.engine.name).toBe('sqlite');
      expect(postgres.services.database.engine.name).toBe('postgres');
      const sqliteToken = await sqlite.login();
      expect((await restore(sqlite, sqliteToken, file, everything)).code).toBe(1);
      const there = await exportFrom(sqlite, sqliteToken);
      const postgresToken = await postgres.login();
      expect((await restore(postgres, postgresToken, there, everything)).code).toBe(1);
      const back = await exportFrom(postgres, postgresToken);
      expect(await contentOf(there)).toEqual(whole);
      expect(await contentOf(back)).toEqual(whole);
    } finally {
      await sqlite.stop();
      await postgres.stop();
    }
  }, 60_000);
});
