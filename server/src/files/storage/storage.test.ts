import { ENDPOINTS } from '@jadegate/contract/endpoints';
import type { Storage, StorageRow, VisibleStorage } from '@jadegate/contract/files/storage';
import type { User } from '@jadegate/contract/identity/user';
import type { MenuId } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';
import { beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { StorageKit } from '../../testing/storage-kit.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new StorageKit(server);
beforeAll(() => kit.start());

const BROWSE: MenuId[] = [
  'storage-browse',
  'storage-browse-download',
  'storage-browse-upload',
  'storage-browse-mkdir',
  'storage-browse-rm',
  'storage-browse-rename',
  'storage-browse-edit',
];

const edit = (token: string, space: string, file = '/x', fileContent = 'text') =>
  kit.call('POST', `/storages/${space}/edit`, token, { body: { file, fileContent } });
const remove = (space: string, query: Record<string, string> = {}) =>
  kit.call('DELETE', `/storages/${space}`, kit.admin, { query });

async function made(input: object = {}): Promise<Storage> {
  const body = { name: `space ${newId()}`, isShare: false, limitSize: -1, ...input };
  const { data } = await kit.call<Storage>('POST', '/storages', kit.admin, { body });
  return data;
}

async function newUser(): Promise<User> {
  const name = `u-${newId().slice(-12)}`;
  const body = {
    username: name,
    nickname: name,
    type: 'user',
    password: USER_PASSWORD,
    mustChangePassword: false,
  };
  const { data } = await kit.call<User>('POST', '/users', kit.admin, { body });
  return data;
}

describe('spaces', () => {
  it('are made with each person, as large as the setting says', async () => {
    await kit.call('PUT', '/properties', kit.admin, { body: { 'user-default-storage-size': '7' } });
    const { id, nickname } = await newUser();
    const { data } = await kit.call<Storage>('GET', `/storages/${id}`, kit.admin);
    expect(data).toMatchObject({
      id,
      name: `${nickname} 的預設空間`,
      isDefault: true,
      isShare: false,
      limitSize: 7 * 1024 * 1024,
      usedSize: 0,
      owner: id,
      ownerName: nickname,
    });
    await kit.call('PUT', '/properties', kit.admin, { body: { 'user-default-storage-size': '-1' } });
    const unlimited = await newUser();
    expect((await kit.call<Storage>('GET', `/storages/${unlimited.id}`, kit.admin)).data.limitSize).toBe(-1);
  });

  it('are made for those who have none when the server starts', async () => {
    const { id } = await server.current.seedUser();
    expect(await kit.call('GET', `/storages/${id}`, kit.admin)).toMatchObject({ error: 'storage.not_found' });
    await server.current.services.storageSweep.start();
    await server.current.services.storageSweep.close();
    expect((await kit.call<Storage>('GET', `/storages/${id}`, kit.admin)).data.isDefault).toBe(true);
  });

  it('are made, listed, changed and deleted by those who may', async () => {
    const body = { name: '專案資料', isShare: true, limitSize: 1000 };
    const { data } = await kit.call<Storage>('POST', '/storages', kit.admin, { body });
    const page = await kit.call<Page<StorageRow>>('GET', '/storages/paging', kit.admin, {
      query: { name: '專案' },
    });
    expect(page.data.items).toMatchObject([
      { id: data.id, name: '專案資料', isShare: true, limitSize: 1000, shareCount: 0 },
    ]);
    const shares = await kit.call<StorageRow[]>('GET', '/storages/shares', kit.admin);
    expect(shares.data.map(({ id }) => id)).toContain(data.id);
    // As a client of the family sends it back.
    const back = { ...page.data.items[0], isShare: false, limitSize: 0 };
    expect(await kit.call('PUT', `/storages/${data.id}`, kit.admin, { body: back })).toMatchObject({
      code: 1,
    });
    const changed = await kit.call<Storage>('GET', `/storages/${data.id}`, kit.admin);
    expect(changed.data).toMatchObject({ isShare: false, limitSize: -1, shares: [] });
    expect(await remove(data.id)).toMatchObject({ code: 1, data: null });
    expect(await remove(data.id)).toMatchObject({ code: 1 });
    expect(await kit.call('GET', `/storages/${data.id}`, kit.admin)).toMatchObject({
      error: 'storage.not_found',
    });
  });

  it('with files go only by their name, and a person’s own not at all', async () => {
    const { id, name } = await made();
    const second = await made();
    await edit(kit.admin, id);
    expect(await remove(id)).toMatchObject({ error: 'storage.not_empty' });
    expect(await remove(`${id},${second.id}`, { name })).toMatchObject({ error: 'storage.not_empty' });
    expect(await remove(id, { name: 'another' })).toMatchObject({ error: 'storage.name_wrong' });
    expect(await kit.names(kit.admin, id)).toEqual(['x']);
    expect(await remove(id, { name })).toMatchObject({ code: 1 });
    const { space } = await kit.person();
    expect(await remove(space, { name: 'any' })).toMatchObject({ error: 'storage.is_default' });
  });

  it('take no limit below what is used', async () => {
    const { id, name } = await made();
    await edit(kit.admin, id, '/x', 'x'.repeat(100));
    const change = (limitSize: number) =>
      kit.call('PUT', `/storages/${id}`, kit.admin, { body: { name, isShare: false, limitSize } });
    expect(await change(99)).toMatchObject({ error: 'storage.limit_below_used' });
    expect(await change(100)).toMatchObject({ code: 1 });
  });

  it('name nobody who is not there', async () => {
    const bad = { name: 'x', isShare: true, limitSize: -1 };
    const share = { kind: 'user', id: 'nobody', mode: 'read' };
    expect(
      await kit.call('POST', '/storages', kit.admin, { body: { ...bad, shares: [share] } }),
    ).toMatchObject({ error: 'storage.share_gone' });
    expect(
      await kit.call('POST', '/storages', kit.admin, { body: { ...bad, owner: 'nobody' } }),
    ).toMatchObject({ error: 'storage.owner_gone' });
  });
});

describe('who sees a space', () => {
  it('is its owner, those it is shared with as long as it is, and administrators who may browse', async () => {
    const reader = await kit.person();
    const writer = await kit.person();
    const stranger = await kit.person();
    const group = await kit.call<{ id: string }>('POST', '/user-groups', kit.admin, {
      body: { name: `g ${newId()}`, members: [writer.id] },
    });
    const space = await made({
      isShare: true,
      shares: [
        { kind: 'user', id: reader.id, mode: 'read' },
        { kind: 'user-group', id: group.data.id, mode: 'write' },
      ],
    });
    await edit(kit.admin, space.id);
    const seen = async (token: string) =>
      (await kit.call<VisibleStorage[]>('GET', '/account/storages', token)).data.map(({ id, access }) => [
        id,
        access,
      ]);
    expect(await seen(reader.token)).toEqual([
      [reader.space, 'owner'],
      [space.id, 'read'],
    ]);
    expect(await seen(writer.token)).toEqual([
      [writer.space, 'owner'],
      [space.id, 'write'],
    ]);
    expect(await seen(stranger.token)).toEqual([[stranger.space, 'owner']]);
    expect(await kit.names(reader.token, space.id)).toEqual(['x']);
    expect((await kit.read(reader.token, space.id, '/x')).body).toBe('text');
    expect(await edit(reader.token, space.id)).toMatchObject({ error: 'storage.read_only' });
    expect(await edit(writer.token, space.id)).toMatchObject({ code: 1 });
    expect(await edit(stranger.token, space.id)).toMatchObject({ error: 'storage.not_found' });
    const body = { name: space.name, isShare: false, limitSize: -1 };
    await kit.call('PUT', `/storages/${space.id}`, kit.admin, { body });
    expect(await seen(reader.token)).toEqual([[reader.space, 'owner']]);
    expect(await edit(writer.token, space.id)).toMatchObject({ error: 'storage.not_found' });
  });

  it.each(BROWSE)('goes by the rights of an administrator, act by act: %s', async (menu) => {
    const { space, token: owner } = await kit.person();
    await edit(owner, space);
    const { token } = await server.current.loginAs({
      type: 'admin',
      menus: [...new Set<MenuId>(['storage-browse', menu])],
    });
    const post = (op: string, query: Record<string, string>, body?: object) =>
      kit.call('POST', `/storages/${space}/${op}`, token, { query, ...(body && { body }) });
    const acts: Record<string, () => Promise<{ error?: string | undefined }>> = {
      'storage-browse': () => post('ls', {}, { dir: '/' }),
      'storage-browse-download': async () => {
        const { headers, body } = await kit.read(token, space, '/x');
        return headers['content-type']?.toString().startsWith('application/json')
          ? (JSON.parse(body) as { error: string })
          : {};
      },
      'storage-browse-upload': () => post('new-file', {}, { file: '/new' }),
      'storage-browse-mkdir': () => post('mkdir', { dir: '/d' }),
      'storage-browse-edit': () => edit(token, space),
      'storage-browse-rename': () => post('rename', { oldName: '/x', newName: '/y' }),
      'storage-browse-rm': () => post('rm', {}, { file: '/nothing' }),
    };
    for (const [one, act] of Object.entries(acts)) {
      const isAllowed = one === 'storage-browse' || one === menu;
      expect([one, (await act()).error]).toEqual([one, isAllowed ? undefined : 'storage.forbidden']);
    }
  });

  it('is nobody else, by any call of the contract', async () => {
    const owner = await kit.person();
    await edit(owner.token, owner.space, '/secret.txt', 'the secret');
    await kit.call('POST', `/storages/${owner.space}/mkdir`, owner.token, { query: { dir: '/folder' } });
    const stranger = await kit.person();
    const powerless = await server.current.loginAs({
      type: 'admin',
      menus: ['storage-log', 'user', 'asset'],
    });
    const calls = ENDPOINTS.filter(
      ({ path }) => path.startsWith('/storages') || path.startsWith('/account/storage'),
    );
    expect(calls.length).toBeGreaterThan(24);
    for (const { method, path } of calls) {
      // The own space as a stepping stone, too.
      for (const file of [
        '/secret.txt',
        `/../${owner.space}/secret.txt`,
        `/../../spaces/${owner.space}/secret.txt`,
      ]) {
        for (const target of [owner.space, stranger.space]) {
          const url = path.replace(/:ids?/, target);
          const query = {
            file,
            dir: file,
            name: 'secret',
            oldName: file,
            newName: '/stolen',
            uploadId: 'upload-9',
            taskId: 'taskid-9',
            archiveId: 'archive-9',
          };
          const body = {
            file,
            dir: file,
            files: [file],
            from: file,
            to: '/stolen',
            fileContent: 'overwritten',
          };
          for (const { token } of [stranger, powerless]) {
            const response = await server.current.inject(method, url, {
              token,
              query,
              ...(method !== 'GET' && method !== 'DELETE' && { body }),
            });
            expect([method, path, response.body]).not.toEqual([
              method,
              path,
              expect.stringContaining('the secret'),
            ]);
          }
        }
      }
    }
    expect((await kit.read(owner.token, owner.space, '/secret.txt')).body).toBe('the secret');
    expect(await kit.names(owner.token, owner.space)).toEqual(['folder', 'secret.txt']);
  });

  it('does not include whoever only manages spaces: nobody gives themselves files', async () => {
    const { space, token: theirs } = await kit.person();
    expect((await edit(theirs, space)).code).toBe(1);
    const me = await server.current.loginAs({
      type: 'admin',
      menus: ['storage', 'storage-edit', 'user-group-edit', 'asset-access', 'user-del'],
    });
    const other = await made({ isShare: true });
    const shared = (shares: object[], owner?: string) =>
      kit.call('PUT', `/storages/${other.id}`, me.token, {
        body: { name: other.name, isShare: true, limitSize: -1, shares, ...(owner && { owner }) },
      });
    expect(await shared([{ kind: 'user', id: me.id, mode: 'read' }])).toMatchObject({
      code: -1,
      error: 'storage.not_for_oneself',
    });
    expect(await shared([], me.id)).toMatchObject({ error: 'storage.not_for_oneself' });
    const group = await kit.call<{ id: string; name: string }>('POST', '/user-groups', kit.admin, {
      body: { name: `g ${newId()}`, members: [] },
    });
    expect(await shared([{ kind: 'user-group', id: group.data.id, mode: 'write' }])).toMatchObject({
      code: 1,
    });
    const join = { name: group.data.name, members: [me.id] };
    expect(await kit.call('PUT', `/user-groups/${group.data.id}`, me.token, { body: join })).toMatchObject({
      error: 'storage.not_for_oneself',
    });
    expect(
      await kit.call('DELETE', `/users/${space}`, me.token, { query: { files: 'give', filesTo: me.id } }),
    ).toMatchObject({ error: 'storage.not_for_oneself' });
    expect(
      await kit.call('POST', `/storages/${other.id}/ls`, me.token, { body: { dir: '/' } }),
    ).toMatchObject({ error: 'storage.not_found' });
  });
});

describe('the files of somebody who is deleted', () => {
  const leave = async (query: Record<string, string>) => {
    const person = await newUser();
    const token = await server.current.login(person.username, USER_PASSWORD);
    await edit(token, person.id);
    const answer = await kit.call('DELETE', `/users/${person.id}`, kit.admin, { query });
    return { id: person.id, answer };
  };
  const spaceOf = (id: string) => kit.call<Storage>('GET', `/storages/${id}`, kit.admin);

  it('are kept for administrators unless said otherwise', async () => {
    const { id, answer } = await leave({});
    expect(answer).toMatchObject({ code: 1 });
    expect((await spaceOf(id)).data).toMatchObject({ owner: '', isDefault: false, usedSize: 4 });
    expect(await kit.names(kit.admin, id)).toEqual(['x']);
  });

  it('are given to somebody, who then owns them', async () => {
    const heir = await kit.person();
    const { id } = await leave({ files: 'give', filesTo: heir.id });
    expect((await spaceOf(id)).data).toMatchObject({ owner: heir.id, isDefault: false });
    expect(await kit.names(heir.token, id)).toEqual(['x']);
    const nobody = await leave({ files: 'give', filesTo: 'nobody' });
    expect(nobody.answer).toMatchObject({ error: 'storage.owner_gone' });
    expect((await spaceOf(nobody.id)).data).toMatchObject({ owner: nobody.id });
    expect(await kit.call('DELETE', '/users/x', kit.admin, { query: { files: 'give' } })).toMatchObject({
      code: 400,
    });
  });

  it('are deleted when that is asked for, and an empty space always is', async () => {
    const { id } = await leave({ files: 'delete' });
    expect(await spaceOf(id)).toMatchObject({ error: 'storage.not_found' });
    const empty = await newUser();
    await kit.call('DELETE', `/users/${empty.id}`, kit.admin);
    expect(await spaceOf(empty.id)).toMatchObject({ error: 'storage.not_found' });
  });
});
