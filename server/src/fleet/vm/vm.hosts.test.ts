import type { Vm, VmHistory, VmRow, VmTask, VmTaskLog } from '@jadegate/contract/fleet/vm';
// Virtual machines of a real libvirt: found, acted on, and their state always what virsh says.
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { libvirtAccount, LibvirtHost } from '../../testing/libvirt-host.ts';
import { isSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
let host: LibvirtHost;
let nodeId = '';
let qemuNodeId = '';
let qemuUri = '';

const call = <Data>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  token = assets.token,
) => server.current.call<Data>(method, url, { token, ...(body && { body }) });
const settled = () => server.current.services.work.settled();
const collect = (id: string) => call('POST', `/nodes/${id}/collect`);
const get = async (id: string) => (await call<Vm>('GET', `/vms/${id}`)).data;
const list = async (query: Record<string, string>) =>
  (await server.current.call<Page<VmRow>>('GET', '/vms/paging', { token: assets.token, query })).data;

async function node(name: string, change: object = {}): Promise<string> {
  const { id: assetId } = await assets.created(libvirtAccount);
  const { data, message } = await call<{ id: string }>('POST', '/nodes', { name, assetId, ...change });
  expect(message).toBe('success');
  await server.current.services.nodeScheduler.settled();
  return data.id;
}

/** The machine of that UUID, once its host was asked. */
async function vmOf(uuid: string, ofNode = nodeId): Promise<VmRow> {
  await collect(ofNode);
  const { items } = await list({ keyword: uuid, nodeId: ofNode });
  const [vm] = items;
  expect(items).toHaveLength(1);
  return vm as VmRow;
}

/** Has it done, waits for the end, and answers what became of it. */
async function act(id: string, path: string, body: object): Promise<VmTask> {
  const { data, message } = await call<{ taskId: string }>('POST', `/vms/${id}/${path}`, body);
  expect(message).toBe('success');
  await settled();
  return (await call<VmTaskLog>('GET', `/vms/${id}/tasks/${data.taskId}`)).data;
}
const power = (id: string, action: string, more: object = {}) => act(id, 'power', { action, ...more });

beforeAll(async () => {
  host = await LibvirtHost.open();
  await assets.login();
  qemuUri = await host.qemuUri();
  nodeId = await node('test driver');
  qemuNodeId = await node('qemu', { hypervisorUri: qemuUri });
});
afterAll(() => host.close());

