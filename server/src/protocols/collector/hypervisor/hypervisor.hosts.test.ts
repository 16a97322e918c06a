// On a real libvirt, by the real sshd: its test driver, and a machine of QEMU that has no system.
import { randomUUID } from 'node:crypto';

import type { FoundVm, VmAction } from '@jadegate/contract/fleet/vm-state';
import { FoundVm as FoundVmSchema } from '@jadegate/contract/fleet/vm-state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { LibvirtHost } from '../../../testing/libvirt-host.ts';
import { actOnVm, listVms } from './hypervisor.ts';
import { Libvirt } from './libvirt.ts';

let host: LibvirtHost;
beforeAll(async () => {
  host = await LibvirtHost.open();
});
afterAll(() => host.close());

const NAMES = [
  'db 02 (測試)',
  `it's "quoted"`,
  '$(touch jadegate-pwned)',
  '`id`; touch jadegate-pwned #',
  '--all',
  '* ? [a] \\ & | > < ~',
];

const ref = (key: string) => ({ provider: 'libvirt' as const, key, host: null });

class Machine {
  readonly uuid: string;
  readonly #libvirt: Libvirt;
  readonly #uri: string;

  constructor(uuid: string, uri = '') {
    this.uuid = uuid;
    this.#uri = uri;
    this.#libvirt = new Libvirt(uri);
  }

