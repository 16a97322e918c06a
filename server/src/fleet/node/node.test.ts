import os from 'node:os';

import type { NodeChange, NodeHistory, NodeSummary } from '@jadegate/contract/fleet/node';
import type { NodeRack } from '@jadegate/contract/fleet/node-endpoints';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { outageOf } from '../../testing/database-outage.ts';
import { NodeKit, startNodeHost } from '../../testing/node-kit.ts';
import { newHostKey } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { NodeHistoryRepository } from './node-history.repository.ts';

const SOON = { timeout: 20_000 };
const server = useTestServer();
const kit = new NodeKit(server);
const { assets, call, machine, get, collect, list, made } = kit;
const closers: (() => unknown)[] = [];

beforeAll(() => kit.start());
afterEach(async () => {
  for (const close of closers.splice(0)) {
    await close();
  }
});
afterAll(() => kit.stop());

const scheduler = () => server.current.services.nodeScheduler;

describe('a node', () => {
  it('is asked when it is added, and says what it is and how it does', async () => {
    const id = await made({ name: 'Rack one', site: 'Taipei', labels: { env: 'prod' }, assetTag: 'T-0001' });
    await expect.poll(async () => (await get(id)).status, SOON).toBe('online');
    const node = await get(id);
    expect(node).toMatchObject({ name: 'Rack one', ip: '127.0.0.1', problem: null, failures: 0 });
    expect(node.facts?.hostname).toBe(os.hostname());
    expect(node.brief?.threads).toBe(os.cpus().length);
    expect(node.latest?.memTotal).toBe(os.totalmem());
    expect(Date.parse(node.seenAt ?? '')).toBeGreaterThan(0);
    const logins = kit.host.logins.length;
    const again = await collect(id);
    expect(again.latest?.cpuPct).not.toBeNull();
    expect(kit.host.logins).toHaveLength(logins);
    for (const query of [
      { keyword: os.hostname() },
      { keyword: 't-0001' },
      { keyword: 'rack ONE' },
      { label: 'env=prod' },
      { label: 'env', status: 'online', lifecycle: 'active', site: 'taip' },
    ] as Record<string, string>[]) {
      expect((await list({ ...query, field: 'cpu', order: 'descend' })).items.map((one) => one.id)).toEqual([
        id,
      ]);
    }
    expect((await list({ label: 'env=test' })).total).toBe(0);
    expect((await list({ status: 'offline' })).total).toBe(0);
    const { data } = await call<NodeSummary>('GET', '/nodes/summary');
    expect(data).toMatchObject({ total: 1, byStatus: { online: 1, offline: 0 }, memTotal: os.totalmem() });
    const { data: samples } = await call<NodeHistory>('GET', `/nodes/${id}/samples?span=hour`);
    expect(samples.times).toHaveLength(2);
    expect(samples.figures.memUsed.every((value) => value !== null)).toBe(true);
  });

  it('has a name and an asset of its own', async () => {
    const id = await made({ name: 'Only one' });
    const { assetId } = await get(id);
    const taken = await call('POST', '/nodes', { name: 'ONLY ONE' });
    expect(taken.error).toBe('node.name_taken');
    expect((await call('POST', '/nodes', { name: 'Other', assetId })).error).toBe('node.asset_taken');
    const desktop = await assets.created({ protocol: 'vnc', ip: '127.0.0.1', port: 5900 });
    expect((await call('POST', '/nodes', { name: 'Other', assetId: desktop.id })).error).toBe(
      'node.asset_unfit',
    );
  });

  it('is changed, put into maintenance and deleted, each of which is on record', async () => {
    const id = await made();
    const { name, assetId } = await get(id);
    expect(
      (await call('PUT', `/nodes/${id}`, { name, assetId, rack: 'R7', unit: 3, unitHeight: 2 })).code,
    ).toBe(1);
    expect(await get(id)).toMatchObject({ rack: 'R7', unit: 3, unitHeight: 2, site: '' });
    expect((await call('PUT', `/nodes/${id}`, { name, assetId, unit: 60, unitHeight: 2 })).code).toBe(400);
    expect((await call('POST', `/nodes/${id}/lifecycle`, { lifecycle: 'retired' })).code).toBe(1);
    expect(await get(id)).toMatchObject({ lifecycle: 'retired', nextAt: null });
    expect((await call('POST', `/nodes/${id}/collect`)).error).toBe('node.not_asked');
    expect((await call('DELETE', `/nodes/${id}`)).code).toBe(1);
    expect((await call('GET', `/nodes/${id}`)).error).toBe('node.not_found');
    expect((await assets.get(assetId ?? '')).id).toBe(assetId);
    const rows = await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'node.created',
      'node.updated',
      'node.updated',
      'node.deleted',
    ]);
  });

  it('without its asset is not asked, and says so', async () => {
    const id = await made();
    await assets.remove((await get(id)).assetId ?? '');
    const node = await get(id);
    expect(node.problem?.kind).toBe('unlinked');
    expect(node.latest?.memTotal).toBe(os.totalmem());
    expect((await call('POST', `/nodes/${id}/collect`)).error).toBe('node.not_asked');
  });
});

