/** The player's sense of time: pure, so that it can be tested without a screen. All times are milliseconds. */

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** A pause longer than this is idle. */
const IDLE_MS = 2000;
/** Of a pause that is skipped, so much of its end is still shown. */
const LEAD_MS = 300;

interface Step {
  position: number;
  /** Since the last step, by the clock of the browser. */
  elapsedMs: number;
  speed: number;
  /** When the screen changes next; undefined when it does not change any more. */
  nextAt: number | undefined;
  isSkippingIdle: boolean;
  end: number;
}

/** Where the recording stands after a step. */
export function advance({ position, elapsedMs, speed, nextAt, isSkippingIdle, end }: Step): number {
  const next = Math.min(nextAt ?? end, end);
  if (isSkippingIdle && next - position > IDLE_MS) {
    return nextAt === undefined ? end : next - LEAD_MS;
  }
  return Math.min(end, position + elapsedMs * speed);
}

/** The last part that begins at or before the moment. */
export function segmentAt(segments: readonly { offset: number }[], moment: number): number {
  return Math.max(
    0,
    segments.findLastIndex(({ offset }) => offset <= moment),
  );
}

/** How many of the events have happened at the moment, knowing that `from` of them have. */
export function countUntil(events: readonly { at: number }[], moment: number, from = 0): number {
  let low = from;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.at ?? 0) <= moment) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** `03:07`, or `1:03:07` from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
}

/** The moment a link points at, given in seconds. What is no number points at the beginning. */
export function momentOf(text: string | null): number {
  const seconds = Number(text ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : 0;
}
