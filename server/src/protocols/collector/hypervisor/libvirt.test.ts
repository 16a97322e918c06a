// Against recordings of a real libvirt: its test driver, and two machines of QEMU.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { FoundVm } from '@jadegate/contract/fleet/vm-state';
import { describe, expect, it } from 'vitest';

import { readSections, sectionOf } from '../sections.ts';
import { faultOf } from './faults.ts';
import { parseConsole, parseDomain, parseSnapshot } from './libvirt-domain.ts';
import { Libvirt } from './libvirt.ts';
import { assigned } from './provider.ts';

const NONCE = '0123456789abcdef';
const TINY = '33333333-3333-4333-8333-333333333333';
const capture = (name: string) => readFileSync(new URL(`captures/${name}`, import.meta.url), 'utf8');
const listed = (name: string) =>
  new Libvirt('').readList(readSections(capture(`${name}.txt`), capture(`${name}.errors.txt`), NONCE), NONCE);
const ref = (key: string) => ({ provider: 'libvirt' as const, key, host: null });
const KIB = 1024;

describe('machines of QEMU, as recorded', () => {
  const { vms = [], ...rest } = listed('qemu-session');

  it('are all there, although the last command of the line failed', () => {
    expect(rest).toEqual({ fault: undefined, detail: null, cluster: null });
    expect(vms.map((vm) => FoundVm.parse(vm))).toEqual(vms);
    expect(vms.map(({ name }) => name)).toEqual(['tiny-01', 'tiny-02']);
  });

  it('one that runs, field by field', () => {
    expect(vms[0]).toEqual({
      provider: 'libvirt',
      key: TINY,
      uuid: TINY,
      name: 'tiny-01',
      host: null,
      state: 'running',
      stateReason: null,
      isAutostart: false,
      isPersistent: true,
      isTemplate: false,
      vcpus: 1,
      memBytes: 32_768 * KIB,
      memMaxBytes: 32_768 * KIB,
      memRssBytes: 46_692 * KIB,
      uptimeSec: null,
      cpuPct: null,
      counters: { cpuNs: 450_000_000, diskRead: 512, diskWritten: 0, netReceived: null, netSent: null },
      detail: {
        title: 'R&D box',
        description: null,
        disks: [
          {
            target: 'vda',
            device: 'disk',
            bus: 'virtio',
            format: 'qcow2',
            source: '/home/hv/images/d.qcow2',
            sizeBytes: 16_777_216,
            allocatedBytes: 1_900_544,
          },
        ],
        interfaces: [
          {
            mac: '52:54:00:12:34:56',
            model: 'virtio',
            type: 'user',
            source: null,
            target: null,
            addresses: [],
          },
        ],
        passedThrough: [],
        console: { vnc: { listen: '127.0.0.1', port: 5900 }, hasSerial: true },
        snapshots: [
          { name: 'before-upgrade', createdAt: null, state: null, parent: null, description: null },
        ],
      },
    });
  });

  it('one that does not run has a screen without a port, and no rates', () => {
    expect(vms[1]).toMatchObject({
      state: 'stopped',
      memRssBytes: null,
      counters: { cpuNs: 130_000_000, diskRead: null, netReceived: null },
      detail: { console: { vnc: { port: null } }, snapshots: [], disks: [{ sizeBytes: 16_777_216 }] },
    });
  });
});

it('the test driver tells little, and of its machine the address', () => {
  const { vms } = listed('test-driver');
  expect(vms).toMatchObject([
    {
      name: 'test',
      state: 'running',
      vcpus: 2,
      memBytes: 2_097_152 * KIB,
      memMaxBytes: 8_388_608 * KIB,
      counters: { cpuNs: null },
      detail: {
        interfaces: [
          {
            target: 'testnet0',
            addresses: [
              // once from a recording in which the two ways of asking were not told apart
              { address: '192.168.122.3', prefix: 24, source: expect.any(String) as string },
            ],
          },
        ],
      },
    },
  ]);
});

