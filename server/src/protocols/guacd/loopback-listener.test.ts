import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startTcpHost } from '../../testing/tcp-host.ts';
import { connectTcp } from '../dial/tcp.ts';
import { GuacdElsewhere, LoopbackListener } from './loopback-listener.ts';

const PATIENT = { timeout: 30_000, interval: 10 };
type Host = Awaited<ReturnType<typeof startTcpHost>>;

/** Stands for guacd: what counts is whose program listens there, and that is ours. */
let guacd: Host;
/** Greets, and echoes. */
let target: Host;
let door: LoopbackListener | undefined;
let dialled = 0;
let failures: unknown[] = [];
const visitors: Socket[] = [];

beforeEach(async () => {
  guacd = await startTcpHost();
  target = await startTcpHost('hello ');
  dialled = 0;
  failures = [];
});
afterEach(async () => {
  door?.close();
  visitors.splice(0).forEach((socket) => socket.destroy());
  await guacd.close();
  await target.close();
});

const way = async (): Promise<Duplex> => {
  dialled += 1;
  const socket = connect(target.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

async function opened(dial = way): Promise<LoopbackListener> {
  door = await LoopbackListener.open({
    guacd: { host: '127.0.0.1', port: guacd.port },
    first: await way(),
    dial,
    onFailure: (error) => failures.push(error),
  });
  return door;
}

/** Somebody at the door, and what they read there. */
function visit(port: number) {
  const socket = connect(port, '127.0.0.1');
  visitors.push(socket);
  const seen = { socket, text: '', isOver: false };
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => (seen.text += bytes.toString()));
  socket.once('close', () => (seen.isOver = true));
  return seen;
}

describe('the door for guacd', () => {
  it('leads to the target over the way that is there already, and over a new one when it comes again', async () => {
    const { port } = await opened();
    const first = visit(port);
    first.socket.write('one');
    await expect.poll(() => first.text, PATIENT).toBe('hello one');
    expect(dialled).toBe(1);
    first.socket.destroy();
    const second = visit(port);
    second.socket.write('two');
    await expect.poll(() => second.text, PATIENT).toBe('hello two');
    expect(dialled).toBe(2);
  });

  it('takes one at a time', async () => {
    const { port } = await opened();
    const first = visit(port);
    await expect.poll(() => first.text, PATIENT).toBe('hello ');
    const second = visit(port);
    await expect.poll(() => second.isOver, PATIENT).toBe(true);
    expect(second.text).toBe('');
    first.socket.write('still here');
    await expect.poll(() => first.text, PATIENT).toBe('hello still here');
  });

  it('is a place that nobody else is led to, as long as it is there', async () => {
    const { port } = await opened();
    const led = () => connectTcp({ host: '127.0.0.1', port }, AbortSignal.timeout(5000));
    await expect(led()).rejects.toMatchObject({ kind: 'own_part' });
    door?.close();
    await expect(led()).rejects.toMatchObject({ kind: 'refused' });
  });

  it.skipIf(process.getuid?.() !== 0)('is closed to the programs of others', async () => {
    const { port } = await opened();
    const script = `require('net').connect(${port}, '127.0.0.1').on('data', (d) => process.stdout.write(d)).on('error', () => 0)`;
    const stranger = spawn(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534 });
    let text = '';
    stranger.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    await once(stranger, 'close');
    expect(text).toBe('');
    const own = visit(port);
    await expect.poll(() => own.text, PATIENT).toBe('hello ');
  });

  it('says why a way broke, and why there is no other', async () => {
    const { port } = await opened(() => Promise.reject(new Error('the gateway is gone')));
    const first = visit(port);
    await expect.poll(() => first.text, PATIENT).toBe('hello ');
    first.socket.destroy();
    const second = visit(port);
    await expect.poll(() => second.isOver, PATIENT).toBe(true);
    expect(failures).toMatchObject([{ message: 'the gateway is gone' }]);
  });

  it('is gone with the session, and what went through it too', async () => {
    const { port } = await opened();
    const visitor = visit(port);
    await expect.poll(() => visitor.text, PATIENT).toBe('hello ');
    door?.close();
    await expect.poll(() => visitor.isOver, PATIENT).toBe(true);
    await expect.poll(() => target.sockets.size, PATIENT).toBe(0);
    const late = visit(port);
    await expect.poll(() => late.isOver, PATIENT).toBe(true);
    expect(failures).toEqual([]);
  });

  it.each([
    ['on another machine', { host: 'guacd.example', port: 4822 }],
    ['that is not there', { host: '127.0.0.1', port: 1 }],
  ])('is not opened for a guacd %s', async (_where, address) => {
    const first = new Duplex();
    const opening = LoopbackListener.open({ guacd: address, first, dial: way, onFailure: () => undefined });
    await expect(opening).rejects.toBeInstanceOf(GuacdElsewhere);
    expect(first.destroyed).toBe(false);
  });
});
