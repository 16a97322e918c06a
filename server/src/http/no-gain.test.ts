import type { Asset } from '@jadegate/contract/access/asset';
import type { MenuId } from '@jadegate/contract/menu';
import { beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../kernel/id.ts';
import { SSH } from '../testing/assets.ts';
import { USER_PASSWORD, useTestServer } from '../testing/test-server.ts';

/**
 * The access matrix for acts that create, copy, move or hand out things: no right gives whoever holds it an asset, or
 * its secrets, that they may not use. Each act is done by somebody who holds its rights alone, and by somebody who may
 * use every asset besides.
 */
const server = useTestServer();
let admin = '';

interface Person {
  id: string;
  token: string;
}

/** What the act is about: an asset of somebody else, with a secret of its own, and a group that is granted it. */
interface Scene {
  asset: Asset;
  groupId: string;
  emptyGroupId: string;
  credentialId: string;
}

interface Act {
  menus: readonly [MenuId, ...MenuId[]];
  /** Refused to somebody without reach; otherwise done, and they have gained nothing by it. */
  isRefused: boolean;
  run: (scene: Scene, me: Person) => Promise<{ code: number }>;
}

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, token: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });

const ACTS: Record<string, Act> = {
  'copying an asset': {
    menus: ['asset-copy'],
    isRefused: false,
    run: ({ asset }, me) => call('POST', `/assets/${asset.id}/copy`, me.token, {}),
  },
  'becoming its owner': {
    menus: ['asset-change-owner'],
    isRefused: true,
    run: ({ asset }, me) => call('POST', `/assets/${asset.id}/change-owner?owner=${me.id}`, me.token),
  },
  'becoming the owner of many': {
    menus: ['asset-change-owner'],
    isRefused: true,
    run: ({ asset }, me) =>
      call('POST', '/assets/bulk', me.token, { ids: [asset.id], change: { owner: me.id } }),
  },
  'granting it to oneself': {
    menus: ['asset-authorised-user-add'],
    isRefused: true,
    run: ({ asset }, me) =>
      call('POST', '/authorised/users', me.token, { assetId: asset.id, userIds: [me.id] }),
  },
  'granting oneself assets': {
    menus: ['user-bind-asset'],
    isRefused: true,
    run: ({ asset }, me) =>
      call('POST', '/authorised/assets', me.token, { assetIds: [asset.id], userId: me.id }),
  },
  'granting it to a group one is in': {
    menus: ['asset-authorised-user-group-add'],
    isRefused: true,
    run: async ({ asset, emptyGroupId }, me) => {
      await join(emptyGroupId, me);
      const body = { assetId: asset.id, userGroupIds: [emptyGroupId] };
      return call('POST', '/authorised/user-groups', me.token, body);
    },
  },
  'joining a group that is granted it': {
    menus: ['user-group-edit'],
    isRefused: true,
    run: ({ groupId }, me) =>
      call('PUT', `/user-groups/${groupId}`, me.token, { name: `group ${newId()}`, members: [me.id] }),
  },
  'making a group with oneself in it': {
    menus: ['user-group-add'],
    isRefused: false,
    run: (_scene, me) =>
      call('POST', '/user-groups', me.token, { name: `group ${newId()}`, members: [me.id] }),
  },
  'pointing it at a host of one’s own': {
    menus: ['asset-edit'],
    isRefused: true,
    run: ({ asset }, me) =>
      call('PUT', `/assets/${asset.id}`, me.token, { ...SSH, name: asset.name, ip: '127.0.0.9' }),
  },
  'adding an asset with a credential of somebody else': {
    menus: ['asset-add'],
    isRefused: true,
    run: ({ credentialId }, me) => {
      const body = {
        ...SSH,
        name: `asset ${newId()}`,
        ip: '127.0.0.9',
        accountType: 'credential',
        credentialId,
      };
      return call('POST', '/assets', me.token, body);
    },
  },
  'becoming the owner of a credential': {
    menus: ['credential-change-owner'],
    isRefused: true,
    run: ({ credentialId }, me) =>
      call('POST', `/credentials/${credentialId}/change-owner?owner=${me.id}`, me.token),
  },
  'writing everything into a file': {
    menus: ['setting'],
    isRefused: true,
    run: (_scene, me) => {
      const body = { passphrase: 'a long passphrase for it', password: USER_PASSWORD };
      return call('POST', '/backup/export', me.token, body);
    },
  },
};

