import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { contentHash } from './content-hash.mjs';
import { isRelease } from './release-mark.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { fail, say } from './say.mjs';

const STAMP = join(root, 'node_modules/.jadegate-installed');

/** Installs the npm packages of the lock file, unless that is done already. */
export async function ensurePackages() {
  // some packages are compiled for this very Node and machine
  const wanted = [
    await contentHash(['package-lock.json']),
    process.versions.modules,
    process.platform,
    process.arch,
  ].join(' ');
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === wanted) {
    return;
  }
  if (!(await installedByHand())) {
    await install();
  }
  await writeFile(STAMP, wanted);
}

/** npm writes this file at the end of an install: when it is younger than the lock file, somebody ran npm already. */
async function installedByHand() {
  const [stamp, installed, lock] = await Promise.all(
    [STAMP, join(root, 'node_modules/.package-lock.json'), join(root, 'package-lock.json')].map((path) =>
      stat(path).catch(() => undefined),
    ),
  );
  return !stamp && installed && lock && installed.mtimeMs >= lock.mtimeMs;
}

async function install() {
  say('安裝套件，第一次約需數分鐘…', 'Installing packages; the first time takes a few minutes…');
  // The build needs development packages, also where NODE_ENV says production; a release needs none.
  const dev = isRelease ? '--omit=dev' : '--include=dev';
  const args = ['ci', dev, '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const { ok, output } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args);
  if (!ok) {
    console.error(output);
    fail(
      '套件安裝失敗，原因見上。請確認網路可連到 npm 的套件來源，並已安裝編譯工具（Debian：apt install python3 make g++），再試一次。',
      'Packages could not be installed, see above. Check that npm can reach its registry and that a compiler is there (Debian: apt install python3 make g++), then try again.',
    );
  }
}
