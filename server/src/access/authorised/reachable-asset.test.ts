// On both engines: a condition over several tables, and sorting.
import type { ReachableAsset } from '@jadegate/contract/access/authorised';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { AssetKit } from '../../testing/assets.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeEach(() => kit.login());

interface Answer {
  total: number;
  items: ReachableAsset[];
  rolesForAll: string[];
}

const list = (userId: string, token = kit.token, more = '') =>
  server.current.call<Answer>('GET', `/authorised/reachable-assets/paging?userId=${userId}${more}`, {
    token,
  });

async function aGroupOf(userId: string, name: string): Promise<string> {
  const id = newId();
  await server.current.db.insertInto('user_group').values({ id, name, created_at: 0 }).execute();
  await server.current.db
    .insertInto('user_group_member')
    .values({ user_group_id: id, user_id: userId })
    .execute();
  return id;
}

async function grant(body: object, to: 'users' | 'user-groups'): Promise<void> {
  const { message } = await server.current.call('POST', `/authorised/${to}`, { token: kit.token, body });
  expect(message).toBe('success');
}

describe('what somebody can use', () => {
  it('is listed with every way it came to them', async () => {
    const { id: userId } = await server.current.seedUser();
    const groupId = await aGroupOf(userId, '資料庫組');
    const [first, second, third] = [
      await kit.created({ name: 'reach a' }),
      await kit.created({ name: 'reach b' }),
      await kit.created({ name: 'reach c' }),
    ];
    await kit.created({ name: 'reach of nobody' });
    await grant({ assetId: first.id, userIds: [userId] }, 'users');
    await server.current.db
      .updateTable('authorised')
      .set({ ends_at: 1 })
      .where('user_id', '=', userId)
      .execute();
    await grant({ assetId: first.id, userGroupIds: [groupId] }, 'user-groups');
    await grant({ assetId: second.id, userGroupIds: [groupId] }, 'user-groups');
    await server.current.db
      .updateTable('asset')
      .set({ owner_id: userId })
      .where('id', '=', third.id)
      .execute();

    const { data } = await list(userId);
    expect(data).toMatchObject({ total: 3, rolesForAll: [] });
    const ways = data.items.map(({ name, ways: found }) => [
      name,
      ...found.map(({ kind, groupName, state }) => `${kind} ${groupName} ${state}`).toSorted(),
    ]);
    expect(ways).toEqual([
      ['reach a', 'direct  expired', 'group 資料庫組 active'],
      ['reach b', 'group 資料庫組 active'],
      ['reach c', 'owner  active'],
    ]);
    expect((await list(userId, kit.token, '&name=reach%20b')).data).toMatchObject({ total: 1 });
  });

  it('says by which role an administrator can use everything', async () => {
    const { id } = await server.current.seedUser({ type: 'admin', menus: ['asset-access'] });
    expect((await list(id)).data.rolesForAll).toEqual([id]);
    const user = await server.current.seedUser({ type: 'user', menus: ['asset-access'] });
    expect((await list(user.id)).data.rolesForAll).toEqual([]);
  });

  it('is for those who may see the grants of people, and says when there is no such person', async () => {
    const { id, token } = await server.current.loginAs({ type: 'admin', menus: ['user', 'user-detail'] });
    expect(await list(id, token)).toMatchObject({ code: 403 });
    const allowed = await server.current.loginAs({ type: 'admin', menus: ['user-authorised-asset'] });
    expect(await list(id, allowed.token)).toMatchObject({ code: 1 });
    expect(await list('nobody')).toMatchObject({ error: 'user.not_found' });
  });
});
