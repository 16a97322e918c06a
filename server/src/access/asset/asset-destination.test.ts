import { beforeAll, describe, expect, it } from 'vitest';

import { AssetKit, SSH } from '../../testing/assets.ts';
import { testKeys } from '../../testing/keys.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** A stored secret goes only where it was meant for. */
const server = useTestServer();
const kit = new AssetKit(server);
let gateway = '';
beforeAll(async () => {
  await kit.login();
  gateway = await kit.gateway();
});

const PROXY = { 'socks-proxy-enable': true, 'socks-proxy-host': 'proxy', 'socks-proxy-port': 1080 };
const needed = (...paths: string[]) => ({
  code: -1,
  error: 'asset.secret_needed',
  fields: paths.map((path) => expect.objectContaining({ path }) as unknown),
});

describe('an asset that would lead elsewhere', () => {
  it.each([
    ['address', { ip: '10.0.0.99' }],
    ['port', { port: 2222 }],
    ['protocol', { protocol: 'telnet' }],
    ['proxy', PROXY],
    [
      'gateway',
      {
        get accessGatewayId() {
          return gateway;
        },
      },
    ],
  ])('by another %s asks for the password again', async (_what, change) => {
    const { id, name } = await kit.created({ password: 'the-secret' });
    const body = { ...SSH, name, ...change };
    expect(await kit.update(id, { ...body, password: '' })).toMatchObject(needed('password'));
    expect(await kit.get(id)).toMatchObject({ ip: SSH.ip, port: SSH.port, protocol: 'ssh' });
    expect(await kit.update(id, { ...body, password: 'another' })).toMatchObject({ code: 1 });
    expect(await kit.secret(id, 'password')).toBe('another');
  });

  it.each(['username-regex', 'password-regex'])(
    'asks for the password of a Telnet host again when %s says it at another question',
    async (prompt) => {
      const telnet = { protocol: 'telnet', port: 23 };
      const { id, name } = await kit.created({ ...telnet, password: 'the-secret' });
      const body = { ...SSH, ...telnet, name, password: '', [prompt]: 'login: $' };
      expect(await kit.update(id, body)).toMatchObject(needed('password'));
      expect(await kit.update(id, { ...body, password: 'another' })).toMatchObject({ code: 1 });
      expect(await kit.update(id, { ...body, description: 'the same prompts' })).toMatchObject({ code: 1 });
    },
  );

  it('asks for a private key, too', async () => {
    const account = { accountType: 'private-key', privateKey: testKeys().ed25519 };
    const { id, name } = await kit.created({ ...account, password: '' });
    const moved = { ...SSH, name, accountType: 'private-key', ip: '10.0.0.99' };
    expect(await kit.update(id, moved)).toMatchObject(needed('privateKey'));
    expect(await kit.update(id, { ...moved, ...account })).toMatchObject({ code: 1 });
  });

  it('asks for the password of a proxy when that is another one, and for nothing when it is turned off', async () => {
    const { id, name } = await kit.created({ ...PROXY, 'socks-proxy-password': 'for-the-proxy' });
    const other = { ...SSH, name, ...PROXY, 'socks-proxy-host': 'evil' };
    expect(await kit.update(id, { ...other, password: 'p' })).toMatchObject(needed('socks-proxy-password'));
    const off = { ...SSH, name, 'socks-proxy-enable': false, password: 'p' };
    expect(await kit.update(id, off)).toMatchObject({ code: 1 });
  });

  it('asks for nothing where nothing is stored, or where it leads where it did', async () => {
    const bare = await kit.created({ password: '' });
    expect(await kit.update(bare.id, { ...SSH, name: 'moved', ip: '10.0.0.99' })).toMatchObject({ code: 1 });
    const { id } = await kit.created();
    const same = { ...SSH, name: 'renamed', description: 'x', username: 'other', tags: 'a' };
    expect(await kit.update(id, same)).toMatchObject({ code: 1 });
    expect((await kit.get(id)).stored).toEqual(['password']);
  });
});

describe('many assets at once', () => {
  const bulk = (ids: string[], change: object) =>
    server.current.call('POST', '/assets/bulk', { token: kit.token, body: { ids, change } });

  it('go another way only without secrets of their own', async () => {
    const [bare, own] = [await kit.created({ password: '' }), await kit.created({ name: '資料庫' })];
    expect(await bulk([bare.id, own.id], { accessGatewayId: gateway })).toMatchObject({
      error: 'asset.secret_needed',
      params: { name: '資料庫' },
    });
    expect((await kit.get(bare.id)).accessGatewayId).toBe('');
    expect(await bulk([bare.id], { accessGatewayId: gateway })).toMatchObject({ code: 1 });
    // With a credential instead, the own secret goes nowhere.
    const credentialId = await kit.credential();
    expect(await bulk([own.id], { accessGatewayId: gateway, credentialId })).toMatchObject({ code: 1 });
  });
});
