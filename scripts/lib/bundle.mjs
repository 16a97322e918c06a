// A bundle: a folder that runs on one architecture of Linux with nothing installed, also where nobody may write to it.
import { chmod, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeLicences } from './licences.mjs';
import { runNpm } from './npm.mjs';
import { pinnedNodeFolder } from './pinned-node.mjs';
import { root } from './root.mjs';
import { requireOk, run } from './run.mjs';
import { compileSshCrypto } from './ssh-crypto.mjs';

/** As Node names them; how others name them, and what compiles for them on either. */
export const ARCHITECTURES = {
  x64: { debian: 'amd64', redHat: 'x86_64', compiler: 'x86_64-linux-gnu-g++' },
  arm64: { debian: 'arm64', redHat: 'aarch64', compiler: 'aarch64-linux-gnu-g++' },
};

export const bundleName = (version, architecture) => `jadegate-${version}-linux-${architecture}`;

/** What of a release runs without npm. */
const CONTENT = [
  'server/bin/command.mjs',
  'server/dist',
  'server/package.json',
  'web/dist',
  'docs',
  'manual',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'sbom.cdx.json',
];

/** Of what npm installs: sources of what is compiled already, binaries for other systems, notes for whoever writes programs. */
export function isSuperfluous(path, architecture) {
  const binary = /^better-sqlite3\/prebuilds\/(.*)\.node$/.exec(path)?.[1];
  return (
    (binary !== undefined && binary !== `linux-${architecture}`) ||
    /^better-sqlite3\/(deps|src)\//.test(path) ||
    /^(nan|buildcheck|cpu-features|\.bin)\//.test(path) ||
    path === '.package-lock.json' ||
    /\.(d\.[cm]?ts|[cm]?ts|map|md)$/.test(path)
  );
}

/** Makes one of the folder of a release (`stageRelease`). Throws with what a tool said. */
export async function stageBundle({ release, to, architecture }) {
  const { compiler } = ARCHITECTURES[architecture];
  const node = await pinnedNodeFolder(`linux-${architecture}`);
  for (const path of CONTENT) {
    await cp(join(release, path), join(to, path), { recursive: true });
  }
  await installPackages({ release, to, architecture });
  await writeLicences({
    lock: JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')),
    places: [to, root],
    to: join(to, 'LICENSES'),
  });
  await removeSuperfluous(join(to, 'node_modules'), architecture);
  const binding = join(to, 'node_modules/ssh2/lib/protocol/crypto/build/Release/sshcrypto.node');
  requireOk(await compileSshCrypto(binding, { headers: join(node, 'include/node'), compiler }));

  await cp(join(node, 'bin'), join(to, 'node/bin'), { recursive: true });
  await cp(join(node, 'LICENSE'), join(to, 'LICENSES/node.txt'));
  await copyLibatomic(compiler, to);
  await cp(join(root, 'packaging/jadegate.sh'), join(to, 'jadegate'));
  await chmod(join(to, 'jadegate'), 0o755);
  const { version } = JSON.parse(await readFile(join(release, 'package.json'), 'utf8'));
  await writeFile(join(to, 'VERSION'), `${version}\n`);
}

/** By the hashes of the lock file, as if this were a machine of that architecture. */
async function installPackages({ release, to, architecture }) {
  const forNpm = ['package.json', 'package-lock.json'];
  for (const name of forNpm) {
    await cp(join(release, name), join(to, name));
  }
  const system = [`--cpu=${architecture}`, '--os=linux', '--libc=glibc'];
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  requireOk(await runNpm(['ci', ...system, ...quiet], { cwd: to }));
  await Promise.all(forNpm.map((name) => rm(join(to, name))));
}

async function removeSuperfluous(packages, architecture) {
  for (const entry of await readdir(packages, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && isSuperfluous(path.slice(packages.length + 1), architecture)) {
      await rm(path);
    }
  }
  requireOk(await run('find', [packages, '-type', 'd', '-empty', '-delete']));
}

/** The one library of the pinned Node that small systems lack; it goes with the compiler that knows the architecture. */
async function copyLibatomic(compiler, to) {
  const [library, version] = await Promise.all(
    ['-print-file-name=libatomic.so.1', '-dumpfullversion'].map((question) => run(compiler, [question])),
  );
  requireOk(library);
  await cp(library.output.trim(), join(to, 'node/lib/libatomic.so.1'), { dereference: true });
  const texts = ['/usr/share/doc/libatomic1/copyright', '/usr/share/common-licenses/GPL-3'];
  await writeFile(
    join(to, 'LICENSES/libatomic.txt'),
    [
      `libatomic of GCC ${version.output.trim()}, as Debian builds it: GPL-3.0-or-later WITH GCC-exception-3.1.`,
      'Its source is the Debian source package of that GCC.\n',
      ...(await Promise.all(texts.map((path) => readFile(path, 'utf8')))),
    ].join('\n'),
  );
}
