import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';

/** What a machine counts since it was started, and what it has at this moment. */
export interface MachineReading {
  cpu: { busyMs: number; totalMs: number };
  memory: { total: number; available: number };
  load: readonly [number, number, number];
  /** Of the file system that the data lies on. */
  disk: { total: number; available: number; used: number };
  net: { received: number; sent: number };
  io: { read: number; written: number };
}

export interface Processors {
  logical: number;
  physical: number;
  modelName: string;
  cacheKb: number;
  mhz: number;
}

/** The kernel counts in these, whatever the disk does. */
const SECTOR_BYTES = 512;

/** What cannot be read on this system is zero: figures are a help, and nothing depends on them. */
export async function readMachine(folder: string): Promise<MachineReading> {
  const [meminfo, netDev, diskstats, disk] = await Promise.all([
    text('/proc/meminfo'),
    text('/proc/net/dev'),
    text('/proc/diskstats'),
    statfs(folder).catch(() => undefined),
  ]);
  const size = disk?.bsize ?? 0;
  const [load1 = 0, load5 = 0, load15 = 0] = os.loadavg();
  return {
    cpu: sumTimes(),
    memory: { total: os.totalmem(), available: availableMemory(meminfo) ?? os.freemem() },
    load: [load1, load5, load15],
    disk: {
      total: (disk?.blocks ?? 0) * size,
      available: (disk?.bavail ?? 0) * size,
      used: ((disk?.blocks ?? 0) - (disk?.bfree ?? 0)) * size,
    },
    net: sumNetwork(netDev),
    io: sumDisks(diskstats),
  };
}

export async function readProcessors(): Promise<Processors> {
  const cpus = os.cpus();
  const [first] = cpus;
  const info = await text('/proc/cpuinfo');
  const cores = new Set(
    info.split('\n\n').flatMap((one) => {
      const [, socket] = /^physical id\s*: (\d+)/m.exec(one) ?? [];
      const [, core] = /^core id\s*: (\d+)/m.exec(one) ?? [];
      return socket === undefined || core === undefined ? [] : [`${socket} ${core}`];
    }),
  );
  return {
    logical: Math.max(1, cpus.length),
    physical: cores.size || Math.max(1, cpus.length),
    modelName: first?.model.trim() ?? '',
    cacheKb: Number(/^cache size\s*: (\d+) KB/m.exec(info)?.[1] ?? 0),
    mhz: first?.speed ?? 0,
  };
}

function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function sumTimes(): MachineReading['cpu'] {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of os.cpus()) {
    const { user, nice, sys, irq, idle } = times;
    busyMs += user + nice + sys + irq;
    totalMs += user + nice + sys + irq + idle;
  }
  return { busyMs, totalMs };
}

function availableMemory(meminfo: string): number | undefined {
  const kb = /^MemAvailable:\s+(\d+) kB/m.exec(meminfo)?.[1];
  return kb === undefined ? undefined : Number(kb) * 1024;
}

/** All but what the machine says to itself. */
export function sumNetwork(netDev: string): MachineReading['net'] {
  let received = 0;
  let sent = 0;
  for (const line of netDev.split('\n')) {
    const [, name, numbers] = /^\s*([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && name !== 'lo') {
      const values = (numbers ?? '').trim().split(/\s+/).map(Number);
      received += values[0] ?? 0;
      sent += values[8] ?? 0;
    }
  }
  return { received, sent };
}

/** Whole disks only: what a partition or a mapped volume does is counted by the disk below it. */
export function sumDisks(diskstats: string): MachineReading['io'] {
  let read = 0;
  let written = 0;
  for (const line of diskstats.split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (/^(sd[a-z]+|vd[a-z]+|xvd[a-z]+|hd[a-z]+|nvme\d+n\d+|mmcblk\d+)$/.test(fields[2] ?? '')) {
      read += Number(fields[5]) * SECTOR_BYTES;
      written += Number(fields[9]) * SECTOR_BYTES;
    }
  }
  return { read, written };
}
