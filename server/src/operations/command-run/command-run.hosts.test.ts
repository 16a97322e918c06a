// On a real sshd: many addresses, each an identity of its own, in one run.
import { readdir, readFile } from 'node:fs/promises';

import type { Page } from '@jadegate/contract/paging';
import type { SessionHit } from '@jadegate/contract/session/session-search';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { newId } from '../../kernel/id.ts';
import { AssetKit } from '../../testing/assets.ts';
import { ManyHosts, SSHD } from '../../testing/many-hosts.ts';
import { clockLimit, shortOrSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const HOSTS = shortOrSoak(12, 50);
const LONG_MS = 90_000;

const server = useTestServer();
const assets = new AssetKit(server);
const mark = `mark${newId().slice(-12)}`;
const assetIds: string[] = [];
const hosts = new ManyHosts();
let actor: Actor;
let foreign = '';

const addressOf = (host: number) => `127.0.77.${host}`;
const runs = () => server.current.services.commandRuns;
const post = (url: string, body?: object) =>
  server.current.call('POST', url, { token: assets.token, ...(body && { body }) });

beforeAll(async () => {
  await assets.login();
  const { id, username } = await server.current.seedUser();
  actor = { ...SYSTEM_CALLER, userId: id, username, loginId: undefined };
  await hosts.open(HOSTS + 1, addressOf);
  const { port } = hosts;
  for (let host = 1; host <= HOSTS + 1; host++) {
    const asset = await assets.created({ ...SSHD, ip: addressOf(host), port, name: `${mark} ${host}` });
    await post(`/assets/${asset.id}/tcping`);
    if (host > HOSTS) {
      foreign = asset.id;
    } else {
      assetIds.push(asset.id);
      await post('/authorised/users', { userIds: [id], assetId: asset.id });
    }
  }
}, LONG_MS);

afterAll(() => hosts.close());

it(
  'many hosts run it, and every run is in the session list, in search and in the audit log',
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
  'what runs on many real hosts is gone within two seconds of the stop',
  async () => {
    const script = `exec -a ${mark} sleep 300`;
    const request = { assetIds, script: `bash -c '${script}'`, timeoutMs: 60_000, parallelism: HOSTS };
    const { id, done } = await runs().start(actor, { ...request, origin: 'batch' });
    const left = () => processesOf(`${mark} 300`);
    await expect.poll(left, { timeout: 40_000, interval: 250 }).toBe(HOSTS);
    const before = performance.now();
    const stopped = runs().stop(id);
    await expect.poll(left, { timeout: 10_000, interval: 50 }).toBe(0);
    expect(performance.now() - before).toBeLessThan(clockLimit(2000));
    await stopped;
    expect((await done).hosts.map(({ state }) => state)).toEqual(Array(HOSTS).fill('stopped'));
  },
  LONG_MS,
);

/** Every identity is this machine, so what runs on them runs here. */
async function processesOf(commandLine: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.replaceAll('\0', ' ').trim() === commandLine).length;
}
