import type { Vm, VmRow, VmSummary, VmTaskLog } from '@jadegate/contract/fleet/vm';
// Proxmox by a pvesh of our own, on hosts that answer with a real shell; rights, and what a dead server left.
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { AssetKit } from '../../testing/assets.ts';
import { PveHost } from '../../testing/pve-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
let hosts: PveHost[] = [];
let nodeIds: string[] = [];

const GUESTS = [
  { type: 'qemu', vmid: 101, name: 'web 01 (測試)', node: 'pve1', status: 'running', cpu: 0.25, maxcpu: 4 },
  { type: 'lxc', vmid: 200, name: 'box', node: 'pve2', status: 'stopped', maxcpu: 1, maxmem: 1024 },
  { type: 'qemu', vmid: 103, name: 'held', node: 'pve2', status: 'running', lock: 'backup' },
];

/** What the cluster says from now on. */
const saying = (resources: readonly object[]) => Promise.all(hosts.map((host) => host.says({ resources })));

const call = <Data>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  token = assets.token,
) => server.current.call<Data>(method, url, { token, ...(body && { body }) });
const page = async (query = '') => (await call<Page<VmRow>>('GET', `/vms/paging?${query}`)).data;
const collect = (id = '') => call('POST', `/nodes/${id}/collect`);
const named = async (name: string) => (await page()).items.find((vm) => vm.name === name) as VmRow;

beforeAll(async () => {
  await assets.login();
  for (const [name, own, other] of [
    ['pve a', 'pve1', 'pve2'],
    ['pve b', 'pve2', 'pve1'],
  ] as const) {
    const host = await PveHost.start({ cluster: 'lab', hosts: [own, other], resources: GUESTS });
    hosts = [...hosts, host];
    const asset = await assets.created(host.account);
    const { data } = await call<{ id: string }>('POST', '/nodes', { name, assetId: asset.id });
    await server.current.services.nodeScheduler.settled();
    nodeIds = [...nodeIds, data.id];
  }
});
afterAll(() => Promise.all(hosts.map((host) => host.close())));

describe('the machines of a cluster', () => {
  it('are listed once, though two of its hosts see them', async () => {
    for (const id of [...nodeIds, ...nodeIds]) {
      await collect(id);
    }
    const { items, total } = await page();
    expect(total).toBe(3);
    expect(items.map(({ name, state, provider, cluster }) => [name, state, provider, cluster])).toEqual([
      ['box', 'stopped', 'proxmox-lxc', 'lab'],
      ['held', 'locked', 'proxmox-qemu', 'lab'],
      ['web 01 (測試)', 'running', 'proxmox-qemu', 'lab'],
    ]);
    expect(await named('web 01 (測試)')).toMatchObject({
      vcpus: 4,
      cpuPct: 25,
      host: 'pve1',
      key: 'qemu/101',
    });
    const { data } = await call<VmSummary>('GET', '/vms/summary');
    expect(data).toMatchObject({ total: 3, byState: { running: 1, stopped: 1, locked: 1, missing: 0 } });
    expect((await page('state=locked')).items.map(({ name }) => name)).toEqual(['held']);
    expect((await page('provider=proxmox-lxc&linked=false')).total).toBe(1);
  });

  it('keep what people said of them through another name, and while they are gone', async () => {
    const { id } = await named('box');
    const told = { description: '文件伺服器', labels: { env: 'test' }, manualIp: '10.9.9.9' };
    expect((await call('PUT', `/vms/${id}`, told)).message).toBe('success');
    await saying([{ ...GUESTS[1], name: 'box 2' }, GUESTS[0] ?? {}]);
    await collect(nodeIds[1]);
    const { data: vm } = await call<Vm>('GET', `/vms/${id}`);
    expect(vm).toMatchObject({ name: 'box 2', ...told, ip: '10.9.9.9', ipSource: 'manual' });
    expect((await page('state=missing')).items.map(({ name }) => name)).toEqual(['held']);
    await saying(GUESTS);
    await collect(nodeIds[1]);
    expect((await page('state=missing')).total).toBe(0);
    expect(await named('box')).toMatchObject({ id, description: '文件伺服器' });
  });

  it('stay when one of their hosts is deleted', async () => {
    const { id } = await named('box');
    await call('DELETE', `/nodes/${nodeIds[0] ?? ''}`);
    expect((await page()).total).toBe(3);
    await collect(nodeIds[1]);
    expect(await named('box')).toMatchObject({ id, nodeId: nodeIds[1], nodeName: 'pve b' });
  });
});

