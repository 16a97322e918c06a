/** Something that happened at a moment of a recording, to be seen on its timeline. */
export interface Tick {
  at: number;
  label: string;
  tone: TickTone;
}

/** From the most common to the one that must not be missed. */
const TONES = ['command', 'warned', 'denied', 'hit'] as const;
export type TickTone = (typeof TONES)[number];

interface DrawnTick extends Tick {
  /** How many more happened so close that they could not be told apart. */
  more: number;
}

/** More than this could not be told apart on a wide screen. */
const PLACES = 300;

/** As many as can be told apart, in order; of those in one place the gravest is shown, the others are counted. */
export function drawnTicks(ticks: readonly Tick[], durationMs: number): DrawnTick[] {
  const places = new Map<number, DrawnTick>();
  for (const tick of ticks) {
    const place = Math.floor((tick.at / Math.max(1, durationMs)) * PLACES);
    const other = places.get(place);
    if (!other) {
      places.set(place, { ...tick, more: 0 });
    } else if (TONES.indexOf(tick.tone) > TONES.indexOf(other.tone)) {
      places.set(place, { ...tick, more: other.more + 1 });
    } else {
      other.more += 1;
    }
  }
  return [...places.values()].toSorted((one, two) => one.at - two.at);
}

/** The next one in a circle: after the moment, or before it, when none has been visited yet. */
export function nextInCircle(
  moments: readonly { at: number }[],
  step: 1 | -1,
  from: { index: number | undefined; position: number },
): number | undefined {
  const count = moments.length;
  if (count === 0) {
    return undefined;
  }
  if (from.index !== undefined) {
    return (from.index + step + count) % count;
  }
  const found =
    step === 1
      ? moments.findIndex(({ at }) => at > from.position)
      : moments.findLastIndex(({ at }) => at < from.position);
  return found >= 0 ? found : step === 1 ? 0 : count - 1;
}
