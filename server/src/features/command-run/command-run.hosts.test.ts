// On a real sshd: many addresses, each an identity of its own, in one run.
import net from 'node:net';

import type { Page } from '@jadegate/contract/paging';
import type { SessionHit } from '@jadegate/contract/session-search';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { newId } from '../../kernel/id.ts';
import { AssetKit } from '../../testing/assets.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** As `scripts/hosts/up.sh` starts it. */
const SSHD = { port: 2201, username: 'tgt', password: 'Tgt-pass1' };
const HOSTS = 50;
const LONG_MS = 90_000;

const server = useTestServer();
const assets = new AssetKit(server);
const mark = `mark${newId().slice(-12)}`;
const assetIds: string[] = [];
const doors: net.Server[] = [];
let actor: Actor;
let foreign = '';

const runs = () => server.current.services.commandRuns;
const post = (url: string, body?: object) =>
  server.current.call('POST', url, { token: assets.token, ...(body && { body }) });

beforeAll(async () => {
  await assets.login();
  const { id, username } = await server.current.seedUser();
  actor = { ...SYSTEM_CALLER, userId: id, username, loginId: undefined };
  const port = await openDoors();
  for (let host = 1; host <= HOSTS + 1; host++) {
    const asset = await assets.created({ ...SSHD, ip: `127.0.77.${host}`, port, name: `${mark} ${host}` });
    await post(`/assets/${asset.id}/tcping`);
    if (host > HOSTS) {
      foreign = asset.id;
    } else {
      assetIds.push(asset.id);
      await post('/authorised/users', { userIds: [id], assetId: asset.id });
    }
  }
}, LONG_MS);

afterAll(() => doors.forEach((door) => door.close()));

/** sshd listens at one address; each host has one of its own, at the same port. */
async function openDoors(): Promise<number> {
  let port = 0;
  for (let host = 1; host <= HOSTS + 1; host++) {
    const door = net.createServer((socket) => {
      const target = net.connect(SSHD.port, '127.0.0.1');
      socket.on('error', () => target.destroy());
      target.on('error', () => socket.destroy());
      socket.pipe(target).pipe(socket);
    });
    await new Promise<void>((resolve) => door.listen(port, `127.0.77.${host}`, resolve));
    port = (door.address() as net.AddressInfo).port;
    doors.push(door);
  }
  return port;
}

it(
  'fifty hosts run it, and every run is in the session list, in search and in the audit log',
  async () => {
    const script = `echo ${mark}`;
    const all = [...assetIds, foreign];
    const plan = await runs().plan(actor, { assetIds: all, script });
    expect(plan.hosts.filter(({ verdict }) => verdict === 'refused')).toMatchObject([{ assetId: foreign }]);
    const { done } = await runs().start(actor, { assetIds: all, script, timeoutMs: 60_000, origin: 'batch' });
    const { hosts } = await done;
    expect(hosts.filter(({ state }) => state === 'succeeded')).toHaveLength(HOSTS);
    expect(new Set(hosts.map(({ output }) => output))).toEqual(new Set([`${mark}\n`, '']));
    const { token } = assets;
    const sessions = await server.current.call<Page<unknown>>('GET', '/sessions/paging', {
      token,
      query: { userId: actor.userId },
    });
    expect(sessions.data.total).toBe(HOSTS);
    const found = async () =>
      (
        await server.current.call<Page<SessionHit>>('GET', '/session-search/paging', {
          token,
          query: { text: mark, kind: 'command', pageSize: '100' },
        })
      ).data.items.length;
    await expect.poll(found, { timeout: 20_000 }).toBeGreaterThanOrEqual(HOSTS);
    const closed = await server.current.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'session.closed')
      .where('actor_id', '=', actor.userId)
      .execute();
    expect(closed).toHaveLength(HOSTS);
  },
  LONG_MS,
);

it(
  'what runs on a real host is gone within two seconds of the stop',
  async () => {
    const script = `exec -a ${mark} sleep 300`;
    const request = { assetIds: assetIds.slice(0, 5), script: `bash -c '${script}'`, timeoutMs: 60_000 };
    const { id, done } = await runs().start(actor, { ...request, origin: 'batch' });
    const left = async () => {
      const { done: asked } = await runs().start(actor, {
        assetIds: assetIds.slice(5, 6),
        script: `pgrep -fc '^${mark} 300' || true`,
        timeoutMs: 30_000,
        origin: 'job',
      });
      return Number((await asked).hosts[0]?.output);
    };
    await expect.poll(left, { timeout: 20_000 }).toBe(5);
    const before = performance.now();
    await runs().stop(id);
    expect(performance.now() - before).toBeLessThan(2000);
    expect((await done).hosts.map(({ state }) => state)).toEqual(Array(5).fill('stopped'));
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
  },
  LONG_MS,
);
