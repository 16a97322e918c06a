// Which tests a change can reach, for the quick loop while working.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { root } from './root.mjs';
import { run } from './run.mjs';

/** One of each area, whatever changed: the contract, a feature, a call, a session, the console, the product in a browser. */
export const SMOKES = [
  'contract/src/endpoints.test.ts',
  'server/src/db/database.test.ts',
  'server/src/access/credential/credential.test.ts',
  'server/src/session/session/session.test.ts',
  'server/src/http/operations.test.ts',
  'web/src/app/App.test.tsx',
  'scripts/fences.test.mjs',
  'e2e/src/session/terminal.spec.ts',
];

const SOURCES = ['contract/src', 'server/src', 'web/src', 'e2e/src', 'scripts'];
const IMPORT = /\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;
const IS_TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$/;
/** Imports of imports of imports: beyond it everything reaches everything, through the list of services. */
const MAX_STEPS = 3;

/** Files that differ from a commit, and new ones, from the root of the checkout. */
export async function changedFiles(since) {
  const [changed, added] = await Promise.all([
    run('git', ['diff', '--name-only', '--no-renames', since]),
    run('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  if (!changed.ok) {
    throw new Error(changed.output.trim());
  }
  return [...new Set(`${changed.output}${added.output}`.split('\n').filter(Boolean))];
}

/** Tests beside a changed file, and those that import it, the nearest first. */
export function testsReachedBy(changed, importers = importersIn(root)) {
  const seen = new Set(changed);
  let near = [...changed];
  const found = [...changed, ...beside(changed, importers)];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    near = near.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file));
    near.forEach((file) => seen.add(file));
    found.push(...near, ...beside(near, importers));
  }
  return [...new Set(found)].filter((file) => IS_TEST.test(file));
}

function beside(files, importers) {
  const folders = new Set(files.filter((file) => !IS_TEST.test(file)).map((file) => dirname(file)));
  return [...importers.keys()].filter((file) => folders.has(dirname(file)));
}

/** Of every source file those that import it. */
export function importersIn(folder) {
  const files = SOURCES.flatMap((source) =>
    readdirSync(join(folder, source), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(source, file)),
  );
  const importers = new Map(files.map((file) => [file, []]));
  for (const file of files) {
    for (const [, ...names] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)) {
      importers.get(targetOf(file, names.find(Boolean)))?.push(file);
    }
  }
  return importers;
}

function targetOf(file, name) {
  return name.startsWith('@jadegate/contract/')
    ? `contract/src/${name.slice('@jadegate/contract/'.length)}.ts`
    : relative('/', resolve('/', dirname(file), name));
}

/** As many as fit into a time, by what they took last; answers those and the rest. */
export function fitting(files, secondsOf, limit) {
  let sum = 0;
  const isIn = files.map((file) => (sum += secondsOf(file)) <= limit);
  return { taken: files.filter((_, index) => isIn[index]), left: files.filter((_, index) => !isIn[index]) };
}
