import type { UserImportResult } from '@jadegate/contract/identity/user-import';
// On both engines: many rows in one transaction.
import type { ImportPreview } from '@jadegate/contract/import';
import type { MenuId } from '@jadegate/contract/menu';
import { beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const server = useTestServer();
let token = '';
const groupId = newId();

beforeAll(async () => {
  token = await server.current.login();
  await server.current.db
    .insertInto('user_group')
    .values({ id: groupId, name: '維運', created_at: 1 })
    .execute();
});

const preview = (file: string | Buffer, who = token) =>
  upload<ImportPreview>(server.current, '/users/import/preview', { token: who, file });
const run = (file: string | Buffer, who = token) =>
  upload<UserImportResult>(server.current, '/users/import', { token: who, file });
const find = (username: string) =>
  server.current.db.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirst();
const errorsOf = ({ data }: { data: ImportPreview }, index = 0) =>
  (data.rows[index]?.errors ?? []).map(({ field }) => field);

describe('importing people', () => {
  it('adds the good rows and leaves the others, with a one-time password where none is given', async () => {
    const file = [
      '帳號,顯示名稱,類型,角色,群組,電子郵件,密碼',
      'amy,艾咪,一般使用者,,維運,amy@example.tw,',
      'bob,,管理員,安全管理員,,,a long enough secret',
      'amy,重複,,,,,',
      'admin,不變,管理員,,,,',
      'bad name,,誰,,無此群組,not-mail,short',
    ].join('\r\n');
    const security = await server.current.db
      .selectFrom('role')
      .select('name')
      .where('id', '=', 'security-administrator')
      .executeTakeFirstOrThrow();
    const text = file.replace('安全管理員', security.name);
    const seen = await preview(text);
    expect(seen.data.counts).toEqual({ new: 2, exists: 1, duplicate: 1, invalid: 1 });
    expect(seen.data.rows.map(({ line, state }) => [line, state])).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'duplicate'],
      [5, 'exists'],
      [6, 'invalid'],
    ]);
    expect(errorsOf(seen, 4)).toEqual(['username', 'mail', 'type', 'groups', 'password']);
    expect(JSON.stringify(seen)).not.toContain('a long enough secret');
    expect(await find('amy')).toBeUndefined();

    const before = await find('admin');
    const { data } = await run(text);
    expect(data).toMatchObject({ created: 2, skipped: 3 });
    expect(data.oneTime.map(({ username }) => username)).toEqual(['amy']);
    expect(await find('admin')).toEqual(before);
    const amy = await find('amy');
    expect(amy).toMatchObject({ nickname: '艾咪', type: 'user', must_change_password: 1 });
    expect(await find('bob')).toMatchObject({ nickname: 'bob', type: 'admin', must_change_password: 1 });
    const members = await server.current.db.selectFrom('user_group_member').selectAll().execute();
    expect(members).toEqual([{ user_group_id: groupId, user_id: amy?.id }]);
    expect(await server.current.login('amy', data.oneTime[0]?.secret)).toBeTruthy();
    expect(await server.current.login('bob', 'a long enough secret')).toBeTruthy();
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'object_name', 'detail'])
      .where('action', 'in', ['user.created', 'user.imported'])
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action, object_name }) => [action, object_name])).toEqual([
      ['user.created', 'amy'],
      ['user.created', 'bob'],
      ['user.imported', ''],
    ]);
    expect(JSON.stringify(entries)).not.toContain(data.oneTime[0]?.secret);
  });

  it('writes nothing when no row is good', async () => {
    const { data } = await run('username\nadmin\n');
    expect(data).toEqual({ created: 0, skipped: 1, oneTime: [] });
  });

  it('never gives a role or a group beyond one’s own rights', async () => {
    const menus: MenuId[] = ['user', 'user-add'];
    const helper = await server.current.loginAs({ type: 'admin', menus });
    const own = helper.id;
    const system = await server.current.db
      .selectFrom('role')
      .select('name')
      .where('id', '=', 'system-administrator')
      .executeTakeFirstOrThrow();
    const file = [
      'username,type,roles,groups',
      `up,admin,${system.name},`,
      `same,admin,${own},`,
      'grouped,user,,維運',
      `plain,user,${own},`,
      'ghost,admin,nothing,',
    ].join('\n');
    const seen = await preview(file, helper.token);
    expect(seen.data.rows.map(({ state }) => state)).toEqual([
      'invalid',
      'new',
      'invalid',
      'invalid',
      'invalid',
    ]);
    expect(errorsOf(seen, 0)).toEqual(['roles']);
    expect(errorsOf(seen, 2)).toEqual(['groups']);
    const { data } = await run(file, helper.token);
    expect(data.created).toBe(1);
    expect(await find('up')).toBeUndefined();
    const same = await find('same');
    const given = await server.current.db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', same?.id ?? '')
      .execute();
    expect(given).toEqual([{ role_id: own }]);
  });

  it('holds given passwords to the password rules', async () => {
    const seen = await preview('username,password\ncarol-of-the-sea,carol-of-the-sea\ndave,password1234\n');
    expect([errorsOf(seen, 0), errorsOf(seen, 1)]).toEqual([['password'], ['password']]);
  });

  it('is refused without the right, as Big5, and when the file is too large', async () => {
    const other = await server.current.loginAs({ type: 'admin', menus: ['user'] });
    expect((await preview('username\na\n', other.token)).code).toBe(403);
    expect((await run('username\na\n', other.token)).code).toBe(403);
    const big5 = Buffer.concat([Buffer.from('username,nickname\na,'), Buffer.from('a4a4a4e5', 'hex')]);
    expect((await preview(big5)).error).toBe('csv.not_utf8');
    const large = await preview(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'));
    expect([large.error, large.code]).toEqual(['upload.too_large', 413]);
  });
});