describe('a node that is not well', () => {
  it('is down at the third time and keeps its last figures; a change of its asset has it asked again', async () => {
    const own = await startNodeHost();
    closers.push(() => own.close());
    const asset = await machine({ port: own.port });
    const { data } = await call<{ id: string }>('POST', '/nodes', { name: 'Falls', assetId: asset.id });
    await scheduler().settled();
    const before = await get(data.id);
    expect(before.status).toBe('online');
    await own.close();
    for (const status of ['online', 'online', 'offline']) {
      server.current.passTime(2 * MINUTE_MS);
      await collect(data.id);
      expect((await get(data.id)).status).toBe(status);
    }
    const down = await get(data.id);
    expect(down).toMatchObject({ problem: { kind: 'tcp' }, failures: 3, seenAt: before.seenAt });
    expect(down.problem?.message).toContain('拒絕連線');
    expect(down.latest).toEqual(before.latest);
    expect((await list({ status: 'offline', problem: 'tcp' })).total).toBe(1);
    expect((await list({ attention: 'true' })).items.map((one) => one.id)).toEqual([data.id]);
    expect((await list({ attention: 'false' })).items.map((one) => one.id)).not.toContain(data.id);

    const again = await startNodeHost({ port: own.port, hostKey: own.hostKey });
    closers.push(() => again.close());
    await collect(data.id);
    expect((await get(data.id)).status).toBe('online');
    const noted = await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', data.id)
      .where('action', 'in', ['node.went-down', 'node.recovered'])
      .orderBy('seq')
      .execute();
    expect(noted.map(({ action }) => action)).toEqual(['node.went-down', 'node.recovered']);
  });

  it('with another key is left alone until somebody accepts it', async () => {
    const own = await startNodeHost();
    const asset = await machine({ port: own.port });
    const { data } = await call<{ id: string }>('POST', '/nodes', { name: 'Swapped', assetId: asset.id });
    await scheduler().settled();
    await own.close();
    const other = await startNodeHost({ port: own.port, hostKey: newHostKey() });
    closers.push(() => other.close());
    await collect(data.id);
    expect(await get(data.id)).toMatchObject({
      status: 'host-key-changed',
      nextAt: null,
      problem: { kind: 'hostkey' },
    });
    expect(other.logins).toEqual([]);
  });

  it('with a wrong password is asked a quarter of an hour later', async () => {
    const asset = await machine({ password: 'Wrong-pass1' });
    const { data } = await call<{ id: string }>('POST', '/nodes', { name: 'Locked', assetId: asset.id });
    await scheduler().settled();
    const node = await get(data.id);
    expect(node).toMatchObject({ status: 'auth-failed', problem: { kind: 'auth' } });
    expect(Date.parse(node.nextAt ?? '') - Date.parse(node.collectedAt ?? '')).toBe(15 * MINUTE_MS);
  });
});

