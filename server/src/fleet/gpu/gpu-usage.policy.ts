import type { GpuUsage } from '@jadegate/contract/fleet/gpu';
import type { GpuCard } from '@jadegate/contract/fleet/gpu-state';

const BUSY_PCT = 5;
const HELD_SHARE = 0.05;
const HELD_BYTES = 256 * 1024 * 1024;
const MOVED_SHARE = 0.01;

interface Standing {
  busyAt: number | null;
  idleSince: number | null;
  memUsed: number | null;
}

/**
 * What a sample makes of a card that stood like this. One sample says what happened in a second: only a run of them, as
 * long as `idleMs`, makes a card idle. A slice has no utilisation: there memory that moves is work.
 */
export function useOf(
  card: Pick<GpuCard, 'utilPct' | 'memUsed' | 'memTotal' | 'processes'>,
  before: Standing,
  now: number,
  idleMs: number,
): { usage: GpuUsage } & Omit<Standing, 'memUsed'> {
  const { utilPct, memUsed, memTotal, processes } = card;
  const hasMoved =
    memUsed !== null &&
    before.memUsed !== null &&
    Math.abs(memUsed - before.memUsed) > (memTotal ?? 0) * MOVED_SHARE;
  const isBusy = utilPct === null ? hasMoved : utilPct >= BUSY_PCT;
  const busyAt = isBusy ? now : before.busyAt;
  const idleSince = isBusy ? null : (before.idleSince ?? now);
  if (utilPct === null && memUsed === null) {
    return { usage: 'unknown', busyAt, idleSince: null };
  }
  if (busyAt !== null && now - busyAt < idleMs) {
    return { usage: 'busy', busyAt, idleSince };
  }
  const isHeld = processes.length > 0 || (memUsed ?? 0) > Math.max((memTotal ?? 0) * HELD_SHARE, HELD_BYTES);
  return { usage: isHeld ? 'held' : 'free', busyAt, idleSince };
}