describe('a machine of libvirt', () => {
  it('is found with what it is made of, and its host says so', async () => {
    const uuid = await host.domain();
    const vm = await vmOf(uuid);
    expect(vm).toMatchObject({
      provider: 'libvirt',
      uuid,
      nodeId,
      nodeName: 'test driver',
      state: 'stopped',
      seenState: 'stopped',
      memMaxBytes: 512 * 1024 * 1024,
      isPersistent: true,
      task: null,
    });
    const { found } = await get(vm.id);
    expect(found).toMatchObject({ disks: [{ target: 'vda', source: `/srv/${uuid}.qcow2` }] });
    const { data: sources } = await call<object[]>('GET', '/vms/sources');
    expect(sources).toContainEqual(expect.objectContaining({ nodeId, hypervisor: 'libvirt', fault: null }));
    expect((await list({ keyword: '192.168.122.', nodeId })).total).toBeGreaterThan(0);
  });

  it('keeps how it did while it ran', async () => {
    const uuid = await host.tinyMachine(qemuUri);
    const { id } = await vmOf(uuid, qemuNodeId);
    const samples = async () => (await call<VmHistory>('GET', `/vms/${id}/samples?span=hour`)).data;
    expect((await samples()).times).toEqual([]);
    await host.shell('virsh', '-c', qemuUri, 'start', uuid);
    for (const seconds of [60, 60]) {
      server.current.passTime(seconds * 1000);
      await call('POST', `/nodes/${qemuNodeId}/collect`);
    }
    const { times, figures } = await samples();
    expect(times.length).toBeGreaterThanOrEqual(2);
    // Four digits are kept of a figure.
    expect(figures.memBytes.at(-1)).toBeCloseTo(32 * 1024 * 1024, -5);
    expect(figures.cpuPct.at(-1)).toBeGreaterThanOrEqual(0);
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node'] });
    expect((await server.current.call('GET', `/vms/${id}/samples`, { token })).code).toBe(403);
  });

  it('is started, paused, resumed, kept, brought back and shut down, and virsh says the same', async () => {
    const uuid = await host.domain();
    const { id, name } = await vmOf(uuid);
    const virsh = () => host.shell('virsh', 'domstate', uuid);
    const steps = [
      ['start', 'running', 'running'],
      ['pause', 'paused', 'paused'],
      ['resume', 'running', 'running'],
    ] as const;
    for (const [action, state, word] of steps) {
      expect([action, await power(id, action)]).toMatchObject([action, { state: 'succeeded', after: state }]);
      expect([await virsh(), (await get(id)).state]).toEqual([word, state]);
    }
    expect(await act(id, 'snapshots', { name: 'before-upgrade' })).toMatchObject({ state: 'succeeded' });
    expect((await get(id)).found?.snapshots).toMatchObject([{ name: 'before-upgrade', state: 'running' }]);
    expect((await call('POST', `/vms/${id}/snapshots`, { name: 'before-upgrade' })).error).toBe(
      'vm.snapshot_exists',
    );
    expect(await power(id, 'shutdown')).toMatchObject({
      state: 'succeeded',
      before: 'running',
      after: 'stopped',
    });
    expect([await virsh(), (await get(id)).state]).toEqual(['shut off', 'stopped']);
    const sure = { name: 'before-upgrade', confirm: name, reason: 'upgrade failed' };
    expect(await act(id, 'snapshots/revert', sure)).toMatchObject({ state: 'succeeded', after: 'running' });
    expect(await virsh()).toBe('running');
    expect(await act(id, 'snapshots/remove', sure)).toMatchObject({ state: 'succeeded' });
    expect((await get(id)).snapshotCount).toBe(0);
    expect((await call('POST', `/vms/${id}/snapshots/remove`, sure)).error).toBe('vm.snapshot_gone');
    expect(await act(id, 'autostart', { isOn: true })).toMatchObject({ state: 'succeeded' });
    expect((await get(id)).isAutostart).toBe(true);
    const { data: tasks } = await call<Page<VmTask>>('GET', `/vms/${id}/tasks`);
    expect(tasks.items.map(({ action }) => action)).toEqual([
      'autostart-on',
      'snapshot-delete',
      'snapshot-revert',
      'shutdown',
      'snapshot-create',
      'resume',
      'pause',
      'start',
    ]);
    const audited = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'result'])
      .where('object_id', '=', id)
      .execute();
    expect(audited.filter(({ action }) => action === 'vm.power')).toHaveLength(4);
    expect(audited.filter(({ action }) => action === 'vm.task-ended')).toHaveLength(8);
  });

  it('that somebody else has changed meanwhile is left alone', async () => {
    const uuid = await host.domain();
    const { id, state } = await vmOf(uuid);
    await host.shell('virsh', 'start', uuid);
    const refused = await call('POST', `/vms/${id}/power`, { action: 'start', expectedState: state });
    expect(refused).toMatchObject({
      error: 'vm.state_changed',
      message: expect.stringContaining('執行中') as string,
    });
    expect((await get(id)).state).toBe('running');
    expect((await call('POST', `/vms/${id}/power`, { action: 'start' })).error).toBe('vm.not_allowed');
    expect((await call('POST', `/vms/${id}/power`, { action: 'poweroff' })).error).toBe(
      'vm.confirm_mismatch',
    );
    expect(await host.shell('virsh', 'domstate', uuid)).toBe('running');
  });

  it('that is gone is marked with its time, kept, and forgotten by hand', async () => {
    const uuid = await host.domain();
    const { id, name } = await vmOf(uuid);
    expect((await call('DELETE', `/vms/${id}`)).error).toBe('vm.not_missing');
    await host.shell('virsh', 'undefine', uuid);
    await collect(nodeId);
    const gone = await get(id);
    expect(gone).toMatchObject({ name, state: 'missing', seenState: 'missing' });
    expect(Date.parse(gone.missingSince ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await list({ state: 'missing', keyword: uuid })).total).toBe(1);
    expect((await call('POST', `/vms/${id}/power`, { action: 'start' })).error).toBe('vm.not_allowed');
    expect((await call('DELETE', `/vms/${id}`)).message).toBe('success');
    expect((await call('GET', `/vms/${id}`)).error).toBe('vm.not_found');
  });

  it('two are begun by one call, and what cannot be says why', async () => {
    const [one, other] = [await host.domain(), await host.domain()];
    await host.shell('virsh', 'start', other);
    const ids = [(await vmOf(one)).id, (await vmOf(other)).id];
    const { data } = await call<{ id: string; taskId: string; refusal: string }[]>('POST', '/vms/power', {
      ids,
      action: 'start',
    });
    await settled();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(data[0]).toMatchObject({ refusal: '', taskId: expect.stringMatching(/./) as string });
    expect(data[1]).toMatchObject({ taskId: '', refusal: expect.stringContaining('不能執行') as string });
    expect(await host.shell('virsh', 'domstate', one)).toBe('running');
  });

  it('is not touched while it is protected', async () => {
    const { id, name } = await vmOf(await host.domain());
    await power(id, 'start');
    expect((await call('PUT', `/vms/${id}`, { isProtected: true, labels: { env: 'prod' } })).message).toBe(
      'success',
    );
    expect((await list({ label: 'env=prod' })).items.map((vm) => vm.id)).toEqual([id]);
    const off = { action: 'poweroff', confirm: name, reason: 'by mistake' };
    expect((await call('POST', `/vms/${id}/power`, off)).error).toBe('vm.protected');
    expect((await call('POST', `/vms/${id}/power`, { action: 'shutdown' })).error).toBe('vm.protected');
    expect((await get(id)).state).toBe('running');
  });
});

