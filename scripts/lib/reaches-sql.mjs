import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// what is there for types only is gone when the code runs
const IMPORT = /^(?:import|export) (?!type )(?:[\w*{},\s]+ from )?'(\.[^']+)'|import\('(\.[^']+)'\)/gm;

/** Whether a source file leads to the database through what it imports; one that does not is the same on every engine. */
export function reachesSql(file, seen = new Set()) {
  if (/server\/src\/db\//.test(file)) {
    return true;
  }
  if (seen.has(file)) {
    return false;
  }
  seen.add(file);
  return importsOf(file).some((imported) => reachesSql(imported, seen));
}

function importsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(IMPORT);
  const paths = [...found].map(([, fixed, lazy]) => join(dirname(file), fixed ?? lazy));
  // what a test has in a text looks like an import and leads nowhere
  return paths.filter((path) => path.endsWith('.ts') && existsSync(path));
}
