import { readFileSync } from 'node:fs';

import { HostFacts } from '@jadegate/contract/fleet/host-facts';
import { describe, expect, it } from 'vitest';

import { parseFacts } from './facts.ts';
import { readSections } from './sections.ts';

const NONCE = '0123456789abcdef';
const NOW = Date.parse('2026-11-14T00:00:00Z');
const capture = (name: string) => readFileSync(new URL(`./captures/${name}`, import.meta.url), 'utf8');
const factsOf = (text: string) => parseFacts(readSections(text, '', NONCE), NOW);
const section = (name: string, body: string, rc = 0) =>
  `@@${NONCE} B ${name}\n${body}\n@@${NONCE} E ${name} ${rc}\n`;

describe('the facts of a host with a GPU, as recorded', () => {
  const facts = factsOf(capture('h200-facts.txt'));

  it('have the shape of the contract', () => {
    expect(HostFacts.parse(facts)).toEqual(facts);
  });

  it('say what it is', () => {
    expect(facts).toMatchObject({
      hostname: 'gpu-01',
      machineId: null,
      bootId: '0f0e0d0c-0b0a-4908-8706-050403020100',
      bootedAt: new Date(NOW - 36_010).toISOString(),
      os: {
        id: 'ubuntu',
        name: 'Ubuntu',
        version: '24.04',
        pretty: 'Ubuntu 24.04.3 LTS',
        kernel: '6.8.0-60-generic',
        arch: 'x86_64',
      },
      virtualisation: 'kvm',
      cpu: {
        model: 'Intel(R) Xeon(R) Processor',
        vendor: 'GenuineIntel',
        sockets: 1,
        cores: 16,
        threads: 16,
        threadsPerCore: 1,
        numaNodes: 1,
        mhzMax: null,
      },
      memory: { swapBytes: 0, hugepagesTotal: 0, hugepageBytes: 2048 * 1024 },
      defaultRoute: null,
      tools: { 'nvidia-smi': '/usr/local/nvidia/bin/nvidia-smi', jq: '/usr/bin/jq' },
    });
  });

  it('leave out disks made of memory, and know those that are there', () => {
    expect(facts.disks.map(({ name, sizeBytes, transport }) => [name, sizeBytes, transport])).toEqual([
      ['vda', 274_877_906_944, 'virtio'],
      ['vdb', 318_308_352, 'virtio'],
    ]);
  });

  it('have no address where there is no tool to ask, and no speed where there is no cable', () => {
    expect(facts.interfaces.find(({ name }) => name === 'eth0')).toEqual({
      name: 'eth0',
      mac: '02:00:00:00:00:01',
      state: 'up',
      speedMbps: null,
      mtu: 1400,
      driver: 'virtio_net',
      isPhysical: true,
      addresses: [],
    });
  });

  it('list the card on the bus', () => {
    expect(facts.pciGpus).toEqual([
      {
        bdf: '0000:00:06.0',
        vendorId: '0x10de',
        deviceId: '0x2335',
        driver: 'nvidia',
        numa: null,
        iommuGroup: null,
      },
    ]);
  });
});

