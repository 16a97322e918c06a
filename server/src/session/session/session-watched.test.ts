import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text as consumeText } from 'node:stream/consumers';

import { LIMITS } from '@jadegate/contract/limits';
import type { Notice } from '@jadegate/contract/session/session-notice';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import type { SocketClient } from '../../testing/session-kit.ts';
import { ShareKit } from '../../testing/share-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new ShareKit(server);
const PATIENT = { timeout: 10_000 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

const told = (client: SocketClient): Notice[] =>
  client.frames.flatMap((frame) =>
    frame.type === 'notice' && frame.notice.kind === 'watched' ? [frame.notice] : [],
  );
const watch = (id: string, token: string) => kit.connect(`/sessions/${id}/ssh-monitor`, token);
const aWatcher = () => server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });

describe('being watched', () => {
  it('is shown to the person, with names, until the last one leaves', async () => {
    const [one, other] = [await aWatcher(), await aWatcher()];
    const { id, client } = await kit.opened();
    const first = watch(id, one.token);
    const here = (...who: { username: string }[]) => ({
      participants: who.map(({ username }) => ({ username, mode: 'read' })),
    });
    await expect.poll(() => told(client).at(-1), PATIENT).toMatchObject(here(one));
    expect(told(client)[0]?.text).toContain('正在觀看這個連線');
    const second = watch(id, other.token);
    await expect.poll(() => told(client).at(-1), PATIENT).toMatchObject(here(one, other));
    first.socket.close();
    await expect.poll(() => told(client).at(-1), PATIENT).toMatchObject(here(other));
    second.socket.close();
    await expect.poll(() => told(client).at(-1), PATIENT).toMatchObject(here());
    // Looking on is not being in it, and those who look on are not told of each other.
    expect((await kit.row(id)).participants).toEqual([]);
    expect([...told(first), ...told(second)]).toEqual([]);
  });

  it('is a matter of so many at once for each person who looks on', async () => {
    const { watches } = LIMITS.openPerPerson;
    const one = await aWatcher();
    const { id } = await kit.opened();
    const all = Array.from({ length: watches }, () => watch(id, one.token));
    await expect.poll(() => all.every(({ shown }) => shown.includes('$ ')), PATIENT).toBe(true);
    const refused = watch(id, one.token);
    const text = new Promise<string>((resolve, reject) => {
      refused.socket.once('unexpected-response', (_request, answer: IncomingMessage) => {
        consumeText(answer).then(resolve, reject);
      });
    });
    expect(JSON.parse(await text)).toMatchObject({ code: 429, error: 'open.watches' });
    const other = watch(id, (await aWatcher()).token);
    await expect.poll(() => other.shown, PATIENT).toContain('$ ');
    all.pop()?.socket.close();
    await expect
      .poll(async () => {
        const again = watch(id, one.token);
        await once(again.socket, 'open').catch(() => undefined);
        return again.socket.readyState;
      }, PATIENT)
      .toBe(WebSocket.OPEN);
  });

  it('is told again to a page that comes back', async () => {
    const one = await aWatcher();
    const { id, client } = await kit.opened();
    watch(id, one.token);
    await expect.poll(() => told(client).length, PATIENT).toBe(1);
    const back = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect
      .poll(() => told(back).at(-1), PATIENT)
      .toMatchObject({ participants: [{ username: one.username }] });
  });

  it('is not told where the setting says so, nor of oneself', async () => {
    const one = await aWatcher();
    const { id, client } = await kit.opened();
    const own = watch(id, kit.token);
    await expect.poll(() => own.shown, PATIENT).toContain('$ ');
    await kit.set({ 'session-watched-shown': 'false' });
    try {
      const other = watch(id, one.token);
      await expect.poll(() => other.shown, PATIENT).toContain('$ ');
      other.socket.close();
      await expect.poll(() => other.socket.readyState, PATIENT).toBe(other.socket.CLOSED);
      expect(told(client)).toEqual([]);
    } finally {
      await kit.set({ 'session-watched-shown': 'true' });
    }
  });
});
