// A host with a shell of this machine and a tool that replays recordings, asked as any other.
import { spawn } from 'node:child_process';

import type {
  Gpu,
  GpuHistory,
  GpuMap,
  GpuProcessRow,
  GpuRow,
  GpuSummary,
} from '@jadegate/contract/fleet/gpu';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { AssetKit } from '../../testing/assets.ts';
import { ReplayedGpu } from '../../testing/replayed-gpu.ts';
import { shellExec } from '../../testing/shell-exec.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PASSWORD = 'Gpu-pass1';
const H200 = 'GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301';
const MIB = 1024 * 1024;
const server = useTestServer();
const assets = new AssetKit(server);
let host: SshHost;
let tool: ReplayedGpu;
let nodeId = '';
let gpuId = '';

beforeAll(async () => {
  await assets.login();
  tool = await ReplayedGpu.make();
  host = await startSshHost({
    password: PASSWORD,
    shell: (channel) => channel.end(),
    exec: shellExec(() => tool.folder),
  });
  const asset = await assets.created({
    ip: '127.0.0.1',
    port: host.port,
    username: 'root',
    password: PASSWORD,
  });
  const { data } = await call<{ id: string }>('POST', '/nodes', { name: 'gpu-01', assetId: asset.id });
  nodeId = data.id;
  await server.current.services.nodeScheduler.settled();
  gpuId = (await list()).items[0]?.id ?? '';
}, 60_000);
afterAll(async () => {
  await host.close();
  await tool.remove();
});

const call = <Data>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  token = assets.token,
) => server.current.call<Data>(method, url, { token, ...(body && { body }) });
const list = async (query: Record<string, string> = {}) =>
  (await server.current.call<Page<GpuRow>>('GET', '/gpu-resources/paging', { token: assets.token, query }))
    .data;
const get = async () => (await call<Gpu>('GET', `/gpu-resources/${gpuId}`)).data;
const look = async () => expect((await call('POST', `/nodes/${nodeId}/collect`)).message).toBe('success');