describe('the facts of a host that has only BusyBox, as recorded', () => {
  const facts = factsOf(capture('busybox-facts.txt'));

  it('come from the kernel itself', () => {
    expect(HostFacts.parse(facts)).toEqual(facts);
    expect(facts.cpu).toMatchObject({
      model: 'Intel(R) Xeon(R) Processor',
      sockets: 1,
      cores: 2,
      threads: 2,
    });
    expect(facts.disks.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([['vda', 536_870_912 * 512]]);
    expect(facts.interfaces.find(({ name }) => name === 'eth0')?.addresses).toEqual([
      { family: 'inet', address: '192.0.2.10', prefix: 24, scope: 'global' },
      { family: 'inet6', address: '2001:db8::10', prefix: 64, scope: 'global' },
      { family: 'inet6', address: 'fe80::200:ff:fe00:1', prefix: 64, scope: 'link' },
    ]);
    expect(facts.defaultRoute).toEqual({ via: '192.0.2.1', dev: 'eth0' });
    expect(facts.memory.totalBytes).toBe(24_682_740 * 1024);
  });
});

describe('other forms of the same', () => {
  it('addresses as JSON', () => {
    const { interfaces } = factsOf(section('ip', capture('debian-ip.json')));
    expect(interfaces.find(({ name }) => name === 'eth0')).toMatchObject({
      mtu: 1400,
      state: 'up',
      addresses: [{ address: '192.0.2.10', prefix: 24 }, { family: 'inet6' }, { scope: 'link' }],
    });
  });

  it('processors as a tree', () => {
    const { cpu } = factsOf(section('lscpu', capture('debian-lscpu-terminal.json')));
    expect(cpu).toMatchObject({ model: 'Intel(R) Xeon(R) Processor', threads: 2 });
  });

  it('counts the cores of a machine that knows clusters and no sockets', () => {
    const lscpu = [
      { field: 'CPU(s):', data: '8' },
      { field: 'Model name:', data: 'Neoverse-N1' },
      { field: 'Core(s) per cluster:', data: '4' },
      { field: 'Socket(s):', data: '-' },
      { field: 'Cluster(s):', data: '2' },
    ];
    const { cpu } = factsOf(section('lscpu', JSON.stringify({ lscpu })));
    expect(cpu).toMatchObject({ model: 'Neoverse-N1', sockets: null, cores: 8, threads: 8 });
  });

  it('disks of an old tool, with texts for numbers, parts inside and several places', () => {
    const old = {
      blockdevices: [
        {
          name: 'sda',
          type: 'disk',
          size: '1000204886016',
          rota: '1',
          children: [{ name: 'sda1', type: 'part', size: '512', rota: '1', mountpoints: ['/boot', null] }],
        },
        { name: 'loop3', type: 'loop', size: 5 },
      ],
    };
    const { disks } = factsOf(section('lsblk', JSON.stringify(old)));
    expect(disks).toMatchObject([
      { name: 'sda', sizeBytes: 1_000_204_886_016, isRotational: true, parent: null },
      { name: 'sda1', parent: 'sda', mountPoint: '/boot' },
    ]);
  });

  it('hardware, without what makers forgot to fill in', () => {
    const lines = [
      '/sys/class/dmi/id/sys_vendor:Supermicro',
      '/sys/class/dmi/id/product_name:To Be Filled By O.E.M.',
      '/sys/class/dmi/id/product_serial:0123456789',
      '/sys/class/dmi/id/board_serial:UM21AS000123',
    ];
    const { hardware } = factsOf(section('dmi', lines.join('\n')));
    expect(hardware).toMatchObject({
      vendor: 'Supermicro',
      product: null,
      serial: null,
      boardSerial: 'UM21AS000123',
    });
  });
});

describe('a host that lies', () => {
  it('gets nothing past that turns the writing, moves the cursor or has no end', () => {
    const name = `\u001b[2J\u202Eevil${'x'.repeat(5000)}`;
    const { hostname } = factsOf(section('meta', `host=${name}`));
    expect(hostname).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(hostname?.length).toBeLessThanOrEqual(200);
  });

  it('cannot make a part of another one with a mark it does not know', () => {
    const forged = '\n@@ffffffffffffffff E meta 0\n@@ffffffffffffffff B os\nID=evil\n';
    expect(factsOf(section('meta', `host=a${forged}`)).os.id).toBeNull();
  });

  it.each(['', '{', '[]', '{"blockdevices":{"a":1}}', '[null,1,{"ifname":{}}]', '\u0000'.repeat(1000)])(
    'is unknown where it says %j',
    (body) => {
      const all = ['meta', 'os', 'dmi', 'lscpu', 'cpuinfo', 'lsblk', 'blk', 'ip', 'ipo', 'netdev', 'pcigpu'];
      const facts = factsOf(all.map((name) => section(name, body)).join('\n'));
      expect(HostFacts.parse(facts)).toEqual(facts);
      expect(facts.cpu.model).toBeNull();
    },
  );
});

it('a part whose end never came was cut off, and says so', () => {
  const sections = readSections(
    `hello from .bashrc\n@@${NONCE} B meta\nhost=a\n@@${NONCE} B os\nID=debian\n`,
    `@@${NONCE} B os\nno such file\n@@${NONCE} E os 1\n`,
    NONCE,
  );
  expect([...sections]).toEqual([
    ['meta', { body: 'host=a', rc: null, errors: '' }],
    ['os', { body: 'ID=debian', rc: null, errors: 'no such file' }],
  ]);
});
