import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { CreatedSession } from '@jadegate/contract/session/session';
import type { ServerChannel } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { AssetKit } from '../../testing/assets.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const WARM_UP = shortOrSoak(60, 100);
const CYCLES = shortOrSoak(120, 1000);
/** Sessions at a time: two processors have something to do while one waits for the disk. */
const AT_ONCE = 4;
/** What they may leave behind: caches that fill, not sessions, each of which keeps 30 KB and more. */
const HEAP_BYTES = shortOrSoak(2.5, 4) * 1024 * 1024;
/** Some seconds in all. */
const LOOKS = 20;

const server = useTestServer();
const assets = new AssetKit(server);
let host: SshHost;
let assetId = '';
let origin = '';

beforeAll(async () => {
  host = await startSshHost({ password: 'p@ss', shell: greet });
  const { app } = server.current;
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await assets.login();
  assetId = (await assets.created({ ip: '127.0.0.1', port: host.port })).id;
  await server.current.call('POST', `/assets/${assetId}/tcping`, { token: assets.token });
  // Whoever is cut off is not waited for.
  const body = { 'session-reattach-seconds': '0' };
  await server.current.call('PUT', '/properties', { token: assets.token, body });
});
afterAll(() => host.close());

/** A shell that prints more than is kept, and ends when told. */
function greet(channel: ServerChannel): void {
  channel.on('error', () => undefined);
  channel.write(`${'x'.repeat(40_000)}$ `);
  channel.on('data', (bytes: Buffer) => {
    if (bytes.toString() === 'exit\r') {
      channel.exit(0);
      channel.end();
    }
  });
}

/** Every way out that a person or an administrator has. */
const LEAVE: ((socket: WebSocket, id: string) => unknown)[] = [
  (socket) => socket.send('2exit\r'),
  (socket) => socket.send('0'),
  (socket) => socket.terminate(),
  (_socket, id) => server.current.call('POST', `/sessions/${id}/disconnect`, { token: assets.token }),
];

async function cycle(number: number): Promise<void> {
  const query = { assetId, mode: 'native' };
  const { data } = await server.current.call<CreatedSession>('POST', '/sessions', {
    token: assets.token,
    query,
  });
  const address = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': assets.token }).toString();
  const at = `${origin.replace('http', 'ws')}/sessions/${data.id}`;
  const socket = new WebSocket(`${at}/ssh?${address}`, { headers: { origin } });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    let last = '';
    socket.on('message', (bytes: Buffer) => {
      last = bytes.subarray(-2).toString();
      if (last === '$ ') {
        resolve();
      }
    });
    socket.once('close', () => reject(new Error('the session ended before it began')));
    socket.on('error', reject);
  });
  const watcher = number % 10 === 0 ? await watching(`${at}/ssh-monitor?${address}`) : undefined;
  await LEAVE[number % LEAVE.length]?.(socket, data.id);
  await closed;
  await watcher?.over;
}

/** Somebody who watches until it is over; answers once they are let in. */
async function watching(address: string): Promise<{ over: Promise<unknown> }> {
  const watcher = new WebSocket(address, { headers: { origin } });
  const over = new Promise((resolve) => watcher.once('close', resolve));
  await new Promise((resolve) => watcher.once('message', resolve));
  return { over };
}

async function cycles(count: number): Promise<void> {
  let next = 0;
  const person = async () => {
    while (next < count) {
      await cycle(next++);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, person));
  const { liveSessions } = server.current.services;
  await expect.poll(() => liveSessions.count, { timeout: 10_000 }).toBe(0);
  await expect.poll(() => host.sockets.size, { timeout: 10_000 }).toBe(0);
}

interface Use {
  heap: number;
  resources: Record<string, number>;
  files: number;
}

/** What the process holds once everything that is under way has come to rest. */
async function used(): Promise<Use> {
  // Connections to the API that nobody uses, and what the compressor still has to do.
  server.current.app.server.closeIdleConnections();
  await sleep(1500);
  collectGarbage();
  await sleep(100);
  collectGarbage();
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) {
    resources[name] = (resources[name] ?? 0) + 1;
  }
  // Timers of the test and of the runner come and go. Each server that earlier tests of this process made has a meter of
  // the event loop, collected whenever the engine likes; a session has none.
  const { Timeout: timers = 0, IntervalHistogram: _meters, ...others } = resources;
  return {
    heap: process.memoryUsage().heapUsed,
    resources: { ...others, timers },
    files: readdirSync('/proc/self/fd').length,
  };
}

/** What there is more of than before. */
function grown(before: Use, { resources, files, heap }: Use): string[] {
  const more = Object.entries(resources).filter(([name, count]) => count > (before.resources[name] ?? 0));
  return [
    ...more.map(([name, count]) => `${count} ${name}`),
    ...(files > before.files ? [`${files} files`] : []),
    ...(heap - before.heap >= HEAP_BYTES ? [`${heap - before.heap} bytes`] : []),
  ];
}

it('hundreds of sessions leave nothing behind', { timeout: 300_000 }, async () => {
  await cycles(WARM_UP);
  const before = await used();
  await cycles(CYCLES);
  // Something of the product may be under way at that moment, as it may have been before: what leaks stays. Asked for
  // without the runner's own polling, which is a timer itself.
  let more = grown(before, await used());
  for (let again = 0; again < LOOKS && more.length > 0; again++) {
    more = grown(before, await used());
  }
  expect(more).toEqual([]);
});
