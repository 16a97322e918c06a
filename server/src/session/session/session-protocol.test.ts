// Assets of protocols in which no session can be opened: refused in words, and nothing is dialled.
import net, { type AddressInfo } from 'node:net';

import {
  DESKTOP_PROTOCOLS,
  PROTOCOLS,
  TERMINAL_PROTOCOLS,
  type Protocol,
} from '@jadegate/contract/access/asset-attributes';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 30_000, interval: 20 };
const server = useTestServer();
const kit = new SessionKit(server);
let connections = 0;
const listener = net.createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  await kit.start();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterEach(() => kit.leave());
afterAll(async () => {
  await kit.stop();
  listener.close();
});

const target = () => ({ ip: '127.0.0.1', port: (listener.address() as AddressInfo).port });
const become = (id: string, protocol: Protocol) =>
  server.current.db.updateTable('asset').set({ protocol }).where('id', '=', id).execute();
const count = async (table: 'session' | 'asset_use') =>
  (await server.current.db.selectFrom(table).selectAll().execute()).length;
const openable: readonly Protocol[] = [...TERMINAL_PROTOCOLS, ...DESKTOP_PROTOCOLS];
const unopenable = PROTOCOLS.filter((one) => !openable.includes(one));

it.each(unopenable)('%s: no session is prepared', async (protocol: Protocol) => {
  const asset = await kit.assets.created(target());
  await become(asset.id, protocol);
  const before = [await count('session'), await count('asset_use')];
  const answer = await kit.create(asset.id);
  expect(answer).toMatchObject({ code: -1, error: 'session.protocol_unsupported' });
  expect(answer.message).toMatch(/^目前還不能連線到 Kubernetes 資產$/);
  expect([await count('session'), await count('asset_use')]).toEqual(before);
});

it('an asset that got another protocol after its session was prepared: no password goes there', async () => {
  const asset = await kit.assets.created(target());
  const { data } = await kit.create(asset.id);
  await become(asset.id, 'vnc');
  const client = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  await expect.poll(() => client.reason, PATIENT).toBe('此協定不能使用文字終端機');
  expect(connections).toBe(0);
});
