/** For tests that only `npm run soak` runs. A file of nothing but such tests has `.soak.` in its name instead. */
export const isSoak = process.env['JADEGATE_SOAK'] === '1';

/** How much of something long a run does: the short form in `npm test`, the long one in `npm run soak`. */
export function shortOrSoak(short: number, long: number): number {
  return isSoak ? long : short;
}

/** What the product promises to do within five seconds. Timed in `npm run soak` alone, where a machine does nothing else. */
export const WITHIN_5_SECONDS = { timeout: shortOrSoak(30_000, 5000), interval: 50 };

/**
 * The most that something takes by the clock. A machine that others share stands still for seconds: the figure itself holds in
 * `npm run soak`, and `npm test` finds out what never ends.
 */
export function clockLimit(ms: number): number {
  return shortOrSoak(ms + 20_000, ms);
}
