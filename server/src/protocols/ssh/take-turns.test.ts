import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { takeTurns } from './take-turns.ts';

const MB = 1024 * 1024;
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

describe('taking turns', () => {
  it('reads all of a flood, and never megabytes in one turn', async () => {
    const { near, far } = await pair();
    takeTurns(near);
    let total = 0;
    let inTurn = 0;
    let most = 0;
    near.on('data', (bytes: Buffer) => {
      if (inTurn === 0) {
        setImmediate(() => {
          most = Math.max(most, inTurn);
          inTurn = 0;
        });
      }
      total += bytes.length;
      inTurn += bytes.length;
    });
    // All of it waits before the first turn.
    near.pause();
    far.write(Buffer.alloc(4 * MB));
    near.resume();
    await vi.waitUntil(() => total === 4 * MB);
    await turn();
    expect(total).toBe(4 * MB);
    expect(most).toBeLessThanOrEqual(0.5 * MB);
  });

  it('lets a little through at once, again and again', async () => {
    const { near, far } = await pair();
    takeTurns(near);
    let heard = '';
    near.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    for (const key of ['a', 'b', 'c']) {
      far.write(key);
      await vi.waitUntil(() => heard.endsWith(key));
      expect(near.isPaused()).toBe(false);
    }
    expect(heard).toBe('abc');
  });

  it('leaves a way through a gateway to the connection of the gateway', async () => {
    const stream = new PassThrough();
    takeTurns(stream);
    stream.resume();
    stream.write(Buffer.alloc(MB));
    await turn();
    expect(stream.isPaused()).toBe(false);
  });
});