async function join(groupId: string, me: Person): Promise<void> {
  const rows = { user_group_id: groupId, user_id: me.id };
  await server.current.db.insertInto('user_group_member').values(rows).execute();
}

async function scene(): Promise<Scene> {
  const made = (url: string, body: object) => call<{ id: string }>('POST', url, admin, body);
  const asset = (
    await call<Asset>('POST', '/assets', admin, { ...SSH, name: `asset ${newId()}`, password: 'theirs' })
  ).data;
  const group = () => made('/user-groups', { name: `group ${newId()}`, members: [] });
  const [{ data: granted }, { data: empty }] = [await group(), await group()];
  await made('/authorised/user-groups', { assetId: asset.id, userGroupIds: [granted.id] });
  const credential = { name: `credential ${newId()}`, type: 'custom', username: 'root', password: 'theirs' };
  const { data } = await made('/credentials', credential);
  return { asset, groupId: granted.id, emptyGroupId: empty.id, credentialId: data.id };
}

/** Assets that this person may use. */
async function reachOf({ id }: Person): Promise<string[]> {
  const assets = await server.current.db.selectFrom('asset').select('id').execute();
  const { access } = server.current.services;
  const decided = await Promise.all(
    assets.map(async (asset) => ({ ...asset, ...(await access.decide(id, asset.id)) })),
  );
  return decided.filter(({ allowed }) => allowed).map((asset) => asset.id);
}

beforeAll(async () => {
  admin = await server.current.login();
});

describe('nobody gains access by', () => {
  it.each(Object.entries(ACTS))('%s', async (_name, { menus, isRefused, run }) => {
    const me = await server.current.loginAs({ type: 'admin', menus: [...menus] });
    const { code } = await run(await scene(), me);
    expect(code === 1).toBe(!isRefused);
    expect(await reachOf(me)).toEqual([]);
  });
});

it('nobody gains access by joining a group and granting to it at the same time', async () => {
  const menus = ['user-group-edit', 'asset-authorised-user-group-add'] as const;
  const me = await server.current.loginAs({ type: 'admin', menus: [...menus] });
  for (let round = 0; round < 5; round++) {
    const { asset, emptyGroupId: groupId } = await scene();
    const group = { name: `group ${newId()}`, members: [me.id] };
    const grant = { assetId: asset.id, userGroupIds: [groupId] };
    const answers = await Promise.all([
      call('PUT', `/user-groups/${groupId}`, me.token, group),
      call('POST', '/authorised/user-groups', me.token, grant),
    ]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  }
  expect(await reachOf(me)).toEqual([]);
});

describe('whoever may use it all the same may go on', () => {
  const open = Object.entries(ACTS).filter(([name]) => !/host of one|file/.test(name));
  it.each(open)('%s', async (_name, { menus, run }) => {
    const reach = ['asset-access', 'credential-use'] as const;
    const me = await server.current.loginAs({ type: 'admin', menus: [...menus, ...reach] });
    expect(await run(await scene(), me)).toMatchObject({ code: 1 });
  });
});

it('an owner may grant what is theirs to themselves and give it away', async () => {
  const me = await server.current.loginAs({
    type: 'admin',
    menus: ['asset-add', 'asset-authorised-user-add', 'asset-change-owner'],
  });
  const body = { ...SSH, name: `asset ${newId()}` };
  const { id } = (await call<Asset>('POST', '/assets', me.token, body)).data;
  const grant = { assetId: id, userIds: [me.id] };
  expect(await call('POST', '/authorised/users', me.token, grant)).toMatchObject({ code: 1 });
  const other = await server.current.seedUser();
  expect(await call('POST', `/assets/${id}/change-owner?owner=${other.id}`, me.token)).toMatchObject({
    code: 1,
  });
  // The way back is closed; the grant is still there.
  expect(await call('POST', `/assets/${id}/change-owner?owner=${me.id}`, me.token)).toMatchObject({
    code: -1,
    error: 'authorised.not_for_oneself',
  });
});
