import type { FoundVm, VmDetail } from '@jadegate/contract/fleet/vm-state';

import { SECOND_MS } from '../../kernel/clock.ts';

/** What a list shows beside the columns it is sorted by. */
export interface VmBrief {
  netRxBps: number | null;
  netTxBps: number | null;
  diskReadBps: number | null;
  diskWriteBps: number | null;
  passedThrough: string[];
  hasVnc: boolean;
  hasSerial: boolean;
}

export interface Counted {
  at: number;
  counters: FoundVm['counters'];
}

export interface Rates {
  cpuPct: number | null;
  netRxBps: number | null;
  netTxBps: number | null;
  diskReadBps: number | null;
  diskWriteBps: number | null;
}

/** Two looks that are closer than this say nothing about a rate. */
export const SHORTEST_MS = 5 * SECOND_MS;

/** Per second, between two looks. What went down belongs to another run of the machine, and what is not known is null. */
export function ratesOf(
  before: Counted | undefined,
  now: Counted,
  vm: Pick<FoundVm, 'vcpus' | 'cpuPct'>,
): Rates {
  const seconds = before ? (now.at - before.at) / SECOND_MS : 0;
  const rate = (name: keyof FoundVm['counters']): number | null => {
    const from = before?.counters[name] ?? null;
    const to = now.counters[name];
    return from === null || to === null || to < from || seconds <= 0 ? null : (to - from) / seconds;
  };
  const cpuNs = rate('cpuNs');
  const measured = cpuNs === null || !vm.vcpus ? null : Math.min((cpuNs / 1e9 / vm.vcpus) * 100, 100);
  return {
    cpuPct: rounded(vm.cpuPct ?? measured),
    netRxBps: rounded(rate('netReceived')),
    netTxBps: rounded(rate('netSent')),
    diskReadBps: rounded(rate('diskRead')),
    diskWriteBps: rounded(rate('diskWritten')),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}

const NOT_REACHED = /^(?:127\.|169\.254\.|0\.|::1$|fe80:)/i;

/** The address by which others reach it, IPv4 first. */
function primaryAddress({ interfaces }: Pick<VmDetail, 'interfaces'>) {
  const all = interfaces
    .flatMap(({ addresses }) => addresses)
    .filter((one) => !NOT_REACHED.test(one.address));
  return all.find(({ address }) => !address.includes(':')) ?? all[0];
}

const MAX_FOUND = 4000;

/** Everything by which people look for a machine, in one text. */
export function foundText({ key, uuid, name }: FoundVm, detail: VmDetail | null): string {
  const network = (detail?.interfaces ?? []).flatMap(({ mac, addresses }) => [
    mac,
    ...addresses.map(({ address }) => address),
  ]);
  return [key, uuid, name, detail?.title ?? null, ...network]
    .filter((word) => word !== null)
    .join(' ')
    .slice(0, MAX_FOUND);
}

/** What follows from a close look. */
export function detailColumns(detail: VmDetail) {
  const disks = detail.disks.filter(({ device }) => device === null || device === 'disk');
  const sum = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const made = detail.snapshots.flatMap(({ createdAt }) => (createdAt === null ? [] : Date.parse(createdAt)));
  const address = primaryAddress(detail);
  return {
    title: detail.title ?? '',
    disk_bytes: sum(disks.map(({ sizeBytes }) => sizeBytes)),
    disk_allocated_bytes: sum(disks.map(({ allocatedBytes }) => allocatedBytes)),
    ip: address?.address ?? '',
    ip_source: address?.source ?? '',
    snapshot_count: detail.snapshots.length,
    oldest_snapshot_at: made.length === 0 ? null : Math.min(...made),
  };
}