describe('a definition', () => {
  const domain = (inner: string) => parseDomain(`<domain type='kvm'><uuid>${TINY}</uuid>${inner}</domain>`);

  it('names the cards of the host that it was given', () => {
    const hostdev = (type: string, address: string) =>
      `<hostdev mode='subsystem' type='${type}'><source><address ${address}/></source></hostdev>`;
    const found = domain(
      `<devices>${hostdev('pci', "domain='0x0000' bus='0x83' slot='0x00' function='0x0'")}
       ${hostdev('usb', "bus='1' device='2'")}
       ${hostdev('pci', "domain='0x10000' bus='0xZZ' slot='0x00' function='0x0'")}</devices>`,
    );
    expect(found?.detail.passedThrough).toEqual(['0000:83:00.0']);
  });

  it.each([
    ["<memory unit='GiB'>2</memory>", 2 * 1024 ** 3],
    ['<memory>1024</memory>', 1024 * 1024],
    ["<memory unit='parsec'>2</memory>", null],
    ["<memory unit='GiB'>99999999999999</memory>", null],
  ])('%s', (inner, expected) => {
    expect(domain(inner)?.memMaxBytes).toBe(expected);
  });

  it('has the processors that are plugged in', () => {
    expect(domain("<vcpu current='2'>8</vcpu>")?.vcpus).toBe(2);
  });

  it('shows nothing of what hides in a text', () => {
    expect(domain('<name>a\u202Eb</name><title>x&#x85;y</title>')).toMatchObject({
      name: 'a b',
      detail: { title: 'x y' },
    });
  });

  it('of something else is none', () => {
    expect(parseDomain('<network><uuid>x</uuid></network>')).toBeUndefined();
    expect(parseDomain('error: failed to get domain')).toBeUndefined();
    expect(parseSnapshot('<domainsnapshot><name/></domainsnapshot>')).toBeUndefined();
  });

  it('of another machine than the one asked for is not taken for it', () => {
    const other = '44444444-4444-4444-8444-444444444444';
    const text = [
      `@@${NONCE} B vlist\n${TINY}\n@@${NONCE} E vlist 0`,
      `@@${NONCE} B vxml\n@@${NONCE} X ${TINY}\n<domain><uuid>${other}</uuid><name>x</name></domain>\n@@${NONCE} E vxml 0`,
    ].join('\n');
    const { vms } = new Libvirt('').readList(readSections(text, '', NONCE), NONCE);
    expect(vms).toMatchObject([{ key: TINY, name: TINY, state: 'unknown', detail: null }]);
  });
});

