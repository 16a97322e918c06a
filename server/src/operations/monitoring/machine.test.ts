import { tmpdir } from 'node:os';

import { describe, expect, it } from 'vitest';

import { readMachine, readProcessors, sumDisks, sumNetwork, type MachineReading } from './machine.ts';
import { SystemHistory } from './system-figures.ts';

const NET = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 5000000    1 0 0 0 0 0 0  5000000 1 0 0 0 0 0 0
  eth0: 1000 10 0 0 0 0 0 0 200 2 0 0 0 0 0 0
wlan-1:2000 10 0 0 0 0 0 0 300 2 0 0 0 0 0 0
`;
const DISKS = `   7       0 loop0 9 9 9999 9 9 9 9999 9 9 9 9
   8       0 sda 10 0 100 0 20 0 200 0 0 0 0
   8       1 sda1 10 0 100 0 20 0 200 0 0 0 0
 259       0 nvme0n1 10 0 10 0 20 0 20 0 0 0 0
 259       1 nvme0n1p1 10 0 10 0 20 0 20 0 0 0 0
 252       0 dm-0 10 0 110 0 20 0 220 0 0 0 0
`;

const READING: MachineReading = {
  cpu: { busyMs: 1000, totalMs: 4000 },
  memory: { total: 1000, available: 250 },
  load: [3, 2, 1],
  disk: { total: 1000, available: 300, used: 600 },
  net: { received: 1000, sent: 100 },
  io: { read: 4096, written: 512 },
};

describe('the machine', () => {
  it('is read where the tests run', async () => {
    const { memory, disk, cpu } = await readMachine(tmpdir());
    expect(memory.available).toBeGreaterThan(0);
    expect(memory.total).toBeGreaterThan(memory.available);
    expect(disk.total).toBeGreaterThan(disk.used);
    expect(cpu.totalMs).toBeGreaterThan(cpu.busyMs);
    const { logical, physical } = await readProcessors();
    expect(logical).toBeGreaterThanOrEqual(physical);
    expect(physical).toBeGreaterThan(0);
  });

  it('counts what goes over its network, not what it says to itself', () => {
    expect(sumNetwork(NET)).toEqual({ received: 3000, sent: 500 });
    expect(sumNetwork('')).toEqual({ received: 0, sent: 0 });
  });

  it('counts whole disks once', () => {
    expect(sumDisks(DISKS)).toEqual({ read: 110 * 512, written: 220 * 512 });
    expect(sumDisks('')).toEqual({ read: 0, written: 0 });
  });
});

describe('its last minutes', () => {
  const processors = { logical: 2, physical: 1, modelName: 'Jade', cacheKb: 512, mhz: 3000 };

  it('have every field from the first moment on', () => {
    const history = new SystemHistory(processors, 0, READING);
    expect(history.figures).toEqual({
      loadStat: { load1: 3, load5: 2, load15: 1, percent: 1.5 },
      mem: { total: 1000, available: 250, used: 750, usedPercent: 75 },
      cpu: {
        count: 2,
        phyCount: 1,
        usedPercent: 0,
        info: [{ modelName: 'Jade', cacheSize: 512, mhz: 3000 }],
      },
      disk: { total: 1000, available: 300, used: 600, usedPercent: 66.67 },
      memStat: [],
      cpuStat: [],
      diskIO: [],
      netIO: [],
    });
  });

  it('say what happened in a second, also where a counter began anew', () => {
    const history = new SystemHistory(processors, 0, READING);
    history.add(5000, {
      ...READING,
      cpu: { busyMs: 2000, totalMs: 8000 },
      net: { received: 11_000, sent: 50 },
      io: { read: 4096 + 5000, written: 512 },
    });
    const { cpu, cpuStat, memStat, netIO, diskIO } = history.figures;
    expect(cpu.usedPercent).toBe(25);
    expect(cpuStat).toMatchObject([{ value: 25 }]);
    expect(memStat).toMatchObject([{ value: 75 }]);
    expect(netIO).toMatchObject([{ read: 2000, write: 0 }]);
    expect(diskIO).toMatchObject([{ read: 1000, write: 0 }]);
    expect(cpuStat[0]?.time).toMatch(/^\d\d:\d\d:05$/);
  });

  it('are thirty readings, drawn once for all who ask', () => {
    const history = new SystemHistory(processors, 0, READING);
    for (let index = 1; index <= 40; index++) {
      history.add(index * 1000, READING);
    }
    expect(history.figures.cpuStat).toHaveLength(30);
    expect(history.figures).toBe(history.figures);
  });
});
