import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
// On both engines: a file goes from one engine to the other.
import type { BackupPreview } from '@jadegate/contract/operations/backup';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  aBackup,
  CANARY,
  contentOf,
  exportFrom,
  PASSPHRASE,
  restore,
  seal,
  thingOf,
  type BackupSource,
} from '../../testing/backup-kit.ts';
import { ADMIN_PASSWORD, createTestDatabase } from '../../testing/test-database.ts';
import { TestServer, useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const server = useTestServer();
let { seeded, file, whole } = {} as BackupSource;
beforeAll(async () => {
  ({ seeded, file, whole } = await aBackup(server.current));
});

describe('restoring into a new installation', () => {
  let fresh: TestServer;
  let freshToken = '';
  beforeAll(async () => {
    // With keys and an administrator of its own.
    fresh = await TestServer.start({ database: await createTestDatabase() });
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
    other = await TestServer.start({ database: await createTestDatabase() });
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
