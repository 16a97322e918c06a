import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

import ssh2, { type Client } from 'ssh2';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { goOnReading, holdReading, shareReading } from './share-reading.ts';

const MB = 1024 * 1024;
const FLOODS = 20;
const PIECE_BYTES = 64 * 1024;
const open: { destroy?: () => unknown; close?: () => unknown }[] = [];

afterEach(() => {
  for (const one of open.splice(0)) {
    one.destroy?.();
    one.close?.();
  }
});

/** Two ends of a connection. */
async function pair(): Promise<{ near: Socket; far: Socket }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const far = await accepted;
  open.push(near, far, server);
  return { near, far };
}

/** A connection that is not read though a megabyte comes. */
async function heldBack(): Promise<{ client: Client; near: Socket; heard: () => number }> {
  const { near, far } = await pair();
  const client = new ssh2.Client();
  shareReading(client, near);
  let total = 0;
  near.on('data', (bytes: Buffer) => (total += bytes.length));
  holdReading(client);
  far.write(Buffer.alloc(MB));
  return { client, near, heard: () => total };
}

/** What these connections are read of, in all and in one turn of the event loop at most. */
function readInTurns(sockets: readonly Socket[]): { total: number; most: number } {
  const turns = { total: 0, most: 0 };
  let inTurn = 0;
  for (const socket of sockets) {
    shareReading(new ssh2.Client(), socket);
    socket.on('data', (bytes: Buffer) => {
      if (inTurn === 0) {
        setImmediate(() => {
          turns.most = Math.max(turns.most, inTurn);
          inTurn = 0;
        });
      }
      turns.total += bytes.length;
      inTurn += bytes.length;
    });
  }
  return turns;
}

describe('taking turns', () => {
  it('reads all of a flood, and never megabytes in one turn', async () => {
    const { near, far } = await pair();
    const turns = readInTurns([near]);
    // All of it waits before the first turn.
    near.pause();
    far.write(Buffer.alloc(4 * MB));
    near.resume();
    await vi.waitUntil(() => turns.total === 4 * MB, { timeout: 30_000 });
    await turn();
    expect(turns.total).toBe(4 * MB);
    expect(turns.most).toBeLessThanOrEqual(0.5 * MB);
  });

  it('reads each of many floods once in a turn, so that somebody else is next', async () => {
    const floods = await Promise.all(Array.from({ length: FLOODS }, pair));
    const turns = readInTurns(floods.map(({ near }) => near));
    for (const { near, far } of floods) {
      near.pause();
      far.write(Buffer.alloc(MB));
    }
    // As much as the sockets hold waits before the first turn.
    await sleep(50);
    floods.forEach(({ near }) => near.resume());
    await vi.waitUntil(() => turns.total === FLOODS * MB, { timeout: 30_000 });
    await turn();
    // A piece of each, and several until all together are many.
    expect(turns.most).toBeLessThanOrEqual((FLOODS + 8) * PIECE_BYTES);
  });

  it('lets a little through at once, again and again', async () => {
    const { near, far } = await pair();
    shareReading(new ssh2.Client(), near);
    let heard = '';
    near.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    for (const key of ['a', 'b', 'c']) {
      far.write(key);
      await vi.waitUntil(() => heard.endsWith(key), { timeout: 30_000 });
      expect(near.isPaused()).toBe(false);
    }
    expect(heard).toBe('abc');
  });

  it('leaves a way through a gateway to the connection of the gateway', async () => {
    const stream = new PassThrough();
    const client = new ssh2.Client();
    shareReading(client, stream);
    holdReading(client);
    stream.resume();
    stream.write(Buffer.alloc(MB));
    await turn();
    expect(stream.isPaused()).toBe(false);
  });

  it('leaves what comes where it is while the terminal waits', async () => {
    const { client, heard } = await heldBack();
    // Long enough to arrive, and not so long that it is read in any case.
    await sleep(40);
    expect(heard()).toBe(0);
    goOnReading(client);
    await vi.waitUntil(() => heard() === MB, { timeout: 30_000 });
  });

  it('listens again after a while: a host that is never heard counts as gone', async () => {
    const { near, heard } = await heldBack();
    await vi.waitUntil(() => heard() === MB, { timeout: 30_000 });
    // After so much it rests for a moment.
    await vi.waitUntil(() => !near.isPaused(), { timeout: 30_000 });
    expect(heard()).toBe(MB);
  });

  it('sends in order and in one piece what one moment writes', async () => {
    const { near, far } = await pair();
    shareReading(new ssh2.Client(), near);
    const writev = vi.spyOn(near, '_writev' as never);
    let heard = '';
    far.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    for (const word of ['one ', 'two ', 'three']) {
      near.write(Buffer.from(word));
    }
    expect(near.writableCorked).toBe(1);
    await vi.waitUntil(() => heard.length >= 13, { timeout: 30_000 });
    expect(heard).toBe('one two three');
    expect(writev).toHaveBeenCalledTimes(1);
    expect(near.writableCorked).toBe(0);
  });
});
