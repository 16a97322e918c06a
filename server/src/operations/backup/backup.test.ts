import { MENU_IDS } from '@jadegate/contract/menu';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  aBackup,
  CANARY,
  PASSPHRASE,
  restore,
  seal,
  thingOf,
  type BackupSource,
  type FileContent,
} from '../../testing/backup-kit.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';
import { SECTIONS } from './backup.sections.ts';
import { NOT_CONFIGURATION } from './beside-sections.ts';

const server = useTestServer();
let { token, seeded, file, whole } = {} as BackupSource;
beforeAll(async () => {
  ({ token, seeded, file, whole } = await aBackup(server.current));
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

  it('carries something of every section and of every part of one, and no built-in role', async () => {
    const { sections } = whole;
    const empty = SECTIONS.flatMap(({ name, table, parts }) => {
      const things = sections[name] ?? [];
      const held = new Set(
        things.flatMap((thing) => Object.keys(thing.parts ?? {}).filter((one) => thing.parts?.[one]?.length)),
      );
      return [
        ...(things.length === 0 ? [table] : []),
        ...parts.filter((part) => !held.has(part.table)).map((part) => part.table),
      ];
    });
    expect(empty).toEqual([]);
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
    // Clients of the family follow a link there: what comes with 200 is kept as `export.json`, and looks like a backup.
    const link = await server.current.inject('GET', '/backup/export', { query });
    expect([link.statusCode, link.json()]).toMatchObject([405, { code: 405 }]);
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
