import { readFileSync } from 'node:fs';

import { HostSample } from '@jadegate/contract/fleet/host-sample';
import { describe, expect, it } from 'vitest';

import { parseSample } from './sample.ts';
import { readSections } from './sections.ts';

const NONCE = '0123456789abcdef';
const capture = (name: string) => readFileSync(new URL(`./captures/${name}`, import.meta.url), 'utf8');
const read = (text: string) => readSections(text, '', NONCE);
const section = (name: string, body: string, rc = 0) =>
  `@@${NONCE} B ${name}\n${body}\n@@${NONCE} E ${name} ${rc}\n`;
const ETH0 = new Set(['eth0']);

describe('a sample of a host with a GPU, as recorded', () => {
  const first = parseSample(read(capture('h200-metrics-1.txt')), ETH0);
  const second = parseSample(read(capture('h200-metrics-2.txt')), ETH0, first.counters);

  it('has the shape of the contract', () => {
    expect(HostSample.parse(second.sample)).toEqual(second.sample);
  });

  it('knows no rates the first time', () => {
    expect(first.sample).toMatchObject({
      cpuPct: null,
      netRxBps: null,
      diskReadBps: null,
      diskBusyPct: null,
    });
  });

  it('has what stands there', () => {
    expect(first.sample).toMatchObject({
      cpus: 16,
      load1: 0.3,
      load5: 0.07,
      load15: 0.02,
      procsRunning: 2,
      procsBlocked: 0,
      memTotal: 131_980_916 * 1024,
      memAvail: 130_479_824 * 1024,
      memUsed: (131_980_916 - 130_479_824) * 1024,
      swapTotal: 0,
      swapUsed: 0,
      psiCpu: 0.55,
      psiMem: 0,
      psiIo: 3.25,
      fsMaxPct: 21,
      tempMaxC: null,
      temperatures: [],
      fanMinRpm: null,
      users: 0,
    });
    expect(first.sample.fileSystems).toEqual([
      {
        mount: '/',
        device: '/dev/vda',
        totalBytes: 264_212_084 * 1024,
        usedBytes: 16_881_684 * 1024,
        availBytes: 67_091_888 * 1024,
        pct: 21,
      },
    ]);
  });

  it('compares the second with the first', () => {
    // 151 ticks went by, of which 131 were idle.
    expect(second.sample).toMatchObject({ cpuPct: 13.25, iowaitPct: 0, stealPct: 0 });
    expect(second.sample.netRxBps).toBe(0);
  });
});

it('a host that has only BusyBox has most of it', () => {
  const { sample } = parseSample(read(capture('busybox-metrics.txt')), ETH0);
  expect(HostSample.parse(sample)).toEqual(sample);
  expect(sample.memTotal).toBeGreaterThan(0);
  expect(sample.cpus).toBe(2);
  expect(sample.fileSystems).toEqual([]);
});

describe('rates', () => {
  const at = (uptime: number, values: { ticks: string; bytes: number; sectors: number }, boot = 'b1') =>
    read(
      section('meta', `uptime=${uptime}\nboot_id=${boot}`) +
        section('stat', `cpu  ${values.ticks}`) +
        section(
          'netdev',
          `eth0:${values.bytes} 1 0 0 0 0 0 0 ${values.bytes * 2} 1 0 0 0 0 0 0\n lo: 9 9 9 9`,
        ) +
        section(
          'diskstats',
          `8 0 sda 1 1 ${values.sectors} 1 1 1 ${values.sectors} 1 0 ${values.sectors} 1\n` +
            `8 1 sda1 1 1 ${values.sectors} 1 1 1 ${values.sectors} 1 0 ${values.sectors} 1`,
        ),
    );
  const before = parseSample(at(100, { ticks: '100 0 0 100 0 0 0 0', bytes: 1000, sectors: 100 }), ETH0);

  it('are those of the time between', () => {
    const later = at(110, { ticks: '150 0 0 130 10 0 0 10', bytes: 2000, sectors: 1100 });
    expect(parseSample(later, ETH0, before.counters).sample).toMatchObject({
      cpuPct: 60,
      iowaitPct: 10,
      stealPct: 10,
      netRxBps: 100,
      netTxBps: 200,
      // a part of the disk does not count again
      diskReadBps: 51_200,
      diskWriteBps: 51_200,
      diskBusyPct: 10,
    });
  });

  it.each([
    [
      'another run of the system',
      at(110, { ticks: '150 0 0 130 10 0 0 10', bytes: 2000, sectors: 1100 }, 'b2'),
    ],
    ['counters that went back', at(110, { ticks: '50 0 0 50 0 0 0 0', bytes: 10, sectors: 5 })],
    ['no time between', at(100, { ticks: '100 0 0 100 0 0 0 0', bytes: 1000, sectors: 100 })],
  ])('are unknown after %s', (_what, later) => {
    const { sample } = parseSample(later, ETH0, before.counters);
    expect([sample.cpuPct, sample.netRxBps, sample.diskReadBps, sample.diskBusyPct]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('sensors', () => {
  const temperaturesOf = (...lines: string[]) =>
    parseSample(read(section('temp', lines.join('\n'))), ETH0).sample;

  it('have their names, and nonsense is left out', () => {
    expect(
      temperaturesOf(
        '/sys/class/hwmon/hwmon0/name:coretemp',
        '/sys/class/hwmon/hwmon0/temp1_label:Package id 0',
        '/sys/class/hwmon/hwmon0/temp1_input:61000',
        '/sys/class/hwmon/hwmon1/temp1_input:-273000',
        '/sys/class/hwmon/hwmon1/fan1_input:0',
        '/sys/class/hwmon/hwmon1/fan2_input:1200',
        '/sys/class/thermal/thermal_zone0/temp:90000',
      ),
    ).toMatchObject({
      tempMaxC: 61,
      temperatures: [{ label: 'coretemp Package id 0', celsius: 61 }],
      fanMinRpm: 1200,
    });
  });

  it('may be those of the firmware', () => {
    expect(
      temperaturesOf(
        '/sys/class/thermal/thermal_zone0/type:x86_pkg_temp',
        '/sys/class/thermal/thermal_zone0/temp:42500',
      ).temperatures,
    ).toEqual([{ label: 'x86_pkg_temp', celsius: 42.5 }]);
  });
});

it('a mount may have blanks, and a device that is mounted twice is one', () => {
  const lines = [
    'Filesystem 1024-blocks Used Available Capacity Mounted on',
    '//nas/my share 1048576 524288 524288 50% /mnt/a b',
    '/dev/sdb1 1048576 1048576 -5 100% /data',
    '/dev/sdb1 1048576 1048576 -5 100% /srv/data',
    'tmpfs 1048576 0 1048576 0% /run',
  ];
  const { sample } = parseSample(read(section('df', lines.join('\n'))), ETH0);
  expect(sample.fileSystems.map(({ device, mount, pct }) => [device, mount, pct])).toEqual([
    ['//nas/my share', '/mnt/a b', 50],
    ['/dev/sdb1', '/data', 100],
  ]);
  expect(sample.fsMaxPct).toBe(100);
});