describe('who may', () => {
  it('look, and neither act nor change, with the list alone', async () => {
    const { id } = await named('box');
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['vm'] });
    expect((await call('GET', `/vms/${id}`, undefined, token)).code).toBe(1);
    expect((await call('GET', `/vms/${id}/tasks`, undefined, token)).code).toBe(1);
    const sure = { confirm: 'box', reason: 'because I can' };
    for (const [method, url, body] of [
      ['POST', `/vms/${id}/power`, { action: 'start' }],
      ['POST', '/vms/power', { ids: [id], action: 'start' }],
      ['POST', `/vms/${id}/autostart`, { isOn: true }],
      ['POST', `/vms/${id}/snapshots`, { name: 'x' }],
      ['POST', `/vms/${id}/snapshots/revert`, { name: 'x', ...sure }],
      ['POST', `/vms/${id}/snapshots/remove`, { name: 'x', ...sure }],
      ['PUT', `/vms/${id}`, {}],
      ['DELETE', `/vms/${id}`, undefined],
      ['POST', `/vms/${id}/asset`, { name: 'x', protocol: 'ssh', ip: '10.0.0.1', port: 22 }],
    ] as const) {
      expect([url, (await call(method, url, body, token)).code]).toEqual([url, 403]);
    }
    expect((await call<Vm>('GET', `/vms/${id}`)).data.lastTask).toBeNull();
  });

  it('nothing at all as an ordinary user', async () => {
    const { token } = await server.current.loginAs({ type: 'user' });
    expect((await call('GET', '/vms', undefined, token)).code).toBe(403);
    expect((await call('GET', '/vms/paging', undefined, token)).code).toBe(403);
  });

  it('make an asset of it only with the right to add assets, and link only what is theirs', async () => {
    const { id } = await named('box');
    const body = { name: 'box', protocol: 'ssh', ip: '10.9.9.9', port: 22, username: 'root', password: 'x' };
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['vm', 'vm-edit'] });
    expect((await call('POST', `/vms/${id}/asset`, body, token)).error).toBe('vm.asset_forbidden');
    const other = await assets.created({ ip: '10.1.1.1', port: 22 });
    expect((await call('PUT', `/vms/${id}`, { assetId: other.id }, token)).error).toBe('vm.asset_gone');
    const { data } = await call<{ assetId: string }>('POST', `/vms/${id}/asset`, body);
    expect(await named('box')).toMatchObject({
      assetId: data.assetId,
      assetName: 'box',
      assetProtocol: 'ssh',
    });
    expect((await call('POST', `/vms/${id}/asset`, body)).error).toBe('vm.linked');
  });
});

it('what is locked is left alone, and says by what', async () => {
  const { id } = await named('held');
  const refused = await call('POST', `/vms/${id}/power`, { action: 'shutdown' });
  expect(refused).toMatchObject({
    error: 'vm.not_allowed',
    message: expect.stringContaining('鎖定') as string,
  });
  expect(await named('held')).toMatchObject({ stateReason: 'backup' });
});

it('a task of a server that died ends as interrupted, and another may begin', async () => {
  const { id, name } = await named('box');
  const task = {
    vm_id: id,
    vm_name: name,
    action: 'start',
    snapshot: '',
    state: 'running',
    reason: '',
    user_id: '',
    user_name: 'ann',
    before_state: 'stopped',
    after_state: null,
    fault: '',
    detail: '',
    log: '[]',
    started_at: Date.now(),
    deadline_at: Date.now() + 60_000,
    ended_at: null,
  } as const;
  const taskId = newId();
  const { db } = server.current;
  await db
    .insertInto('vm_task')
    .values({ ...task, id: taskId, process_id: newId() })
    .execute();
  expect((await named('box')).state).toBe('starting');
  await expect(
    db
      .insertInto('vm_task')
      .values({ ...task, id: newId(), process_id: newId() })
      .execute(),
  ).rejects.toThrow(/unique/i);
  await server.current.services.work.recoverOrphans();
  await server.current.services.work.settled();
  const { data } = await call<VmTaskLog>('GET', `/vms/${id}/tasks/${taskId}`);
  expect(data).toMatchObject({ state: 'interrupted', after: 'stopped', byName: 'ann' });
  expect(data.log.at(-1)?.message).toContain('伺服器在動作完成前停止');
  expect((await named('box')).state).toBe('stopped');
});

it('what was done long ago is removed as the setting says, and what goes on is not', async () => {
  const { id, name } = await named('box');
  const { db, services } = server.current;
  const day = 24 * 3_600_000;
  const now = server.current.now();
  const row = (key: string, endedAt: number | null) => ({
    id: key,
    vm_id: id,
    vm_name: name,
    action: 'start' as const,
    snapshot: '',
    state: endedAt === null ? ('running' as const) : ('succeeded' as const),
    reason: '',
    user_id: '',
    user_name: 'ann',
    process_id: services.processes.id,
    before_state: null,
    after_state: null,
    fault: '',
    detail: '',
    log: '[]',
    started_at: now - 400 * day,
    deadline_at: now,
    ended_at: endedAt,
  });
  const rows = [row('kept-old', now - 31 * day), row('kept-new', now - 29 * day), row('kept-open', null)];
  await db.insertInto('vm_task').values(rows).execute();
  expect((await call('PUT', '/properties', { 'machine-task-saved-limit': 30 })).code).toBe(1);
  expect(await services.retention.sweep()).toMatchObject({ vmTasks: 1 });
  const left = await db
    .selectFrom('vm_task')
    .select('id')
    .where('id', 'like', 'kept-%')
    .orderBy('id')
    .execute();
  expect(left.map((one) => one.id)).toEqual(['kept-new', 'kept-open']);
  await db.deleteFrom('vm_task').where('id', 'like', 'kept-%').execute();
});

it('machines that are made up again and again do not fill the database; what somebody described stays', async () => {
  const nodeId = nodeIds[1];
  const said = async (from: number) => {
    const all = Array.from({ length: 6000 }, (_, at) => ({ type: 'qemu', vmid: from + at, node: 'pve2' }));
    await saying(all);
    await collect(nodeId);
    return (await page()).total;
  };
  expect(await said(10_000)).toBeGreaterThan(6000);
  const [told] = (await page('keyword=qemu/10000')).items;
  await call('PUT', `/vms/${told?.id ?? ''}`, { description: 'ours' });
  expect(await said(20_000)).toBe(10_000);
  expect(await said(30_000)).toBeLessThanOrEqual(10_000);
  expect((await page('keyword=qemu/35000')).items).toMatchObject([{ state: 'unknown' }]);
  expect((await page('keyword=qemu/10000')).items).toMatchObject([{ id: told?.id, description: 'ours' }]);
  expect((await page('keyword=qemu/10001')).total).toBe(0);
});
