import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

import type { Page } from '@jadegate/contract/paging';
import { NEVER } from '@jadegate/contract/scalars';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { RecordingHit, RecordingOutline } from '@jadegate/contract/session/session-recording';
import { decodeEvents } from '@jadegate/contract/session/terminal-recording';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { ReplayedScreen } from '../../recorders/terminal/screen.ts';
import { SessionKit, type SocketClient } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new SessionKit(server);

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

const call = <Data = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.current.call<Data>(method, path, { token: kit.token, ...(body && { body }) });

/** The thread that replays starts with the first who watches. */
const PATIENT = { timeout: 10_000 };
const folderOf = (id: string) => server.current.services.liveSessions.folderOf(id);

async function entries(action: string, id: string) {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>);
}

async function idsOf(query: string): Promise<string[]> {
  const { data } = await call<Page<SessionRow>>('GET', `/sessions/paging?pageSize=1000&${query}`);
  return data.items.map(({ id }) => id);
}

/** What somebody sees who was sent these frames. */
async function screenOf(client: SocketClient): Promise<string[]> {
  const first = client.frames.find((frame) => frame.type === 'resize');
  const screen = new ReplayedScreen(first?.size ?? { cols: 1, rows: 1 });
  for (const frame of client.frames) {
    if (frame.type === 'data') {
      await screen.play([{ kind: 'output', at: 0, bytes: frame.bytes }]);
    } else if (frame.type === 'resize') {
      await screen.play([{ kind: 'resize', at: 0, size: frame.size }]);
    }
  }
  return screen.lines().filter((line) => line !== '');
}

describe('past sessions', () => {
  it('are marked as reviewed and back, one by one and all at once, and live ones are not', async () => {
    const live = await kit.opened();
    const [one, two] = [await kit.past(), await kit.past()];
    await call('POST', `/sessions/${one},${two},${live.id}/reviewed`);
    expect([await kit.row(one), await kit.row(two)]).toMatchObject([{ reviewed: true }, { reviewed: true }]);
    expect((await kit.row(live.id)).reviewed).toBe(false);
    await call('POST', `/sessions/${one}/unreviewed`);
    expect(await idsOf('status=disconnected&reviewed=false')).toContain(one);
    expect(await idsOf('status=disconnected&reviewed=true')).not.toContain(one);
    await call('POST', '/sessions/reviewed');
    expect((await kit.row(one)).reviewed).toBe(true);
    expect((await kit.row(live.id)).reviewed).toBe(false);
    expect(await entries('session.reviewed', one)).toHaveLength(1);
    expect(await entries('session.unreviewed', one)).toHaveLength(1);
    expect(await entries('session.reviewed', live.id)).toHaveLength(0);
  });

  it('are found by when they began, and sorted by their end', async () => {
    const id = await kit.past();
    const now = server.current.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    expect(await idsOf(`status=disconnected&from=${at(-60_000)}&to=${at(1000)}`)).toContain(id);
    expect(await idsOf(`status=disconnected&from=${at(1000)}`)).not.toContain(id);
    expect(await idsOf(`status=disconnected&to=${at(-3_600_000)}`)).not.toContain(id);
    const later = await kit.past();
    const order = (await idsOf('status=disconnected&field=disconnectedTime&order=ascend')).filter((found) =>
      [id, later].includes(found),
    );
    expect(order).toEqual([id, later]);
    expect(await call('GET', '/sessions/paging?from=yesterday')).toMatchObject({ error: 'validation' });
  });

  it('stand in the history by when they were tried, also those that never came to connect', async () => {
    const before = await kit.past();
    const { data } = await kit.create(await kit.machine({ port: 1 }));
    const client = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
    await expect.poll(() => client.reason, PATIENT).toBeDefined();
    const after = await kit.past();
    const tried = [after, data.id, before];
    const now = server.current.now();
    const from = new Date(now - 60_000).toISOString();
    for (const query of ['', `&from=${from}`, '&field=connectedTime&order=descend']) {
      const found = await idsOf(`status=disconnected${query}`);
      expect(found.filter((id) => tried.includes(id))).toEqual(tried);
    }
    const row = await kit.row(data.id);
    expect(row.connectedTime).toBe(NEVER);
    expect(row.createdTime).toMatch(/^\d{4}-/);
  });

  it('are cleared with their recordings, and live ones stay', async () => {
    const live = await kit.opened();
    const past = await kit.past();
    expect(existsSync(folderOf(past))).toBe(true);
    expect(await call('POST', '/sessions/clear')).toMatchObject({ code: 1 });
    expect(await idsOf('status=disconnected')).toEqual([]);
    expect(existsSync(folderOf(past))).toBe(false);
    expect((await kit.row(live.id)).status).toBe('connected');
    expect(existsSync(folderOf(live.id))).toBe(true);
  });

  it('grow old, and live ones do not', async () => {
    const live = await kit.opened();
    const [old, young] = [await kit.past(), await kit.past()];
    const long = server.current.now() - 361 * DAY_MS;
    await server.current.db
      .updateTable('session')
      .set({ disconnected_at: long })
      .where('id', '=', old)
      .execute();
    await server.current.db
      .updateTable('session')
      .set({ connected_at: long })
      .where('id', '=', live.id)
      .execute();
    expect(await server.current.services.retention.sweep()).toMatchObject({ sessions: 1 });
    expect(await idsOf('status=disconnected')).not.toContain(old);
    expect(existsSync(folderOf(old))).toBe(false);
    expect(existsSync(folderOf(young))).toBe(true);
    expect((await kit.row(live.id)).status).toBe('connected');
  });
});

