// No real Proxmox was met: a pvesh of our own answers in the form of the published API, to the script in a real shell.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { FoundVm, type VmAction } from '@jadegate/contract/fleet/vm-state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSections } from '../sections.ts';
import { actOnVm, listVms } from './hypervisor.ts';
import type { RunScript, VmRef } from './provider.ts';
import { Proxmox } from './proxmox.ts';

const GIB = 1024 ** 3;
const UPID = 'UPID:pve1:0002A1B3:0123ABCD:6553F100:qmstart:101:root@pam:';

const RESOURCES = [
  {
    id: 'qemu/101',
    type: 'qemu',
    vmid: 101,
    name: 'web 01 (測試)',
    node: 'pve1',
    status: 'running',
    cpu: 0.1234,
    maxcpu: 4,
    mem: 2 * GIB,
    maxmem: 8 * GIB,
    uptime: 86_400,
    diskread: 1000,
    diskwrite: 2000,
    netin: 3000,
    netout: 4000,
    template: 0,
  },
  {
    type: 'qemu',
    vmid: 102,
    name: 'golden',
    node: 'pve2',
    status: 'stopped',
    maxcpu: 2,
    maxmem: GIB,
    template: 1,
  },
  { type: 'qemu', vmid: 103, name: 'held', node: 'pve2', status: 'running', lock: 'backup' },
  { type: 'lxc', vmid: 200, name: 'box', node: 'pve1', status: 'running', maxcpu: 1 },
  { type: 'storage', id: 'storage/pve1/local', node: 'pve1' },
  { type: 'qemu', vmid: 104, node: 'pve1;id', status: 'running' },
  { type: 'qemu', vmid: 'x', node: 'pve1' },
];
const CONFIG = {
  smbios1: 'uuid=5F8DD1C0-0000-4000-8000-0000000000AA,manufacturer=QEMU',
  cores: 4,
  onboot: 1,
  description: 'web server',
  scsi0: 'local-lvm:vm-101-disk-0,iothread=1,size=32G',
  ide2: 'none,media=cdrom',
  sata1: 'local:iso/debian.iso,media=cdrom,size=650M',
  net0: 'virtio=BC:24:11:00:00:01,bridge=vmbr0,firewall=1',
  hostpci0: '0000:83:00,pcie=1',
  serial0: 'socket',
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'get /cluster/status': [
    { type: 'cluster', name: 'lab' },
    { type: 'node', name: 'pve1', local: 1 },
    { type: 'node', name: 'pve2', local: 0 },
    { type: 'node', name: '../pve3', local: 0 },
  ],
  'get /cluster/resources': RESOURCES,
  'get /nodes/pve1/qemu/101/config': CONFIG,
  'get /nodes/pve1/qemu/101/status/current': { status: 'running' },
  'get /nodes/pve1/qemu/101/snapshot': [
    { name: 'before', snaptime: 1_794_000_000, vmstate: 1, description: 'x' },
    { name: 'current', parent: 'before', running: 1 },
  ],
  'get /nodes/pve1/qemu/101/agent/network-get-interfaces': {
    result: [
      {
        name: 'eth0',
        'hardware-address': 'bc:24:11:00:00:01',
        'ip-addresses': [{ 'ip-address': '10.0.0.5', 'ip-address-type': 'ipv4', prefix: 24 }],
      },
    ],
  },
  [`get /nodes/pve1/tasks/${UPID}/status`]: { status: 'stopped', exitstatus: 'OK' },
};
const VM: VmRef = { provider: 'proxmox-qemu', key: 'qemu/101', host: 'pve1' };

let folder = '';
let log = '';
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/jadegate-pvesh-`);
  log = `${folder}/log`;
  const cases = Object.entries(ANSWERS).map(
    ([call, answer]) => `'${call}') cat <<'END'\n${JSON.stringify(answer)}\nEND\n;;`,
  );
  await writeFile(
    `${folder}/pvesh`,
    `#!/bin/sh