describe('what changed on a node', () => {
  it('is listed until somebody confirms it, and may become what should be', async () => {
    const id = await made({ expect: { gpuCount: 100 } });
    const changes = async () =>
      (await call<Page<NodeChange>>('GET', `/nodes/${id}/changes?open=true`)).data.items;
    await collect(id);
    const [change, ...others] = await changes();
    expect(others).toEqual([]);
    expect(change).toMatchObject({ path: 'expect.gpuCount', old: '100', severity: 'critical', ackAt: null });
    expect((await list({ changed: 'true' })).items.map((one) => one.id)).toEqual([id]);
    const body = { ids: [change?.id], note: 'ordered', baseline: true };
    expect((await call('POST', `/nodes/${id}/changes/ack`, body)).code).toBe(1);
    await collect(id);
    expect(await changes()).toEqual([]);
    expect((await get(id)).expect.memBytes).toBe(os.totalmem());
  });
});

it('a node that is another each time does not fill the database: its newest changes are kept', async () => {
  const [id, other] = [await made({ expect: { gpuCount: 100 } }), await made({ expect: { gpuCount: 100 } })];
  const { database } = server.current.services;
  const history = new NodeHistoryRepository(database);
  const told = { path: 'disk', old_value: '', severity: 'info', confirmed_by: '', note: '' } as const;
  for (const round of [1, 2, 3]) {
    const rows = Array.from({ length: 500 }, (_, at) => {
      const value = `${round}.${at}`;
      return { ...told, id: newId(), at: server.current.now() + round, new_value: value, confirmed_at: null };
    });
    await database.transact((tx) => history.addChanges(id, rows, tx));
  }
  const changesOf = (nodeId: string) =>
    server.current.db.selectFrom('node_change').select('new_value').where('node_id', '=', nodeId).execute();
  const kept = (await changesOf(id)).map(({ new_value: value }) => value.split('.')[0]);
  expect(kept).toHaveLength(1000);
  expect(new Set(kept)).toEqual(new Set(['2', '3']));
  expect(await changesOf(other)).not.toEqual([]);
});

describe('how a node should be', () => {
  it('is compared with how it is, at once when people change their minds, and found in the list', async () => {
    const id = await made({ expect: { cores: 4096, diskCount: 0 } });
    await collect(id);
    const differing = async () => (await list({ differs: 'true' })).items.map((one) => one.id);
    expect(await differing()).toContain(id);
    const part = async (name: string) => (await get(id)).parts.find((one) => one.part === name);
    expect(await part('cores')).toMatchObject({ expected: 4096, differs: true });
    expect(await part('memBytes')).toEqual({
      part: 'memBytes',
      expected: null,
      found: os.totalmem(),
      differs: false,
    });
    const { name, assetId } = await get(id);
    const expected = { memBytes: os.totalmem() + 1 };
    expect((await call('PUT', `/nodes/${id}`, { name, assetId, expect: expected })).code).toBe(1);
    expect(await get(id)).toMatchObject({ differs: false });
    expect(await differing()).not.toContain(id);
    expect((await list({ differs: 'false' })).items.map((one) => one.id)).toContain(id);
    expect((await call('PUT', `/nodes/${id}`, { name, assetId, expect: { cores: -1 } })).code).toBe(400);
  });
});

