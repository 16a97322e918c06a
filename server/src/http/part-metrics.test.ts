// The figures that parts of the product count while they work, made by real work.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';

import type { JobRow } from '@jadegate/contract/operations/job';
import type { Page } from '@jadegate/contract/paging';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Mailbox } from '../testing/mailbox.ts';
import { readMetrics, sampleOf, type Sample } from '../testing/metrics-text.ts';
import { SessionKit } from '../testing/session-kit.ts';
import { closedPort } from '../testing/tcp-host.ts';
import { useTestServer } from '../testing/test-server.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const server = useTestServer();
const kit = new SessionKit(server);
beforeAll(() => kit.start());
afterAll(() => kit.stop());

const body = async () => (await server.current.inject('GET', '/metrics')).body;
const read = async () => readMetrics(await body());

/** How much figures grew while something was done. */
async function during(work: () => Promise<unknown>) {
  const before = await read();
  await work();
  const after = await read();
  return (name: string, labels: Record<string, string> = {}) => {
    const value = (samples: readonly Sample[]) => sampleOf(samples, name, labels) ?? 0;
    return value(after) - value(before);
  };
}

const set = (values: object) => server.current.call('PUT', '/properties', { token: kit.token, body: values });

describe('the figures of parts', () => {
  it('count statements of the database, what waits for it, and what it refused', async () => {
    const { db } = server.current;
    const grown = await during(async () => {
      await sql`select 1`.execute(db);
      await server.current.services.database.transact((tx) => sql`select 1`.execute(tx));
      await expect(sql`select nonsense`.execute(db)).rejects.toThrow(/nonsense/);
    });
    expect(grown('jadegate_database_statement_duration_seconds_count')).toBeGreaterThanOrEqual(3);
    expect(grown('jadegate_database_statement_duration_seconds_sum')).toBeGreaterThan(0);
    expect(grown('jadegate_database_wait_duration_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(grown('jadegate_database_statements_failed_total')).toBe(1);
    // What goes on by itself may wait for its turn just now.
    await expect.poll(async () => sampleOf(await read(), 'jadegate_database_waiting'), PATIENT).toBe(0);
  });

  it('show a queue before the database while there is one', async () => {
    const { database } = server.current.services;
    let end = () => {};
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const many = Array.from({ length: 40 }, () => database.transact(() => mayEnd));
    // One at a time writes to SQLite; PostgreSQL has ten connections.
    await expect.poll(() => database.load.waiting(), PATIENT).toBeGreaterThanOrEqual(30);
    end();
    await Promise.all(many);
    await expect.poll(() => database.load.waiting(), PATIENT).toBe(0);
  });

  it('count operations on stored files, and know a refusal from a failure', async () => {
    const { spaces } = server.current.services.storage;
    const grown = await during(async () => {
      const draft = await spaces.begin('/metrics/one.txt');
      await draft.write(Buffer.from('hello'));
      await draft.commit();
      const { body: stream } = await spaces.read('/metrics/one.txt');
      expect(await text(stream)).toBe('hello');
      await expect(spaces.read('/metrics/two.txt')).rejects.toThrow('not_found');
      await spaces.remove('/metrics');
    });
    const count = (operation: string, result: string) =>
      grown('jadegate_storage_operation_duration_seconds_count', { store: 'spaces', operation, result });
    expect([count('begin', 'ok'), count('write', 'ok'), count('remove', 'ok')]).toEqual([1, 1, 1]);
    expect([count('read', 'ok'), count('read', 'refused'), count('read', 'failed')]).toEqual([1, 1, 0]);
  });

  it('count runs of jobs by kind and result', async () => {
    const job = { name: 'counted', func: 'check-asset-status-job', cron: '@daily', mode: 'all' };
    const { token } = kit;
    await server.current.call('POST', '/jobs', { token, body: job });
    const query = { name: 'counted' };
    const { data } = await server.current.call<Page<JobRow>>('GET', '/jobs/paging', { token, query });
    const grown = await during(() =>
      server.current.call('POST', `/jobs/${data.items[0]?.id ?? ''}/exec`, { token }),
    );
    const labels = { kind: 'check-asset-status-job', result: 'succeeded' };
    expect(grown('jadegate_job_runs_total', labels)).toBe(1);
    expect(grown('jadegate_job_runs_total', { ...labels, result: 'failed' })).toBe(0);
    expect(sampleOf(await read(), 'jadegate_job_runs_running')).toBe(0);
  });

  it('count letters that were sent, and those that wait for another try', async () => {
    const mailbox = await Mailbox.open();
    const { notifications, mail } = server.current.services;
    const post = async () => {
      const route = await mail.route();
      expect(route).toBeDefined();
      if (route) {
        notifications.post('test', { to: 'a@example.test', subject: 's', text: 't' }, route);
      }
      await notifications.settled();
    };
    const settings = { 'mail-host': '127.0.0.1', 'mail-security': 'none', 'mail-from': 'j@example.test' };
    await set({ ...settings, 'mail-port': mailbox.port });
    const sent = await during(post);
    expect(sent('jadegate_mails_total', { result: 'sent' })).toBe(1);
    expect(mailbox.received).toHaveLength(1);
    await mailbox.close();
    await set({ ...settings, 'mail-port': await closedPort() });
    const failed = await during(post);
    expect(failed('jadegate_mails_total', { result: 'failed' })).toBe(1);
    expect(failed('jadegate_mails_waiting')).toBe(1);
  });

  it('count the bytes of sessions in both directions, also when they are over', async () => {
    const before = await read();
    const value = (samples: readonly Sample[], direction: string) =>
      sampleOf(samples, 'jadegate_session_bytes_total', { protocol: 'ssh', direction }) ?? 0;
    const { client, shell } = await kit.opened();
    shell.write('x'.repeat(1000));
    client.type('hello');
    const output = 2 + 1000 + 5;
    await expect.poll(async () => value(await read(), 'output') - value(before, 'output')).toBe(output);
    expect(value(await read(), 'input') - value(before, 'input')).toBe(5);
    shell.exit(0);
    shell.end();
    await expect.poll(() => server.current.services.liveSessions.count).toBe(0);
    const after = await read();
    expect(value(after, 'output') - value(before, 'output')).toBeGreaterThanOrEqual(output);
    expect(value(after, 'input') - value(before, 'input')).toBe(5);
  });

  // On Debian the test hosts bring it. The reader of these tests asks for the same, everywhere.
  it.skipIf(!existsSync('/usr/bin/promtool'))('are in order for promtool', async () => {
    const tool = spawn('/usr/bin/promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
    tool.stdin.end(await body());
    const said = await Promise.all([text(tool.stdout), text(tool.stderr)]);
    expect(said).toEqual(['', '']);
  });

  it.skipIf(!existsSync('/usr/bin/promtool'))('have rules that promtool reads', async () => {
    const rules = new URL('../../../docs/monitoring/alerts.yml', import.meta.url).pathname;
    const tool = spawn('/usr/bin/promtool', ['check', 'rules', rules], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = await Promise.all([text(tool.stdout), text(tool.stderr)]);
    expect(said).toEqual([expect.stringMatching(/SUCCESS: \d+ rules found/), '']);
  });
});
