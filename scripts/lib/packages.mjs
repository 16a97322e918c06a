import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { contentHash } from './content-hash.mjs';
import { compileNativeParts } from './native-packages.mjs';
import { runNpm } from './npm.mjs';
import { progress } from './progress.mjs';
import { isRelease } from './release-mark.mjs';
import { root } from './root.mjs';
import { endRunning } from './run.mjs';
import { fail, say } from './say.mjs';

const STAMP = join(root, 'node_modules/.jadegate-installed');
/** There while we install: npm believes it is done before the native parts are compiled. */
const UNFINISHED = join(root, '.cache/installing');

/**
 * Installs the npm packages of the lock file, unless that is done already. `beside` needs the packages but not their
 * native parts, whose compiling takes longest, and is done meanwhile.
 */
export async function ensurePackages(beside = async () => {}) {
  // some packages are compiled for this very Node and machine
  const wanted = [
    await contentHash(['package-lock.json']),
    process.versions.modules,
    process.platform,
    process.arch,
  ].join(' ');
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === wanted) {
    return await beside();
  }
  if (await installedByHand()) {
    await beside();
  } else {
    await install(beside);
  }
  await writeFile(STAMP, wanted);
}

/** npm writes this file at the end of an install: when it is younger than the lock file, somebody ran npm already. */
async function installedByHand() {
  const [stamp, unfinished, installed, lock] = await Promise.all(
    [STAMP, UNFINISHED, join(root, 'node_modules/.package-lock.json'), join(root, 'package-lock.json')].map(
      (path) => stat(path).catch(() => undefined),
    ),
  );
  return !stamp && !unfinished && installed && lock && installed.mtimeMs >= lock.mtimeMs;
}

async function install(beside) {
  say(
    '第一次啟動要安裝套件並編譯 SQLite，約需兩分鐘。',
    'The first start installs packages and compiles SQLite: about two minutes.',
  );
  await mkdir(join(root, '.cache'), { recursive: true });
  await writeFile(UNFINISHED, '');
  // The build needs development packages, also where NODE_ENV says production; a release needs none.
  const dev = isRelease ? '--omit=dev' : '--include=dev';
  requireInstalled(
    await progress.step('安裝套件', 'Installing packages', () =>
      runNpm(['ci', dev, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
    ),
  );
  await Promise.all([compileNativeParts().then(requireInstalled), beside()]);
  await rm(UNFINISHED);
}

function requireInstalled({ ok, output }) {
  if (!ok) {
    endRunning();
    console.error(output);
    fail(
      '套件安裝失敗，原因見上。請確認網路可連到 npm 的套件來源，並已安裝編譯工具（Debian：apt install python3 make g++），再試一次。',
      'Packages could not be installed, see above. Check that npm can reach its registry and that a compiler is there (Debian: apt install python3 make g++), then try again.',
    );
  }
}
