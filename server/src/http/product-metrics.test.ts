import { readFile } from 'node:fs/promises';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { describe, expect, it } from 'vitest';

import { readMetrics, sampleOf, type Sample } from '../testing/metrics-text.ts';
import { aSession } from '../testing/session-rows.ts';
import { useTestServer } from '../testing/test-server.ts';

const server = useTestServer();

async function read(): Promise<Sample[]> {
  return readMetrics((await server.current.inject('GET', '/metrics')).body);
}
const docs = (name: string) => readFile(new URL(`../../../docs/monitoring/${name}`, import.meta.url), 'utf8');

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
      const asked = (await docs(file)).match(/\b(jadegate|nodejs|process)_[a-z0-9_]+/g) ?? [];
      expect(asked).not.toEqual([]);
      expect(asked.filter((name) => !there.has(name))).toEqual([]);
    }
    expect(JSON.parse(await docs('grafana-dashboard.json'))).toHaveProperty('panels');
  });
});