describe('racks', () => {
  it('hold the nodes that have one, from the top down', async () => {
    const place = { site: 'Taipei', room: 'B1', rack: 'R9', lifecycle: 'planned' };
    const low = await made({ ...place, unit: 3, unitHeight: 2 });
    const high = await made({ ...place, unit: 40 });
    const loose = await made(place);
    const { data } = await call<NodeRack[]>('GET', '/nodes/racks');
    const rack = data.find((one) => one.rack === 'R9');
    expect(rack).toMatchObject({ site: 'Taipei', room: 'B1' });
    expect(rack?.nodes.map(({ id, unit, unitHeight }) => [id, unit, unitHeight])).toEqual([
      [high, 40, 1],
      [low, 3, 2],
      [loose, null, 1],
    ]);
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['vm'] });
    expect((await call('GET', '/nodes/racks', undefined, token)).code).toBe(403);
  });
});

describe('many at once', () => {
  it('from assets: each that has none, and the others are named with the reason', async () => {
    const [one, two] = [await machine(), await machine()];
    await call('POST', '/nodes', { name: 'Linked', assetId: one.id });
    const { data } = await call<{ created: unknown[]; skipped: { assetId: string; reason: string }[] }>(
      'POST',
      '/nodes/from-assets',
      { assetIds: [one.id, two.id] },
    );
    expect(data.created).toHaveLength(1);
    expect(data.skipped).toEqual([
      { assetId: one.id, name: one.name, reason: '這個資產已連結到另一台實體主機。' },
    ]);
  });

  it('from a file: first looked at, then all or none', async () => {
    const asset = await machine({ name: 'csv target' });
    const csv = `name,asset,site,unit,labels\nCSV 1,csv target,Taipei,4,env=prod;tier=1\nCSV 2,nowhere,,,\n`;
    interface Outcome {
      imported: number;
      lines: { line: number; name: string; message: string }[];
    }
    const dry = await call<Outcome>('POST', '/nodes/import', { csv });
    expect(dry.data.lines.map(({ line, message }) => [line, message === ''])).toEqual([
      [2, true],
      [3, false],
    ]);
    expect((await call('POST', '/nodes/import', { csv, dryRun: false })).error).toBe('node_import.refused');
    expect((await list({ keyword: 'CSV 1' })).total).toBe(0);
    const good = csv.replace('nowhere', '');
    const { data } = await call<Outcome>('POST', '/nodes/import', { csv: good, dryRun: false });
    expect(data.imported).toBe(2);
    const [first] = (await list({ keyword: 'CSV 1' })).items;
    expect(first).toMatchObject({ assetId: asset.id, unit: 4, labels: { env: 'prod', tier: '1' } });
  });
});

describe('our own trouble', () => {
  it('with the database is not a fault of the host, which is asked again in its time', async () => {
    const id = await made();
    await expect.poll(async () => (await get(id)).status, SOON).toBe('online');
    const before = await get(id);
    const failing = vi
      .spyOn(NodeHistoryRepository.prototype, 'writeSample')
      .mockRejectedValue(outageOf(server.current));
    closers.push(() => failing.mockRestore());
    await call('POST', `/nodes/${id}/collect`);
    expect(failing).toHaveBeenCalled();
    const after = await get(id);
    expect(after).toMatchObject({ status: 'online', problem: null, failures: 0, seenAt: before.seenAt });
    const row = await server.current.db
      .selectFrom('node_state')
      .select(['next_at', 'asking_until'])
      .where('node_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.asking_until).toBe(0);
    expect(row.next_at).toBeGreaterThan(server.current.now());
    failing.mockRestore();
    await collect(id);
    expect(Date.parse((await get(id)).seenAt ?? '')).toBeGreaterThan(Date.parse(before.seenAt ?? ''));
  });

  it('with what a host said is told as a fault of its answer', async () => {
    const id = await made();
    await expect.poll(async () => (await get(id)).status, SOON).toBe('online');
    const failing = vi
      .spyOn(NodeHistoryRepository.prototype, 'writeSample')
      .mockRejectedValue(new TypeError('not a figure'));
    closers.push(() => failing.mockRestore());
    await call('POST', `/nodes/${id}/collect`);
    expect((await get(id)).problem).toMatchObject({ kind: 'parse' });
  });
});
