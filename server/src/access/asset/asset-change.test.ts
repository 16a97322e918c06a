import type { Asset } from '@jadegate/contract/access/asset';
import { beforeEach, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeEach(() => kit.login());

const bulk = (ids: string[], change: object, as = kit.token) =>
  server.current.call('POST', '/assets/bulk', { token: as, body: { ids, change } });

describe('a change of many', () => {
  it('adds and removes tags and writes it down for each', async () => {
    const [a, b] = [await kit.created({ tags: 'old,keep' }), await kit.created({ tags: 'new' })];
    expect(await bulk([a.id, b.id], { addTags: ['new'], removeTags: ['old'] })).toMatchObject({ code: 1 });
    expect((await kit.get(a.id)).tags).toBe('keep,new');
    expect((await kit.get(b.id)).tags).toBe('new');
    const last = (await kit.audited(a.id)).at(-1);
    expect(last?.action).toBe('asset.updated');
    expect(last?.detail).toEqual({
      tags: { before: ['keep', 'old'], after: ['keep', 'new'] },
    });
    // What did not change is not written down.
    expect((await kit.audited(b.id)).map((entry) => entry.action)).toEqual(['asset.created']);
  });

  it('gives them a credential and forgets their own secrets', async () => {
    const { id } = await kit.created();
    const credentialId = await kit.credential('private-key');
    await bulk([id], { credentialId });
    expect(await kit.get(id)).toMatchObject({
      accountType: 'credential',
      credentialId,
      credentialUsername: 'root',
      stored: [],
    });
  });

  it('is all or none', async () => {
    const [ssh, rdp] = [
      await kit.created({ tags: 'a' }),
      await kit.created({ protocol: 'rdp', port: 3389, name: '桌面' }),
    ];
    const credentialId = await kit.credential('private-key');
    const refusal = await bulk([ssh.id, rdp.id], { addTags: ['b'], credentialId });
    expect(refusal).toMatchObject({ code: -1, error: 'asset.credential_unfit', params: { name: '桌面' } });
    expect(await kit.get(ssh.id)).toMatchObject({ tags: 'a', accountType: 'custom', stored: ['password'] });
    expect(await bulk([ssh.id, 'gone'], { addTags: ['b'] })).toMatchObject({
      code: 404,
      error: 'asset.not_found',
    });
    expect((await kit.get(ssh.id)).tags).toBe('a');
  });

  it('refuses what is not there, and too many tags', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `t${index}`);
    const { id } = await kit.created({ tags: many.join(',') });
    expect(await bulk([id], { owner: 'nobody' })).toMatchObject({ error: 'user.not_found' });
    expect(await bulk([id], { accessGatewayId: 'gone' })).toMatchObject({
      error: 'access_gateway.not_found',
    });
    expect(await bulk([id], { credentialId: 'gone' })).toMatchObject({ error: 'credential.not_found' });
    expect(await bulk([id], { addTags: ['one more'] })).toMatchObject({ error: 'asset.too_many_tags' });
    expect(await bulk([id], { addTags: ['a,b'] })).toMatchObject({ code: 400 });
    expect(await bulk([id], { password: 'x' })).toMatchObject({ code: 400 });
    expect(await bulk([], { addTags: ['a'] })).toMatchObject({ code: 400 });
  });

  it('forgets the host key when the gateway goes', async () => {
    const gateway = await kit.gateway();
    const { id } = await kit.created({ accessGatewayId: gateway, password: '' });
    await kit.pinKey(id);
    await bulk([id], { accessGatewayId: gateway });
    expect(await kit.pinnedKeys(id)).toBe(1);
    await bulk([id], { accessGatewayId: '' });
    expect(await kit.pinnedKeys(id)).toBe(0);
    expect((await kit.get(id)).accessGatewayId).toBe('');
  });

  it('needs the right of each part', async () => {
    const { id } = await kit.created();
    const person = await server.current.seedUser();
    const editor = await server.current.loginAs({ type: 'admin', menus: ['asset', 'asset-edit'] });
    const giver = await server.current.loginAs({ type: 'admin', menus: ['asset', 'asset-change-owner'] });
    expect(await bulk([id], { owner: person.id }, editor.token)).toMatchObject({ code: 403 });
    expect(await bulk([id], { addTags: ['x'] }, giver.token)).toMatchObject({ code: 403 });
    expect(await bulk([id], { owner: person.id, addTags: ['x'] }, giver.token)).toMatchObject({ code: 403 });
    expect(await kit.get(id)).toMatchObject({ tags: '' });
    expect(await bulk([id], { addTags: ['x'] }, editor.token)).toMatchObject({ code: 1 });
    expect(await bulk([id], { owner: person.id }, giver.token)).toMatchObject({ code: 1 });
    expect(await kit.get(id)).toMatchObject({ tags: 'x', owner: person.id });
    expect((await kit.audited(id)).at(-1)?.action).toBe('asset.owner-changed');
  });

  it('is closed to a program that was not made for administration: it can give assets away', async () => {
    const person = await server.current.loginAs({
      type: 'admin',
      menus: ['asset-edit', 'asset-change-owner'],
    });
    const other = await server.current.seedUser({ type: 'user' });
    const { id } = await kit.created();
    const { data: program } = await server.current.call<{ token: string }>('POST', '/account/access-tokens', {
      token: person.token,
      body: { name: 'use', scope: 'use' },
    });
    expect(await bulk([id], { owner: other.id }, program.token)).toMatchObject({ error: 'auth.token_scope' });
    expect(await bulk([id], { owner: other.id }, person.token)).toMatchObject({ code: 1 });
  });
});

