import { createServer, type AddressInfo, type Server } from 'node:net';

import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { testKeys } from '../../testing/keys.ts';
import { startSshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeEach(() => kit.login());

let host: Server | undefined;
afterEach(() => void host?.close());

/** A host that greets whoever comes. */
function greeting(text: string): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(text);
    });
    host = server;
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const testLogin = async (id: string) =>
  (await server.current.call<AssetTest>('POST', `/assets/${id}/tcping?login=true`, { token: kit.token }))
    .data;
const test = (id: string, headers: Record<string, string> = {}) =>
  server.current.call<AssetTest>('POST', `/assets/${id}/tcping`, { token: kit.token, headers });

describe('testing an asset', () => {
  it('finds a host that answers, says how long it took, and keeps it', async () => {
    const port = await greeting('RFB 003.008\n\x01\x02');
    const { id } = await kit.created({ protocol: 'vnc', ip: '127.0.0.1', port });
    const { data } = await test(id);
    expect(data).toEqual({
      active: true,
      message: '',
      advice: '',
      latency: expect.any(Number) as number,
      hostKey: 'none',
      login: { state: 'untried', message: '' },
    });
    expect(await kit.get(id)).toMatchObject({ active: true, state: 'up', activeMessage: '' });
    expect((await kit.get(id)).checked).not.toBe('0001-01-01 00:00:00');
  });

  it('tells a host that answers from one that lets the stored account in, and keeps its key', async () => {
    const ssh = await startSshHost({ password: 'right' });
    const at = { ip: '127.0.0.1', port: ssh.port, username: 'root' };
    const wrong = await kit.created({ ...at, password: 'wrong' });
    expect(await testLogin(wrong.id)).toMatchObject({
      active: true,
      hostKey: 'learned',
      login: { state: 'refused', message: expect.stringContaining('拒絕登入') as string },
    });
    const right = await kit.created({ ...at, password: 'right' });
    await testLogin(right.id);
    expect(await testLogin(right.id)).toMatchObject({
      active: true,
      hostKey: 'known',
      login: { state: 'accepted', message: '' },
    });
    const { data } = await server.current.call<{ items: unknown[] }>(
      'GET',
      '/audit-logs/paging?action=asset.login-tested',
      { token: kit.token },
    );
    expect(data.items).toMatchObject([
      { objectId: right.id, detail: { login: 'accepted' } },
      { objectId: right.id },
      { objectId: wrong.id, detail: { login: 'refused' } },
    ]);
    await ssh.close();
  });

  it('answers no question of a host: that would count as a wrong password', async () => {
    const answers: unknown[] = [];
    const ssh = await startSshHost({
      login: (context) => {
        if (context.method === 'publickey') {
          // The key is good, and not enough.
          if (context.signature) {
            context.reject(['keyboard-interactive'], true);
          } else {
            context.accept();
          }
        } else if (context.method === 'keyboard-interactive') {
          context.prompt([{ prompt: 'Code: ', echo: false }], (...given) => void answers.push(given));
        } else {
          context.reject(['publickey']);
        }
      },
    });
    const port = { ip: '127.0.0.1', port: ssh.port, username: 'root' };
    const { id } = await kit.created({ ...port, accountType: 'private-key', privateKey: testKeys().ed25519 });
    expect((await testLogin(id)).login).toMatchObject({
      state: 'untried',
      message: expect.stringContaining('要求其他驗證') as string,
    });
    expect(answers).toEqual([]);
    await ssh.close();
  });

  it('says why a host cannot be reached, in the language of the reader, and the call itself succeeds', async () => {
    const port = await greeting('');
    await new Promise<void>((resolve) => host?.close(() => resolve()));
    const { id } = await kit.created({ protocol: 'vnc', ip: '127.0.0.1', port });
    const { code, data } = await test(id);
    expect(code).toBe(1);
    expect(data).toMatchObject({ active: false, latency: null });
    expect(data.message).toMatch(/\p{Script=Han}/u);
    expect(data.advice).toContain('服務已啟動');
    const stored = await kit.get(id);
    expect(stored).toMatchObject({ active: false, state: 'down', activeMessage: data.message });
    expect((await test(id, { 'accept-language': 'en' })).data.message).not.toMatch(/\p{Script=Han}/u);
  });

  it('says that an asset is gone, and is a right of its own', async () => {
    expect(await test('gone')).toMatchObject({ code: 404, error: 'asset.not_found' });
    const { id } = await kit.created();
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['asset', 'asset-edit'] });
    expect(await server.current.call('POST', `/assets/${id}/tcping`, { token })).toMatchObject({ code: 403 });
  });
});