describe('a card', () => {
  it('is found with the first answer of its host, with what its driver tells', async () => {
    const { total, items } = await list();
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      nodeId,
      nodeName: 'gpu-01',
      uuid: H200,
      bdf: '0000:00:06.0',
      index: 0,
      model: 'NVIDIA H200',
      attach: 'host',
      usage: 'free',
      health: 'ok',
      reasons: [],
      utilPct: 0,
      memUsed: 0,
      memTotal: 143_771 * MIB,
      tempC: 36,
      powerW: 123.79,
      powerLimitW: 700,
      driver: '580.159.04',
      cuda: '13.0',
      slices: null,
      processes: 0,
      people: [],
      accounts: [],
      goneAt: null,
    });
    const { state } = await get();
    expect(state).toMatchObject({ serial: '1650000000001', vbios: '96.00.A5.00.1A', fanPct: null });
  });

  it('at work is busy, has its processes with their accounts, and is found by them', async () => {
    const worker = spawn('sleep', ['60']);
    try {
      await tool.show('busy', { pid: worker.pid ?? 0 });
      await look();
      const gpu = await get();
      expect(gpu).toMatchObject({ usage: 'busy', utilPct: 100, idleSince: null, processes: 2 });
      const { data } = await call<GpuProcessRow[]>('GET', `/gpu-resources/${gpuId}/processes`);
      const own = data.find(({ pid }) => pid === worker.pid);
      expect(own).toMatchObject({
        user: 'root',
        memBytes: 1800 * MIB,
        person: null,
        sessionId: null,
        attribution: 'none',
      });
      expect(Math.abs(Date.parse(own?.startedAt ?? '') - Date.now())).toBeLessThan(60_000);
      expect((await list({ keyword: 'root' })).total).toBe(1);
      expect((await list({ keyword: 'H200', usage: 'busy', nodeId })).total).toBe(1);
      expect((await list({ keyword: 'GPU-01' })).total).toBe(1);
      expect((await list({ usage: 'free' })).total).toBe(0);
      expect((await list({ userId: 'nobody' })).total).toBe(0);
    } finally {
      worker.kill('SIGKILL');
    }
  });

  it('is held, then free, half an hour after it last computed and not before', async () => {
    await tool.show('busy', { pid: process.pid, set: { 'utilization.gpu': '0' } });
    server.current.passTime(29 * MINUTE_MS);
    await look();
    expect((await get()).usage).toBe('busy');
    server.current.passTime(2 * MINUTE_MS);
    await look();
    expect(await get()).toMatchObject({ usage: 'held' });
    const { data: summary } = await call<GpuSummary>('GET', '/gpu-resources/summary');
    expect(summary).toMatchObject({
      total: 1,
      byUsage: { held: 1, busy: 0, free: 0, unknown: 0 },
      byModel: [{ model: 'NVIDIA H200', total: 1, free: 0, busy: 0 }],
      idle: [{ id: gpuId, accounts: ['root'] }],
    });
    await tool.show('idle');
    await look();
    expect((await get()).usage).toBe('free');
  });

  it('is idle as soon as the setting says', async () => {
    const keep = (minutes: number) => call('PUT', '/properties', { 'gpu-idle-minutes': minutes });
    expect((await keep(0)).code).toBe(400);
    expect((await keep(5)).code).toBe(1);
    await tool.show('busy', { pid: process.pid });
    await look();
    await tool.show('idle');
    for (const [minutes, usage] of [
      [4, 'busy'],
      [2, 'free'],
    ] as const) {
      server.current.passTime(minutes * MINUTE_MS);
      await look();
      expect((await get()).usage).toBe(usage);
    }
    await keep(30);
  });

  it('keeps how it did, by five minutes and hours too', async () => {
    const { data } = await call<GpuHistory>('GET', `/gpu-resources/${gpuId}/samples?span=day`);
    expect(data.times.length).toBeGreaterThanOrEqual(5);
    expect(data.figures.utilPct).toContain(100);
    const { data: long } = await call<GpuHistory>('GET', `/gpu-resources/${gpuId}/samples?span=fortnight`);
    expect(long.times.length).toBeGreaterThan(0);
    expect(long.figures.memUsed.some((value) => value !== null)).toBe(true);
  });

  it('stands in the map of all', async () => {
    const { data } = await call<GpuMap>('GET', '/gpu-resources/heatmap');
    expect(data.nodes).toEqual([{ id: nodeId, name: 'gpu-01', gpus: [[gpuId, 0, 'free', 'ok', 0, 0]] }]);
  });

  it('can be told of in words of our own, which stay when it is found again', async () => {
    const told = { note: '借給三組', labels: { team: 'three' } };
    expect((await call('PUT', `/gpu-resources/${gpuId}`, told)).message).toBe('success');
    await look();
    expect(await get()).toMatchObject(told);
    expect((await list({ label: 'team=three' })).total).toBe(1);
    expect((await list({ label: 'team=four' })).total).toBe(0);
    expect((await call('PUT', `/gpu-resources/${gpuId}`, { ...told, model: 'x' })).code).toBe(400);
  });
});

