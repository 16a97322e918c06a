// The packages of systems, through their life: installed, started, upgraded, removed, purged.
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { requireOk, run } from '../run.mjs';
import { asUserIn, expectThat, freePort, runIn, startServer } from './tree.mjs';

/** A version that never was, and sorts before every other. */
const OLD_VERSION = '0.0.1';
const DATA = 'var/lib/jadegate';
const SETTINGS = 'etc/jadegate/jadegate.env';
export const PASSWORD = 'a password for tests';

export async function checkDeb({ tree, file }) {
  const old = await withOldNumber(file, tree);
  await cp(file, join(tree, 'srv/new.deb'));
  const install = (name) => runIn(tree, `dpkg --install /srv/${name}`);
  const owners = (path) => runIn(tree, `stat --format='%U:%G %a' /${path}`);

  await install(old);
  expectThat((await owners(SETTINGS)) === 'root:jadegate 640', 'only the service reads its settings');
  expectThat((await owners(DATA)) === 'jadegate:jadegate 700', 'only the service reads its data');
  const port = await settle(tree);
  await serveOnce(tree, port);
  const key = await readFile(join(tree, DATA, 'master.key'), 'utf8');

  await install('new.deb');
  expectThat(!(await runIn(tree, 'dpkg --status jadegate')).includes(OLD_VERSION), 'it is upgraded');
  expectThat((await owners(SETTINGS)) === 'root:jadegate 640', 'an upgrade keeps owner and mode');
  expectThat(key === (await readFile(join(tree, DATA, 'master.key'), 'utf8')), 'an upgrade keeps the data');
  const first = await serveOnce(tree, port);
  expectThat(
    !first.includes('shown once'),
    'the upgraded server goes on with the installation that was there',
  );
  await runIn(tree, 'jadegate audit verify');
  const ofOthers = await runIn(tree, `find /${DATA} ! -user jadegate`);
  expectThat(ofOthers === '', `a command that root runs leaves no files of root: ${ofOthers}`);

  // as somebody would who had taken over the service
  await runIn(tree, `ln -s /srv /${DATA}/jadegate.env.removed`);
  await runIn(tree, 'dpkg --remove jadegate');
  expectThat(!existsSync(join(tree, 'srv/jadegate.env')), 'root follows no link of the service');
  expectThat(!existsSync(join(tree, 'usr/lib/jadegate')), 'a removal takes the program');
  expectThat(existsSync(join(tree, SETTINGS)), 'a removal keeps the settings');
  await runIn(tree, 'dpkg --purge jadegate');
  expectThat(!existsSync(join(tree, SETTINGS)), 'a purge takes the settings');
  expectThat(key === (await readFile(join(tree, DATA, 'master.key'), 'utf8')), 'a purge keeps the data');
  expectThat(existsSync(join(tree, DATA, 'jadegate.env.removed')), 'the settings that were purged lie there');

  await install('new.deb');
  const said = await runIn(tree, 'dpkg --purge jadegate', { JADEGATE_PURGE_DATA: `/${DATA}` });
  expectThat(!existsSync(join(tree, DATA)), `a purge that names the data takes it: ${said}`);
  expectThat((await runIn(tree, 'getent passwd jadegate || true')) === '', 'and the user');
}

export async function checkRpm({ tree, file }) {
  const rpm = async (...args) => requireOk(await run('rpm', ['--root', tree, '--nodeps', ...args]));
  await rpm('--install', file);
  const modes = await runIn(tree, `stat --format='%U:%G %a' /${SETTINGS} /${DATA}`);
  expectThat(modes === 'root:jadegate 640\njadegate:jadegate 700', `owners are as in the .deb: ${modes}`);
  const port = await settle(tree);
  await serveOnce(tree, port);
  await rpm('--erase', 'jadegate');
  expectThat(!existsSync(join(tree, 'usr/lib/jadegate')), 'a removal takes the program');
  expectThat(existsSync(join(tree, DATA, 'master.key')), 'a removal keeps the data');
  expectThat(existsSync(join(tree, `${SETTINGS}.rpmsave`)), 'a removal keeps the settings');
}

/** Settings as an operator makes them, with a port that nobody else here has. */
export async function settle(tree) {
  const port = await freePort();
  const lines = [`JADEGATE_PORT=${port}`, `JADEGATE_ADMIN_PASSWORD="${PASSWORD}"`];
  await appendFile(join(tree, SETTINGS), `${lines.join('\n')}\n`);
  return port;
}

export const startInstalled = (tree, port) =>
  startServer(asUserIn(tree, 'jadegate', '/usr/lib/jadegate/jadegate'), { port });

async function serveOnce(tree, port) {
  const server = await startInstalled(tree, port);
  await server.stop();
  console.log(`  served after ${server.milliseconds} ms`);
  return server.output();
}

/** The same package, as if it had been made before. Answers its name in the tree. */
async function withOldNumber(file, tree) {
  const work = await mkdtemp(join(tmpdir(), 'jadegate-old-'));
  try {
    requireOk(await run('dpkg-deb', ['--raw-extract', file, join(work, 'tree')]));
    const control = join(work, 'tree/DEBIAN/control');
    const text = await readFile(control, 'utf8');
    await writeFile(control, text.replace(/^Version: .*$/m, `Version: ${OLD_VERSION}`));
    const old = join(tree, 'srv', `old-${basename(file)}`);
    requireOk(await run('dpkg-deb', ['-Zgzip', '-z1', '--build', join(work, 'tree'), old]));
    return basename(old);
  } finally {
    await rm(work, { recursive: true });
  }
}
