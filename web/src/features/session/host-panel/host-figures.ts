import { CPU_PARTS, type CpuPart, type SessionStats } from '@jadegate/contract/session/session-stats';

/** What a processor can be busy with. The time of guests is part of the user's. */
export type BusyPart = Exclude<CpuPart, 'idle' | 'guest'>;

/** One answer of the host, and when it came. */
export interface Sample {
  stats: SessionStats;
  at: number;
  rates: Record<string, Rate>;
}

/** Bytes a second. */
interface Rate {
  rx: number;
  tx: number;
}

/** What lies further back says nothing about now. */
const LONGEST_MS = 120_000;

/**
 * What went through each interface since the sample before, by the time that really passed: that of the host where it
 * tells, because answers are on their way for different times. A counter that went back was reset, and says nothing.
 */
export function sampleAfter(before: Sample | undefined, stats: SessionStats, at: number): Sample {
  const hostMs = before && stats.uptime > 0 ? stats.uptime - before.stats.uptime : 0;
  const passed = !before || at - before.at > LONGEST_MS ? 0 : hostMs > 0 ? hostMs : at - before.at;
  const rates: Record<string, Rate> = {};
  for (const [name, { rx, tx }] of Object.entries(stats.network)) {
    const old = before?.stats.network[name];
    if (old && passed > 0 && rx >= old.rx && tx >= old.tx) {
      rates[name] = { rx: ((rx - old.rx) / passed) * 1000, tx: ((tx - old.tx) / passed) * 1000 };
    }
  }
  return { stats, at, rates };
}

/** Undefined while it is not known: it takes two readings. */
export function cpuUse({ cpu }: SessionStats): { used: number; parts: [BusyPart, number][] } | undefined {
  if (CPU_PARTS.every((part) => cpu[part] === 0)) {
    return undefined;
  }
  const parts = CPU_PARTS.filter((part) => part !== 'idle' && part !== 'guest');
  return {
    used: Math.min(100, Math.max(0, 100 - cpu.idle)),
    parts: parts.map((part) => [part, cpu[part]]),
  };
}

/** The memory that programs hold, that the system would give back, and that nobody uses. */
export function memoryUse({ memTotal, memAvailable, memFree }: SessionStats) {
  const available = Math.min(memAvailable, memTotal);
  const free = Math.min(memFree, available);
  return { total: memTotal, used: memTotal - available, cached: available - free, free };
}

export function swapUse({ swapTotal, swapFree }: SessionStats) {
  return { total: swapTotal, used: Math.max(0, swapTotal - swapFree) };
}

/** The host answered without any figure: it is no Linux, or a device without a shell. */
export function hasNoFigures(stats: SessionStats): boolean {
  return (
    stats.uptime === 0 &&
    stats.memTotal === 0 &&
    stats.load1 === '' &&
    stats.fileSystems.length === 0 &&
    Object.keys(stats.network).length === 0
  );
}

const MINUTE = 60_000;

/** The two largest units that say something. */
export function uptimeParts(ms: number): {
  unit: 'days' | 'hours' | 'minutes';
  days: number;
  hours: number;
  minutes: number;
} {
  const minutes = Math.floor(ms / MINUTE);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : 'minutes';
  return { unit, days, hours, minutes: minutes % 60 };
}
