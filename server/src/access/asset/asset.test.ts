import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { beforeEach, describe, expect, it } from 'vitest';

import { AssetKit, SSH } from '../../testing/assets.ts';
import { KEY_PASSPHRASE, testKeys } from '../../testing/keys.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeEach(() => kit.login());

describe('creating', () => {
  it('answers the asset without secrets, not checked yet, owned by its maker, and writes it down', async () => {
    const asset = await kit.created({ password: 'hunter2', tags: ' 正式 ,db,db', description: '資料庫' });
    expect(asset).toMatchObject({
      ip: '10.0.0.1',
      port: 22,
      accountType: 'custom',
      username: 'root',
      password: '',
      stored: ['password'],
      encrypted: true,
      active: false,
      activeMessage: '尚未檢測',
      state: 'unknown',
      checked: '0001-01-01 00:00:00',
      lastAccessTime: '0001-01-01 00:00:00',
      tags: 'db,正式',
      owner: SUPER_ADMIN_ID,
      accessGatewayId: '',
      credentialId: '',
    });
    const [entry] = await kit.audited(asset.id);
    expect(entry).toMatchObject({
      action: 'asset.created',
      actor_id: SUPER_ADMIN_ID,
      object_name: asset.name,
    });
    expect(entry?.detail).toMatchObject({ ip: '10.0.0.1', tags: ['正式', 'db'] });
    expect(JSON.stringify(entry)).not.toContain('hunter2');
  });

  it.each([
    ['rdp', { 'color-depth': '16', 'force-lossless': true, domain: 'CORP', 'preconnection-id': 7 }],
    ['ssh', { 'legacy-algorithms': 'true', charset: 'big5', 'font-size': 14 }],
    ['rdp', { security: 'nla', 'server-layout': 'en-us-qwerty' }],
    ['vnc', { cursor: 'local', 'read-only': true, 'dest-host': 'repeater', 'dest-port': 5500 }],
    ['telnet', { 'username-regex': 'login:', backspace: 8, 'terminal-type': 'vt100' }],
    ['kubernetes', { namespace: 'prod', pod: 'web-0', 'use-ssl': true, 'ca-cert': 'PEM' }],
  ])('keeps the attributes of %s as texts', async (protocol, attributes) => {
    const { id } = await kit.created({ protocol, ...attributes });
    const texts = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, String(value)]),
    );
    expect(await kit.get(id)).toMatchObject(texts);
  });

  it('drops attributes of other protocols, refuses unknown ones and bad values', async () => {
    const asset = await kit.created({ 'color-depth': '16', pod: 'x', 'font-size': '' });
    expect(asset).not.toHaveProperty('color-depth');
    expect(asset).not.toHaveProperty('pod');
    expect(asset).not.toHaveProperty('font-size');
    expect(await kit.create({ ...SSH, name: 'x', surprise: 'x' })).toMatchObject({
      code: 400,
      error: 'validation',
    });
    expect(await kit.create({ ...SSH, name: 'x', 'font-size': 4 })).toMatchObject({
      code: 400,
      fields: [{ path: 'font-size', rule: 'number.range' }],
    });
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['an unknown protocol', { protocol: 'gopher' }, 'protocol'],
    ['a URL as host', { ip: 'https://example.com' }, 'ip'],
    ['no host', { ip: '' }, 'ip'],
    ['port 0', { port: 0 }, 'port'],
    ['port 65536', { port: 65_536 }, 'port'],
    ['a key account on RDP', { protocol: 'rdp', accountType: 'private-key' }, 'accountType'],
    ['a credential account without one', { accountType: 'credential' }, 'credentialId'],
    ['a pod without a name', { protocol: 'kubernetes' }, 'pod'],
    ['a proxy without a host', { 'socks-proxy-enable': true, 'socks-proxy-port': 1080 }, 'socks-proxy-host'],
    ['a security mode nobody knows', { protocol: 'rdp', security: 'none' }, 'security'],
    ['a keyboard guacd does not know', { protocol: 'rdp', 'server-layout': 'zh-tw-qwerty' }, 'server-layout'],
    ['a repeater that is no host', { protocol: 'vnc', 'dest-host': 'a b' }, 'dest-host'],
    ['a tag that is too long', { tags: 'x'.repeat(65) }, 'tags'],
  ])('refuses %s, at the field', async (_what, change, path) => {
    const answer = await kit.create({ ...SSH, name: 'refused', ...change });
    expect(answer).toMatchObject({ code: 400, error: 'validation' });
    expect(answer.fields?.map((field) => field.path)).toContain(path);
    expect((await kit.list({ name: 'refused' })).data.total).toBe(0);
  });

  it('refuses a credential or gateway that is not there, or that does not fit', async () => {
    const account = { ...SSH, name: 'x', accountType: 'credential' };
    expect(await kit.create({ ...account, credentialId: 'gone' })).toMatchObject({
      error: 'credential.not_found',
      fields: [{ path: 'credentialId' }],
    });
    const credentialId = await kit.credential('private-key');
    expect(await kit.create({ ...account, protocol: 'vnc', credentialId })).toMatchObject({
      error: 'asset.credential_unfit',
      fields: [{ path: 'credentialId' }],
    });
    expect(await kit.create({ ...SSH, name: 'x', accessGatewayId: 'gone' })).toMatchObject({
      error: 'access_gateway.not_found',
      fields: [{ path: 'accessGatewayId' }],
    });
  });

  it('reads a private key and its passphrase', async () => {
    const body = { ...SSH, name: 'x', accountType: 'private-key', privateKey: testKeys().ed25519Locked };
    expect(await kit.create(body)).toMatchObject({ error: 'credential.passphrase_required' });
    expect(await kit.create({ ...body, privateKey: 'rubbish' })).toMatchObject({
      error: 'credential.key_unreadable',
      fields: [{ path: 'privateKey' }],
    });
    const { data } = await kit.create({ ...body, passphrase: KEY_PASSPHRASE, password: 'dropped' });
    expect(data.stored).toEqual(['privateKey', 'passphrase']);
  });

  it('keeps an IPv6 address without brackets and ignores owner and creation time of the body', async () => {
    const asset = await kit.created({
      ip: '[2001:db8::1]',
      owner: 'somebody',
      created: '2000-01-01 00:00:00',
    });
    expect(asset).toMatchObject({ ip: '2001:db8::1', owner: SUPER_ADMIN_ID });
    expect(asset.created).not.toBe('2000-01-01 00:00:00');
  });

  it('keeps the secrets among the attributes in the vault', async () => {
    const asset = await kit.created({
      'socks-proxy-enable': 'true',
      'socks-proxy-host': 'proxy',
      'socks-proxy-port': '1080',
      'socks-proxy-password': 'socks-secret',
    });
    expect(asset).toMatchObject({ 'socks-proxy-password': '', stored: ['password', 'socks-proxy-password'] });
    expect(await kit.secret(asset.id, 'socks-proxy-password')).toBe('socks-secret');
    const rows = await server.current.db
      .selectFrom('asset_attribute')
      .select('value')
      .where('asset_id', '=', asset.id)
      .execute();
    expect(rows.map((row) => row.value)).not.toContain('socks-secret');
    expect(JSON.stringify(await kit.audited(asset.id))).not.toContain('socks-secret');
  });
});

