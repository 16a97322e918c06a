import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { AcknowledgementWatch } from './unacknowledged.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
});

async function connection(host: string): Promise<Socket> {
  const server = createServer((socket) => socket.resume()).listen(0, host);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, host);
  ends.push(
    () => server.close(),
    () => socket.destroy(),
  );
  await once(socket, 'connect');
  return socket;
}

/** The real list of the kernel, in which one connection sends in vain, or waits as it was asked to. */
function listWith(socket: Socket, queue: string, timer: string, repeated: string) {
  const ports = [socket.localPort, socket.remotePort].map((port = 0) =>
    port.toString(16).toUpperCase().padStart(4, '0'),
  );
  const row = new RegExp(String.raw`(:${ports.join(String.raw` \w+:`)} 01) \w+:\w+ \w+:\w+ \w+`);
  return async (path: string) => {
    const text = await readFile(path, 'utf8');
    return text.replace(row, `$1 ${queue}:00000000 ${timer}:00000014 ${repeated}`);
  };
}

const PATIENT = { timeout: 20_000, interval: 10 };
/** Both lists are read at each look, so four looks in vain are too many. Time goes with them, however busy the machine. */
const MS_PER_READ = 40;

function watched(socket: Socket, read?: (path: string) => Promise<string>) {
  let [lost, reads] = [0, 0];
  const watch = new AcknowledgementWatch({
    lookMs: 10,
    patienceMs: 240,
    now: () => reads * MS_PER_READ,
    read: (path) => {
      reads += 1;
      return read ? read(path) : readFile(path, 'utf8');
    },
  });
  const stop = watch.watch(socket, () => {
    lost += 1;
    stop();
  });
  ends.push(stop);
  return { lost: () => lost, reads: () => reads };
}

it.each(['127.0.0.1', '::1'])('finds a host on %s that takes nothing any more, once', async (host) => {
  const socket = await connection(host);
  const { lost } = watched(socket, listWith(socket, '00000005', '01', '00000006'));
  socket.write('typed');
  await expect.poll(lost, PATIENT).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lost()).toBe(1);
});

it.each([
  ['has all of it', '00000000', '00', '00000000'],
  ['is slow for the first time', '00000005', '01', '00000000'],
  ['asked us to wait', '00000005', '04', '00000006'],
])('leaves one alone that %s', async (_what, queue, timer, repeated) => {
  const socket = await connection('127.0.0.1');
  const { lost, reads } = watched(socket, listWith(socket, queue, timer, repeated));
  socket.write('typed');
  // One that has all of it is not looked at again.
  await expect.poll(reads, PATIENT).toBeGreaterThan(queue === '00000000' ? 0 : 24);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lost()).toBe(0);
});

it('begins to count anew after an answer', async () => {
  const socket = await connection('127.0.0.1');
  const [vain, well] = [
    listWith(socket, '00000005', '01', '00000006'),
    listWith(socket, '00000005', '00', '00000000'),
  ];
  let looks = 0;
  const { lost } = watched(socket, (path) => (looks++ % 6 < 4 ? vain : well)(path));
  socket.write('typed');
  await expect.poll(() => looks, PATIENT).toBeGreaterThan(24);
  expect(lost()).toBe(0);
});

it('does not look while nothing is on its way, and survives a list that cannot be read', async () => {
  const idle = watched(await connection('127.0.0.1'));
  const socket = await connection('127.0.0.1');
  const blind = watched(socket, () => Promise.reject(new Error('no such list')));
  const real = watched(socket);
  socket.write('typed');
  await expect.poll(blind.reads, PATIENT).toBeGreaterThan(6);
  expect([idle.reads(), idle.lost(), blind.lost(), real.lost()]).toEqual([0, 0, 0, 0]);
  // The real list says that all has arrived: it is not asked again and again.
  const readsSoon = async () => {
    const before = real.reads();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return real.reads() - before;
  };
  await expect.poll(readsSoon, PATIENT).toBe(0);
  expect(real.reads()).toBeGreaterThan(0);
});
