// The word check: no Chinese outside the catalogues, no wrong words in them, nothing in the repository that belongs to
// one machine. The rules are in lib/word-rules.mjs.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { checkWords } from './lib/word-rules.mjs';

/** In parts: this file is checked, too. */
const CHECKOUTS = ['main', 'shared'].map((name) => ['', 'work', name].join('/'));
const machinePaths = [root, `${homedir()}/`, ...CHECKOUTS].filter((path) => path.length > 2);

const listing = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
if (!listing.ok) {
  console.error(`The word check needs git: ${listing.output}`);
  process.exit(1);
}

let count = 0;
for (const path of listing.output.split('\0').filter(Boolean)) {
  const content = await readFile(join(root, path)).catch(() => Buffer.alloc(0)); // deleted, but not yet committed
  if (content.includes(0)) {
    continue; // not a text
  }
  for (const { line, message } of checkWords(path, content.toString(), machinePaths)) {
    console.log(`${path}:${line}: ${message}`);
    count++;
  }
}
console.log(count > 0 ? `${count} problems` : 'words: no problem');
process.exitCode = count > 0 ? 1 : 0;
