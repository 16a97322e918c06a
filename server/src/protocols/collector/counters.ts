import type { HostSample } from '@jadegate/contract/fleet/host-sample';

import { linesOf, type Sections } from './sections.ts';
import { amount, keyValues, whole } from './text.ts';

/** What only ever grows while a system runs, at a moment of it. */
export interface Counters {
  bootId: string;
  /** Seconds since the system began. */
  uptime: number | null;
  /** Ticks of all processors together. */
  cpu: { busy: number; iowait: number; steal: number; total: number } | null;
  network: { received: number; sent: number } | null;
  /** By disk: sectors read and written, milliseconds in which something was under way. */
  disks: ReadonlyMap<string, { read: number; written: number; busyMs: number }>;
}

const SECTOR = 512;
const MAX_DISKS = 256;
/** Parts of disks, and what is made of other disks, would count twice. */
const PART_OR_MADE = /^(?:(?:sd|vd|xvd|hd)[a-z]+\d+|(?:nvme\d+n|mmcblk)\d+p\d+|dm-\d+|md\d+|drbd\d+|nbd\d+)$/;

export function countersOf(sections: Sections, physicalInterfaces: ReadonlySet<string>): Counters {
  const meta = keyValues(linesOf(sections, 'meta'));
  return {
    bootId: meta.get('boot_id') ?? '',
    uptime: amount(meta.get('uptime')),
    cpu: ticksOf(linesOf(sections, 'stat')),
    network: trafficOf(linesOf(sections, 'netdev'), physicalInterfaces),
    disks: new Map(linesOf(sections, 'diskstats').slice(0, MAX_DISKS).flatMap(diskOf)),
  };
}

type Rates = Pick<
  HostSample,
  | 'cpuPct'
  | 'iowaitPct'
  | 'stealPct'
  | 'netRxBps'
  | 'netTxBps'
  | 'diskReadBps'
  | 'diskWriteBps'
  | 'diskBusyPct'
>;

/** What happened between two readings. Another run of the system in between, or one that goes backwards, says nothing. */
export function ratesOf(before: Counters | undefined, now: Counters): Rates {
  const isSameRun = before !== undefined && before.bootId !== '' && before.bootId === now.bootId;
  const seconds = isSameRun ? grown(before.uptime, now.uptime) : null;
  const perSecond = (value: number | null) => (value === null || !seconds ? null : value / seconds);
  const share = (part: 'busy' | 'iowait' | 'steal') => {
    const total = isSameRun ? grown(before.cpu?.total, now.cpu?.total) : null;
    const spent = isSameRun ? grown(before.cpu?.[part], now.cpu?.[part]) : null;
    return total && spent !== null ? rounded(Math.min(100, (spent / total) * 100)) : null;
  };
  const disks = isSameRun
    ? [...now.disks].map(([name, disk]) => ({ old: before.disks.get(name), disk }))
    : [];
  const sectors = (part: 'read' | 'written') =>
    sumOf(disks.map(({ old, disk }) => grown(old?.[part], disk[part])));
  const busiest = disks.flatMap(({ old, disk }) => grown(old?.busyMs, disk.busyMs) ?? []);
  const bytes = (part: 'read' | 'written') => {
    const count = sectors(part);
    return perSecond(count === null ? null : count * SECTOR);
  };
  return {
    cpuPct: share('busy'),
    iowaitPct: share('iowait'),
    stealPct: share('steal'),
    netRxBps: perSecond(isSameRun ? grown(before.network?.received, now.network?.received) : null),
    netTxBps: perSecond(isSameRun ? grown(before.network?.sent, now.network?.sent) : null),
    diskReadBps: bytes('read'),
    diskWriteBps: bytes('written'),
    diskBusyPct:
      busiest.length > 0 && seconds
        ? rounded(Math.min(100, (Math.max(...busiest) / (seconds * 1000)) * 100))
        : null,
  };
}

function grown(before: number | null | undefined, now: number | null | undefined): number | null {
  return before === null || before === undefined || now === null || now === undefined || now < before
    ? null
    : now - before;
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** user nice system idle iowait irq softirq steal guest guest_nice; the time of guests is in that of the user. */
function ticksOf(lines: readonly string[]): Counters['cpu'] {
  const line = lines.find((one) => /^cpu\s/.test(one));
  const ticks = line?.trim().split(/\s+/).slice(1, 9).map(whole) ?? [];
  if (ticks.length < 4 || ticks.includes(null)) {
    return null;
  }
  const total = ticks.reduce((sum: number, part) => sum + (part ?? 0), 0);
  const [, , , idle, iowait, , , steal] = ticks;
  return { total, iowait: iowait ?? 0, steal: steal ?? 0, busy: total - (idle ?? 0) - (iowait ?? 0) };
}

/** Old kernels write no blank behind the colon. */
function trafficOf(lines: readonly string[], physical: ReadonlySet<string>): Counters['network'] {
  const found = lines.flatMap((line) => {
    const [, name = '', rest = ''] = /^\s*([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    const numbers = rest.trim().split(/\s+/);
    const received = whole(numbers[0]);
    const sent = whole(numbers[8]);
    return physical.has(name) && received !== null && sent !== null ? [{ received, sent }] : [];
  });
  return found.length === 0
    ? null
    : {
        received: found.reduce((sum, { received }) => sum + received, 0),
        sent: found.reduce((sum, { sent }) => sum + sent, 0),
      };
}

function diskOf(line: string): [string, { read: number; written: number; busyMs: number }][] {
  const [, , name = '', , , read, , , , written, , , busyMs] = line.trim().split(/\s+/);
  const found = { read: whole(read), written: whole(written), busyMs: whole(busyMs) };
  return PART_OR_MADE.test(name) || found.read === null || found.written === null || found.busyMs === null
    ? []
    : [[name, { read: found.read, written: found.written, busyMs: found.busyMs }]];
}
