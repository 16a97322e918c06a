// Takes the rules of docs/security.md out, one after the other, and runs the test that must notice.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { mutants } from '../mutants/list.mjs';
import { needsHosts } from './mutant-projects.mjs';
import { copyTree } from './mutant-tree.mjs';
import { isMissing, tableDifferences, testOf, titlePattern, verdict, writeMutantTable } from './mutants.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { tools } from './tools.mjs';

const DOCUMENT = join(root, 'docs/security.md');
/** What takes longer hangs. */
const LIMIT_MS = 600_000;

/**
 * Runs the mutants that are chosen, or all; with `onlyNew` those that docs/security.md does not list yet.
 * Without `hosts` those whose test asks the test hosts are left out; with `write` docs/security.md says which were killed;
 * with `quick` it is taken for granted that the tests pass with every rule in place. Answers a result of a step, see
 * steps.mjs.
 */
export async function runMutants({
  choose = () => true,
  onlyNew = false,
  hosts = false,
  write = false,
  quick = false,
  isStopped = () => false,
} = {}) {
  const document = await readFile(DOCUMENT, 'utf8');
  const named = mutants
    .filter(choose)
    .filter((mutant) => !onlyNew || tableDifferences(document, [mutant]).some(isMissing));
  const chosen = named.filter((mutant) => hosts || !needsHosts(testOf(mutant).file));
  const results = [];
  const began = performance.now();
  const tree = await copyTree();
  try {
    const red = quick ? new Map() : await failWithRules(tree.path, chosen);
    for (const mutant of chosen) {
      if (isStopped()) {
        break;
      }
      const result = red.get(mutant) ?? (await tree.without(mutant, () => ask(tree.path, mutant)));
      if (!isStopped()) {
        results.push({ mutant, ...result });
        console.log(describe(results.at(-1)));
      }
    }
  } finally {
    await tree.remove();
  }
  if (write) {
    await writeFile(DOCUMENT, writeMutantTable(await readFile(DOCUMENT, 'utf8'), mutants, results));
  }
  return summary(results, {
    leftOut: named.length - chosen.length,
    missing: chosen.length - results.length,
    began,
  });
}

function describe({ mutant, state, reason }) {
  return `${state === 'killed' ? '✓' : '✗'} ${mutant.row} ${state.padEnd(8)} ${mutant.rule}\n    ${mutant.by}\n    ${reason}`;
}

function summary(results, { leftOut, missing, began }) {
  const failed = results.filter(({ state }) => state !== 'killed');
  const passed = results.length - failed.length;
  return {
    ok: failed.length + missing === 0,
    output: failed.map(describe).join('\n'),
    parts: [
      {
        name: 'mutants',
        seconds: (performance.now() - began) / 1000,
        passed,
        failed: failed.length + missing,
        skipped: leftOut,
      },
    ],
  };
}

/** A test that fails with every rule in place kills nothing: answers the results of those mutants that it was to notice. */
async function failWithRules(tree, chosen) {
  const red = new Map();
  const projects = [...new Set(chosen.map((mutant) => testOf(mutant).project))];
  for (const project of projects) {
    const own = chosen.filter((mutant) => testOf(mutant).project === project);
    const report = await runTests(tree, project, own.map(testOf), []);
    for (const mutant of own) {
      const { state, reason } = verdict(report, testOf(mutant));
      if (state !== 'survived') {
        red.set(mutant, { state: 'broken', reason: `fails with the rule in place: ${reason}` });
      }
    }
  }
  return red;
}

async function ask(tree, mutant) {
  const test = testOf(mutant);
  return verdict(await runTests(tree, test.project, [test], ['--bail', '1']), test);
}

async function runTests(tree, project, tests, options) {
  const path = join(tree, '.cache/mutant.json');
  await rm(path, { force: true });
  const unique = (values) => [...new Set(values)];
  const args = [
    'run',
    '--project',
    project,
    '--reporter',
    'json',
    '--outputFile',
    path,
    // all but one file are the same each time, and reading them is most of the work
    '--experimental.fsModuleCache',
    '-t',
    unique(tests.map(({ title }) => titlePattern(title))).join('|'),
    ...options,
    ...unique(tests.map(({ file }) => file)),
  ];
  await run(process.execPath, [join(tree, 'node_modules', tools.vitest), ...args], {
    cwd: tree,
    env: { JADEGATE_SOAK: '' },
    timeout: LIMIT_MS,
  });
  const report = await readFile(path, 'utf8').catch(() => undefined);
  return report === undefined ? undefined : JSON.parse(report);
}
