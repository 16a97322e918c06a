/** Beyond it nobody plans by such a figure. */
const FARTHEST = 3650;

/** For how many days the free bytes last when recordings go on as in these days; undefined when nothing can be said. */
export function daysToFull(free: number, byDay: readonly number[]): number | undefined {
  // Today is not over, and the days before the first session say nothing about those after it.
  const past = byDay.slice(0, -1);
  const first = past.findIndex((bytes) => bytes > 0);
  if (first === -1) {
    return undefined;
  }
  const counted = past.slice(first);
  const average = counted.reduce((sum, bytes) => sum + bytes, 0) / counted.length;
  const days = Math.floor(free / average);
  return days > FARTHEST ? undefined : days;
}
