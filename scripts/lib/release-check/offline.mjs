// Run in a network of its own, in which nothing is but loopback: from the one file of a release to a recorded terminal.
//   node offline.mjs <file> <tree>
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

import { ARCHITECTURES } from '../bundle.mjs';
import { SIGNATURE_NAMESPACE } from '../release.mjs';
import { root } from '../root.mjs';
import { requireOk, run } from '../run.mjs';
import { settle, startInstalled } from './system-packages.mjs';
import { expectThat, runIn } from './tree.mjs';

const [, , file, tree] = process.argv;
const cards = Object.keys(networkInterfaces());
expectThat(cards.join() === 'lo', `there is no way out: ${cards.join()}`);
const routes = (await readFile('/proc/net/route', 'utf8')).trim().split('\n').length - 1;
expectThat(routes === 0, 'there is no route');

const work = await mkdtemp(join(tmpdir(), 'jadegate-offline-'));
try {
  requireOk(await run('tar', ['-xf', file, '-C', work]));
  const [name = ''] = await readdir(work);
  const folder = join(work, name);
  // who signed it is for those to check who have the key; here it is enough that the signature is one of these sums
  const verify = `ssh-keygen -Y check-novalidate -n ${SIGNATURE_NAMESPACE} -s SHA256SUMS.sig < SHA256SUMS`;
  requireOk(await run('sh', ['-c', `${verify} && sha256sum --check --quiet SHA256SUMS`], { cwd: folder }));
  const files = await readdir(folder);
  for (const part of ['docs', 'manual', 'packaging', `${name}.sbom.cdx.json`]) {
    expectThat(files.includes(part), `${part} is part of it`);
  }
  const ending = `_${ARCHITECTURES[process.arch].debian}.deb`;
  await cp(join(folder, files.find((one) => one.endsWith(ending)) ?? ''), join(tree, 'srv/offline.deb'));
  await runIn(tree, 'dpkg --install /srv/offline.deb');
  const port = await settle(tree);
  const server = await startInstalled(tree, port);
  const terminal = join(root, 'e2e/src/offline-terminal.ts');
  const node = ['--conditions=source', '--disable-warning=ExperimentalWarning', terminal];
  const opened = await run(process.execPath, [...node, `http://127.0.0.1:${port}`]);
  await server.stop();
  console.log(requireOk(opened));
} finally {
  await rm(work, { recursive: true, force: true });
}
