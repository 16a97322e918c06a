// A copy of the checkout in which rules can be taken out: the checkout itself is never touched, however a run ends.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { applyPatch, patchesOf } from './mutants.mjs';
import { root } from './root.mjs';

const TREES = join(root, '.cache/mutants');

/** What git tracks or would track, with the packages beside it. */
export async function copyTree() {
  await removeLeftTrees();
  const tree = join(TREES, String(process.pid));
  await mkdir(tree, { recursive: true });
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    // a file that was deleted and not committed is listed all the same
    await cp(join(root, file), join(tree, file)).catch(ignoreMissing);
  }
  await linkPackages(tree);
  return {
    path: tree,
    /** Takes the rule out while `work` runs. */
    async without(mutant, work) {
      const before = new Map();
      try {
        for (const patch of patchesOf(mutant)) {
          const file = join(tree, patch.file);
          const text = await readFile(file, 'utf8');
          before.set(file, before.get(file) ?? text);
          await writeFile(file, applyPatch(text, patch));
        }
        return await work();
      } finally {
        for (const [file, text] of before) {
          await writeFile(file, text);
        }
      }
    },
    remove: () => rm(tree, { recursive: true, force: true }),
  };
}

/** Each package is a link to the one installed here, but our own workspaces lead into the copy. */
async function linkPackages(tree) {
  const installed = join(root, 'node_modules');
  await mkdir(join(tree, 'node_modules'));
  for (const name of await readdir(installed)) {
    if (name !== '@jadegate' && !name.startsWith('.vite')) {
      await symlink(join(installed, name), join(tree, 'node_modules', name));
    }
  }
  await cp(join(installed, '@jadegate'), join(tree, 'node_modules/@jadegate'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

async function removeLeftTrees() {
  const names = await readdir(TREES).catch(() => []);
  for (const name of names.filter((pid) => !isAlive(Number(pid)))) {
    await rm(join(TREES, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') {
    throw error;
  }
}
