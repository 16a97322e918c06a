// What a release is made of: a folder of what runs, its sums and their signature.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { writeLicences } from './licences.mjs';
import { runtimePackages } from './lock-packages.mjs';
import { RELEASE_MARK } from './release-mark.mjs';
import { run } from './run.mjs';
import { SBOM_FILE } from './sbom.mjs';

/** The namespace of our signatures: one made for something else is not taken for a release. */
export const SIGNATURE_NAMESPACE = 'jadegate-release';

/** The workspaces that npm sets up where a release runs; all else is compiled into them, or into the console. */
const WORKSPACES = ['server'];

/** `npm start`, and what it imports where nothing is built. */
const START_SCRIPTS = [
  'scripts/start.mjs',
  ...[
    'content-hash',
    'follow-parent',
    'node-version',
    'npm',
    'packages',
    'pinned-node',
    'progress',
    'release-mark',
    'root',
    'run',
    'say',
    'ssh-crypto',
  ].map((name) => `scripts/lib/${name}.mjs`),
];

const CONTENT = [
  'server/bin',
  'server/dist',
  'web/dist',
  ...START_SCRIPTS,
  'docs',
  'manual',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];
/** Notes of the build; nothing reads them where the product runs. */
const isLeftOut = (path) => path.endsWith('web/dist/.vite');

/** Copies what runs from a built checkout into an empty folder. */
export async function stageRelease({ from, to, commit }) {
  for (const path of CONTENT) {
    await cp(join(from, path), join(to, path), { recursive: true, filter: (source) => !isLeftOut(source) });
  }
  await cp(join(from, SBOM_FILE), join(to, 'sbom.cdx.json'));
  const read = async (path) => JSON.parse(await readFile(join(from, path), 'utf8'));
  const write = async (path, value) => {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await writeFile(join(to, path), `${JSON.stringify(value, null, 2)}\n`);
  };
  const product = await read('package.json');
  for (const workspace of WORKSPACES) {
    const { devDependencies: _left, ...kept } = await read(`${workspace}/package.json`);
    await write(`${workspace}/package.json`, kept);
  }
  await write('package.json', runningPackage(product));
  const lock = await read('package-lock.json');
  await write('package-lock.json', runningLock(lock));
  // parts of packages are compiled into what runs
  await writeLicences({ lock, places: [from], to: join(to, 'LICENSES') });
  await write(RELEASE_MARK, { version: product.version, commit });
}

/** The dependencies of the whole are what builds it: a release is built. */
function runningPackage({ dependencies: _build, devDependencies: _dev, overrides: _overrides, ...product }) {
  return { ...product, workspaces: WORKSPACES, scripts: { start: product.scripts.start } };
}

/** The lock file without what is built in or only builds; npm refuses one that does not fit the packages beside it. */
function runningLock(lock) {
  const { dependencies: _build, devDependencies: _dev, ...product } = lock.packages[''];
  const packages = { '': { ...product, workspaces: WORKSPACES } };
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.link && WORKSPACES.includes(entry.resolved)) {
      packages[path] = entry;
    }
  }
  for (const [path, { devDependencies: _left, ...entry }] of runtimePackages(lock, WORKSPACES)) {
    packages[path] = entry;
  }
  return { ...lock, packages };
}

/** Packs a folder so that the same files give the same archive, whoever packs them and when. Needs GNU tar. */
export async function packFolder(folder, archive, seconds, program = 'gzip -9 -n') {
  return await run('tar', [
    '--create',
    `--file=${archive}`,
    `--use-compress-program=${program}`,
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    `--directory=${dirname(folder)}`,
    folder.slice(dirname(folder).length + 1),
  ]);
}

/** One file of a whole release, which is signed already and packed in itself. */
export async function packOffline(folder, archive, seconds) {
  return await packFolder(folder, archive, seconds, 'cat');
}

/** Writes the sums of all files of a folder, in the form that `sha256sum --check` reads. */
export async function writeSums(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('SHA256SUMS'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const lines = [];
  for (const name of names.sort()) {
    const sum = createHash('sha256').update(await readFile(join(folder, name)));
    lines.push(`${sum.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Signs the sums, and through them all files, with an SSH key; ssh-keygen asks for its passphrase where it has one. */
export async function signSums(folder, key) {
  const sums = join(folder, 'SHA256SUMS');
  return await run('ssh-keygen', ['-Y', 'sign', '-q', '-f', key, '-n', SIGNATURE_NAMESPACE, sums]);
}
