import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, Page } from 'playwright-core';

const WHEEL_PX = 240;
const WHEEL_EVERY_MS = 60;
/** So many turns of the wheel one way, then as many back. */
const TURNS_ONE_WAY = 40;

export interface Scrolled {
  /** The longest that nothing new was drawn, on a clock. */
  worstFrameMs: number;
  frames: number;
  /** The longest piece of work of the page's main thread, in processor time: what others did meanwhile is not in it. */
  longestTaskMs: number;
  /** What that was made of: script, styles, layout. */
  madeOf: string;
}

const REST_LOOK_MS = 1000;
/** Part of its time that a page at rest works. */
const REST_PART = 0.1;
const REST_PATIENCE = 60;

/** Waits until a page has done what it does when it is opened. */
export async function atRest(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  for (let looks = 0, calm = 0; looks < REST_PATIENCE && calm < 2; looks++) {
    const before = await worked();
    await sleep(REST_LOOK_MS);
    calm = (await worked()) - before <= (REST_PART * REST_LOOK_MS) / 1000 ? calm + 1 : 0;
  }
  await session.detach();
}

/** Turns the wheel over a place of a page for a while, and tells how its frames came. */
export async function scroll(
  browser: Browser,
  page: Page,
  place: { x: number; y: number },
  ms: number,
): Promise<Scrolled> {
  await page.mouse.move(place.x, place.y);
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await page.evaluate(`(() => {
    const times = [];
    let isOn = true;
    const tick = (at) => { times.push(at); if (isOn) requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
    window.endOfFrames = () => { isOn = false; return times; };
  })()`);
  const until = Date.now() + ms;
  for (let turn = 0; Date.now() < until; turn++) {
    const isDown = Math.floor(turn / TURNS_ONE_WAY) % 2 === 0;
    await page.mouse.wheel(0, isDown ? WHEEL_PX : -WHEEL_PX);
    await sleep(WHEEL_EVERY_MS);
  }
  const times = await page.evaluate<number[]>('window.endOfFrames()');
  const longest = longestTask((await browser.stopTracing()).toString());
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return { worstFrameMs: Math.max(...gaps), frames: times.length, ...longest };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began and how long it took, on a clock and in processor time. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

function longestTask(trace: string): Pick<Scrolled, 'longestTaskMs' | 'madeOf'> {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const key = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(key),
  );
  const all = traceEvents.filter((event) => event.tdur !== undefined && main.has(key(event)));
  const [longest] = all
    .filter(({ name }) => name === 'RunTask')
    .toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0));
  if (!longest) {
    throw new Error('the browser did not tell how much processor time its tasks took');
  }
  const parts = new Map<string, number>();
  const end = longest.ts + (longest.dur ?? 0);
  for (const part of all) {
    if (part !== longest && key(part) === key(longest) && part.ts >= longest.ts && part.ts < end) {
      parts.set(part.name, (parts.get(part.name) ?? 0) + (part.tdur ?? 0) / 1000);
    }
  }
  const madeOf = [...parts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
  return { longestTaskMs: (longest.tdur ?? 0) / 1000, madeOf: madeOf.join(', ') };
}
