// Several servers, each with a data directory and an index of its own: a search at any of them finds everything, once.
import type { AddressInfo } from 'node:net';

import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { SessionHit, SessionSearchPage } from '@jadegate/contract/session/session-search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import type { S3Options } from '../../storage/s3/s3-bucket.ts';
import { seedRecording } from '../../testing/recordings.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
import { TestServer } from '../../testing/test-server.ts';

const PATH = '/session-search/paging';
const NOWHERE = 'http://127.0.0.1:1';
let bucket: Awaited<ReturnType<typeof openTestBucket>>;
let options: { peer: { url: string }; s3: S3Options };
let first: TestServer;
let second: TestServer;
let token = '';
/** Newest first, by turns at one server and the other. */
const recorded: string[] = [];

const diskOf = ({ services }: TestServer) => services.processes.diskId();
const addressOf = ({ app }: TestServer) => `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const sayWhere = ({ db, services }: TestServer, url: string) =>
  db.updateTable('server_process').set({ peer_url: url }).where('id', '=', services.processes.id).execute();
const rowOf = (id: string) =>
  first.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function begin(server: TestServer): Promise<TestServer> {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  await server.services.processes.register();
  await sayWhere(server, `http://${addressOf(server)}`);
  return server;
}

/** As on its start. */
async function indexed(server: TestServer): Promise<void> {
  server.services.searchIndexer.start();
  await server.services.searchIndexer.settle();
}

const search = (on: TestServer, query: Record<string, string>, as = token) =>
  on.call<SessionSearchPage>('GET', PATH, { token: as, query });

async function hits(on: TestServer, query: Record<string, string>): Promise<SessionHit[]> {
  const found: SessionHit[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { data }: { data: SessionSearchPage } = await search(on, { ...query, cursor });
    found.push(...data.items);
    cursor = data.next;
  }
  return found;
}

beforeAll(async () => {
  bucket = await openTestBucket();
  options = { peer: { url: NOWHERE }, s3: bucket.options };
  first = await begin(await TestServer.start(options));
  second = await begin(await first.startApart(options));
  token = await first.login();
  for (let hours = 1; hours <= 8; hours++) {
    const { id } = await seedRecording(hours % 2 ? first : second, {
      ago: hours * HOUR_MS,
      printed: [
        { at: 100, text: `needle ${hours} a\r\n` },
        { at: 200, text: `needle ${hours} b\r\n` },
      ],
      ...(hours === 3 && { commands: [{ at: 150, text: 'cat needle' }] }),
    });
    recorded.push(id);
    await first.db
      .updateTable('session')
      .set({ recording_disk: await diskOf(hours % 2 ? first : second) })
      .where('id', '=', id)
      .execute();
  }
  await indexed(first);
  await indexed(second);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await bucket.remove();
});

describe('a search', () => {
  it('finds at any server what all of them have, in order, once, whatever the size of a page', async () => {
    const printed = recorded.flatMap((id) => [
      [id, 'output', 200],
      [id, 'output', 100],
    ]);
    const expected = [...printed.slice(0, 5), [recorded[2], 'command', 150], ...printed.slice(5)];
    for (const server of [first, second]) {
      for (const pageSize of ['2', '50']) {
        const found = await hits(server, { text: 'needle', pageSize });
        expect(found.map(({ sessionId, kind, at }) => [sessionId, kind, at])).toEqual(expected);
      }
      const { data } = await search(server, { text: 'needle' });
      expect(data).not.toHaveProperty('silentServers');
      expect(data).not.toHaveProperty('finds');
    }
  });

  it('goes on at another server than it began at', async () => {
    const all = await hits(first, { text: 'needle' });
    const { data: page } = await search(first, { text: 'needle', pageSize: '7' });
    const { data: rest } = await search(second, { text: 'needle', pageSize: '50', cursor: page.next ?? '' });
    expect([...page.items, ...rest.items]).toEqual(all);
  });

  it('is on record once, and asks nobody for what the person may not see', async () => {
    const entries = async () =>
      (await first.db.selectFrom('audit_log').select('detail').execute()).filter(({ detail }) =>
        detail.includes('once and for all'),
      );
    await hits(first, { text: 'once and for all' });
    expect(await entries()).toHaveLength(1);
    const { token: files } = await first.loginAs({ type: 'admin', menus: ['storage-log'] });
    expect((await search(first, { text: 'needle' }, files)).data.items).toEqual([]);
    expect(await search(first, { text: 'needle', kind: 'output' }, files)).toMatchObject({ code: 403 });
    // A server that asks for such a person is refused, too: each decides for itself.
    const passes = first.services.peers?.passes;
    const plain = await first.loginAs({ type: 'admin', menus: ['storage-log'] });
    const url = `${PATH}?text=needle`;
    const caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: '' } as const;
    const who = { userId: plain.id, username: plain.username, type: 'admin', loginId: 'x' } as const;
    const pass = passes?.issue(second.services.processes.id, { method: 'GET', url }, { caller, who }) ?? '';
    expect(await second.call('GET', url, { headers: { 'x-jadegate-peer': pass } })).toMatchObject({
      error: 'auth.forbidden',
    });
  });

  it('names a server that does not answer, shows the rest, and ends', async () => {
    await sayWhere(second, NOWHERE);
    const { data } = await search(first, { text: 'needle', pageSize: '100' });
    expect(data.silentServers).toEqual(['127.0.0.1:1']);
    expect(new Set(data.items.map(({ sessionId }) => sessionId))).toEqual(
      new Set(recorded.filter((_, index) => index % 2 === 0)),
    );
    expect(data.next).toBeNull();
    await sayWhere(second, `http://${addressOf(second)}`);
    expect((await search(first, { text: 'needle' })).data).not.toHaveProperty('silentServers');
  });
});

