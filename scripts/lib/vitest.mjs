import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from './root.mjs';
import { runTool } from './run.mjs';
import { tools } from './tools.mjs';

/** Runs the tests of one project of vitest.config.ts and counts them. Filters choose files by a part of their path. */
export async function runVitest(project, filters = []) {
  const report = join(root, '.cache/test', `${project}.json`);
  await mkdir(join(root, '.cache/test'), { recursive: true });
  await rm(report, { force: true });
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  if (filters.length > 0) {
    args.push('--passWithNoTests');
  }
  const { ok } = await runTool(tools.vitest, args, { show: true });
  return { ok, ...countTests(await readFile(report, 'utf8').catch(() => undefined), ok) };
}

/** Counts from vitest's JSON report. A file that could not be loaded, or a run that broke off, is a failure as well. */
export function countTests(report, ok) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = report ? JSON.parse(report) : {};
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + brokenFiles;
  return {
    passed: numPassedTests,
    failed: failed === 0 && !ok ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}
