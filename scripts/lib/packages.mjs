import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { contentHash } from './content-hash.mjs';
import { runNpm } from './npm.mjs';
import { progress } from './progress.mjs';
import { isRelease } from './release-mark.mjs';
import { root } from './root.mjs';
import { endRunning } from './run.mjs';
import { fail, say } from './say.mjs';
import { compileSshCrypto, loadsSshCrypto } from './ssh-crypto.mjs';

const STAMP = join(root, 'node_modules/.jadegate-installed');
/** There while we install. */
const UNFINISHED = join(root, '.cache/installing');
/** At the end of the stamp where only those are there that build and run. */
const WITHOUT_DEV = ' without dev';
/** For what makes the product faster and is not there yet: nobody waits for it longer than this. */
const PATIENCE_MS = 10_000;

/**
 * Sees to the npm packages of the lock file, then does `beside`. Nothing is compiled that is needed: what only makes the
 * product faster is compiled meanwhile.
 */
export async function ensurePackages({ install = installPackages, beside = async () => {} } = {}) {
  await install();
  const compiling = loadsSshCrypto() ? undefined : compileSshCrypto().then(checkSshCrypto);
  await beside();
  await Promise.race([compiling, sleep(PATIENCE_MS, undefined, { ref: false })]);
}

/**
 * Installs the packages of the lock file, unless that is done already: all of them, or with `dev: false` only those that build
 * the product and run in it, a third less on the disk. Whoever had all of them keeps all of them.
 */
export async function installPackages({ dev = true } = {}) {
  // some packages have binaries for this very machine
  const all = [contentHash(['package-lock.json']), process.platform, process.arch].join(' ');
  const some = `${all}${WITHOUT_DEV}`;
  const stamp = await readFile(STAMP, 'utf8').catch(() => undefined);
  if (stamp === all || (stamp === some && !dev)) {
    return;
  }
  const keepsAll = dev || (stamp !== undefined && !stamp.endsWith(WITHOUT_DEV));
  if (!(await installedByHand())) {
    // what is there may be in use by a product that runs: the rest comes beside it, and nothing is removed
    await install(stamp === some ? ['install', '--no-save'] : ['ci'], keepsAll);
  }
  await writeFile(STAMP, keepsAll ? all : some);
}

function checkSshCrypto({ output }) {
  if (!loadsSshCrypto()) {
    const reason =
      output.split('\n').find((line) => /error:|no C\+\+ headers|\bE[A-Z]{4,}\b/.test(line)) ?? '';
    console.log(reason);
    say(
      `SSH 加密元件無法編譯，原因見上。一切照常運作，但終端機會多用約三倍的處理器時間；安裝編譯器（Debian：apt install g++）後重新啟動即可。`,
      `The SSH crypto binding could not be compiled, see above. Everything works, but terminals take about three times the processor time; install a compiler (Debian: apt install g++) and start again.`,
    );
  }
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

async function install(command, dev) {
  await mkdir(join(root, '.cache'), { recursive: true });
  await writeFile(UNFINISHED, '');
  // whatever NODE_ENV says; a release has none of them
  const which = dev && !isRelease ? '--include=dev' : '--omit=dev';
  // No package needs its install step, and none may reach for anything but the registry.
  const { ok, output } = await progress.step('安裝套件', 'Installing packages', () =>
    runNpm([...command, which, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
  );
  if (!ok) {
    endRunning();
    console.error(output);
    fail(
      '套件安裝失敗，原因見上。請確認網路可連到 npm 的套件來源，再試一次。',
      'Packages could not be installed, see above. Check that npm can reach its registry, then try again.',
    );
  }
  await rm(UNFINISHED);
}