describe('a finished recording that is on the disk of another server', () => {
  it('is read there, and named where that server is not', async () => {
    const id = recorded[1] ?? '';
    const outline = () =>
      first.call<RecordingOutline>('GET', `/sessions/${id}/recording/segments`, { token });
    expect((await outline()).data.segments).toHaveLength(1);
    const text = await first.inject('GET', `/sessions/${id}/recording/text`, { token });
    expect(text.body).toContain('needle 2 b');
    await sayWhere(second, '');
    expect(await outline()).toMatchObject({ error: 'session.recording_on_server' });
    await sayWhere(second, `http://${addressOf(second)}`);
  });
});

describe('a server that is gone for good', () => {
  it('leaves its recordings in the store to another, which finds them; back again, nothing is found twice', async () => {
    const leaving = await begin(await first.startApart(options));
    const { id } = await seedRecording(leaving, { printed: [{ at: 1, text: 'left behind\r\n' }] });
    await indexed(leaving);
    await leaving.services.recordingMover.moveAll();
    expect(await rowOf(id)).toMatchObject({ indexed_by: await diskOf(leaving), recording_disk: '' });
    const gone = await diskOf(leaving);
    await leaving.services.processes.end();
    const takers = [first, second];
    await Promise.all(takers.map(({ services }) => services.searchIndexer.round()));
    // It may be back any moment: nobody takes anything yet, and whoever searches hears of it.
    expect((await rowOf(id)).indexed_by).toBe(gone);
    expect((await search(first, { text: 'left behind' })).data).toMatchObject({
      items: [],
      silentServers: ['127.0.0.1:1'],
    });
    await first.db
      .updateTable('server_disk')
      .set((row) => ({ seen_at: row('seen_at', '-', 2 * HOUR_MS) }))
      .where('id', '=', gone)
      .execute();
    await Promise.all(takers.map(({ services }) => services.searchIndexer.round()));
    for (const { services } of takers) {
      await services.searchIndexer.settle();
    }
    expect(await Promise.all(takers.map(diskOf))).toContain((await rowOf(id)).indexed_by);
    expect((await search(first, { text: 'left behind' })).data).not.toHaveProperty('silentServers');
    expect(await hits(first, { text: 'left behind' })).toHaveLength(1);

    const back = await begin(await first.startApart({ ...options, dataDir: leaving.dataDir }));
    expect(await diskOf(back)).toBe(gone);
    // Before it has put its index in order, too.
    expect(await hits(back, { text: 'left behind' })).toHaveLength(1);
    expect(await back.services.searchIndexer.indexedIds()).toEqual([id]);
    await indexed(back);
    expect(await back.services.searchIndexer.indexedIds()).toEqual([]);
    expect(await hits(back, { text: 'left behind' })).toHaveLength(1);
    await back.stop();
    await leaving.stop();
  });
});
