import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { describe, expect, it, vi } from 'vitest';

import { SYSTEM_CALLER } from '../kernel/actor.ts';
import { DAY_MS, systemClock } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { readMetrics, sampleOf, type Sample } from '../testing/metrics-text.ts';
import { aSession } from '../testing/session-rows.ts';
import { useTestServer } from '../testing/test-server.ts';
import { Certificate } from './certificate.ts';

const { certPath, keyPath } = makeCertificate('metrics');
const certificate = Certificate.open(
  { cert: certPath, key: keyPath },
  { logger: createLogger('silent'), clock: systemClock },
);
const server = useTestServer({ certificate });

async function read(): Promise<Sample[]> {
  return readMetrics((await server.current.inject('GET', '/metrics')).body);
}
const docs = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const monitoring = (name: string) => docs(`monitoring/${name}`);

describe('the metrics of the product', () => {
  it('count logins by result and tell disk, parts, backlog and database', async () => {
    const before = await read();
    await server.current.login();
    await server.current.call('POST', '/login', { body: { username: 'admin', password: 'wrong' } });
    const after = await read();
    for (const result of ['success', 'failure']) {
      const count = (samples: readonly Sample[]) => sampleOf(samples, 'jadegate_logins_total', { result });
      expect(count(after)).toBe((count(before) ?? Number.NaN) + 1);
    }
    expect(sampleOf(after, 'jadegate_part_up', { part: 'database' })).toBe(1);
    expect(sampleOf(after, 'jadegate_part_up', { part: 'storage' })).toBe(1);
    const total = sampleOf(after, 'jadegate_disk_total_bytes') ?? 0;
    expect(sampleOf(after, 'jadegate_disk_free_bytes')).toBeLessThan(total);
    expect(sampleOf(after, 'jadegate_database_answer_seconds')).toBeGreaterThan(0);
    expect(sampleOf(after, 'jadegate_search_index_waiting')).toBe(0);
    expect(sampleOf(after, 'jadegate_recordings_waiting')).toBe(0);
    expect(sampleOf(after, 'jadegate_recordings_failing')).toBe(0);
  });

  it('tell version, age of the lease and end of the certificate', async () => {
    const age = vi.spyOn(server.current.services.processes.lease, 'ageMs', 'get').mockReturnValue(2500);
    const samples = await read();
    age.mockReturnValue(undefined);
    expect(sampleOf(await read(), 'jadegate_lease_age_seconds')).toBeUndefined();
    age.mockRestore();
    expect(sampleOf(samples, 'jadegate_lease_age_seconds')).toBe(2.5);
    const build = samples.find(({ name }) => name === 'jadegate_build_info');
    expect(build).toMatchObject({ labels: { version: 'test', node: process.versions.node }, value: 1 });
    const end = sampleOf(samples, 'jadegate_certificate_expiry_timestamp_seconds', { use: 'tls' });
    expect(((end ?? 0) * 1000 - Date.now()) / DAY_MS).toBeCloseTo(30, 0);
  });

  it('tell the last good backup of each kind, and how many jobs are late', async () => {
    const { services, db } = server.current;
    const last = (samples: readonly Sample[], kind: string) =>
      sampleOf(samples, 'jadegate_backup_last_success_timestamp_seconds', { kind });
    const before = await read();
    expect([last(before, 'configuration'), last(before, 'whole')]).toEqual([undefined, undefined]);
    expect(sampleOf(before, 'jadegate_backups_late')).toBe(0);

    const job = (id: string, place: string) => ({
      id,
      name: id,
      func: 'backup-job' as const,
      cron: '@daily',
      mode: 'all' as const,
      tags: '',
      metadata: JSON.stringify({ place }),
      overlap: 'skip' as const,
      timeout_seconds: 60,
      retries: 0,
      failure_mail: 'nobody' as const,
      status: 'running' as const,
      owner_id: '',
      created_at: Date.now() - 3 * DAY_MS,
    });
    await db
      .insertInto('job')
      .values([job('small', 'folder'), job('whole', 'whole')])
      .execute();
    const done = { state: 'succeeded', cause: 'schedule', by_name: '', process_id: null } as const;
    const at = Date.now() - 2 * DAY_MS;
    const times = { planned_at: at, started_at: at, ended_at: at + 5000 };
    await db
      .insertInto('job_run')
      .values({ id: newId(), job_id: 'small', ...done, ...times })
      .execute();
    const target = path.join(mkdtempSync(path.join(tmpdir(), 'jadegate-whole-')), 'one');
    await services.fullBackups.create(SYSTEM_CALLER, target);

    const after = await read();
    expect(last(after, 'configuration')).toBe((at + 5000) / 1000);
    expect((last(after, 'whole') ?? 0) * 1000 - Date.now()).toBeGreaterThan(-60_000);
    expect(sampleOf(after, 'jadegate_backups_late')).toBe(2);
  });

  it('count sessions by why they ended, and no reason that is not ours makes a series', async () => {
    const { audit } = server.current.services;
    const before = await read();
    const id = await aSession(server.current, { disconnected_at: 2 });
    const who = { address: '', userAgent: '', language: 'en', requestId: '' } as const;
    const object = { type: 'session', id, name: 'a' };
    await audit.writeAlone(who, { action: 'session.opened', object });
    await audit.writeAlone(who, { action: 'session.closed', object, detail: { end: 'left' } });
    await audit.writeAlone(who, {
      action: 'session.closed',
      object,
      detail: { end: 'of somebody’s making' },
    });
    const after = await read();
    const grown = (name: string, labels: Record<string, string> = {}) =>
      (sampleOf(after, name, labels) ?? 0) - (sampleOf(before, name, labels) ?? 0);
    expect(grown('jadegate_sessions_opened_total')).toBe(1);
    expect(grown('jadegate_sessions_closed_total', { reason: 'left' })).toBe(1);
    expect(grown('jadegate_sessions_closed_total', { reason: 'other' })).toBe(1);
    const reasons = after.flatMap(({ labels }) => labels['reason'] ?? []);
    expect(reasons.filter((reason) => reason.includes('somebody'))).toEqual([]);
  });

  it('name calls by their pattern, whatever addresses are asked for', async () => {
    for (const name of ['some-id', 'other-id']) {
      await server.current.inject('GET', `/credentials/${name}`);
      await server.current.inject('GET', `/nowhere/${name}`);
    }
    const routes = new Set((await read()).flatMap(({ labels }) => labels['route'] ?? []));
    const known = new Set([...server.current.routes, ...ENDPOINTS.map(({ path }) => path), 'none']);
    expect([...routes].filter((route) => !known.has(route))).toEqual([]);
    expect([...routes].join()).not.toMatch(/some-id|other-id/);
  });

  it('are what the dashboard and the rules in docs/monitoring ask for', async () => {
    const { body } = await server.current.inject('GET', '/metrics');
    // By their types: not everything has happened yet that makes a series.
    const there = new Set(
      [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    );
    for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
      const asked = (await monitoring(file)).match(/\b(jadegate|nodejs|process)_[a-z0-9_]+/g) ?? [];
      expect(asked).not.toEqual([]);
      expect(asked.filter((name) => !there.has(name))).toEqual([]);
    }
    const told = await docs('operations.md');
    const own = [...body.matchAll(/^# TYPE (jadegate_\S+)/gm)].map(([, name = '']) => name);
    expect(own.filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
    expect(JSON.parse(await monitoring('grafana-dashboard.json'))).toHaveProperty('panels');
  });
});
