// A server whose connections to PostgreSQL fall silent, or whose PostgreSQL is frozen: it says so, and comes back by itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { OwnPostgres } from '../../testing/own-postgres.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { SilentProxy } from '../../testing/silent-proxy.ts';
import { clockLimit } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const LIMITS = { connectMs: 1500, statementMs: 700, answerMs: 1000, urgentMs: 700 };
const LEASE_MS = 4000;
const PATIENT = { timeout: 20_000, interval: 50 };
let postgres: OwnPostgres;
let proxy: SilentProxy;

const server = useTestServer(async () => {
  postgres = await OwnPostgres.start();
  proxy = await SilentProxy.to(new URL(postgres.url));
  const dataDir = mkdtempSync(join(tmpdir(), 'jadegate-test-'));
  const remove = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await proxy.remove();
    await postgres.remove();
  };
  const database = { dataDir, databaseUrl: proxy.lead(postgres.url), remove };
  return { database, databaseLimits: LIMITS, leaseMs: LEASE_MS };
});
const kit = new SessionKit(server);

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

const ready = async () => {
  const answer = await server.current.inject('GET', '/readyz');
  return { code: answer.statusCode, ...answer.json<{ parts: Record<string, string> }>().parts };
};
const UP = { code: 200, database: 'ok', lease: 'ok', disk: 'ok', storage: 'ok' };
const list = () => server.current.call('GET', '/users/paging', { token: kit.token });
const login = () =>
  server.current.call('POST', '/login', { body: { username: 'admin', password: 'correct horse battery' } });
const said = (text: string) => server.current.logLines.filter((line) => line.includes(text)).length;
/** Answers what came, and that it came in time. */
async function inLimits(call: () => Promise<{ code: number; error?: string }>): Promise<string> {
  const began = performance.now();
  const { error = 'answered' } = await call();
  // A call asks for several things, each of which may be the one that waits.
  expect(performance.now() - began).toBeLessThan(clockLimit(3 * (LIMITS.connectMs + LIMITS.answerMs)));
  return error;
}

it('goes on by itself after each of three silences, and its lease never runs out', async () => {
  const { id, client } = await kit.opened();
  for (let moment = 1; moment <= 3; moment++) {
    await Promise.all(Array.from({ length: 12 }, list));
    proxy.fallSilent();
    const answers = await Promise.all([list, list, login].map(inLimits));
    expect(answers).toContain('database.unavailable');
    await expect.poll(() => inLimits(list), PATIENT).toBe('answered');
    await expect.poll(ready, PATIENT).toEqual(UP);
    expect(await inLimits(login)).toBe('answered');
  }
  expect(said('ran out: it opens nothing')).toBe(0);
  client.type('still here');
  await expect.poll(() => client.shown, PATIENT).toContain('still here');
  // And it is one that is looked after.
  expect(await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token })).toMatchObject(
    {
      code: 1,
    },
  );
  await expect.poll(() => client.reason, PATIENT).toBe('已由管理員中斷連線');
});

it('that reaches no database knows that its lease ran out, opens nothing, and keeps what it holds', async () => {
  const { client } = await kit.opened();
  const { processes } = server.current.services;
  proxy.goDeaf();
  try {
    await expect
      .poll(ready, PATIENT)
      .toEqual({ ...UP, code: 503, database: 'unavailable', lease: 'unavailable' });
    expect((await server.current.inject('GET', '/metrics')).body).toContain(
      'jadegate_part_up{part="lease"} 0',
    );
    expect(() => processes.refuseNewWork()).toThrow('server.lease_lost');
    client.type('people repair the database through here');
    await expect.poll(() => client.shown, PATIENT).toContain('people repair');
  } finally {
    proxy.restore();
  }
  await expect.poll(ready, PATIENT).toEqual(UP);
  expect((await server.current.inject('GET', '/metrics')).body).toContain('jadegate_part_up{part="lease"} 1');
  expect([said('ran out: it opens nothing'), said('the lease of this server is back')]).toEqual([1, 1]);
  await server.current.patrolled();
  expect(client.reason).toBeUndefined();
  await kit.opened();
});

it('whose PostgreSQL is frozen answers page, list and login all the same, and works again after it', async () => {
  const page = async () => {
    const { statusCode } = await server.current.inject('GET', '/branding');
    return { code: statusCode };
  };
  await list();
  await postgres.freeze();
  try {
    const answers = await Promise.all([list, login].map(inLimits));
    expect(answers).toEqual(['database.unavailable', 'database.unavailable']);
    await inLimits(page);
    expect(await ready()).toMatchObject({ code: 503, database: 'unavailable' });
  } finally {
    postgres.thaw();
  }
  await expect.poll(() => inLimits(list), PATIENT).toBe('answered');
  await expect.poll(() => inLimits(login), PATIENT).toBe('answered');
  await expect.poll(ready, PATIENT).toEqual(UP);
});
