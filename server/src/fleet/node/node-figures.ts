import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import type { HostSample } from '@jadegate/contract/fleet/host-sample';
import { NODE_FIGURES, type NodeBrief } from '@jadegate/contract/fleet/node';

/** One figure for each name, in the order of the contract; null where nothing was measured. */
export type FigureList = readonly (number | null)[];

export function figuresOf(sample: HostSample, pollMs: number): FigureList {
  const all = { ...sample, pollMs };
  return NODE_FIGURES.map((name) => shortened(all[name]));
}

/** Averages of each figure over the lists, which all have the same. */
export function averageOf(lists: readonly FigureList[]): FigureList {
  return (lists[0] ?? []).map((_, index) => {
    const known = lists.map((list) => list[index] ?? null).filter((value) => value !== null);
    return known.length === 0 ? null : shortened(known.reduce((sum, value) => sum + value, 0) / known.length);
  });
}

/** Nobody reads more, and a day of them stays small. */
export function shortened(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}

/** What lists are sorted by. */
export function sortFigures(sample: HostSample) {
  const { cpuPct, memUsed, memTotal, fsMaxPct, load1, cpus, tempMaxC } = sample;
  return {
    cpu_pct: cpuPct,
    mem_pct: memUsed === null || !memTotal ? null : (memUsed / memTotal) * 100,
    mem_used: memUsed,
    mem_total: memTotal,
    disk_pct: fsMaxPct,
    load_share: load1 === null || !cpus ? null : load1 / cpus,
    temp_c: tempMaxC,
  };
}

export function briefOf({ hostname, os, hardware, cpu, bootedAt, pciGpus }: HostFacts): NodeBrief {
  return {
    hostname,
    os: os.pretty,
    kernel: os.kernel,
    vendor: hardware.vendor,
    product: hardware.product,
    serial: hardware.serial,
    cpuModel: cpu.model,
    threads: cpu.threads,
    bootedAt,
    gpuCount: pciGpus.length,
  };
}

const MAX_FOUND = 4000;

/** Everything by which people look for a machine, in one text. */
export function foundOf({ hostname, hardware, interfaces }: HostFacts): string {
  const network = interfaces.flatMap(({ mac, addresses }) => [
    mac,
    ...addresses.map(({ address }) => address),
  ]);
  return [hostname, hardware.serial, hardware.chassisSerial, ...network]
    .filter((word) => word !== null)
    .join(' ')
    .slice(0, MAX_FOUND);
}