describe('changing', () => {
  it('keeps absent attributes and empty secrets, removes empty attributes', async () => {
    const { id, name } = await kit.created({ charset: 'big5', 'font-size': 14, password: 'keep' });
    await kit.update(id, { ...SSH, name, 'font-size': '', tags: 'a' });
    const asset = await kit.get(id);
    expect(asset).toMatchObject({ charset: 'big5', tags: 'a', stored: ['password'] });
    expect(asset).not.toHaveProperty('font-size');
    expect(await kit.secret(id, 'password')).toBe('keep');
    const detail = (await kit.audited(id)).at(-1)?.detail;
    expect(detail).toEqual({
      'font-size': { before: '14', after: '' },
      tags: { before: [], after: ['a'] },
      replaced: [],
      removed: [],
    });
  });

  it('takes back what a client was sent', async () => {
    const { id } = await kit.created({ tags: 'x,y', charset: 'gbk', description: 'd' });
    const before = await kit.get(id);
    expect(await kit.update(id, before)).toMatchObject({ code: 1, data: null });
    expect(await kit.get(id)).toEqual(before);
  });

  it('clears the drive when its switch comes without it', async () => {
    const rdp = { ...SSH, protocol: 'rdp', port: 3389 };
    const { id, name } = await kit.created({ ...rdp, 'enable-drive': true, 'drive-path': 'storage-1' });
    await kit.update(id, { ...rdp, name, domain: 'CORP' });
    expect(await kit.get(id)).toMatchObject({ 'drive-path': 'storage-1', domain: 'CORP' });
    await kit.update(id, { ...rdp, name, 'enable-drive': true });
    expect(await kit.get(id)).not.toHaveProperty('drive-path');
  });

  it('drops the attributes of the old protocol', async () => {
    const { id, name } = await kit.created({ charset: 'big5', 'font-size': 14 });
    const telnet = { protocol: 'telnet', port: 23, password: 'p@ss' };
    await kit.update(id, { ...SSH, name, ...telnet, 'font-size': 10 });
    const asset = await kit.get(id);
    expect(asset).toMatchObject({ protocol: 'telnet', 'font-size': '10' });
    expect(asset).not.toHaveProperty('charset');
  });

  it('removes the secrets of the old kind of account', async () => {
    const { id, name } = await kit.created();
    expect(await kit.update(id, { ...SSH, name, accountType: 'private-key' })).toMatchObject({
      error: 'credential.key_missing',
    });
    await kit.update(id, { ...SSH, name, accountType: 'private-key', privateKey: testKeys().ed25519 });
    expect((await kit.get(id)).stored).toEqual(['privateKey']);
    const credentialId = await kit.credential();
    await kit.update(id, { ...SSH, name, accountType: 'credential', credentialId });
    expect(await kit.get(id)).toMatchObject({ stored: [], username: '', credentialId });
    expect((await kit.audited(id)).at(-1)?.detail).toMatchObject({ removed: ['privateKey'] });
    await kit.update(id, { ...SSH, name, credentialId, password: 'again' });
    expect(await kit.get(id)).toMatchObject({ stored: ['password'], credentialId: '' });
  });

  it('removes the secret of a proxy that is turned off', async () => {
    const proxy = { 'socks-proxy-enable': true, 'socks-proxy-host': 'p', 'socks-proxy-port': 1 };
    const { id, name } = await kit.created({ ...proxy, 'socks-proxy-password': 's' });
    await kit.update(id, { ...SSH, name, ...proxy, 'socks-proxy-password': '' });
    expect((await kit.get(id)).stored).toContain('socks-proxy-password');
    await kit.update(id, { ...SSH, name, password: 'p@ss', 'socks-proxy-enable': false });
    expect((await kit.get(id)).stored).toEqual(['password']);
    expect(
      await kit.update(id, { ...SSH, name, 'socks-proxy-enable': true, 'socks-proxy-host': '' }),
    ).toMatchObject({
      fields: [{ path: 'socks-proxy-host', rule: 'required' }],
    });
  });

  it.each([
    ['address', { ip: '10.0.0.2' }],
    ['port', { port: 2222 }],
  ])('forgets the host key and the state with another %s, and only then', async (_what, change) => {
    const { id, name } = await kit.created();
    await kit.pinKey(id);
    await server.current.db
      .updateTable('asset')
      .set({ active: 1, checked_at: 1 })
      .where('id', '=', id)
      .execute();
    await kit.update(id, { ...SSH, name, description: 'new words' });
    expect(await kit.pinnedKeys(id)).toBe(1);
    expect((await kit.get(id)).state).toBe('up');
    await kit.update(id, { ...SSH, name, password: 'p@ss', ...change });
    expect(await kit.pinnedKeys(id)).toBe(0);
    expect((await kit.get(id)).state).toBe('unknown');
    expect((await kit.audited(id)).map((entry) => entry.action)).toContain('host-key.forgotten');
  });

  it('forgets the host key with another gateway', async () => {
    const { id, name } = await kit.created();
    await kit.pinKey(id);
    await kit.update(id, { ...SSH, name, password: 'p@ss', accessGatewayId: await kit.gateway() });
    expect(await kit.pinnedKeys(id)).toBe(0);
  });

  it('shows what applies where the asset says nothing, and does not freeze it', async () => {
    const { id } = await kit.created({ protocol: 'telnet', port: 23 });
    const asset = await kit.get(id);
    expect(asset.inherited).toMatchObject({ 'font-size': '14', 'color-scheme': 'gray-black' });
    expect(asset).not.toHaveProperty('font-size');
    await kit.update(id, asset);
    const rows = await server.current.db
      .selectFrom('asset_attribute')
      .selectAll()
      .where('asset_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('says that an asset is gone', async () => {
    const gone = { code: 404, error: 'asset.not_found' };
    expect(await kit.update('nothing', { ...SSH, name: 'x' })).toMatchObject(gone);
    expect(await server.current.call('GET', '/assets/nothing', { token: kit.token })).toMatchObject(gone);
  });

  it('gives it to another person who exists', async () => {
    const { id } = await kit.created();
    const person = await server.current.seedUser();
    const give = (owner: string) =>
      server.current.call('POST', `/assets/${id}/change-owner`, { token: kit.token, query: { owner } });
    expect(await give('nobody')).toMatchObject({ code: 404, error: 'user.not_found' });
    expect(await give(person.id)).toMatchObject({ code: 1 });
    expect(await kit.get(id)).toMatchObject({ owner: person.id });
    expect((await kit.audited(id)).at(-1)).toMatchObject({ action: 'asset.owner-changed' });
  });
});
