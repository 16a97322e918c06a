// An administrator who joins somebody's desktop with the right to it, at a real VNC host, and those who have no such right.
import type { Notice } from '@jadegate/contract/session/session-notice';
import type { Seat } from '@jadegate/contract/session/session-share';
import { decodeEvents } from '@jadegate/contract/session/terminal-recording';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { readActs } from '../../recorders/desktop/acts.ts';
import { filesIn } from '../../recorders/recording-files.ts';
import { DesktopKit, PATIENT, type TunnelClient } from '../../testing/desktop-kit.ts';
import { OwnVnc } from '../../testing/own-vnc.ts';
import { clockLimit } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DesktopKit(server);
let vnc: OwnVnc;
let helper = { id: '', username: '', token: '' };
let onlyWatches = { id: '', username: '', token: '' };

beforeAll(async () => {
  vnc = await OwnVnc.start();
  await kit.start();
  helper = await server.current.loginAs({ type: 'admin', menus: ['online-session-join'] });
  onlyWatches = await server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });
  await server.current.call('PUT', '/properties', { token: kit.token, body: { 'record-input': 'true' } });
});
afterEach(() => kit.leave());
afterAll(() => vnc.stop());

const join = (id: string, { token }: { token: string }) =>
  server.current.call<Seat>('POST', `/sessions/${id}/join`, { token });

async function joined(id: string): Promise<TunnelClient> {
  const { data: seat, message } = await join(id, helper);
  expect(message).toBe('success');
  expect(seat.mode).toBe('write');
  const client = kit.seat(seat.id, helper.token);
  await expect.poll(() => client.hasPicture, PATIENT).toBe(true);
  return client;
}

function type(client: TunnelClient, text: string): void {
  for (const character of text) {
    client.send('key', character.codePointAt(0) ?? 0, 1);
    client.send('key', character.codePointAt(0) ?? 0, 0);
  }
  client.send('key', 0xff0d, 1);
  client.send('key', 0xff0d, 0);
}

async function end(id: string, client: TunnelClient) {
  client.send('disconnect');
  await expect.poll(() => kit.isOver(id), PATIENT).toBe(true);
  const typed = (await readActs(filesIn(server.current.services.liveSessions.folderOf(id))))
    .filter(({ kind }) => kind === 'typed')
    .map(({ text }) => text);
  const url = `/sessions/${id}/recording/segments/1`;
  const events = decodeEvents((await server.current.inject('GET', url, { token: kit.token })).rawPayload, 0);
  const marks = [...events]
    .flatMap((event) => (event.kind === 'mark' ? [event.label] : []))
    .filter((label) => /^(join|leave|hands):/.test(label));
  return { typed, marks };
}

const lastParticipants = (client: TunnelClient) =>
  client.heard
    .flatMap(([opcode, text = '']) => (opcode === 'notice' ? [JSON.parse(text) as Notice] : []))
    .findLast(({ kind }) => kind === 'participants');

describe('an administrator who joins a desktop', () => {
  it('acts in it beside its person, who is told; recording and audit log say who did what', async () => {
    const { id, client } = await kit.opened(vnc.host);
    type(client, 'mine');
    const helping = await joined(id);
    await expect
      .poll(() => lastParticipants(client), PATIENT)
      .toMatchObject({
        text: expect.stringContaining('已加入這個連線'),
        participants: [{ username: helper.username, mode: 'write' }],
      });
    const pointers = client.count('mouse');
    helping.send('mouse', 321, 123, 0);
    await expect.poll(() => client.count('mouse'), PATIENT).toBe(pointers + 1);
    expect(client.heard.findLast(([opcode]) => opcode === 'mouse')).toEqual(['mouse', '321', '123']);
    type(helping, 'theirs');
    // Answered, so that what was sent before it has been dealt with.
    helping.send('', 'ping', 1);
    await expect.poll(() => helping.count(''), PATIENT).toBe(1);
    type(client, 'mine again');
    helping.socket.close();
    await expect.poll(() => lastParticipants(client)?.participants, PATIENT).toEqual([]);

    const { typed, marks } = await end(id, client);
    expect(typed).toEqual(['mine', 'theirs', 'mine again']);
    const owner = (
      await server.current.call<{ username: string }>('GET', '/account/info', { token: kit.token })
    ).data.username;
    expect(marks).toEqual([
      `join:write:${helper.username}`,
      `hands:${helper.username}`,
      `hands:${owner}`,
      `leave:${helper.username}`,
    ]);
    const actions = async () =>
      (await kit.assets.audited(id))
        .map(({ action }) => action)
        .filter((action) => action === 'session.joined' || action === 'session.left');
    await expect.poll(actions, PATIENT).toEqual(['session.joined', 'session.left']);
  }, 60_000);

  it('has keys and the pointer, and nothing else of what is its person’s', async () => {
    const { id, client } = await kit.opened(vnc.host);
    const helping = await joined(id);
    const before = await vnc.pasted();
    helping.paste('not theirs to paste');
    helping.send('size', 640, 480, 96);
    helping.send('disconnect');
    helping.send('', 'ping', 1);
    await expect.poll(() => helping.count(''), PATIENT).toBe(1);
    expect(await vnc.pasted()).toBe(before);
    expect(await kit.isOver(id)).toBe(false);
    expect((await kit.row(id)).width).toBe(800);
    await end(id, client);
  }, 60_000);

  it('is out when the right is gone, and what they send then goes nowhere', async () => {
    const { id, client } = await kit.opened(vnc.host);
    const helping = await joined(id);
    const began = Date.now();
    await server.current.db.deleteFrom('login').where('user_id', '=', helper.id).execute();
    await expect.poll(() => helping.isOver, PATIENT).toBe(true);
    expect(Date.now() - began).toBeLessThan(clockLimit(5000));
    expect(await kit.isOver(id)).toBe(false);
    await end(id, client);
  }, 60_000);
});

describe('who has no such right', () => {
  it('gets no seat, and looks on without touching anything, whatever their client sends', async () => {
    const { id, client } = await kit.opened(vnc.host);
    expect(await join(id, onlyWatches)).toMatchObject({ error: 'auth.forbidden' });
    const looking = kit.monitor(id, onlyWatches.token);
    await expect.poll(() => looking.hasPicture, PATIENT).toBe(true);
    const pointers = client.count('mouse');
    type(looking, 'refused');
    looking.send('mouse', 11, 22, 1);
    looking.send('', 'ping', 1);
    await expect.poll(() => looking.count(''), PATIENT).toBe(1);
    expect(client.count('mouse')).toBe(pointers);
    const { typed, marks } = await end(id, client);
    expect(typed).toEqual([]);
    expect(marks).toEqual([]);
  }, 60_000);
});
