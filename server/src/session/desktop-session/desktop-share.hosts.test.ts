// A desktop that is shared by a link, at a real VNC host: looked at by who is invited, and by nobody else.
import type { NewShare, Seat, SessionShare, Sharing } from '@jadegate/contract/session/session-share';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { vncHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT } from '../../testing/desktop-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DesktopKit(server);
let guest = { id: '', username: '', token: '' };
let stranger = { id: '', username: '', token: '' };

beforeAll(async () => {
  await kit.start();
  guest = await server.current.loginAs({ type: 'user' });
  stranger = await server.current.loginAs({ type: 'user' });
});
afterEach(() => kit.leave());

const share = (id: string, body: Partial<NewShare> = {}) =>
  server.current.call<SessionShare & { token: string }>('POST', `/sessions/${id}/shares`, {
    token: kit.token,
    body: { mode: 'read', audience: 'named', usernames: [guest.username], ...body },
  });
const seatOf = (token: string, who: { token: string }) =>
  server.current.call<Seat>('POST', '/share-sessions', { token: who.token, body: { token } });

describe('a desktop that is shared', () => {
  it('is seen by who is invited, until the share is revoked, and touched by nobody else', async () => {
    const { id, client } = await kit.opened(vncHost);
    const { data: made, message } = await share(id);
    expect(message).toBe('success');
    expect(await seatOf(made.token, stranger)).toMatchObject({ error: 'share.not_invited' });
    const { data: seat } = await seatOf(made.token, guest);
    expect(seat).toMatchObject({ protocol: 'vnc', mode: 'read' });

    const looking = kit.seat(seat.id, guest.token);
    await vi.waitUntil(() => looking.hasPicture, PATIENT);
    const { data: sharing } = await server.current.call<Sharing>('GET', `/sessions/${id}/shares`, {
      token: kit.token,
    });
    expect(sharing).toMatchObject({ mayWrite: true, participants: [{ username: guest.username }] });
    // Who looks on beside them sees who is there.
    const watching = kit.monitor(id);
    await vi.waitUntil(() => watching.hasPicture, PATIENT);
    expect(watching.heard.find(([opcode]) => opcode === 'notice')?.[1]).toContain(guest.username);
    // Whatever they send, it is not theirs to send: the person goes on, and so do they.
    looking.send('key', 0x61, 1);
    looking.send('disconnect');
    const before = client.count('sync');
    client.send('mouse', 10, 10, 0);
    await vi.waitUntil(() => client.count('sync') > before, PATIENT);
    expect(looking.isOver).toBe(false);

    await server.current.call('DELETE', `/sessions/${id}/shares/${made.id}`, { token: kit.token });
    await vi.waitUntil(() => looking.isOver, PATIENT);
    expect(await kit.isOver(id)).toBe(false);
  }, 60_000);

  it('is not shown to whoever takes the seat of another', async () => {
    const { id } = await kit.opened(vncHost);
    const { data: made } = await share(id);
    const { data: seat } = await seatOf(made.token, guest);
    const stolen = kit.seat(seat.id, stranger.token);
    await vi.waitUntil(() => stolen.isOver || stolen.error !== undefined, PATIENT);
    expect(stolen.hasPicture).toBe(false);
  }, 60_000);
});
