import type { SessionRow } from '@jadegate/contract/session/session';
import type { Seat } from '@jadegate/contract/session/session-share';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import { encodeBinary } from '@jadegate/contract/session/terminal-socket';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { ShareKit, participantsOf } from '../../testing/share-kit.ts';
import { WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new ShareKit(server);
/** Nobody stays longer than this after losing the right to. */
const CUT = WITHIN_5_SECONDS;
const PATIENT = { timeout: 10_000 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

const marks = (events: readonly TerminalEvent[]) =>
  events.flatMap((event) => (event.kind === 'mark' ? [event.label] : []));

/** A data frame as a client puts it on the wire, masked with zeros. */
function masked(text: string): Buffer {
  const body = Buffer.from(encodeBinary({ type: 'data', bytes: Buffer.from(text) }));
  return Buffer.concat([Buffer.from([0x82, 0x80 | body.length, 0, 0, 0, 0]), body]);
}

describe('participants', () => {
  it('are shown to everybody there and in the list, and are on record', async () => {
    const { id, client } = await kit.opened();
    const { token, id: shareId } = await kit.shared(id, { mode: 'read' });
    const other = await kit.joined(token);
    const here = { username: kit.guest.username, mode: 'read' };
    const change = { how: 'joined' };
    await expect.poll(() => participantsOf(client), PATIENT).toMatchObject({ participants: [here], change });
    expect(participantsOf(other)).toMatchObject({ kind: 'participants', participants: [here] });
    expect((await kit.sharing(id)).data.participants).toMatchObject([here]);
    expect((await kit.row(id)).participants).toHaveLength(1);
    const listed = await server.current.call<{ items: SessionRow[] }>('GET', '/sessions/paging', {
      token: kit.token,
    });
    expect(listed.data.items.find((row) => row.id === id)?.participants).toHaveLength(1);
    other.socket.close();
    await expect
      .poll(() => participantsOf(client), PATIENT)
      .toMatchObject({ participants: [], change: { how: 'left' } });
    expect((await kit.row(id)).participants).toEqual([]);
    await expect
      .poll(() => kit.audited(id), PATIENT)
      .toMatchObject([
        { action: 'session.shared', detail: { share: shareId, mode: 'read', audience: 'signed-in' } },
        { action: 'session.joined', detail: { share: shareId, mode: 'read' } },
        { action: 'session.left' },
      ]);
  });

  it('are told to a page that comes back, and to older clients in words', async () => {
    const { id, client } = await kit.opened();
    await kit.joined((await kit.shared(id)).token);
    client.socket.terminate();
    const back = kit.connect(`/sessions/${id}/ssh`, kit.token, { cols: '100', rows: '30' });
    await expect
      .poll(() => participantsOf(back), PATIENT)
      .toMatchObject({ participants: [{ username: kit.guest.username }] });
    const old = kit.connect(`/sessions/${id}/ssh`, kit.token, { protocol: 'text' });
    await expect.poll(() => old.shown, PATIENT).toContain('$ ');
    await kit.joined((await kit.shared(id)).token, kit.stranger.token);
    await expect.poll(() => old.shown, PATIENT).toContain('已加入這個連線');
  });

  it('are named in the recording when they come, go and type, without what they type', async () => {
    const { id, client } = await kit.opened();
    client.type('a');
    const other = await kit.joined((await kit.shared(id)).token);
    other.type('b');
    await expect.poll(() => client.shown, PATIENT).toContain('b');
    other.type('c');
    await expect.poll(() => client.shown, PATIENT).toContain('c');
    client.type('d');
    await expect.poll(() => client.shown, PATIENT).toContain('d');
    other.socket.close();
    await expect.poll(() => participantsOf(client)?.participants, PATIENT).toEqual([]);
    const events = await kit.recorded(id);
    expect(marks(events)).toEqual([
      `join:write:${kit.guest.username}`,
      `hands:${kit.guest.username}`,
      'hands:admin',
      `leave:${kit.guest.username}`,
    ]);
    expect(events.filter(({ kind }) => kind === 'input')).toEqual([]);
  });

  it('are named beside what they type where that is recorded', async () => {
    const record = (value: string) =>
      server.current.call('PUT', '/properties', { token: kit.token, body: { 'record-input': value } });
    await record('true');
    const { id, client } = await kit.opened();
    await record('false');
    const other = await kit.joined((await kit.shared(id)).token);
    other.type('by guest');
    await expect.poll(() => client.shown, PATIENT).toContain('by guest');
    client.type('by owner');
    await expect.poll(() => client.shown, PATIENT).toContain('by owner');
    const typed = (await kit.recorded(id)).flatMap((event) =>
      event.kind === 'input' ? [[event.by, Buffer.from(event.bytes).toString()]] : [],
    );
    expect(typed).toEqual([
      [kit.guest.username, 'by guest'],
      ['admin', 'by owner'],
    ]);
  });

  it('are no more than twenty', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id, { mode: 'read' });
    const seats = await Promise.all(Array.from({ length: 21 }, async () => (await kit.ask(token)).data.id));
    const clients = seats.map((seat) => kit.sit(seat));
    await expect.poll(() => clients.filter(({ reason }) => reason?.includes('上限')).length, PATIENT).toBe(1);
    await expect.poll(async () => (await kit.row(id)).participants.length, PATIENT).toBe(20);
    expect(await kit.ask(token)).toMatchObject({ error: 'share.full' });
    // Who found no place was never there.
    const joined = (await kit.audited(id)).filter(({ action }) => action === 'session.joined');
    expect(joined).toHaveLength(20);
  });
});

