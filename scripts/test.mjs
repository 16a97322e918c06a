// npm test: everything. Installs what it needs, starts the real hosts, checks, builds, runs all tests, stops the hosts.
// The last line is the result: "N passed, N failed".
//
// For a quick local run give names of projects (contract server server-pg web e2e scripts) and parts of file names:
//   npm test -- server credential      tests of the server whose path contains "credential"
//   npm test -- e2e                    the end-to-end tests only
//   npm test -- --changed [commit]     what the files can reach that differ from a commit (HEAD), and one test of each area
//   npm test -- --write-seconds        everything; then the table of how long each file takes is written anew
// Such a run leaves out types, lint, format and words.
import { beginSteps } from './lib/begin.mjs';
import { describeBudget, measureBudgets } from './lib/budgets.mjs';
import { build } from './lib/build-targets.mjs';
import { changedFiles, fitting, SMOKES, testsReachedBy } from './lib/changed-tests.mjs';
import { checkSteps } from './lib/check-steps.mjs';
import { hostsUnavailable, installHosts, startHosts, stopHosts } from './lib/hosts.mjs';
import { processorSeconds } from './lib/own-processes.mjs';
import { ProcessorYardstick } from './lib/processor-yardstick.mjs';
import { root } from './lib/root.mjs';
import { describeSeconds, readTestSeconds, writeTestSeconds } from './lib/test-seconds.mjs';
import { describeFailures, runVitest } from './lib/vitest.mjs';

const PROJECTS = {
  scripts: {},
  contract: {},
  server: {},
  'server-pg': { needsHosts: true },
  web: {},
  e2e: { needsHosts: true, needsBuild: true },
};
/** Of the processors, for everything: whoever adds a test that breaks it makes another one shorter. */
const MAX_PROCESSOR_MINUTES = 36;
/** The step that a fresh machine takes a minute for, and another one nothing: no test's doing. */
const PACKAGES = 'packages';
/** Of two workers, for what a change reaches. */
const CHANGED_SECONDS = 400;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const onlyChanged = options.includes('--changed');
const everything = words.length === 0 && !onlyChanged;

const steps = await beginSteps({ ownProcesses: true });
const yardstick = new ProcessorYardstick().start();
const table = await readTestSeconds();
const chosen = onlyChanged ? [] : words.filter((word) => Object.hasOwn(PROJECTS, word));
const filters = onlyChanged
  ? await filesToRun(words[0] ?? 'HEAD')
  : words.filter((word) => !Object.hasOwn(PROJECTS, word));
const projects = Object.entries(PROJECTS).filter(([name]) => chosen.length === 0 || chosen.includes(name));

const testFiles = [];
const noHosts = hostsUnavailable();
const usesHosts = projects.some(([, { needsHosts }]) => needsHosts) && !noHosts;
try {
  if (usesHosts) {
    await steps.run(PACKAGES, installHosts);
  }
  const hosts = usesHosts ? await steps.run('hosts', startHosts) : { ok: false };
  if (everything) {
    for (const [name, work] of Object.entries(checkSteps)) {
      await steps.run(name, work);
    }
  }
  let built = { ok: false };
  if (projects.some(([, { needsBuild }]) => needsBuild)) {
    built = await steps.run('build', build);
    await steps.run('budgets', checkBudgets);
  }
  const blocked = ({ needsHosts, needsBuild }) =>
    (needsHosts && !hosts.ok && 'the hosts did not start') || (needsBuild && !built.ok && 'the build failed');
  const ready = [];
  for (const [name, needs] of projects) {
    if (needs.needsHosts && noHosts) {
      steps.skip(`tests: ${name}`, noHosts);
    } else if (blocked(needs)) {
      await steps.run(`tests: ${name}`, async () => ({ ok: false, output: `not run: ${blocked(needs)}` }));
    } else {
      ready.push(name);
    }
  }
  // All that is compiled from source in one go; then the built product, which wants the machine for itself.
  for (const names of [ready.filter((name) => name !== 'e2e'), ready.filter((name) => name === 'e2e')]) {
    if (names.length > 0) {
      const { files = [] } = await steps.run(`tests: ${names.join(', ')}`, () =>
        runVitest(names, filters, { workers: names.includes('e2e') ? 2 : 3 }),
      );
      testFiles.push(...files);
    }
  }
} finally {
  if (usesHosts) {
    await stopHosts();
  }
}
if (everything && processorSeconds() !== undefined) {
  await steps.run('processor time', checkProcessorTime);
}

const failures = describeFailures(testFiles);
if (failures.length > 0) {
  console.log(`\nwhat failed\n${failures.join('\n')}`);
}
const long = describeSeconds(testFiles, table);
if (long.length > 0) {
  console.log(`\nfiles that take long\n${long.join('\n')}`);
}
if (options.includes('--write-seconds') && everything) {
  await writeTestSeconds(testFiles);
}
const costs = steps.costs();
if (costs.length > 0) {
  console.log(`\nminutes by the clock and of the processors\n${costs.join('\n')}`);
}
console.log(`\n${steps.summary()}`);
process.exitCode = steps.failed ? 1 : 0;

/** Whole paths; says what a change reaches and is not run for lack of time. */
async function filesToRun(since) {
  const reached = testsReachedBy(await changedFiles(since)).filter((file) => !SMOKES.includes(file));
  const secondsOf = (file) =>
    Object.entries(table)
      .filter(([key]) => key.endsWith(` ${file}`))
      .reduce((sum, [, seconds]) => sum + seconds, 0);
  const { taken, left } = fitting([...SMOKES, ...reached], secondsOf, CHANGED_SECONDS);
  console.log(`${reached.length} test files are reached by what changed since ${since}`);
  if (left.length > 0) {
    console.log(`not run, for time; npm test runs them:\n${left.map((file) => `  ${file}`).join('\n')}`);
  }
  return taken;
}

/**
 * In minutes of processors as they usually are: a neighbour on the same machine makes all work take longer. What packages
 * took to install does not count.
 */
async function checkProcessorTime() {
  yardstick.stop();
  const counted = (processorSeconds() - steps.processorSecondsOf(PACKAGES)) / 60;
  const minutes = counted / yardstick.slowness;
  console.log(
    `${counted.toFixed(1)} minutes of the processors; the yardstick took ${yardstick.meanMs.toFixed(1)} ms, ${yardstick.slowness.toFixed(2)} times as long as usual: ${minutes.toFixed(1)}, at most ${MAX_PROCESSOR_MINUTES}`,
  );
  return { ok: minutes <= MAX_PROCESSOR_MINUTES };
}

async function checkBudgets() {
  const results = await measureBudgets(`${root}/web/dist`);
  results.forEach((result) => console.log(describeBudget(result)));
  return { ok: results.every(({ ok }) => ok) };
}
