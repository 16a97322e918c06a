// npm test: everything. Installs what it needs, starts the real hosts, checks, builds, runs all tests, stops the hosts.
// The last line is the result: "N passed, N failed".
//
// For a quick local run give names of projects (contract server server-pg web e2e scripts) and parts of file names:
//   npm test -- server credential      tests of the server whose path contains "credential"
//   npm test -- e2e                    the end-to-end tests only
// Such a run leaves out types, lint, format and words.
import { beginSteps } from './lib/begin.mjs';
import { describeBudget, measureBudgets } from './lib/budgets.mjs';
import { build } from './lib/build-targets.mjs';
import { checkSteps } from './lib/check-steps.mjs';
import { hostsUnavailable, startHosts, stopHosts } from './lib/hosts.mjs';
import { root } from './lib/root.mjs';
import { describeFailures, describeSlowest, describeUnsteady, runVitest } from './lib/vitest.mjs';

const PROJECTS = {
  scripts: {},
  contract: {},
  server: {},
  'server-pg': { needsHosts: true },
  web: {},
  e2e: { needsHosts: true, needsBuild: true },
};

const words = process.argv.slice(2);
const filters = words.filter((word) => !Object.hasOwn(PROJECTS, word));
const chosen = words.filter((word) => Object.hasOwn(PROJECTS, word));
const projects = Object.entries(PROJECTS).filter(([name]) => chosen.length === 0 || chosen.includes(name));
const everything = words.length === 0;

const steps = await beginSteps();

const testFiles = [];
const noHosts = hostsUnavailable();
const usesHosts = projects.some(([, { needsHosts }]) => needsHosts) && !noHosts;
try {
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
  const fromSource = ready.filter((name) => name !== 'e2e');
  if (fromSource.length > 0) {
    await runTests(fromSource);
  }
  if (ready.includes('e2e')) {
    // Those that pull plugs mostly wait for what happens then. Browsers must not see it: they drop what they are loading.
    await Promise.all([runTests(['e2e']), runTests(['e2e-plug'], { ownNetwork: true })]);
  }
} finally {
  if (usesHosts) {
    await stopHosts();
  }
}

const failures = describeFailures(testFiles);
if (failures.length > 0) {
  console.log(`\nwhat failed\n${failures.join('\n')}`);
}
const unsteady = describeUnsteady(testFiles);
if (unsteady.length > 0) {
  console.log(`\nwhat failed first and passed when asked again: to be mended\n${unsteady.join('\n')}`);
}
console.log(`\nthe slowest files\n${describeSlowest(testFiles).join('\n')}`);
console.log(`\n${steps.summary()}`);
process.exitCode = steps.failed ? 1 : 0;

async function runTests(names, options) {
  const { files = [] } = await steps.run(`tests: ${names.join(', ')}`, () =>
    runVitest(names, filters, options),
  );
  testFiles.push(...files);
}

async function checkBudgets() {
  const results = await measureBudgets(`${root}/web/dist`);
  results.forEach((result) => console.log(describeBudget(result)));
  return { ok: results.every(({ ok }) => ok) };
}
