// Runs the linter with the real configuration over made-up files, all in one temporary tree and one go.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const workspaces = ['contract', 'server', 'web', 'e2e'];
const configuration = [
  '.oxlintrc.json',
  'tsconfig.base.json',
  'scripts/lint',
  ...workspaces.map((name) => `${name}/tsconfig.json`),
];

/** Takes [file, code] pairs; answers what is reported: file → [{ code: 'plugin(rule)', message }]. */
export async function lint(files) {
  const paths = files.map(([file]) => file);
  const twice = paths.filter((file, index) => paths.indexOf(file) !== index);
  if (twice.length > 0) {
    throw new Error(`each case needs files of its own: ${twice.join(', ')}`);
  }
  const tree = await mkdtemp(join(tmpdir(), 'jadegate-lint-'));
  try {
    for (const path of configuration) {
      await cp(join(root, path), join(tree, path), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir');
    for (const [file, code] of files) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), `${code}\n`);
    }
    return await reportsOf(tree);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

async function reportsOf(tree) {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const command = [oxlint, '-f', 'json', ...workspaces, 'scripts'];
  // it ends with 1 when it finds something; the report is what matters
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: tree,
    maxBuffer: 1e8,
  }).catch((/** @type {unknown} */ error) => error);
  const reports = new Map();
  for (const { filename, code, message } of JSON.parse(stdout).diagnostics) {
    reports.set(filename, [...(reports.get(filename) ?? []), { code, message }]);
  }
  return reports;
}
