import { GPU_HEALTH_LEVELS, type GpuHealthLevel, type GpuReason } from '@jadegate/contract/fleet/gpu';
import type { GpuState } from '@jadegate/contract/fleet/gpu-state';
import { GPU_HEALTH_WORDS, XID_WORDS } from '@jadegate/contract/words/gpu-health';

import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts';

/** ECC errors as they were counted at a moment: since the driver was loaded. */
export interface EccPoint {
  at: number;
  corrected: number | null;
  uncorrected: number | null;
}

/** A fault in the kernel's log. */
export interface Fault {
  at: number;
  xid: number;
  detail: string;
}

interface Verdict {
  level: GpuHealthLevel;
  reasons: GpuReason[];
}

const HOT_C = 85;
const MANY_CORRECTED = 100;
/** Above this, asking a card that must be woken first is felt. */
const SLOW_MS = 3000;
const MAX_POINTS = 26;

/** What is remembered to tell growth within a day: one point an hour, the oldest just beyond a day ago. */
export function nextPoints(points: readonly EccPoint[], card: GpuState, now: number): EccPoint[] {
  const { eccCorrVol: corrected, eccUncVol: uncorrected } = card;
  const last = points.at(-1);
  // The driver was loaded anew, and counts from nothing.
  const isFresh =
    last === undefined ||
    (corrected ?? 0) < (last.corrected ?? 0) ||
    (uncorrected ?? 0) < (last.uncorrected ?? 0);
  if (isFresh) {
    return [{ at: now, corrected, uncorrected }];
  }
  const all = now - last.at >= HOUR_MS ? [...points, { at: now, corrected, uncorrected }] : [...points];
  const firstInside = all.findIndex(({ at }) => now - at < DAY_MS);
  return all.slice(Math.max(0, firstInside - 1)).slice(-MAX_POINTS);
}

/** How well a card is that was listed, with every reason there is. */
export function judge(
  card: GpuState,
  {
    points,
    faults,
    pollMs,
    now,
  }: { points: readonly EccPoint[]; faults: readonly Fault[]; pollMs: number; now: number },
): Verdict {
  const [first] = points;
  const grown = (count: number | null, before: number | null | undefined) =>
    count === null || before === null || before === undefined ? 0 : count - before;
  const uncorrected = grown(card.eccUncVol, first?.uncorrected);
  const corrected = grown(card.eccCorrVol, first?.corrected);
  const recent = faults.filter(({ at }) => now - at < DAY_MS);
  const xidOf = (level: 'critical' | 'warn') =>
    recent.find(({ xid }) => XID_WORDS[xid]?.level === level)?.xid;
  const action = card.recoveryAction;
  const isSilent = card.tempC === null && card.memTotal === null && card.powerW === null;
  const seconds = Math.round(pollMs / 100) / 10;
  const found: (GpuReason | false | undefined)[] = [
    isSilent && { kind: 'lost' },
    action !== null && action !== 'none' && { kind: 'recovery', value: action },
    card.rowRemapFailure === true && { kind: 'remap-failed' },
    uncorrected > 0 && { kind: 'ecc-uncorrected', value: uncorrected },
    xidOf('critical') !== undefined && { kind: 'xid-critical', value: xidOf('critical') },
    (card.tempC ?? 0) >= HOT_C && { kind: 'hot', value: card.tempC ?? undefined },
    card.throttle?.includes('hw-thermal') && { kind: 'hw-thermal' },
    card.throttle?.includes('hw-power-brake') && { kind: 'hw-power-brake' },
    card.rowRemapPending === true && { kind: 'remap-pending' },
    corrected > MANY_CORRECTED && { kind: 'ecc-corrected', value: corrected },
    xidOf('warn') !== undefined && { kind: 'xid-warn', value: xidOf('warn') },
    card.persistence === false && pollMs > SLOW_MS && { kind: 'slow-driver', value: seconds },
  ];
  return verdictOf(found.flatMap((reason) => reason || []));
}

/** Why a card is not listed although its host answered, by how the driver's tool ended. */
export function reasonOfEnd(end: number | null | undefined): GpuReason {
  switch (end) {
    case 0:
    case 6:
      return { kind: 'gone' };
    case 15:
    case 16:
      return { kind: 'lost' };
    case 200:
    case 124:
    case 143:
    case null:
      return { kind: 'not-answering' };
    default:
      return { kind: 'driver' };
  }
}

export function verdictOf(reasons: GpuReason[]): Verdict {
  const levels = reasons.map(({ kind }) => GPU_HEALTH_LEVELS.indexOf(GPU_HEALTH_WORDS[kind].level));
  return { level: GPU_HEALTH_LEVELS[Math.max(0, ...levels)] ?? 'ok', reasons };
}
