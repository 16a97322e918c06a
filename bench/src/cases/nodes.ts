import { AskedFleet, NODES, type Watched } from '../asked-fleet.ts';
import { FLEET_STATEMENTS } from '../fleet-statements.ts';
import { listCase } from '../list-case.ts';
import type { Bound, Suite } from '../ratio.ts';

const INTERVAL_S = 60;
/** Two rounds, and a little. */
const WINDOW_MS = 130_000;
/** As quick as a host may be asked: so many rounds of it are as many questions as an hour has. */
const QUICK_S = 15;
const ROUNDS = 60;
const ALL = NODES.toLocaleString('en');

/**
 * A thousand physical hosts that are asked each minute: what that costs everybody else, and whether anybody waits.
 *
 * On two processors with six times as much to do: the loop at 25 ms of 20, the latest question 22 s late. Not measured at rest.
 */
export async function nodesMinute(): Promise<Suite> {
  const fleet = await AskedFleet.start();
  const { client, database } = fleet;
  const window = await fleet.watch(INTERVAL_S, WINDOW_MS);
  say('each minute', window);
  const of = `while ${ALL} nodes are asked each minute`;
  return {
    cases: [
      bound(`event loop at the 99th percentile ${of}`, 'ms', window.loopMs, 20),
      bound(`latest question ${of}`, 's', window.latestS, INTERVAL_S),
      listCase(
        { client, database },
        {
          name: `first page of nodes ${of}`,
          path: '/nodes/paging?pageSize=20',
          statements: FLEET_STATEMENTS.nodes,
        },
      ),
    ],
    close: () => fleet.close(),
  };
}

/** As many questions as an hour has, in a quarter of one: memory stays what it was, and nobody waits for long. */
export async function nodesHour(): Promise<Suite> {
  const fleet = await AskedFleet.start();
  const hour = await fleet.watch(QUICK_S, ROUNDS * QUICK_S * 1000);
  say('an hour in a quarter of one', hour);
  return {
    cases: [
      bound(`memory at the end of ${ROUNDS} rounds over ${ALL} nodes`, '%', hour.grownPct, 10),
      bound(`latest question in them`, 's', hour.latestS, INTERVAL_S),
    ],
    close: () => fleet.close(),
  };
}

function bound(name: string, unit: string, figure: number, atMost: number): Bound {
  return { name, unit, candidate: { name: 'the product', run: async () => figure }, atMost, repetitions: 1 };
}

function say(how: string, { answers, loopMs, mostMs, latestS, firstKb, lastKb }: Watched): void {
  const mb = (kb: number) => `${Math.round(kb / 1024)} MB`;
  process.stdout.write(
    `  ${how}: ${answers} answers, loop p99 ${loopMs.toFixed(1)} ms, most ${mostMs.toFixed(1)} ms, latest ${latestS.toFixed(1)} s, memory ${mb(firstKb)} to ${mb(lastKb)}\n`,
  );
}
