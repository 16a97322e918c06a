import { describe, expect, it } from 'vitest';

import { cpuBetween, parseReport, reportCommand } from './host-report.ts';

const LINUX = `@uptime
12345.67 40000.00
@load
0.15 0.20 1.25 2/345 6789
@cpu
cpu  100 5 50 800 20 3 7 15 40 0
@memory
MemTotal:       16000000 kB
MemFree:         1000000 kB
MemAvailable:    9000000 kB
Buffers:          200000 kB
Cached:          5000000 kB
SwapTotal:       2000000 kB
SwapFree:        1500000 kB
@network
Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 500 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0
  eth0:987654321 2 0 0 0 0 0 0 123456 3 0 0 0 0 0 0
@address
1: lo    inet 127.0.0.1/8 scope host lo
2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0
2: eth0    inet 10.0.0.6/24 scope global secondary eth0
2: eth0    inet6 fe80::1/64 scope link
3: veth1@if2    inet 172.17.0.1/16 scope global veth1
@disk
Filesystem     1024-blocks    Used Available Capacity Mounted on
/dev/vda1         20000000 8000000  11000000      43% /
/dev/vda1         20000000 8000000  11000000      43% /etc/hosts
/dev/loop3            1000    1000         0     100% /snap/core
tmpfs               800000       0    800000       0% /run
/dev/vdb1          5000000 1000000   4000000      20% /srv/with space
@node
web-01
@name
web-01.example.test
`;

const read = (text: string) => parseReport(Buffer.from(text));
const EMPTY = {
  uptime: 0,
  load1: '',
  load5: '',
  load10: '',
  runningProcess: '',
  totalProcess: '',
  memTotal: 0,
  memAvailable: 0,
  memFree: 0,
  memBuffers: 0,
  memCached: 0,
  swapTotal: 0,
  swapFree: 0,
  fileSystems: [],
  network: {},
};

describe('what a Linux host tells', () => {
  const { stats, hostname, ticks } = read(LINUX);

  it('is read field by field', () => {
    expect(hostname).toBe('web-01.example.test');
    expect(stats).toMatchObject({
      uptime: 12_345_670,
      load1: '0.15',
      load5: '0.20',
      load10: '1.25',
      runningProcess: '2',
      totalProcess: '345',
      memTotal: 16_000_000 * 1024,
      memAvailable: 9_000_000 * 1024,
      swapFree: 1_500_000 * 1024,
    });
  });

  it('names each disk once, without loops and memory', () => {
    expect(stats.fileSystems).toEqual([
      { mountPoint: '/', used: 8_000_000 * 1024, free: 11_000_000 * 1024 },
      { mountPoint: '/srv/with space', used: 1_000_000 * 1024, free: 4_000_000 * 1024 },
    ]);
  });

  it('names each interface with its first addresses and its totals', () => {
    expect(stats.network).toEqual({
      lo: { ipv4: '127.0.0.1/8', ipv6: '', rx: 500, tx: 500 },
      eth0: { ipv4: '10.0.0.5/24', ipv6: 'fe80::1/64', rx: 987_654_321, tx: 123_456 },
    });
  });

  it('counts processor time with what the hypervisor took, guests not twice', () => {
    expect(ticks).toMatchObject({ steal: 15, guest: 40 });
    const later = { ...ticks, user: 140, idle: 840, steal: 35, guest: 80 } as typeof ticks;
    const cpu = cpuBetween(ticks, later);
    expect(cpu).toMatchObject({ user: 40, idle: 40, steal: 20, guest: 40, nice: 0 });
    expect(Object.values(cpuBetween(undefined, ticks)).every((share) => share === 0)).toBe(true);
  });
});

describe('a host that tells something else', () => {
  it.each([
    ['nothing', ''],
    ['a device without a shell', '% Invalid input detected at marker.\r\n'],
    ['a shell without Linux', '@uptime\n@load\n@cpu\n@memory\n@network\n@address\n@disk\n'],
    ['binary noise', String.fromCharCode(...Array.from({ length: 500 }, (_, at) => at % 256))],
  ])('gives an empty answer: %s', (_what, text) => {
    expect(read(text)).toEqual({ stats: EMPTY, hostname: undefined, ticks: undefined });
  });

  it('is not believed when its numbers are absurd', () => {
    const { stats } = read(
      '@uptime\n-5\n@load\n1;2 x y z/w\n@memory\nMemTotal: 99999999999999999999 kB\n@disk\n/dev/a 1 2 3 4% relative\n',
    );
    expect(stats).toEqual(EMPTY);
  });

  it('cannot answer without end, nor smuggle in controls', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `/dev/d${at} 9 1 1 1% /m${at}`).join('\n');
    expect(read(`@disk\n${many}`).stats.fileSystems).toHaveLength(64);
    expect(read('@node\nweb\u001B[31m\u202Eevil\n').hostname).toBe('web[31mevil');
    expect(read(`@node\n${'n'.repeat(5000)}`).hostname).toHaveLength(200);
  });

  it('tells its root when no file system has a device, as in a container', () => {
    const { stats } = read('@disk\noverlay 100 60 40 60% /\nshm 10 0 10 0% /dev/shm\n');
    expect(stats.fileSystems).toEqual([{ mountPoint: '/', used: 60 * 1024, free: 40 * 1024 }]);
  });
});

it('is one line in single quotes, so that every login shell hands it on', () => {
  const command = reportCommand(false);
  expect(command).toMatch(/^sh -c '[^'\n!]+'$/);
  expect(reportCommand(true)).not.toContain('hostname');
});
