// The bundles: in a system without Node, from a folder that cannot be written; and once on the architecture that is not ours.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { bundleName } from '../bundle.mjs';
import { requireOk, run } from '../run.mjs';
import { asUserIn, expectThat, freePort, runIn, startServer } from './tree.mjs';

const LARGEST_BYTES = 90_000_000;
const LONGEST_START_MS = 2000;
const STARTS = 3;
/** The demo logs in, makes people and hosts, and says so. */
const DEMO_MS = 60_000;
/** It took half a minute on two busy cores. */
const EMULATED_MS = 600_000;

const EMULATORS = { x64: 'x86_64', arm64: 'aarch64' };
/** That the native parts of a bundle are for the Node in it. */
const LOADS_NATIVE_PARTS = [
  `require('better-sqlite3')(':memory:').exec('select 1')`,
  `require('@node-rs/argon2').hashSync('x')`,
  `require('ssh2/lib/protocol/crypto/build/Release/sshcrypto.node')`,
].join(';');

const archiveOf = (folder, version, architecture) =>
  join(folder, `${bundleName(version, architecture)}.tar.gz`);

export async function checkBundle({ tree, folder, version }) {
  const archive = archiveOf(folder, version, process.arch);
  const { size } = await stat(archive);
  expectThat(size <= LARGEST_BYTES, `a bundle has at most ${LARGEST_BYTES} bytes, not ${size}`);
  expectThat((await runIn(tree, 'command -v node npm cc || true')) === '', 'there is nothing but the bundle');
  requireOk(await run('tar', ['-xzf', archive, '-C', join(tree, 'opt')]));
  await runIn(tree, 'install -d -o nobody -m 0700 /srv/data');
  const command = `/opt/${bundleName(version, process.arch)}/jadegate`;
  const readOnly = 'mount --bind /opt /opt && mount -o remount,bind,ro /opt';
  await checkDemo(asUserIn(tree, 65534, `${command} --demo`, readOnly));
  const times = [];
  const [loadBefore] = loadavg();
  for (let count = 0; count < STARTS; count++) {
    const port = await freePort();
    const env = { JADEGATE_DATA_DIR: `/srv/data/${count}`, JADEGATE_PORT: String(port) };
    const server = await startServer(asUserIn(tree, 65534, command, readOnly), { port, env });
    await server.stop();
    times.push(server.milliseconds);
  }
  console.log(`  ${size} bytes; first starts until it serves: ${times.join(', ')} ms`);
  if (loadBefore > availableParallelism()) {
    console.log(`  how soon is not judged: others use this machine (${loadBefore.toFixed(1)})`);
  } else {
    expectThat(Math.min(...times) < LONGEST_START_MS, `it starts within ${LONGEST_START_MS} ms`);
  }
}

/** Its hosts are a process of their own, which needs the same Node as we do. */
async function checkDemo(start) {
  const port = await freePort();
  const env = { JADEGATE_DATA_DIR: '/srv/data/tried', JADEGATE_PORT: String(port) };
  const server = await startServer(start, { port, env });
  const deadline = performance.now() + DEMO_MS;
  while (!server.output().includes('password (the same for all)')) {
    expectThat(performance.now() < deadline, `the demo begins:\n${server.output()}`);
    await sleep(100);
  }
  await server.stop();
}

/** Why the other architecture cannot be tried here, or undefined. */
export function emulatorMissing() {
  const { program, libraries } = emulation();
  return [program, libraries].every((path) => existsSync(path))
    ? undefined
    : `${program} or the libraries in ${libraries} are not there (Debian: qemu-user-static, and the g++ of that architecture)`;
}

export async function checkOtherBundle({ folder, version }) {
  const { architecture, program, libraries } = emulation();
  const work = await mkdtemp(join(tmpdir(), 'jadegate-other-'));
  try {
    requireOk(await run('tar', ['-xzf', archiveOf(folder, version, architecture), '-C', work]));
    const bundle = join(work, bundleName(version, architecture));
    const libatomic = `LD_LIBRARY_PATH=${bundle}/node/lib`;
    const args = ['-L', libraries, '-E', libatomic, join(bundle, 'node/bin/node')];
    requireOk(await run(program, [...args, '-e', LOADS_NATIVE_PARTS], { cwd: bundle }));
    await mkdir(join(work, 'data'));
    const port = await freePort();
    const server = await startServer([program, [...args, join(bundle, 'server/dist/main.js')]], {
      port,
      env: { JADEGATE_DATA_DIR: join(work, 'data'), JADEGATE_PORT: String(port) },
      patienceMs: EMULATED_MS,
    });
    // closing takes longer there than the nine seconds that a server gives itself
    await server.kill();
    console.log(`  ${architecture} served after ${server.milliseconds} ms, by ${program}`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function emulation() {
  const architecture = process.arch === 'x64' ? 'arm64' : 'x64';
  const name = EMULATORS[architecture];
  return { architecture, program: `/usr/bin/qemu-${name}-static`, libraries: `/usr/${name}-linux-gnu` };
}