describe('what is wrong with a card', () => {
  it.each([
    [{ 'temperature.gpu': '91' }, 'warn', 'hot'],
    [{ 'clocks_event_reasons.active': '0x0000000000000040' }, 'warn', 'hw-thermal'],
    [{ gpu_recovery_action: 'Reset' }, 'critical', 'recovery'],
  ])('%j', async (set, health, kind) => {
    await tool.show('idle', { set });
    await look();
    const gpu = await get();
    expect(gpu.health).toBe(health);
    expect(gpu.reasons).toMatchObject([{ kind, level: health }]);
    expect(gpu.reasons[0]?.remedy).toMatch(/[一-鿿]/);
  });

  it('errors that could not be corrected count for a day after they came', async () => {
    const count = (errors: number) => ({ set: { 'ecc.errors.uncorrected.volatile.total': String(errors) } });
    await tool.show('idle', count(0));
    await look();
    expect((await get()).health).toBe('ok');
    await tool.show('idle', count(3));
    await look();
    expect((await get()).reasons).toMatchObject([{ kind: 'ecc-uncorrected', level: 'critical' }]);
    server.current.passTime(2 * DAY_MS);
    await assets.login();
    await look();
    server.current.passTime(DAY_MS);
    await assets.login();
    await look();
    expect(await get()).toMatchObject({ health: 'ok', state: { eccUncVol: 3 } });
    await tool.show('idle');
  });

  it.each([
    [15, 'critical', 'lost'],
    [9, 'unknown', 'driver'],
    [18, 'unknown', 'driver'],
  ])('a tool that ends with %i', async (fail, health, kind) => {
    await tool.show('idle', { fail });
    await look();
    expect(await get()).toMatchObject({ health, reasons: [{ kind }], model: 'NVIDIA H200', goneAt: null });
    await tool.show('idle');
    await look();
    expect(await get()).toMatchObject({ health: 'ok', reasons: [], attach: 'host' });
  });

  it('nobody knows of one whose host is silent', async () => {
    server.current.passTime(4 * MINUTE_MS);
    await server.current.services.gpuTidy.round();
    expect(await get()).toMatchObject({ health: 'unknown', usage: 'unknown', reasons: [{ kind: 'stale' }] });
    await look();
    expect(await get()).toMatchObject({ health: 'ok', usage: 'free' });
  });
});

describe('a card that is cut into slices', () => {
  it('has each of them, its processes in theirs, and no use that nobody tells', async () => {
    await tool.show('mig');
    await look();
    await look();
    const { items } = await list({ mig: 'true' });
    expect(items).toHaveLength(1);
    const { data } = await call<Gpu>('GET', `/gpu-resources/${items[0]?.id ?? ''}`);
    expect(data).toMatchObject({ slices: 4, utilPct: null, model: 'NVIDIA A100-SXM4-40GB' });
    expect(data.state?.slices.map(({ profile }) => profile)).toContain('2g.10gb');
    expect(data.processList).toHaveLength(4);
    expect(data.processList).toContainEqual(
      expect.objectContaining({ pid: 4101, gpuInstance: 1, computeInstance: 1, memBytes: 5120 * MIB }),
    );
    await tool.show('idle');
  });
});

describe('a card that is gone', () => {
  it('says since when, and only then can be forgotten', async () => {
    await look();
    expect((await get()).goneAt).toBeNull();
    expect((await call('DELETE', `/gpu-resources/${gpuId}`)).error).toBe('gpu.still_there');
    await tool.show('idle', { uuid: 'GPU-5a1e0c3f-7b42-4d19-9e6a-ffffffffffff' });
    await look();
    const gone = await get();
    expect(gone).toMatchObject({ attach: 'lost', health: 'critical', reasons: [{ kind: 'gone' }] });
    expect(gone.goneAt).not.toBeNull();
    expect((await list({ gone: 'false', nodeId })).items.map(({ uuid }) => uuid)).toEqual([
      'GPU-5a1e0c3f-7b42-4d19-9e6a-ffffffffffff',
    ]);
    expect((await call('DELETE', `/gpu-resources/${gpuId}`)).message).toBe('success');
    expect((await call('GET', `/gpu-resources/${gpuId}`)).error).toBe('gpu.not_found');
  });
});

it('a host that makes up cards again and again does not fill the database', async () => {
  const before = (await list()).total;
  for (const digit of '123456') {
    await tool.show('idle', { uuid: `GPU-00${digit.repeat(6)}-7b42-4d19-9e6a-2f80c4d7b301`, count: 60 });
    await look();
  }
  const { total } = await list();
  expect(total).toBeGreaterThan(60);
  expect(total).toBeLessThanOrEqual(before + 60 + 128);
  expect((await list({ gone: 'false' })).total).toBeGreaterThanOrEqual(60);
});
