// Whether an RDP host is still the one that is known, at real hosts: xrdp with TLS and a host with NLA.
import type { AddressInfo } from 'node:net';

import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { AssetKit } from '../../testing/assets.ts';
import { nlaHost, rdpHost } from '../../testing/desktop-hosts.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 20_000, interval: 50 };
const server = useTestServer();
const assets = new AssetKit(server);
let port = 0;

beforeAll(async () => {
  await assets.login();
  await server.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.current.app.server.address() as AddressInfo).port;
});

const anAsset = ({ host, ...account }: typeof rdpHost) =>
  assets.created({ protocol: 'rdp', ip: host, accountType: 'custom', ...account });
const test = async (id: string) =>
  (await server.current.call<AssetTest>('POST', `/assets/${id}/tcping`, { token: assets.token })).data;
const keys = async (id: string) =>
  (await server.current.call<HostKeyRow[]>('GET', `/assets/${id}/host-keys`, { token: assets.token })).data;

/** Opens a desktop and waits until it shows something or is over. */
async function openedRow(assetId: string): Promise<SessionRow> {
  const { token } = assets;
  const query = { assetId, mode: 'guacd' };
  const { data } = await server.current.call<CreatedSession>('POST', '/sessions', { token, query });
  const search = new URLSearchParams({ 'X-Auth-Token': token, width: '800', height: '600', dpi: '96' });
  const at = `127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://${at}/sessions/${data.id}/tunnel?${search.toString()}`, ['guacamole'], {
    headers: { origin: `http://${at}` },
  });
  socket.on('error', () => undefined);
  const row = async () =>
    (await server.current.call<SessionRow>('GET', `/sessions/${data.id}`, { token })).data;
  await expect.poll(async () => (await row()).status, PATIENT).toMatch(/^(dis)?connected$/);
  const found = await row();
  socket.terminate();
  return found;
}

describe.each([
  ['xrdp', rdpHost],
  ['NLA', nlaHost],
])('the certificate of a desktop (%s)', (_name, host) => {
  it('is recorded by the test, and one that changed is refused until somebody accepts it', async () => {
    const { id } = await anAsset(host);
    expect(await test(id)).toMatchObject({ active: true, advice: '' });
    const [known] = await keys(id);
    expect(known).toMatchObject({ state: 'pinned', keyType: 'rdp-rsa', seenByAccount: 'admin' });
    expect((await openedRow(id)).message).not.toContain('憑證');
    const other = { public_key: 'b3RoZXI=', fingerprint: `SHA256:${'x'.repeat(43)}` };
    await server.current.db.updateTable('host_key').set(other).where('owner', '=', `asset:${id}`).execute();
    expect(await test(id)).toMatchObject({
      active: false,
      message: '遠端桌面的憑證已變更，連線已阻擋；請比對指紋後再接受',
      advice: expect.stringContaining('比對指紋並接受新的憑證'),
    });
    expect(await openedRow(id)).toMatchObject({
      status: 'disconnected',
      message: expect.stringContaining('遠端桌面的憑證已變更'),
    });
    const body = { fingerprint: known?.fingerprint };
    await server.current.call('POST', `/assets/${id}/host-keys/accept`, { token: assets.token, body });
    expect(await test(id)).toMatchObject({ active: true });
  }, 60_000);
});

describe('a desktop whose certificate nobody has recorded', () => {
  it('is refused until somebody tests it, or opened where the first use is enough', async () => {
    const { id } = await anAsset(rdpHost);
    expect(await openedRow(id)).toMatchObject({
      status: 'disconnected',
      message: expect.stringContaining('憑證尚未確認'),
    });
    expect(await keys(id)).toMatchObject([{ state: 'offered' }]);
    const policy = async (value: string) =>
      server.current.call('PUT', '/properties', {
        token: assets.token,
        body: { 'host-key-policy': value },
      });
    await policy('first-use');
    expect((await openedRow(id)).status).toBe('connected');
    expect(await keys(id)).toMatchObject([{ state: 'pinned', seenByAccount: 'admin' }]);
    await policy('administrator');
  }, 60_000);
});