describe('a guest that does not hear its power button', () => {
  it.runIf(isSoak)('is waited for until the deadline, keeps its state, and is then forced off', async () => {
    await call('PUT', '/properties', { 'vm-shutdown-seconds': '5' });
    const uuid = await host.tinyMachine(qemuUri);
    const { id, name } = await vmOf(uuid, qemuNodeId);
    expect(await power(id, 'start')).toMatchObject({ state: 'succeeded', after: 'running' });
    const { data } = await call<{ taskId: string }>('POST', `/vms/${id}/power`, { action: 'shutdown' });
    expect(await get(id)).toMatchObject({
      state: 'stopping',
      seenState: 'running',
      task: { id: data.taskId },
    });
    expect((await list({ state: 'stopping' })).items.map((vm) => vm.id)).toEqual([id]);
    expect((await list({ state: 'running', nodeId: qemuNodeId, keyword: uuid })).total).toBe(0);
    expect((await call('POST', `/vms/${id}/power`, { action: 'shutdown' })).error).toBe('vm.not_allowed');
    expect((await call('POST', `/vms/${id}/autostart`, { isOn: true })).error).toBe('vm.not_allowed');
    await settled();
    const { data: task } = await call<VmTaskLog>('GET', `/vms/${id}/tasks/${data.taskId}`);
    expect(task).toMatchObject({ state: 'unanswered', after: 'running' });
    expect(Date.parse(task.endedAt ?? '') - Date.parse(task.startedAt)).toBeGreaterThanOrEqual(5000);
    expect(task.log.map(({ step }) => step)).toEqual(['began', 'sent', 'seen', 'waiting', 'deadline']);
    expect(await get(id)).toMatchObject({ state: 'running', lastTask: { id: task.id, state: 'unanswered' } });
    expect(await power(id, 'poweroff', { confirm: name, reason: 'does not answer' })).toMatchObject({
      state: 'succeeded',
      after: 'stopped',
    });
    expect(await host.shell('virsh', '-c', qemuUri, 'domstate', uuid)).toBe('shut off');
  });

  it.runIf(isSoak)('may be forced off before the deadline: the wait is over then', async () => {
    await call('PUT', '/properties', { 'vm-shutdown-seconds': '120' });
    const uuid = await host.tinyMachine(qemuUri);
    const { id, name } = await vmOf(uuid, qemuNodeId);
    await power(id, 'start');
    const { data } = await call<{ taskId: string }>('POST', `/vms/${id}/power`, { action: 'shutdown' });
    expect(await power(id, 'poweroff', { confirm: name, reason: 'cannot wait' })).toMatchObject({
      state: 'succeeded',
      after: 'stopped',
    });
    const { data: task } = await call<VmTaskLog>('GET', `/vms/${id}/tasks/${data.taskId}`);
    expect(task.state).toBe('superseded');
    expect((await get(id)).state).toBe('stopped');
  });
});

it('a libvirt that is not there is told as that, and what was known stays', async () => {
  // libvirt of another kind of machine, which this one has no daemon for.
  const id = await node('no libvirt', { hypervisorUri: 'lxc+unix:///system' });
  await collect(id);
  const { data } = await call<{ nodeId: string; fault: string; message: string }[]>('GET', '/vms/sources');
  expect(data.find((source) => source.nodeId === id)).toMatchObject({
    fault: 'unreachable',
    message: expect.stringContaining('libvirtd') as string,
  });
});
