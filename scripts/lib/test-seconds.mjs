// How long each test file takes: a committed table, which a run compares itself with.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from './root.mjs';

const TABLE = join(root, 'scripts/test-seconds.json');

/** Machines are noisy: this much longer, and by so many times, is worth a look. */
const MORE_SECONDS = 10;
const MORE_TIMES = 1.6;
/** A file above this is to be made shorter, or has a long form that belongs into the soak. */
const MAX_SECONDS = 30;

/** Seconds by `project file`. */
export async function readTestSeconds() {
  return JSON.parse(await readFile(TABLE, 'utf8').catch(() => '{}'));
}

export async function writeTestSeconds(files) {
  const rows = files
    .map(({ project, file, seconds }) => [`${project} ${file}`, Math.round(seconds * 10) / 10])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(TABLE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/** What whoever reads the end of a run should know about the time its files took. */
export function describeSeconds(files, table) {
  const line = ({ project, file, seconds }, more = '') =>
    `${`${seconds.toFixed(1)} s`.padStart(9)}  ${project} ${file}${more}`;
  const known = ({ project, file }) => table[`${project} ${file}`];
  const slower = files.filter((one) => {
    const before = known(one) ?? 0;
    return one.seconds > before + MORE_SECONDS && one.seconds > before * MORE_TIMES;
  });
  return [
    ...files
      .filter(({ seconds }) => seconds > MAX_SECONDS)
      .sort((a, b) => b.seconds - a.seconds)
      .map((one) => line(one, `: more than ${MAX_SECONDS} s`)),
    ...slower.map((one) =>
      line(one, `: ${known(one) === undefined ? 'not in the table' : `${known(one).toFixed(1)} before`}`),
    ),
  ];
}
