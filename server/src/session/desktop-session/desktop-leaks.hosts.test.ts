// Desktops behind a gateway, opened and left in every way there is: nothing of them stays, neither here nor at guacd.
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import { findGuacd, GuacdProcess } from '../../protocols/guacd/guacd-process.ts';
import { vncHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT, type TunnelClient } from '../../testing/desktop-kit.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { TestServer } from '../../testing/test-server.ts';

const WARM_UP = 2;
const CYCLES = shortOrSoak(6, 100);

let server: TestServer | undefined;
const at = {
  get current() {
    if (!server) {
      throw new Error('the test server is not running');
    }
    return server;
  },
};
const kit = new DesktopKit(at);
let guacd: GuacdProcess | undefined;
let gateway: SshHost;
let gatewayId = '';
let assetId = '';

beforeAll(async () => {
  const place = { host: '127.0.0.1', port: await closedPort() };
  guacd = new GuacdProcess({
    path: (await findGuacd()) ?? 'guacd',
    port: place.port,
    logger: createLogger('silent'),
    backOffMs: 50,
  });
  await guacd.start();
  // Asking for its version would leave a process of it behind, for a quarter of a minute.
  await vi.waitUntil(() => isListening(place), PATIENT);
  gateway = await startSshHost({ password: 'p@ss' });
  // A pool of connections to a database would come and go among those that are counted.
  server = await TestServer.start({ engine: 'sqlite', guacd: { ...place, isOurs: false } });
  await kit.start();
  const account = { accountType: 'password', username: 'jump', password: 'p@ss' };
  const { data } = await server.call<{ id: string }>('POST', '/access-gateways', {
    token: kit.token,
    body: { name: 'desktop gateway', ip: '127.0.0.1', port: gateway.port, ...account },
  });
  gatewayId = data.id;
  await server.call('POST', `/access-gateways/${gatewayId}/test`, { token: kit.token });
  assetId = await kit.asset(vncHost, { change: { accessGatewayId: gatewayId } });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await gateway.close();
  await guacd?.stop();
});

/** Every way out that a person or an administrator has. */
const LEAVE: ((client: TunnelClient, id: string) => unknown)[] = [
  (client) => client.send('disconnect'),
  (client) => client.socket.terminate(),
  (client) => client.socket.close(),
  (_client, id) => at.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token }),
];

async function cycles(count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { id, client } = await kit.openedOn(assetId);
    expect(client.error).toBeUndefined();
    await vi.waitUntil(() => held().processes > 0, PATIENT);
    const watcher = number % 2 === 0 ? kit.monitor(id) : undefined;
    await vi.waitUntil(() => watcher?.hasPicture !== false, PATIENT);
    await LEAVE[number % LEAVE.length]?.(client, id);
    await vi.waitUntil(() => kit.isOver(id), PATIENT);
    kit.leave();
  }
}

function isListening(place: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.end();
  });
}

/** The processes below one, also those that have ended and were not taken note of. */
function processesBelow(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter(isNumber)
      .map((id) => [Number(id), parentOf(id)]),
  );
  const below = (above: number): number =>
    [...parents].reduce((sum, [id, parent]) => sum + (parent === above ? 1 + below(id) : 0), 0);
  return below(pid);
}

const isNumber = (name: string) => /^\d+$/.test(name);

function parentOf(id: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]);
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}

/** Sockets and listeners of this process, and what is left elsewhere. */
function held() {
  at.current.app.server.closeIdleConnections();
  return {
    sockets: resources('TCPSocketWrap'),
    listeners: resources('TCPServerWrap'),
    sessions: at.current.services.liveSessions.count,
    // One is kept for whoever comes next.
    tunnels: gateway.sockets.size,
    processes: processesBelow(guacd?.pid ?? 0),
  };
}

function resources(name: string): number {
  return process.getActiveResourcesInfo().filter((one) => one === name).length;
}

/** Of these the runner and the database have some that come and go. */
function timersAndFiles() {
  return { timers: resources('Timeout'), files: readdirSync('/proc/self/fd').length };
}

/** What the gateway says about itself, with the number of those who are on their way through it. */
async function gatewayState(): Promise<string> {
  const path = `/access-gateways/${gatewayId}`;
  return (await at.current.call<{ message: string }>('GET', path, { token: kit.token })).data.message;
}

it(
  'desktops leave nothing behind: no sockets, listeners, files, tunnels, or processes of guacd',
  async () => {
    const atRest = held();
    await cycles(WARM_UP);
    await expect.poll(held, PATIENT).toMatchObject({ sessions: 0, processes: 0 });
    const before = timersAndFiles();
    await cycles(CYCLES);
    await expect.poll(held, PATIENT).toEqual({ ...atRest, processes: 0 });
    expect(await gatewayState()).toBe('已連線，0 條連線使用中');
    const fewMore = (count: number) => count + CYCLES / 2;
    await expect.poll(() => timersAndFiles().timers, PATIENT).toBeLessThan(fewMore(before.timers));
    await expect.poll(() => timersAndFiles().files, PATIENT).toBeLessThan(fewMore(before.files));
  },
  shortOrSoak(60_000, 400_000),
);