describe('a copy', () => {
  const copy = (id: string, body: object = {}, as = kit.token) =>
    server.current.call<Asset>('POST', `/assets/${id}/copy`, { token: as, body });

  it('has the same facts, secrets, owner, grants and host key, but not the same state', async () => {
    const source = await kit.created({
      name: '資料庫',
      tags: 'a,b',
      charset: 'big5',
      password: 'copied-secret',
      'socks-proxy-enable': true,
      'socks-proxy-host': 'p',
      'socks-proxy-port': 1,
      'socks-proxy-password': 'socks-copied',
    });
    await kit.pinKey(source.id);
    await server.current.db.updateTable('asset').set({ active: 1 }).where('id', '=', source.id).execute();
    const friend = await server.current.seedUser();
    const body = { assetId: source.id, userIds: [friend.id] };
    await server.current.call('POST', '/authorised/users', { token: kit.token, body });
    const copier = await server.current.loginAs({ type: 'admin', menus: ['asset-copy'] });
    const { data, message } = await copy(source.id, {}, copier.token);
    expect(message).toBe('success');
    expect(data).toMatchObject({
      name: '資料庫（複本）',
      tags: 'a,b',
      charset: 'big5',
      stored: ['password', 'socks-proxy-password'],
      owner: source.owner,
      state: 'unknown',
      authorisedUserCount: 1,
    });
    expect(data.id).not.toBe(source.id);
    const { vault } = server.current.services;
    expect((await vault.get(`asset:${data.id}`, 'password'))?.expose()).toBe('copied-secret');
    expect((await vault.get(`asset:${data.id}`, 'socks-proxy-password'))?.expose()).toBe('socks-copied');
    expect(await kit.pinnedKeys(data.id)).toBe(1);
    expect((await kit.audited(data.id)).map((entry) => entry.action)).toEqual(['asset.copied']);
  });

  it('takes a name of its own, and always fits', async () => {
    const { id } = await kit.created({ name: 'x'.repeat(500) });
    expect((await copy(id)).data.name).toMatch(/^x{496}（複本）$/);
    expect((await copy(id, { name: 'other' })).data.name).toBe('other');
    expect(await copy(id, { name: ' ' })).toMatchObject({ code: 400 });
    expect(await copy('gone')).toMatchObject({ code: 404 });
  });
});