describe('the consoles of a machine', () => {
  const consoles = (devices: string) => parseConsole(`<domain><devices>${devices}</devices></domain>`);
  const vnc = (more: string, inside = '') => consoles(`<graphics type='vnc' ${more}>${inside}</graphics>`);

  it.each([
    ["port='5901' listen='127.0.0.1' passwd='s3'", '', '127.0.0.1', 's3'],
    ["port='5901' listen='0.0.0.0'", '', '127.0.0.1', ''],
    ["port='5901'", "<listen type='address' address='::'/>", '::1', ''],
    ["port='5901'", "<listen type='network' address='10.0.0.7' network='lan'/>", '10.0.0.7', ''],
    ["port='5901'", '', '127.0.0.1', ''],
  ])('%s %s is reached at %s', (more, inside, host, password) => {
    expect(vnc(more, inside)?.screen).toEqual({ kind: 'tcp', host, port: 5901, password });
  });

  it.each([
    ["socket='/run/x.sock'", ''],
    ["port='5901'", "<listen type='socket' socket='/run/x.sock'/>"],
    ["port='-1' autoport='yes'", ''],
    ["port='70000'", ''],
  ])('%s %s is the hypervisor’s alone', (more, inside) => {
    expect(vnc(more, inside)?.screen).toEqual({ kind: 'local' });
  });

  it('that it does not have are none, and what is no definition says nothing', () => {
    expect(consoles("<graphics type='spice' port='5901'/>")).toEqual({ hasText: false, screen: null });
    expect(consoles("<serial type='pty'/>")).toEqual({ hasText: true, screen: null });
    expect(parseConsole('<network/>')).toBeUndefined();
  });

  it.each([
    ['', {}, '-c qemu:///system console --domain'],
    ['', { LIBVIRT_DEFAULT_URI: 'test:///default' }, 'console --domain'],
    ['qemu:///session', {}, '-c qemu:///session console --domain'],
  ])('with libvirt %j and %j are opened as %s, in any login shell, and no other way', (uri, env, words) => {
    const folder = mkdtempSync(`${tmpdir()}/jadegate-virsh-`);
    try {
      writeFileSync(`${folder}/virsh`, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      const command = new Libvirt(uri).consoleCommand(ref(TINY));
      expect(command.slice("exec sh -c '".length, -1)).not.toMatch(/['\n\\!]/);
      const { stdout } = spawnSync('sh', ['-c', command], {
        encoding: 'utf8',
        env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, ...env },
      });
      expect(stdout).toBe(`${words} ${TINY} --safe\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(() => new Libvirt('').consoleCommand(ref('x; id'))).toThrow('no such machine');
    expect(() => new Libvirt('').consoleQuestion(ref('$(id)'))).toThrow('no such machine');
  });
});

describe('a list that did not come', () => {
  const read = (rc: number | null, errors: string) => {
    const mark = (body: string) =>
      `@@${NONCE} B vlist\n${body}\n${rc === null ? '' : `@@${NONCE} E vlist ${rc}\n`}`;
    return new Libvirt('').readList(readSections(mark(''), mark(errors), NONCE), NONCE);
  };

  it.each([
    [127, '', 'missing-tool'],
    [124, '', 'timeout'],
    [null, '', 'timeout'],
    [
      1,
      'error: failed to connect to the hypervisor\nerror: authentication unavailable: no polkit agent',
      'permission',
    ],
    [
      1,
      "error: failed to connect to the hypervisor\nerror: Failed to connect socket to '/x': No such file",
      'unreachable',
    ],
    [1, 'error: something new', 'failed'],
  ])('%s %s: %s', (rc, errors, fault) => {
    expect(read(rc, errors)).toMatchObject({ vms: undefined, fault });
  });
});

describe('what is asked', () => {
  it('only a local libvirt is', () => {
    for (const uri of [
      '',
      'qemu:///system',
      'qemu+unix:///session',
      'xen:///',
      'lxc:///system',
      'test:///default',
    ]) {
      expect(() => new Libvirt(uri)).not.toThrow();
    }
    for (const uri of [
      'test:///etc/passwd',
      'test:///default?socket=/tmp/x',
      'qemu+unix:///session?socket=/run/x-1/sock',
      'qemu:///system?no_verify=1&keyfile=/etc/shadow',
      'qemu+ext:///system?command=/tmp/x',
      'qemu:///embed',
      'qemu:////system',
      'qemu:///system#x',
      'QEMU:///system',
      'qemu+ssh://other/system',
      'qemu:///system; id',
      "qemu:///'x",
      'esx://host/',
      'qemu:///$(id)',
    ]) {
      expect(() => new Libvirt(uri)).toThrow('no local libvirt');
    }
  });

  it.each([
    ['', {}, '-r -c qemu:///system'],
    ['', { LIBVIRT_DEFAULT_URI: 'test:///default' }, '-r version'],
    ['qemu:///session', {}, '-r -c qemu:///session'],
  ])('libvirt %j with %j is asked as %s', (uri, env, words) => {
    const folder = mkdtempSync(`${tmpdir()}/jadegate-virsh-`);
    try {
      writeFileSync(`${folder}/virsh`, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      const { nonce, input } = new Libvirt(uri).listQuestion([]);
      const { stdout } = spawnSync('sh', ['-s'], {
        input,
        encoding: 'utf8',
        env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, ...env },
      });
      expect(sectionOf(readSections(stdout, '', nonce), 'vver').body).toContain(words);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a machine is named by its UUID alone', () => {
    const libvirt = new Libvirt('');
    for (const key of ['test', '--all', `${TINY} --x`, `${TINY}\n`, '']) {
      expect(() => libvirt.actQuestion(ref(key), { action: 'start' })).toThrow('no such command');
    }
    expect(libvirt.listQuestion([ref('$(id)'), ref(TINY)]).input).toContain(`\nW='${TINY}'\n`);
  });

  it('a snapshot has a name where one is meant, and none elsewhere', () => {
    const libvirt = new Libvirt('');
    expect(() => libvirt.actQuestion(ref(TINY), { action: 'snapshot-delete' })).toThrow('no such command');
    expect(() => libvirt.actQuestion(ref(TINY), { action: 'start', snapshot: 'x' })).toThrow(
      'no such command',
    );
    expect(() => libvirt.actQuestion(ref(TINY), { action: 'snapshot-revert', snapshot: 'a\nb' })).toThrow(
      'control character',
    );
    expect(assigned('S', `it's $(id)`)).toBe(String.raw`S='it'\''s $(id)'`);
  });
});

it.each([
  ['error: operation forbidden: read only access prevents virDomainCreate', 'permission'],
  ['error: operation failed: domain moment s1 already exists', 'snapshot-exists'],
  ["error: Domain snapshot not found: no domain snapshot with matching name 's1'", 'snapshot-gone'],
  ["error: failed to get domain 'x'\nerror: Domain not found: no domain with matching uuid", 'gone'],
  [
    'error: unsupported configuration: internal snapshot for disk vda unsupported for storage type raw',
    'unsupported',
  ],
  ['VM is locked (backup)', 'locked'],
])('%s means %s', (errors, fault) => {
  expect(faultOf({ rc: 1, errors })).toBe(fault);
});
