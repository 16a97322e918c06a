// The checks that need neither a build nor a host. Each answers { ok, output }.
import { run, runTool } from './run.mjs';
import { tools } from './tools.mjs';

/** Side by side, each in a thread of its own: the largest beside all others. */
const LANES = [['server'], ['web', 'e2e', 'contract', 'bench']];

/**
 * The compiler is written in Go. It works a file's types out anew in each of its threads, and clears memory up each time it
 * holds twice what it needs. With one thread that may hold five times as much it does half the work.
 */
const LESS_CLEARING = { GOGC: '400' };

async function types() {
  const results = await Promise.all(
    LANES.map(async (workspaces) => {
      const ofLane = [];
      for (const workspace of workspaces) {
        const args = ['-p', workspace, '--checkers', '1', '--pretty', 'false'];
        ofLane.push(await runTool(tools.tsc, args, { env: LESS_CLEARING }));
      }
      return ofLane;
    }),
  );
  return {
    ok: results.flat().every(({ ok }) => ok),
    output: results
      .flat()
      .map(({ output }) => output)
      .join(''),
  };
}

export const checkSteps = {
  types,
  lint: () => runTool(tools.oxlint, [], { env: { ...LESS_CLEARING, GOMAXPROCS: '1' } }),
  format: () => runTool(tools.oxfmt, ['--check']),
  words: () => run(process.execPath, ['scripts/words.mjs']),
};
