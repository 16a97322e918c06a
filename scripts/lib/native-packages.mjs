import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runNpm } from './npm.mjs';
import { progress } from './progress.mjs';
import { root } from './root.mjs';

/** What people know them by, where the name of the package does not tell. */
const CONTENTS = { 'better-sqlite3': 'SQLite' };

/** The line in which make names the file it hands to the compiler: `CC(target) Release/obj.target/…/sqlite3.o`. */
const COMPILING = /^\s*(?:CC|CXX)\(\w+\) \S*?([\w.-]+)\.o$/gm;

/** The installed packages with something to do after they were unpacked, the one that takes longest first. */
export function packagesToCompile(installed) {
  return Object.entries(installed.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { optional = false }]) => ({ name: path.replace(/^.*node_modules\//, ''), optional }))
    .sort((a, b) => Number(b.name in CONTENTS) - Number(a.name in CONTENTS));
}

/** The file that the compiler got last, as far as this piece of output tells. */
export function fileBeingCompiled(output) {
  return [...output.matchAll(COMPILING)].at(-1)?.[1];
}

/**
 * Compiles the native parts of the packages that were unpacked without running their scripts. Answers { ok, output }.
 * An optional one that cannot be compiled is no failure: whoever uses it can do without.
 */
export async function compileNativeParts() {
  const installed = JSON.parse(await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  for (const { name, optional } of packagesToCompile(installed)) {
    const title = CONTENTS[name] ? `${CONTENTS[name]}（${name}）` : name;
    const english = CONTENTS[name] ? `${CONTENTS[name]} (${name})` : name;
    const { ok, output } = await progress.step(
      `準備原生套件 ${title}`,
      `Preparing native package ${english}`,
      (show) =>
        runNpm(['rebuild', name, '--foreground-scripts'], {
          onOutput: (text) => {
            const file = fileBeingCompiled(text);
            if (file) {
              show(`${name}: ${file}`);
            }
          },
        }),
    );
    if (!ok && !optional) {
      return { ok, output };
    }
  }
  return { ok: true, output: '' };
}