  act(action: VmAction, snapshot?: string) {
    return actOnVm(host.run, this.#libvirt, ref(this.uuid), { action, snapshot });
  }

  async found(): Promise<FoundVm | undefined> {
    const { vms } = await listVms(host.run, this.#libvirt, [ref(this.uuid)]);
    return vms?.find(({ key }) => key === this.uuid);
  }

  virsh(...words: string[]): Promise<string> {
    return host.shell('virsh', ...(this.#uri === '' ? [] : ['-c', this.#uri]), ...words);
  }
}

describe('the test driver', () => {
  it('does every action, and its state is what virsh says afterwards', async () => {
    const machine = new Machine(await host.domain());
    for (const [action, state, word] of [
      ['start', 'running', 'running'],
      ['start', 'running', 'running'],
      ['pause', 'paused', 'paused'],
      ['resume', 'running', 'running'],
      ['reboot', 'running', 'running'],
      ['reset', 'running', 'running'],
      ['shutdown', 'stopped', 'shut off'],
      ['start', 'running', 'running'],
      ['poweroff', 'stopped', 'shut off'],
      ['poweroff', 'stopped', 'shut off'],
    ] as const) {
      expect([action, await machine.act(action)]).toEqual([action, { isDone: true, state }]);
      expect(await machine.virsh('domstate', machine.uuid)).toBe(word);
    }
    expect(await machine.found()).toMatchObject({ state: 'stopped', isAutostart: false });
    expect(await machine.act('autostart-on')).toMatchObject({ isDone: true });
    expect(await machine.found()).toMatchObject({ isAutostart: true, isPersistent: true });
    expect(await machine.act('autostart-off')).toMatchObject({ isDone: true });
    expect(await machine.found()).toMatchObject({ isAutostart: false });
  });

  it('makes, goes back to and removes snapshots', async () => {
    const machine = new Machine(await host.domain());
    await machine.act('start');
    const before = Date.now();
    expect(await machine.act('snapshot-create', 'before-upgrade')).toMatchObject({ isDone: true });
    expect(await machine.act('snapshot-create', 'after')).toMatchObject({ isDone: true });
    const [first, second] =
      (await machine.found())?.detail?.snapshots.toSorted((a, b) => (a.name < b.name ? 1 : -1)) ?? [];
    expect(first).toMatchObject({ name: 'before-upgrade', state: 'running', parent: null });
    expect(second).toMatchObject({ name: 'after', parent: 'before-upgrade' });
    expect(Math.abs(Date.parse(first?.createdAt ?? '') - before)).toBeLessThan(60_000);
    expect(await machine.act('snapshot-create', 'after')).toMatchObject({ fault: 'snapshot-exists' });
    await machine.act('poweroff');
    expect(await machine.act('snapshot-revert', 'before-upgrade')).toEqual({
      isDone: true,
      state: 'running',
    });
    expect(await machine.act('snapshot-delete', 'after')).toMatchObject({ isDone: true });
    expect(await machine.act('snapshot-delete', 'after')).toMatchObject({ fault: 'snapshot-gone' });
    expect((await machine.found())?.detail?.snapshots.map(({ name }) => name)).toEqual(['before-upgrade']);
  });

  it('a machine may be called anything: it is a name and nothing else', async () => {
    const names = NAMES.map((name) => `${name} ${randomUUID()}`);
    const machines: Machine[] = [];
    for (const name of names) {
      const machine = new Machine(await host.domain(name));
      expect([name, await machine.act('start')]).toEqual([name, { isDone: true, state: 'running' }]);
      machines.push(machine);
    }
    const { vms = [] } = await listVms(host.run, new Libvirt(''), []);
    const found = machines.map(({ uuid }) => vms.find(({ key }) => key === uuid));
    expect(found).toMatchObject(names.map((name) => ({ name, state: 'running', detail: null })));
    expect(await host.shell('ls', 'jadegate-pwned')).toContain('No such file');
  });

  it('so may a snapshot that somebody else made, which can be gone back to and removed', async () => {
    const machine = new Machine(await host.domain());
    const names = [...NAMES, '--current'];
    for (const name of names) {
      await machine.virsh('snapshot-create-as', '--domain', machine.uuid, `--name=${name}`);
    }
    const snapshots = (await machine.found())?.detail?.snapshots ?? [];
    expect(snapshots.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(snapshots.filter(({ createdAt }) => createdAt === null)).toEqual([]);
    for (const name of names) {
      expect([name, await machine.act('snapshot-revert', name)]).toMatchObject([name, { isDone: true }]);
      expect([name, await machine.act('snapshot-delete', name)]).toMatchObject([name, { isDone: true }]);
    }
    expect(await machine.virsh('snapshot-list', machine.uuid, '--name')).toBe('');
    expect(await host.shell('ls', 'jadegate-pwned')).toContain('No such file');
  });

  it('lists its machines with what they are made of', async () => {
    const uuid = await host.domain();
    const { vms = [], fault } = await listVms(host.run, new Libvirt(''));
    expect(fault).toBeUndefined();
    expect(vms.map((vm) => FoundVmSchema.parse(vm))).toEqual(vms);
    expect(vms.find(({ key }) => key === uuid)).toMatchObject({
      state: 'stopped',
      memMaxBytes: 512 * 1024 * 1024,
      detail: {
        disks: [{ target: 'vda', bus: 'virtio', device: 'disk', source: `/srv/${uuid}.qcow2` }],
        interfaces: [{ type: 'network', source: 'default' }],
        console: { vnc: null, hasSerial: false },
      },
    });
    const [known] = vms.filter(({ name }) => name === 'test');
    expect(known?.detail?.interfaces[0]?.addresses).toEqual([
      { address: expect.stringMatching(/^192\.168\.122\./) as string, prefix: 24, source: 'lease' },
    ]);
  });

  it('says why it does not act', async () => {
    const machine = new Machine(await host.domain());
    expect(await machine.act('pause')).toMatchObject({ isDone: false, fault: 'failed' });
    expect(await new Machine(randomUUID()).act('start')).toMatchObject({ isDone: false, fault: 'gone' });
  });
});

describe('a machine of QEMU', () => {
  it('runs, is paused, kept and brought back, and does not hear its power button', async () => {
    const uri = await host.qemuUri();
    const machine = new Machine(await host.tinyMachine(uri), uri);
    expect(await machine.found()).toMatchObject({ state: 'stopped', counters: { diskRead: null } });
    expect(await machine.act('start')).toEqual({ isDone: true, state: 'running' });
    expect(await machine.found()).toMatchObject({
      state: 'running',
      vcpus: 1,
      memBytes: 32 * 1024 * 1024,
      memRssBytes: expect.any(Number) as number,
      counters: { cpuNs: expect.any(Number) as number, diskRead: expect.any(Number) as number },
      detail: {
        title: '測試機',
        disks: [{ target: 'vda', format: 'qcow2', sizeBytes: 16 * 1024 * 1024 }],
        console: { vnc: { listen: '127.0.0.1', port: expect.any(Number) as number }, hasSerial: true },
      },
    });
    expect(await machine.act('pause')).toEqual({ isDone: true, state: 'paused' });
    expect(await machine.act('resume')).toEqual({ isDone: true, state: 'running' });
    expect(await machine.act('snapshot-create', 'kept')).toMatchObject({ isDone: true });
    expect((await machine.found())?.detail?.snapshots).toMatchObject([{ name: 'kept', state: 'running' }]);
    expect(await machine.act('snapshot-revert', 'kept')).toEqual({ isDone: true, state: 'running' });
    expect(await machine.act('snapshot-delete', 'kept')).toMatchObject({ isDone: true });
    expect(await machine.act('shutdown')).toEqual({ isDone: true, state: 'running' });
    expect(await machine.found()).toMatchObject({ state: 'running' });
    expect(await machine.act('poweroff')).toEqual({ isDone: true, state: 'stopped' });
    expect(await machine.virsh('domstate', machine.uuid)).toBe('shut off');
  });
});

it('a libvirt that is not there is told as that', async () => {
  const { vms, fault } = await listVms(host.run, new Libvirt('lxc+unix:///system'));
  expect({ vms, fault }).toEqual({ vms: undefined, fault: 'unreachable' });
});
