// The licences of everything that a release holds, one file for each: whoever passes it on passes them on, too.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { nameOf, runtimePackages } from './lock-packages.mjs';
import { licenceOf } from './sbom.mjs';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|copyright)/i;

/** What runs, and what is built into the console. */
const WORKSPACES = ['contract', 'server', 'web'];

/**
 * Writes `to/<name>-<version>.txt` for each package of the lock file that runs, with the texts that lie in its folder below one
 * of `places`. A package that is in none of them is for another system, and left out.
 */
export async function writeLicences({ lock, places, to }) {
  await mkdir(to, { recursive: true });
  for (const [path, entry] of runtimePackages(lock, WORKSPACES)) {
    const folder = WORKSPACES.includes(path) ? undefined : await firstFolder(places, path);
    if (folder !== undefined) {
      const name = nameOf(path, entry);
      const title = `${name} ${entry.version}: ${licenceOf(name, entry)}\n`;
      await writeFile(
        join(to, `${name.replace('/', '+')}-${entry.version}.txt`),
        [title, ...(await licenceTexts(folder))].join('\n'),
      );
    }
  }
}

async function firstFolder(places, path) {
  for (const place of places) {
    const folder = join(place, path);
    if ((await readdir(folder).catch(() => [])).length > 0) {
      return folder;
    }
  }
  return undefined;
}

async function licenceTexts(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name));
  return await Promise.all(names.map(({ name }) => readFile(join(folder, name), 'utf8')));
}
