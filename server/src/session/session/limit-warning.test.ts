import type { Notice } from '@jadegate/contract/session/terminal-socket';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { SessionKit, type SocketClient } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { limitAhead } from './limit-warning.ts';

/** A busy machine is slow, and right all the same. */
const SOON = { timeout: 15_000 };

const limits = (idleMinutes: number, maxMinutes: number) => ({
  limits: {
    idleMinutes,
    maxMinutes,
    reattachSeconds: 0,
    recordInput: false,
    failOpen: false,
    recordingMegabytes: 0,
    whenRecordingFull: 'end' as const,
    term: '',
  },
  startedAt: 0,
  lastInputAt: 0,
});

describe('the end that is near', () => {
  it.each([
    ['a minute before', limits(10, 0), 9 * MINUTE_MS, { kind: 'idle', leftMs: MINUTE_MS }],
    ['not a moment earlier', limits(10, 0), 9 * MINUTE_MS - 1, undefined],
    ['half of a short time', limits(1, 0), 30 * SECOND_MS, { kind: 'idle', leftMs: 30 * SECOND_MS }],
    ['not in its first half', limits(1, 0), 29 * SECOND_MS, undefined],
    ['also that of the whole', limits(0, 5), 4.5 * MINUTE_MS, { kind: 'too_long', leftMs: 30 * SECOND_MS }],
    ['the nearer of two', limits(5, 6), 5 * MINUTE_MS, { kind: 'idle', leftMs: 0 }],
    ['without limits never', limits(0, 0), 1e12, undefined],
  ])('%s', (_what, live, now, ahead) => {
    expect(limitAhead(live, now)).toEqual(ahead);
  });
});

describe('in a session', () => {
  const server = useTestServer();
  const kit = new SessionKit(server);
  beforeAll(() => kit.start());
  afterEach(async () => {
    kit.leave();
    await set({ 'session-idle-minutes': '30', 'session-max-minutes': '0' });
  });
  afterAll(() => kit.stop());

  const set = (body: Record<string, string>) =>
    server.current.call('PUT', '/properties', { token: kit.token, body });

  const notices = (client: SocketClient) =>
    client.frames.flatMap((frame): Notice[] =>
      frame.type === 'notice' && !['participants', 'step'].includes(frame.notice.kind) ? [frame.notice] : [],
    );

  it('a warning comes before the idle end, a key withdraws it, and silence ends the session', async () => {
    await set({ 'session-idle-minutes': '2' });
    const { client } = await kit.opened();
    server.current.passTime(65 * SECOND_MS);
    await expect.poll(() => notices(client)[0]?.kind, SOON).toBe('idle');
    const [first] = notices(client);
    expect(first?.seconds).toBeGreaterThan(40);
    expect(first?.seconds).toBeLessThanOrEqual(60);
    expect(first?.text).toContain(`${first?.seconds} 秒後將中斷連線`);
    client.type('x');
    await expect.poll(() => notices(client)[1], SOON).toEqual({ kind: 'idle', text: '', seconds: 0 });
    server.current.passTime(90 * SECOND_MS);
    await expect.poll(() => notices(client)[2]?.kind, SOON).toBe('idle');
    server.current.passTime(40 * SECOND_MS);
    await expect.poll(() => client.reason, SOON).toBe('閒置超過 2 分鐘，連線已中斷');
    expect(notices(client)).toHaveLength(3);
  }, 30_000);

  it('a key does not help against the limit of the whole, and a page that comes new is told again', async () => {
    await set({ 'session-max-minutes': '2' });
    const { id, client } = await kit.opened();
    server.current.passTime(80 * SECOND_MS);
    await expect.poll(() => notices(client)[0]?.kind, SOON).toBe('limit');
    client.type('x');
    await expect.poll(() => client.shown, SOON).toBe('$ x');
    const other = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect.poll(() => notices(other)[0]?.kind, SOON).toBe('limit');
    expect(notices(client)).toHaveLength(1);
    server.current.passTime(45 * SECOND_MS);
    await expect.poll(() => other.reason, SOON).toBe('連線已達時間上限 2 分鐘');
  }, 30_000);

  it('one that cannot be checked does not keep the next from its end', async () => {
    await set({ 'session-max-minutes': '0', 'session-idle-minutes': '2' });
    const busy = await kit.opened();
    const idle = await kit.opened();
    const away = vi.spyOn(server.current.services.access, 'decide').mockRejectedValue(new Error('away'));
    try {
      server.current.passTime(90 * SECOND_MS);
      busy.client.type('x');
      await expect.poll(() => busy.client.shown, SOON).toBe('$ x');
      server.current.passTime(60 * SECOND_MS);
      await expect.poll(() => idle.client.reason, SOON).toBe('閒置超過 2 分鐘，連線已中斷');
      expect(busy.client.reason).toBeUndefined();
    } finally {
      away.mockRestore();
    }
  }, 30_000);

  it('older clients get a line in the terminal, which is no part of the recording', async () => {
    await set({ 'session-idle-minutes': '2' });
    const { data } = await kit.create(await kit.machine());
    const client = kit.connect(`/sessions/${data.id}/ssh`, kit.token, { protocol: 'text' });
    await expect.poll(() => client.shown, SOON).toBe('$ ');
    server.current.passTime(65 * SECOND_MS);
    await expect.poll(() => client.shown, SOON).toContain('秒後將中斷連線');
    client.socket.send('2x');
    await expect.poll(() => client.shown.endsWith('x'), SOON).toBe(true);
    client.socket.close();
    await expect.poll(async () => (await kit.row(data.id)).status, SOON).toBe('disconnected');
    const file = await server.current.inject('GET', `/sessions/${data.id}/recording`, { token: kit.token });
    expect(file.body).not.toContain('秒後');
  }, 30_000);
});