describe('a participant is out within five seconds', () => {
  it('when the share is revoked, and cannot type through a socket that will not close', async () => {
    const { id, client } = await kit.opened();
    const made = await kit.shared(id);
    const other = await kit.joined(made.token);
    await kit.revoke(id, made.id);
    await expect.poll(() => other.reason, CUT).toContain('已撤銷');
    // A raw client that ignores being told to go.
    const stubborn = await kit.shared(id);
    const second = await kit.joined(stubborn.token);
    const raw = (second.socket as unknown as { _socket: { write: (bytes: Buffer) => void } })._socket;
    second.socket.pause();
    await kit.revoke(id, stubborn.id);
    raw.write(masked('too late'));
    client.type('sync');
    await expect.poll(() => client.shown, PATIENT).toContain('sync');
    expect(client.shown).not.toContain('too late');
  });

  it('when its time is over', async () => {
    const { id } = await kit.opened();
    const other = await kit.joined((await kit.shared(id, { minutes: 5 })).token);
    server.current.passTime(5 * MINUTE_MS);
    await expect.poll(() => other.reason, CUT).toContain('已到期');
  });

  it('when their login ends, and when they are disabled', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id);
    const leaver = await server.current.loginAs({ type: 'user' });
    const disabled = await server.current.loginAs({ type: 'user' });
    const [first, second] = [await kit.joined(token, leaver.token), await kit.joined(token, disabled.token)];
    await server.current.call('POST', '/account/logout', { token: leaver.token });
    await server.current.call('PATCH', `/users/${disabled.id}/status?status=disabled`, { token: kit.token });
    await expect.poll(() => first.reason, CUT).toContain('登入已結束');
    await expect.poll(() => second.reason, CUT).toContain('登入已結束');
  });

  it('when the session ends', async () => {
    const { id, shell } = await kit.opened();
    const other = await kit.joined((await kit.shared(id)).token);
    shell.exit(0);
    shell.end();
    await expect.poll(() => other.reason, PATIENT).toContain('已結束');
    await expect.poll(async () => (await kit.audited(id)).at(-1)?.action, PATIENT).toBe('session.left');
  });

  it('when the administrator who shared may not any more', async () => {
    const owner = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const admin = await server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });
    const { id } = await kit.opened(owner.token);
    const { data } = await kit.share(id, { mode: 'read' }, admin.token);
    const other = await kit.joined(data.token);
    await server.current.db.deleteFrom('user_role').where('user_id', '=', admin.id).execute();
    await expect.poll(() => other.reason, CUT).toContain('已撤銷');
    expect(await kit.ask(data.token)).toMatchObject({ error: 'share.revoked' });
  });
});

describe('an administrator', () => {
  const join = (id: string, token: string) =>
    server.current.call<Seat>('POST', `/sessions/${id}/join`, { token });

  it('joins by right, types, is shown, and is out when the right is gone', async () => {
    await kit.set({ 'session-sharing': 'off' });
    try {
      const admin = await server.current.loginAs({ type: 'admin', menus: ['online-session-join'] });
      const { id, client } = await kit.opened();
      const { data } = await join(id, admin.token);
      expect(data).toMatchObject({ mode: 'write', expires: null });
      const other = kit.sit(data.id, admin.token);
      await expect.poll(() => other.shown, PATIENT).toContain('$ ');
      other.type('help is here');
      await expect.poll(() => client.shown, PATIENT).toContain('help is here');
      expect(participantsOf(client)).toMatchObject({
        participants: [{ username: admin.username, mode: 'write' }],
      });
      await server.current.db.deleteFrom('user_role').where('user_id', '=', admin.id).execute();
      await expect.poll(() => other.reason, CUT).toBeDefined();
      await expect
        .poll(async () => (await kit.audited(id)).map(({ action }) => action), PATIENT)
        .toEqual(['session.joined', 'session.left']);
    } finally {
      await kit.set({ 'session-sharing': 'signed-in' });
    }
  });

  it('who may only watch is refused, and so is a session that is over', async () => {
    const watcher = await server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });
    const { id } = await kit.opened();
    expect(await join(id, watcher.token)).toMatchObject({ code: 403 });
    expect(await join('nothing', kit.token)).toMatchObject({ error: 'session.over' });
  });
});

describe('a program with an access token', () => {
  it('neither shares nor joins', async () => {
    const { id } = await kit.opened();
    const { token: link } = await kit.shared(id);
    const { data } = await server.current.call<{ token: string }>('POST', '/account/access-tokens', {
      token: kit.guest.token,
      body: { name: 'for sharing', password: 'a quiet harbour' },
    });
    expect(await kit.share(id, {}, data.token)).toMatchObject({ code: 403 });
    expect(await kit.ask(link, data.token)).toMatchObject({ code: 403 });
  });
});