echo "$*" >> ${log}
[ -f ${folder}/fail ] && { cat ${folder}/fail >&2; exit 2; }
case "$1 $2" in
${cases.join('\n')}
create*|delete*) echo '"${UPID}"';;
esac
`,
  );
  // Who is not root asks by sudo.
  await writeFile(`${folder}/sudo`, '#!/bin/sh\nshift; exec "$@"\n');
  await Promise.all([`${folder}/pvesh`, `${folder}/sudo`].map((file) => chmod(file, 0o755)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run: RunScript = (input) =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-s'], { env: { PATH: `${folder}:/usr/bin:/bin` } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    child.once('error', reject);
    child.once('close', () => resolve({ stdout, stderr }));
    child.stdin.end(input);
  });

async function callsOf(action: VmAction, snapshot?: string): Promise<string[]> {
  await writeFile(log, '');
  expect(await actOnVm(run, new Proxmox(), VM, { action, snapshot })).toMatchObject({ isDone: true });
  return (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
}

describe('the machines of a cluster', () => {
  it('are listed once for all of its hosts', async () => {
    const { vms = [], cluster, fault } = await listVms(run, new Proxmox());
    expect(fault).toBeUndefined();
    expect(cluster).toEqual({ name: 'lab', self: 'pve1', hosts: ['pve1', 'pve2'] });
    expect(vms.map((vm) => FoundVm.parse(vm))).toEqual(vms);
    expect(vms).toMatchObject([
      {
        provider: 'proxmox-qemu',
        key: 'qemu/101',
        name: 'web 01 (測試)',
        host: 'pve1',
        state: 'running',
        vcpus: 4,
        cpuPct: 12.34,
        memRssBytes: 2 * GIB,
        memMaxBytes: 8 * GIB,
        uptimeSec: 86_400,
        counters: { cpuNs: null, diskRead: 1000, diskWritten: 2000, netReceived: 3000, netSent: 4000 },
        detail: null,
      },
      { key: 'qemu/102', state: 'stopped', isTemplate: true, cpuPct: null },
      { key: 'qemu/103', state: 'locked', stateReason: 'backup' },
      { provider: 'proxmox-lxc', key: 'lxc/200', state: 'running' },
    ]);
  });

  it('one that is asked about closely tells what it is made of', async () => {
    const { vms } = await listVms(run, new Proxmox(), [VM]);
    expect(vms?.[0]).toMatchObject({
      uuid: '5f8dd1c0-0000-4000-8000-0000000000aa',
      isAutostart: true,
      detail: {
        title: null,
        description: 'web server',
        disks: [
          { target: 'scsi0', bus: 'scsi', source: 'local-lvm:vm-101-disk-0', sizeBytes: 32 * GIB },
          { target: 'sata1', device: 'cdrom', sizeBytes: 650 * 1024 ** 2 },
        ],
        interfaces: [
          {
            mac: 'bc:24:11:00:00:01',
            model: 'virtio',
            source: 'vmbr0',
            addresses: [{ address: '10.0.0.5', prefix: 24, source: 'agent' }],
          },
        ],
        passedThrough: ['0000:83:00.0'],
        console: { vnc: null, hasSerial: true },
        snapshots: [
          {
            name: 'before',
            createdAt: new Date(1_794_000_000_000).toISOString(),
            state: 'running',
            parent: null,
          },
        ],
      },
    });
  });
});

describe('what is done', () => {
  const at = '/nodes/pve1/qemu/101';
  const watched = `get /nodes/pve1/tasks/${UPID}/status --output-format json`;

  it.each([
    ['start', undefined, [`create ${at}/status/start --output-format json`, watched]],
    ['poweroff', undefined, [`create ${at}/status/stop --output-format json`, watched]],
    ['reset', undefined, [`create ${at}/status/reset --output-format json`, watched]],
    ['pause', undefined, [`create ${at}/status/suspend --output-format json`, watched]],
    ['resume', undefined, [`create ${at}/status/resume --output-format json`, watched]],
    ['shutdown', undefined, [`create ${at}/status/shutdown --timeout 180 --output-format json`]],
    ['reboot', undefined, [`create ${at}/status/reboot --timeout 180 --output-format json`]],
    ['autostart-on', undefined, [`set ${at}/config --onboot 1 --output-format json`]],
    ['autostart-off', undefined, [`set ${at}/config --onboot 0 --output-format json`]],
    ['snapshot-create', 's1', [`create ${at}/snapshot --snapname s1 --output-format json`, watched]],
    ['snapshot-revert', 's1', [`create ${at}/snapshot/s1/rollback --output-format json`, watched]],
    ['snapshot-delete', 's1', [`delete ${at}/snapshot/s1 --output-format json`, watched]],
  ] as const)('%s', async (action, snapshot, calls) => {
    expect(await callsOf(action, snapshot)).toEqual(calls);
  });

  it.each([
    ['VM is locked (backup)', 'locked'],
    ['sudo: a password is required', 'permission'],
    ["Configuration file 'nodes/pve1/qemu-server/101.conf' does not exist", 'gone'],
  ])('%s: %s', async (said, fault) => {
    await writeFile(`${folder}/fail`, said);
    try {
      expect(await actOnVm(run, new Proxmox(), VM, { action: 'start' })).toEqual({
        isDone: false,
        fault,
        detail: said,
      });
      expect(await listVms(run, new Proxmox())).toMatchObject({ vms: undefined, fault });
    } finally {
      await rm(`${folder}/fail`);
    }
  });

  it('nothing that could mean something to a shell', () => {
    const proxmox = new Proxmox();
    for (const vm of [
      { ...VM, key: 'qemu/101;id' },
      { ...VM, key: '101' },
      { ...VM, host: '../x' },
      { ...VM, host: null },
    ]) {
      expect(() => proxmox.actQuestion(vm, { action: 'start' })).toThrow('no such command');
    }
    expect(() => proxmox.actQuestion(VM, { action: 'snapshot-create', snapshot: 'a b' })).toThrow(
      'no such command',
    );
    expect(proxmox.listQuestion([{ ...VM, host: '$(id)' }]).input).toContain("\nW=''\n");
  });
});

describe('a console', () => {
  const asked = async (vm: VmRef) => {
    const { nonce, input } = new Proxmox().consoleQuestion(vm);
    const { stdout, stderr } = await run(input);
    return new Proxmox().readConsole(readSections(stdout, stderr, nonce));
  };

  it('is the serial line of a machine; its screen is its host’s alone, and containers have none', async () => {
    expect(await asked(VM)).toEqual({
      isKnown: true,
      state: 'running',
      hasText: true,
      screen: { kind: 'local' },
    });
    expect(await asked({ provider: 'proxmox-lxc', key: 'lxc/200', host: 'pve1' })).toMatchObject({
      isKnown: false,
      fault: 'unsupported',
    });
  });

  it('is one command, and of nothing that could mean something to a shell', () => {
    const proxmox = new Proxmox();
    expect(proxmox.consoleCommand(VM)).toContain('exec qm terminal 101 -escape "^]"');
    for (const vm of [
      { ...VM, key: 'qemu/101;id' },
      { ...VM, host: '$(id)' },
      { ...VM, key: 'lxc/200' },
    ]) {
      expect(() => proxmox.consoleCommand(vm)).toThrow('no such machine');
    }
    expect(() => proxmox.consoleQuestion({ ...VM, host: null })).toThrow('no such machine');
  });
});

it('a host without it is told as that', async () => {
  const bare: RunScript = (input) => run(`PATH=/nowhere\n${input.replaceAll('/usr/local/bin', '/nowhere')}`);
  expect(await listVms(bare, new Proxmox())).toMatchObject({ vms: undefined, fault: 'missing-tool' });
});
