import type { UserGroup, UserGroupRow } from '@jadegate/contract/identity/user-group';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });

describe('user groups', () => {
  it('are made, changed and deleted, and their members stay people', async () => {
    const [first, second] = [await server.current.seedUser(), await server.current.seedUser()];
    const name = `group ${newId()}`;
    const { data: group } = await call<UserGroup>('POST', '/user-groups', {
      name,
      members: [first.id, first.id],
    });
    expect(group.members.map((member) => member.id)).toEqual([first.id]);
    await call('PUT', `/user-groups/${group.id}`, {
      id: group.id,
      name: `${name} two`,
      members: [second.id],
    });
    const { data: changed } = await call<UserGroup>('GET', `/user-groups/${group.id}`);
    expect(changed).toMatchObject({ name: `${name} two`, members: [{ id: second.id }] });
    expect((await call<object[]>('GET', `/users/${second.id}/user-groups`)).data).toMatchObject([
      { id: group.id },
    ]);
    expect(
      (await call<Page<UserGroupRow>>('GET', `/user-groups/paging?name=${encodeURIComponent(name)}`)).data
        .items,
    ).toMatchObject([{ memberCount: 1 }]);
    await call('DELETE', `/users/${second.id}`);
    expect((await call<UserGroup>('GET', `/user-groups/${group.id}`)).data.members).toEqual([]);
    expect(await call('DELETE', `/user-groups/${group.id}`)).toMatchObject({ code: 1 });
    expect(await call('GET', `/user-groups/${group.id}`)).toMatchObject({
      code: 404,
      error: 'user_group.not_found',
    });
    expect((await call('GET', `/users/${first.id}`)).code).toBe(1);
  });

  it('refuse a taken name and unknown members, and then change nothing', async () => {
    const name = `group ${newId()}`;
    await call('POST', '/user-groups', { name });
    expect(await call('POST', '/user-groups', { name })).toMatchObject({
      error: 'user_group.name_taken',
      fields: [{ path: 'name' }],
    });
    const odd = `${name} odd`;
    expect(await call('POST', '/user-groups', { name: odd, members: ['nobody'] })).toMatchObject({
      error: 'user.not_found',
      fields: [{ path: 'members' }],
    });
    expect(
      (await call<Page<UserGroupRow>>('GET', `/user-groups/paging?name=${encodeURIComponent(odd)}`)).data
        .total,
    ).toBe(0);
  });

  it('are joined and left from the page of a person, with the rights of the groups', async () => {
    const person = await server.current.seedUser();
    const make = async () =>
      (await call<UserGroup>('POST', '/user-groups', { name: `group ${newId()}` })).data.id;
    const [one, two] = [await make(), await make()];
    const set = (ids: string[], as = token) =>
      server.current.call('PUT', `/users/${person.id}/user-groups`, { token: as, body: { ids } });
    const groups = async () =>
      (await call<{ id: string }[]>('GET', `/users/${person.id}/user-groups`)).data.map(({ id }) => id);
    expect(await set([one])).toMatchObject({ code: 1 });
    expect(await set([two, two])).toMatchObject({ code: 1 });
    expect(await groups()).toEqual([two]);
    expect(await set([one, newId()])).toMatchObject({ error: 'user_group.not_found' });
    const editor = await server.current.loginAs({ type: 'admin', menus: ['user-edit', 'user-detail'] });
    expect(await set([one], editor.token)).toMatchObject({ code: 403 });
    expect(await groups()).toEqual([two]);
  });

  it('take somebody who is being made only from who may edit groups', async () => {
    const { id } = (await call<UserGroup>('POST', '/user-groups', { name: `group ${newId()}` })).data;
    const create = (as: string) =>
      server.current.call<{ id: string }>('POST', '/users', {
        token: as,
        body: {
          username: `p-${newId().slice(-10)}`,
          nickname: 'P',
          type: 'user',
          password: 'a long enough password',
          groups: [id],
        },
      });
    const adder = await server.current.loginAs({ type: 'admin', menus: ['user-add'] });
    expect(await create(adder.token)).toMatchObject({ error: 'auth.forbidden' });
    const { data } = await create(token);
    expect((await call<UserGroup>('GET', `/user-groups/${id}`)).data.members).toMatchObject([
      { id: data.id },
    ]);
  });
});