describe('a recording', () => {
  it('is read in parts, and a viewing is one entry of the audit log', async () => {
    const id = await kit.past('hello\r\nworld\r\n');
    const { data } = await call<RecordingOutline>('GET', `/sessions/${id}/recording/segments`);
    expect(data.segments).toMatchObject([{ index: 1, offset: 0, cols: 100, rows: 30 }]);
    expect(data.durationMs).toBeGreaterThan(0);
    const part = await server.current.inject('GET', `/sessions/${id}/recording/segments/1`, {
      token: kit.token,
    });
    const events = [...decodeEvents(part.rawPayload, 0)];
    const bytes = events.flatMap((event) => (event.kind === 'output' ? [event.bytes] : []));
    expect(Buffer.concat(bytes).toString()).toBe('$ hello\r\nworld\r\n');
    const key = await server.current.inject('GET', `/sessions/${id}/recording/keyframes/1`, {
      token: kit.token,
    });
    expect(key.headers['content-type']).toBe('application/octet-stream');
    expect(await entries('session.recording-read', id)).toEqual([{ as: 'viewing' }]);
    expect((await kit.row(id)).reviewed).toBe(true);
  });

  it('can be searched and read as text', async () => {
    const id = await kit.past('Hello\r\n\u001B[31mred\u001B[0m alert\r\n');
    const { data } = await call<{ hits: RecordingHit[] }>('GET', `/sessions/${id}/recording/search?text=RED`);
    expect(data.hits.map(({ text }) => text)).toEqual(['red alert']);
    const none = await call<{ hits: RecordingHit[] }>('GET', `/sessions/${id}/recording/search?text=blue`);
    expect(none.data.hits).toEqual([]);
    const text = await server.current.inject('GET', `/sessions/${id}/recording/text`, { token: kit.token });
    expect(text.body.trimEnd()).toBe('$ Hello\nred alert');
    expect(await entries('session.recording-read', id)).toEqual([{ as: 'viewing' }, { as: 'file' }]);
  });

  it('is fetched part by part as one file, and each beginning of it is an entry of the audit log', async () => {
    const id = await kit.past('Hello 世界\r\n');
    const get = (headers: Record<string, string>, session = id) =>
      server.current.inject('GET', `/sessions/${session}/recording`, { token: kit.token, headers });
    const { rawPayload: whole, headers } = await get({});
    expect(headers).toMatchObject({ 'accept-ranges': 'bytes', etag: `"${id}"` });
    const size = whole.length;
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      [`bytes=${size - 20}-`, size - 20, size],
      ['bytes=-30', size - 30, size],
      [`bytes=5-${size + 100}`, 5, size],
    ] as const) {
      const part = await get({ range, 'if-range': `"${id}"` });
      expect([range, part.statusCode]).toEqual([range, 206]);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${size}`);
      expect(part.rawPayload).toEqual(whole.subarray(from, to));
    }
    const beyond = await get({ range: `bytes=${size}-` });
    expect([beyond.statusCode, beyond.headers['content-range'], beyond.rawPayload.length]).toEqual([
      416,
      `bytes */${size}`,
      0,
    ]);
    // Several at once, or parts of another file: all of it.
    for (const [range, tag] of [
      ['bytes=0-1,4-5', `"${id}"`],
      ['bytes=0-1', '"another"'],
    ] as const) {
      expect((await get({ range, 'if-range': tag })).rawPayload).toEqual(whole);
    }
    // All of it at first; from its beginning; and twice all of it, whatever was asked for. What goes on adds nothing.
    expect(await entries('session.recording-read', id)).toHaveLength(4);
    const live = await kit.opened();
    expect((await get({ range: 'bytes=0-1' }, live.id)).statusCode).toBe(200);
  });

  it('is refused when there is none, and to those who may not play it', async () => {
    const id = await kit.past();
    const lesser = await server.current.loginAs({ type: 'admin', menus: ['offline-session'] });
    for (const path of ['', '/text', '/segments', '/segments/1', '/keyframes/1', '/search?text=a']) {
      const url = `/sessions/${id}/recording${path}`;
      expect(await server.current.call('GET', url, { token: lesser.token })).toMatchObject({ code: 403 });
      expect(await call('GET', `/sessions/nothing/recording${path}`)).toMatchObject({
        error: 'session.not_found',
      });
    }
    expect(await call('GET', `/sessions/${id}/recording/segments/2`)).toMatchObject({
      error: 'session.no_recording',
    });
    expect(await call('GET', `/sessions/${id}/recording/segments/0`)).toMatchObject({ error: 'validation' });
    expect(await entries('session.recording-read', id)).toHaveLength(1);
  });
});

describe('watching', () => {
  const watch = (id: string, token = kit.token) => kit.connect(`/sessions/${id}/ssh-monitor`, token);

  it('begins with the screen as it is, at its size, and goes on without gap or repetition', async () => {
    const { id, client, shell } = await kit.opened();
    client.resize(60, 20);
    shell.write('\u001B[2J\u001B[Hthe screen\r\n');
    await expect.poll(() => client.shown).toContain('the screen');
    // Output all the while: none of it may be lost or come twice.
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`);
    const writing = (async () => {
      for (const line of lines) {
        shell.write(`${line}\r\n`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    const observers = [watch(id), watch(id)];
    await writing;
    for (const observer of observers) {
      await expect.poll(() => observer.shown, PATIENT).toContain('line 399');
      expect(observer.frames.slice(0, 2)).toEqual([
        { type: 'connected' },
        { type: 'resize', size: { cols: 60, rows: 20 } },
      ]);
      expect(await screenOf(observer)).toEqual(lines.slice(-19));
      const seen = [...observer.shown.matchAll(/line (\d+)/g)].map(([, number]) => Number(number));
      expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index));
    }
  });

  it('of what is not recorded begins with the end that is kept', async () => {
    await server.current.call('PUT', '/properties', {
      token: kit.token,
      body: { 'enable-recording': 'false' },
    });
    const { id, client, shell } = await kit.opened();
    await server.current.call('PUT', '/properties', {
      token: kit.token,
      body: { 'enable-recording': 'true' },
    });
    shell.write('kept');
    await expect.poll(() => client.shown).toContain('kept');
    const observer = watch(id);
    await expect.poll(() => observer.shown, PATIENT).toBe('$ kept');
    expect(existsSync(folderOf(id))).toBe(false);
  });

  it('is on record from its beginning to its end', async () => {
    const { id } = await kit.opened();
    const observer = watch(id);
    await expect.poll(() => observer.shown, PATIENT).toBe('$ ');
    expect(await entries('session.watched', id)).toEqual([{ phase: 'started' }]);
    observer.socket.close();
    await expect
      .poll(() => entries('session.watched', id))
      .toMatchObject([{ phase: 'started' }, { phase: 'stopped' }]);
    expect((await readdir(folderOf(id))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('a session that is over or is none is refused', async () => {
    const id = await kit.past();
    for (const observer of [watch(id), watch('nothing')]) {
      await expect.poll(() => observer.reason).toContain('已經結束');
    }
    expect(await entries('session.watched', id)).toEqual([]);
  });
});

describe('a message', () => {
  it('reaches the person, not the recording, and is on record', async () => {
    const { id, client } = await kit.opened();
    const answer = await call('POST', `/sessions/${id}/message`, { text: '請先存檔' });
    expect(answer).toMatchObject({ code: 1 });
    const notice = () => client.frames.findLast((frame) => frame.type === 'notice')?.notice;
    const { nickname } = (await call<{ nickname: string }>('GET', '/account/info')).data;
    expect(nickname).not.toBe('admin');
    await expect.poll(notice).toEqual({ kind: 'message', text: `${nickname}：請先存檔`, from: nickname });
    expect(client.shown).toBe('$ ');
    expect(await entries('session.messaged', id)).toEqual([{ text: '請先存檔' }]);
  });

  it('is refused without words, with control characters, to nobody and after the end', async () => {
    const { id, client } = await kit.opened();
    for (const text of ['', ' ', 'a\u001B[2J', 'x'.repeat(501)]) {
      expect(await call('POST', `/sessions/${id}/message`, { text })).toMatchObject({ error: 'validation' });
    }
    client.socket.terminate();
    await expect
      .poll(() => call('POST', `/sessions/${id}/message`, { text: 'hello' }))
      .toMatchObject({ error: 'session.nobody_there' });
    await call('POST', `/sessions/${id}/disconnect`);
    expect(await call('POST', `/sessions/${id}/message`, { text: 'hello' })).toMatchObject({
      error: 'session.over',
    });
  });
});

describe('disconnecting a person', () => {
  it('ends all of their sessions and nobody else’s', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const mine = await kit.opened();
    const [one, two] = [await kit.opened(person.token), await kit.opened(person.token)];
    await call('POST', `/sessions/disconnect-user?userId=${person.id}`);
    expect([await kit.row(one.id), await kit.row(two.id)]).toMatchObject([
      { status: 'disconnected', code: 802 },
      { status: 'disconnected', code: 802 },
    ]);
    expect((await kit.row(mine.id)).status).toBe('connected');
    expect(await entries('session.disconnected', one.id)).toHaveLength(1);
    expect(await call('POST', '/sessions/disconnect-user')).toMatchObject({ error: 'validation' });
    expect(await call('POST', '/sessions/disconnect-user?userId=nobody')).toMatchObject({ code: 1 });
  });
});
