// A guacd of our own, which nobody is led to: not by us, and not by guacd itself.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { isOwnPart } from '../../kernel/own-parts.ts';
import { vncHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT } from '../../testing/desktop-kit.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { TestServer } from '../../testing/test-server.ts';

const OWN = 'Jadegate 自己使用';
let started: TestServer | undefined;
let named = 0;
const server = {
  get current(): TestServer {
    if (!started) {
      throw new Error('not started');
    }
    return started;
  },
};
const kit = new DesktopKit(server);

beforeAll(async () => {
  named = await closedPort();
  const guacd = { host: '127.0.0.1', port: named, isOurs: true, picksPort: true };
  started = await TestServer.start({ guacd });
  await kit.start();
});
afterEach(() => kit.leave());
afterAll(() => started?.stop());

const account = { username: '', password: 'x' };
const address = async () => {
  await server.current.services.guacd.ensure();
  return server.current.services.guacd.address;
};

/** Why somebody does not sit at a desktop. */
async function refusal(
  place: { host: string; port: number },
  change: object = {},
  protocol: 'rdp' | 'vnc' = 'vnc',
) {
  const { id } = await kit.prepared(await kit.asset({ ...account, ...place }, { protocol, change }));
  const client = kit.tunnel(id);
  await expect.poll(() => client.error, PATIENT).toBeDefined();
  return client.error?.[1] ?? '';
}

it('listens where nobody would look for it, and carries desktops there', async () => {
  const { host, port } = await address();
  expect(host).toMatch(/^127\./);
  expect(host).not.toBe('127.0.0.1');
  expect(port).not.toBe(named);
  // A name is told to guacd as the address that was judged.
  const { client } = await kit.opened({ ...vncHost, host: 'localhost' });
  expect(client.hasPicture).toBe(true);
  expect(await isOwnPart(host, port)).toBe(true);
  expect(await isOwnPart('127.0.0.1', named)).toBe(true);
});

it('is no desktop, neither by its own address nor by another of this machine', async () => {
  const { host, port } = await address();
  expect(await refusal({ host, port })).toContain(OWN);
  expect(await refusal({ host: 'localhost', port })).toContain(OWN);
  expect(await refusal({ host, port }, {}, 'rdp')).toContain(OWN);
  expect(await refusal({ host: '127.0.0.1', port: kit.port })).toContain(OWN);
});

it('is not what a repeater of this machine leads to', async () => {
  const { host, port } = await address();
  const dest = { 'dest-host': host, 'dest-port': port };
  expect(await refusal({ host: '127.0.0.1', port: vncHost.port }, dest)).toContain(OWN);
  const elsewhere = { 'dest-host': '127.0.0.1', 'dest-port': 1 };
  expect(await refusal({ host: '127.0.0.1', port: vncHost.port }, elsewhere)).not.toContain(OWN);
});
