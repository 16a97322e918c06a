import type { Page } from '@jadegate/contract/paging';
import type { UserGroup, UserGroupRow } from '@jadegate/contract/user-group';
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
});
