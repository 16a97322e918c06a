import type { AccountInfo } from '@jadegate/contract/identity/account';
import { BUILT_IN_ROLES } from '@jadegate/contract/identity/role';
import type { Role, RoleRow } from '@jadegate/contract/identity/role-endpoints';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = token) =>
  server.current.call<Data>(method, url, { token: as, ...(body && { body }) });
const tick = (...ids: string[]) => ids.map((menuId) => ({ menuId, checked: true }));
const aName = () => `role ${newId()}`;

async function created(menus = tick('credential')): Promise<Role> {
  const { data, message } = await call<Role>('POST', '/roles', { name: aName(), menus });
  expect(message).toBe('success');
  return data;
}

describe('roles', () => {
  it('are made, read, changed and deleted', async () => {
    const role = await created([...tick('credential'), { menuId: 'resource', checked: false }]);
    expect(role).toMatchObject({ type: 'new', deletable: true, modifiable: true });
    expect(role.menus).toEqual(
      expect.arrayContaining([expect.objectContaining({ menuId: 'resource', checked: false })]),
    );
    await call('PUT', `/roles/${role.id}`, { ...role, name: `${role.name} two`, menus: tick('user') });
    expect((await call<Role>('GET', `/roles/${role.id}`)).data).toMatchObject({
      name: `${role.name} two`,
      menus: [{ menuId: 'user', checked: true }],
    });
    expect(await call('DELETE', `/roles/${role.id}`)).toMatchObject({ code: 1 });
    expect(await call('GET', `/roles/${role.id}`)).toMatchObject({ code: 404, error: 'role.not_found' });
  });

  it('keep an id once when it comes both ticked and as an ancestor', async () => {
    const role = await created([{ menuId: 'credential', checked: false }, ...tick('credential')]);
    expect(role.menus.map(({ menuId, checked }) => ({ menuId, checked }))).toEqual([
      { menuId: 'credential', checked: true },
    ]);
  });

  it.each([
    ['no menu', { menus: [] }, { code: 400, fields: [{ path: 'menus' }] }],
    ['an unknown menu', { menus: tick('everything') }, { code: 400 }],
    ['no name', { name: ' ' }, { code: 400, fields: [{ path: 'name' }] }],
    [
      'a taken name',
      { name: '系統管理員' },
      { code: -1, error: 'role.name_taken', fields: [{ path: 'name' }] },
    ],
  ])('refuse %s', async (_what, given, refusal) => {
    expect(
      await call('POST', '/roles', { name: aName(), menus: tick('credential'), ...given }),
    ).toMatchObject(refusal);
  });

  it('that are built in stay as they are', async () => {
    for (const { id, menus } of BUILT_IN_ROLES) {
      expect(await call('PUT', `/roles/${id}`, { name: 'x', menus: tick('credential') })).toMatchObject({
        error: 'role.built_in',
      });
      expect(await call('DELETE', `/roles/${id}`)).toMatchObject({ error: 'role.built_in' });
      expect((await call<Role>('GET', `/roles/${id}`)).data.menus).toHaveLength(menus.length);
    }
  });

  it('change what people may do at once', async () => {
    const role = await created(tick('credential'));
    const person = await server.current.loginAs({ type: 'admin' });
    await server.current.db
      .insertInto('user_role')
      .values({ user_id: person.id, role_id: role.id })
      .execute();
    const list = () => call('GET', '/credentials/paging', undefined, person.token);
    expect((await list()).code).toBe(1);
    await call('PUT', `/roles/${role.id}`, { name: role.name, menus: tick('user') });
    expect((await list()).code).toBe(403);
    expect((await call<AccountInfo>('GET', '/account/info', undefined, person.token)).data.menus).toEqual([
      'user',
    ]);
    await call('DELETE', `/roles/${role.id}`);
    expect((await call<AccountInfo>('GET', '/account/info', undefined, person.token)).data.menus).toEqual([]);
  });

  it('cannot be given, widened, narrowed or deleted beyond one’s own rights', async () => {
    const { token: as } = await server.current.loginAs({
      type: 'admin',
      menus: ['role', 'role-add', 'role-edit', 'role-del', 'credential'],
    });
    const wide = await created(tick('credential', 'user-del'));
    const refusal = { code: -1, error: 'user.grant_exceeds' };
    expect(await call('POST', '/roles', { name: aName(), menus: tick('user-del') }, as)).toMatchObject(
      refusal,
    );
    expect(
      await call('PUT', `/roles/${wide.id}`, { name: wide.name, menus: tick('credential') }, as),
    ).toMatchObject(refusal);
    expect(await call('DELETE', `/roles/${wide.id}`, undefined, as)).toMatchObject(refusal);
    expect(await call('POST', '/roles', { name: aName(), menus: tick('credential') }, as)).toMatchObject({
      code: 1,
    });
  });

  it('are listed with how many people have them', async () => {
    const { data } = await call<Page<RoleRow>>('GET', '/roles/paging?type=default&field=name&order=ascend');
    expect(data.total).toBe(BUILT_IN_ROLES.length);
    expect(data.items.find((row) => row.id === 'system-administrator')).toMatchObject({
      userCount: 1,
      modifiable: false,
      menus: null,
    });
  });
});
