import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { inOwnNetwork } from './own-network.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { tools } from './tools.mjs';

/**
 * Runs the tests of some projects of vitest.config.ts in one go. Filters choose files by a part of their path.
 * Answers { ok, output, files, parts }: what each file did, and the sum of each project. With `ownNetwork` nothing of
 * this machine's network is there, and what it prints comes at the end: another run may be printing at the same time.
 * A test that fails has failed: there is no second try. Tests that mostly wait have more `workers` than processors.
 */
export async function runVitest(projects, filters = [], { ownNetwork = false, workers = 2 } = {}) {
  const path = join(root, '.cache/test', `${projects.join('-')}.json`);
  await mkdir(join(root, '.cache/test'), { recursive: true });
  await rm(path, { force: true });
  const args = [
    'run',
    `--maxWorkers=${workers}`,
    ...projects.flatMap((project) => ['--project', project]),
    ...filters,
  ];
  if (filters.length > 0) {
    args.push('--passWithNoTests');
  }
  const command = [process.execPath, [join(root, 'node_modules', tools.vitest), ...args]];
  const { ok, output } = await run(...(ownNetwork ? inOwnNetwork(...command) : command), {
    show: !ownNetwork,
    env: { JADEGATE_TEST_REPORT: path },
  });
  const report = await readFile(path, 'utf8').catch(() => undefined);
  const files = report === undefined ? [] : JSON.parse(report);
  return { ok, output, files, parts: sumUp(projects, files, ok) };
}

/** One row per project. A run that broke off is a failure, also when no file says so. */
export function sumUp(projects, files, ok) {
  const parts = projects.map((project) => {
    const own = files.filter((file) => file.project === project);
    const sum = (key) => own.reduce((total, file) => total + file[key], 0);
    return {
      name: `tests: ${project}`,
      seconds: sum('seconds'),
      passed: sum('passed'),
      failed: sum('failed'),
      skipped: sum('skipped'),
    };
  });
  const hasFailed = parts.some(({ failed }) => failed > 0);
  return ok || hasFailed
    ? parts
    : [...parts, { name: 'tests: broke off', seconds: 0, passed: 0, failed: 1, skipped: 0 }];
}

/** The files that took longest, for whoever wants to make the run shorter. */
export function describeSlowest(files, count = 10) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return slowest.map(({ seconds, project, file }) =>
    [`${seconds.toFixed(1)} s`.padStart(9), project.padEnd(9), file].join('  '),
  );
}

/** What failed, once more: the place where it was said first is far above. */
export function describeFailures(files) {
  return files.flatMap((file) => (file.failures ?? []).map((failure) => `✗ ${describeTest(file, failure)}`));
}

function describeTest({ project, file }, { test, message }) {
  return `${project}  ${file}  ${test}\n    ${message}`;
}
