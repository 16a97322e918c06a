// An administrator at somebody's desktop, at real VNC and RDP hosts: looking on, saying something, ending it.
import type { Notice } from '@jadegate/contract/session/session-notice';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { nlaHost, vncHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT, type TunnelClient } from '../../testing/desktop-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DesktopKit(server);
let watcher = { id: '', username: '', token: '' };

beforeAll(async () => {
  await kit.start();
  const menus = ['online-session-monitor', 'online-session-disconnect'] as const;
  watcher = await server.current.loginAs({ type: 'admin', menus });
});
afterEach(() => kit.leave());

const notices = (client: TunnelClient, kind: Notice['kind']): Notice[] =>
  client.heard
    .flatMap(([opcode, text = '']) => (opcode === 'notice' ? [JSON.parse(text) as Notice] : []))
    .filter((notice) => notice.kind === kind);
const order = (path: string, body?: object) =>
  server.current.call('POST', path, { token: watcher.token, ...(body && { body }) });
const audited = async (id: string) =>
  (await kit.assets.audited(id))
    .map(({ action }) => action)
    .filter((action) => action !== 'session.opened')
    .toSorted();

describe('the person at a desktop', () => {
  it.each([
    ['vnc', vncHost],
    ['rdp', nlaHost],
  ] as const)(
    'is told who watches over %s and what they say, and why it ends; row, recording and log agree',
    async (protocol, host) => {
      const { id, client } = await kit.opened(host, { protocol });
      const looking = kit.monitor(id, watcher.token);
      await expect.poll(() => looking.hasPicture, PATIENT).toBe(true);
      expect(notices(client, 'watched')).toMatchObject([{ participants: [{ username: watcher.username }] }]);
      expect(await order(`/sessions/${id}/message`, { text: '五分鐘後維護' })).toMatchObject({ code: 1 });
      await expect.poll(() => notices(client, 'message'), PATIENT).toHaveLength(1);
      expect(notices(client, 'message')[0]?.text).toContain('五分鐘後維護');
      expect(notices(looking, 'message')).toEqual([]);

      await order(`/sessions/${id}/disconnect`);
      await expect.poll(() => client.isOver && looking.isOver, PATIENT).toBe(true);
      expect(client.error).toEqual([802, '已由管理員中斷連線']);
      expect(looking.error).toEqual([802, '已由管理員中斷連線']);
      const row = await kit.row(id);
      expect(row).toMatchObject({ protocol, status: 'disconnected', code: 802, recording: '1' });
      expect(row.message).toBe('已由管理員中斷連線');
      const file = await fetch(`http://127.0.0.1:${kit.port}/sessions/${id}/recording`, {
        headers: { 'X-Auth-Token': kit.token },
      });
      const recorded = new InstructionReader().read(Buffer.from(await file.arrayBuffer()));
      expect(recorded.findLast(({ opcode }) => opcode === 'sync')).toBeDefined();
      // What an administrator says is between them and the person.
      expect(recorded.some(({ opcode }) => opcode === 'notice')).toBe(false);
      await expect
        .poll(() => audited(id), PATIENT)
        .toEqual([
          'session.closed',
          'session.disconnected',
          'session.messaged',
          'session.recording-read',
          'session.watched',
          'session.watched',
        ]);
    },
    60_000,
  );

  it('is told on coming back who watches and who is there', async () => {
    const { id, client } = await kit.opened(vncHost, { query: { returns: 'true' } });
    const looking = kit.monitor(id, watcher.token);
    await expect.poll(() => looking.hasPicture, PATIENT).toBe(true);
    client.socket.terminate();
    await expect.poll(async () => (await kit.row(id)).awayUntil, PATIENT).not.toBeNull();
    const back = kit.tunnel(id, { returns: 'true' });
    await expect.poll(() => back.hasPicture, PATIENT).toBe(true);
    expect(notices(back, 'watched')).toMatchObject([{ participants: [{ username: watcher.username }] }]);
    looking.socket.terminate();
    await expect.poll(() => notices(back, 'watched').at(-1)?.participants, PATIENT).toEqual([]);
  }, 60_000);

  it('is out of reach for who may watch and not end', async () => {
    const { id } = await kit.opened(vncHost);
    const only = await server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });
    const refused = await server.current.call('POST', `/sessions/${id}/disconnect`, { token: only.token });
    expect(refused.error).toBe('auth.forbidden');
    expect(await kit.isOver(id)).toBe(false);
  }, 60_000);
});
