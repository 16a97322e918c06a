import { randomBytes } from 'node:crypto';

import type { SessionSearchPage } from '@jadegate/contract/session/session-search';
import { decodeFrame, encodeBinary } from '@jadegate/contract/session/terminal-socket';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { seedRecording } from '../../testing/recordings.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new SessionKit(server);

beforeAll(async () => {
  await kit.start();
  server.current.services.searchIndexer.start();
});
afterEach(() => kit.leave());
afterAll(() => kit.stop());

// Real sessions and threads, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 });

const settle = () => server.current.services.searchIndexer.settle();

async function found(text: string): Promise<[string, number][]> {
  const { data } = await server.current.call<SessionSearchPage>('GET', '/session-search/paging', {
    token: kit.token,
    query: { text, kind: 'output' },
  });
  return data.items.map(({ sessionId, at }) => [sessionId, at]);
}

async function until(text: string, count: number): Promise<[string, number][]> {
  return vi.waitFor(
    async () => {
      const hits = await found(text);
      expect(hits).toHaveLength(count);
      return hits;
    },
    { timeout: 40_000, interval: 100 },
  );
}

describe('the index', () => {
  it('has a session within seconds of its end, and loses it when it is deleted', async () => {
    const id = await kit.past('\r\n磁碟空間不足 disk full\r\n');
    const [hit] = await until('空間', 1);
    expect(hit?.[0]).toBe(id);
    await server.current.call('DELETE', `/sessions/${id}`, { token: kit.token });
    expect(await found('空間')).toEqual([]);
    await settle();
    expect(await server.current.services.searchIndexer.indexedIds()).not.toContain(id);
  });

  it('has the finished segments of a session that lives', async () => {
    const { id, client, shell } = await kit.opened();
    let read = Buffer.byteLength(client.shown);
    client.socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      read += frame?.type === 'data' ? frame.bytes.length : 0;
      client.socket.send(encodeBinary({ type: 'ack', offset: read }));
    });
    shell.write('\r\nalive and kicking\r\n');
    const flood = `${'0123456789abcdef'.repeat(64)}\r\n`;
    for (let sent = 0; sent < 2.5 * 1024 * 1024; sent += flood.length) {
      if (!shell.write(flood)) {
        await new Promise((resolve) => shell.once('drain', resolve));
      }
    }
    const [hit] = await until('alive and kicking', 1);
    expect(hit?.[0]).toBe(id);
    expect((await kit.row(id)).status).toBe('connected');
  });

  it('takes in at the start what a process that died has left, and forgets what is gone', async () => {
    const left = await seedRecording(server.current, {
      printed: [{ at: 700, text: 'left behind\r\n$ no end' }],
    });
    const { searchIndexer } = server.current.services;
    searchIndexer.start();
    await settle();
    expect(await found('left behind')).toEqual([[left.id, 700]]);
    expect(await found('no end')).toEqual([[left.id, 700]]);
    await server.current.db.deleteFrom('session').where('id', '=', left.id).execute();
    searchIndexer.start();
    await settle();
    expect(await searchIndexer.indexedIds()).not.toContain(left.id);
  });

  it('is emptied with the list of sessions, and by the sweep', async () => {
    const { id } = await seedRecording(server.current, { printed: [{ at: 0, text: 'to be cleared\r\n' }] });
    server.current.services.searchIndexer.start();
    await settle();
    expect(await found('to be cleared')).toEqual([[id, 0]]);
    await server.current.call('POST', '/sessions/clear', { token: kit.token });
    expect(await found('to be cleared')).toEqual([]);
    await vi.waitFor(
      async () => expect(await server.current.services.searchIndexer.indexedIds()).not.toContain(id),
      { timeout: 30_000 },
    );
  });

  it('is made anew by the operator', async () => {
    const { id } = await seedRecording(server.current, { printed: [{ at: 30, text: '重建之後\r\n' }] });
    const told: number[] = [];
    expect(await server.current.services.searchIndexer.rebuild((count) => told.push(count))).toBeGreaterThan(
      0,
    );
    expect(told.length).toBeGreaterThan(0);
    expect(await found('重建')).toEqual([[id, 30]]);
  });
});

describe('an index that has reached its limit', () => {
  const set = (body: object) => server.current.call('PUT', '/properties', { token: kit.token, body });
  const answer = async () =>
    (
      await server.current.call<SessionSearchPage>('GET', '/session-search/paging', {
        token: kit.token,
        query: { text: 'beyond the limit', kind: 'output' },
      })
    ).data;
  const told = async () =>
    (await server.current.call<{ id: string }[]>('GET', '/notices', { token: kit.token })).data;

  it('takes no more, says so, and goes on when it may', async () => {
    const lines = Array.from({ length: 12_000 }, () => randomBytes(48).toString('base64'));
    await seedRecording(server.current, { printed: [{ at: 0, text: lines.join('\r\n') }] });
    await server.current.services.searchIndexer.rebuild(() => undefined);
    await set({ 'search-index-max-mb': 1 });
    const id = await kit.past('\r\nbeyond the limit\r\n');
    await vi.waitFor(async () => expect((await answer()).isIncomplete).toBe(true), { timeout: 40_000 });
    expect((await answer()).items).toEqual([]);
    expect((await told()).map((notice) => notice.id)).toContain('search-index');

    await set({ 'search-index-max-mb': 0 });
    await vi.waitFor(async () => expect((await answer()).items[0]?.sessionId).toBe(id), { timeout: 40_000 });
    expect((await answer()).isIncomplete).toBe(false);
    expect(await told()).toEqual([]);
  });
});
