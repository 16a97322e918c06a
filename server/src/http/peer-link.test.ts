// What servers say to each other by themselves: they believe only each other, and an order is taken by who holds the session.
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { RemoteSessionEnds } from '../session/session/remote-session-ends.ts';
import { SessionKit } from '../testing/session-kit.ts';
import { SilentProxy } from '../testing/silent-proxy.ts';
import { closedPort } from '../testing/tcp-host.ts';
import { useTestServer, type TestServer } from '../testing/test-server.ts';
import { HttpPeerLink } from './peer-link.ts';
import type { PeerPasses } from './peer-pass.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const UNKNOWN = { url: 'http://127.0.0.1:1' };
/** Where people open their sessions. */
const holder = useTestServer({ peer: UNKNOWN });
const kit = new SessionKit(holder);
/** Where administrators are. */
let other: TestServer;
let link: HttpPeerLink;

const idOf = ({ services }: TestServer) => services.processes.id;
const port = () => (holder.current.app.server.address() as AddressInfo).port;
const sayWhere = (at: number) =>
  other.db
    .updateTable('server_process')
    .set({ peer_url: `http://127.0.0.1:${at}` })
    .where('id', '=', idOf(holder.current))
    .execute();
const peer = (at = port(), processId = idOf(holder.current)) => ({
  processId,
  url: `http://127.0.0.1:${at}`,
});
const rowOf = (id: string) =>
  other.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const disconnect = (id: string) => other.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });

beforeAll(async () => {
  await kit.start();
  other = await holder.current.startBeside({ peer: UNKNOWN });
  const { passes } = other.services.peers ?? {};
  link = new HttpPeerLink({ passes: passes as PeerPasses, logger: createLogger('silent') });
});
afterEach(async () => {
  vi.restoreAllMocks();
  kit.leave();
  await sayWhere(port());
});
afterAll(async () => {
  await kit.stop();
  await other.stop();
});

describe('whether another server has a lease', () => {
  it('is what that one knows of itself', async () => {
    expect(await link.lease(peer())).toBe('held');
    vi.spyOn(holder.current.services.processes.lease, 'isHeld', 'get').mockReturnValue(false);
    expect(await link.lease(peer())).toBe('lost');
  });

  it('is known where nobody listens or somebody else took its place, and not where nobody answers', async () => {
    expect(await link.lease(peer(await closedPort()))).toBe('gone');
    expect(await link.lease(peer(port(), 'before a restart'))).toBe('gone');
    const deaf = await SilentProxy.to({ hostname: '127.0.0.1', port: String(port()) });
    deaf.goDeaf();
    expect(await link.lease(peer(deaf.port))).toBe('silent');
    await deaf.remove();
  });
});

describe('people and strangers', () => {
  it('are told nothing and order nothing', async () => {
    const paths = ['GET /peer/lease', 'POST /peer/sessions/x/end?end=%7B%22kind%22%3A%22left%22%7D'] as const;
    const { passes } = other.services.peers ?? {};
    const caller = { address: '127.0.0.1', userAgent: '', language: 'en', requestId: '' } as const;
    const who = { userId: 'u', username: 'amy', type: 'admin', loginId: 'l' } as const;
    for (const path of paths) {
      const [method, url] = path.split(' ') as ['GET' | 'POST', string];
      const led = passes?.issue(idOf(holder.current), { method, url }, { caller, who }) ?? '';
      const tries: Record<string, string>[] = [{}, { 'x-auth-token': kit.token }, { 'x-jadegate-peer': led }];
      for (const headers of tries) {
        expect(await holder.current.call(method, url, { headers })).toMatchObject({ error: 'peer.refused' });
      }
    }
  });

  it('are not there at a server that is alone', async () => {
    const alone = await holder.current.startBeside();
    expect(await alone.call('GET', '/peer/lease')).toMatchObject({ error: 'route.not_found' });
    await alone.stop();
  });
});

describe('an administrator’s disconnect at another server', () => {
  /** One that hears nothing through the database, as a server whose connections fell silent. */
  async function opened() {
    vi.spyOn(RemoteSessionEnds.prototype, 'listFor').mockResolvedValue(new Map());
    return kit.opened();
  }
  const callDead = (id: string) =>
    other.db
      .updateTable('session')
      .set({ status: 'disconnected', end_reason: '{"kind":"process_died"}', disconnected_at: Date.now() })
      .where('id', '=', id)
      .execute();

  it('reaches the server that holds the session past the database', async () => {
    const { id, client } = await opened();
    expect(await disconnect(id)).toMatchObject({ code: 1 });
    expect(client.reason).toBe('已由管理員中斷連線');
    expect(await rowOf(id)).toMatchObject({ status: 'disconnected', recording: 'kept' });
  });

  it.each([
    ['one session', (id: string) => `/sessions/${id}/disconnect`],
    ['all of a person', (_id: string, person: string) => `/sessions/disconnect-user?userId=${person}`],
  ])('ends what is called dead and lives: %s', async (_what, url) => {
    const { id, client } = await opened();
    await callDead(id);
    const { user_id } = await rowOf(id);
    expect(await other.call('POST', url(id, user_id), { token: kit.token })).toMatchObject({ code: 1 });
    await expect.poll(() => client.reason, PATIENT).toBe('已由管理員中斷連線');
  });

  it('says so when the server that had it does not answer, and marks nothing', async () => {
    const { id, client } = await opened();
    await callDead(id);
    const deaf = await SilentProxy.to({ hostname: '127.0.0.1', port: String(port()) });
    deaf.goDeaf();
    await sayWhere(deaf.port);
    expect(await disconnect(id)).toMatchObject({
      error: 'session.end_unconfirmed',
      params: { server: `127.0.0.1:${deaf.port}` },
    });
    expect(await rowOf(id)).toMatchObject({ end_reason: '{"kind":"process_died"}', end_request: '' });
    expect(client.reason).toBeUndefined();
    await deaf.remove();
  });

  it('is done when nobody is where that server was', async () => {
    const { id } = await opened();
    await callDead(id);
    await sayWhere(await closedPort());
    expect(await disconnect(id)).toMatchObject({ code: 1 });
  });
});
