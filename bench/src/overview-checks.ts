import type { ListStage } from './list-stage.ts';
import {
  DAY_MS,
  DAY_STATEMENTS,
  DAYS,
  FAILED,
  FAMILY_STATEMENTS,
  FEW,
  PAST,
  STEP,
  UNREVIEWED,
} from './overview-statements.ts';
import { perSecond, type Check } from './ratio.ts';

const DURATION_MS = 1500;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;
const MOST_MS = 50;

/** Runs one statement on the database itself and reads everything it answers. */
type RunStatement = (text: string, from: number, to: number) => Promise<unknown> | void;

/** The calls of the dashboard against their SQL alone, and the slowest statement, on the engine that `run` asks. */
export async function overviewChecks(stage: ListStage, engine: string, run: RunStatement): Promise<Check[]> {
  const now = Date.now();
  const days = (statements: readonly string[], count: number) => async () => {
    for (let back = 0; back < count; back++) {
      for (const text of statements) {
        await run(text, now - (back + 1) * DAY_MS, now - back * DAY_MS);
      }
    }
  };
  const counters = async () => {
    for (const text of [PAST, FAILED, ...FEW]) {
      await run(text, 0, now);
    }
  };
  const calls: [path: string, sqlAlone: () => Promise<void>][] = [
    ['/overview/counter', counters],
    ['/overview/present', counters],
    ['/overview/date-counter', days(FAMILY_STATEMENTS, 7)],
    ['/overview/date-counter?d=month', days(FAMILY_STATEMENTS, 30)],
    ['/overview/activity', days(DAY_STATEMENTS, 7)],
    ['/overview/activity?d=month', days(DAY_STATEMENTS, 30)],
  ];
  await stage.warmUp(calls.map(([path]) => path));
  const answers = calls.map(([path, sqlAlone]): Check => ({
    name: `${path} on ${engine} with 1,000,000 sessions and logins`,
    unit: 'answers/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, sqlAlone) },
    candidate: { name: 'through the product', run: () => perSecond(DURATION_MS, () => stage.ask(path)) },
    atLeast: AT_LEAST,
  }));
  const statements: [text: string, from: number][] = [
    ...[...FEW, ...DAY_STATEMENTS, ...FAMILY_STATEMENTS].map((text): [string, number] => [
      text,
      now - DAY_MS,
    ]),
    [STEP, now - (DAYS / 2) * DAY_MS],
    [UNREVIEWED, now - 30 * DAY_MS],
  ];
  const slowest: Check = {
    name: `the slowest statement of the dashboard on ${engine}`,
    unit: 'ms',
    candidate: {
      name: 'SQL alone',
      run: async () => {
        let most = 0;
        for (const [text, from] of statements) {
          const begun = performance.now();
          await run(text, from, now);
          most = Math.max(most, performance.now() - begun);
        }
        return most;
      },
    },
    atMost: MOST_MS,
  };
  return [...answers, slowest];
}
