import { execFile, spawn } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findGuacd } from '../protocols/guacd/guacd-process.ts';

/** guacd left Debian after bullseye. These run on bookworm; everything else they need comes from the system's own sources. */
const PACKAGES = [
  'guacd',
  'libguac19',
  'libguac-client-rdp0',
  'libguac-client-vnc0',
  'libssl1.1',
  'libwebp6',
];
const SYSTEM = 'bookworm';
/** Of the package debian-archive-keyring, by which Debian's own mirrors are trusted. */
const KEY = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const ELSEWHERE = 'docs/guacd.md tells what to do on other systems.';

/** Something the operator has to see to first. */
class Cannot extends Error {}

/** Installs guacd on Debian, and leaves no source and no preference behind. Answers the exit code. */
export async function installGuacd(print: (line: string) => void): Promise<number> {
  const found = await findGuacd();
  if (found !== undefined) {
    print(`guacd is installed already: ${found}`);
    return 0;
  }
  try {
    await install(print);
  } catch (error) {
    print(error instanceof Cannot ? error.message : `guacd could not be installed: ${String(error)}`);
    return 1;
  }
  print('guacd is installed. The server starts it at its next start, unless GUACD_HOST names another.');
  return 0;
}

async function install(print: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Cannot(`only root can install packages. ${ELSEWHERE}`);
  }
  const mirror = readMirror(await indexTargets());
  const isTrusted = await access(KEY).then(
    () => true,
    () => false,
  );
  if (!mirror || !isTrusted) {
    throw new Cannot(`this is no Debian 12 that apt has a mirror of and that has ${KEY}. ${ELSEWHERE}`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-guacd-'));
  try {
    // apt works as its own user.
    await chmod(folder, 0o755);
    const packages = await download(folder, mirror, print);
    const apt = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3'];
    await run('apt-get', ['-qq', ...apt, 'update']);
    await run('apt-get', ['-qq', ...apt, 'install', '-y', '--no-install-recommends', ...packages]);
    // The server starts it, under its limits: the one of the package would be a second.
    await run('systemctl', ['disable', '--now', 'guacd.service'], { isQuiet: true }).catch(() => undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Mirror {
  main: string;
  security: string | undefined;
}

/** Which suites apt takes from where, in whichever form the system names its sources: a line for each. Nothing without apt. */
async function indexTargets(): Promise<string> {
  const format = ['indextargets', '--format', '$(RELEASE) $(REPO_URI)', 'Created-By: Packages'];
  const { stdout } = await promisify(execFile)('apt-get', format, { env: { PATH: SYSTEM_PATH } }).catch(
    () => ({ stdout: '' }),
  );
  return stdout;
}

/** The mirrors that the system uses already. */
export function readMirror(targets: string): Mirror | undefined {
  const addressOf = (suite: string) =>
    targets
      .split('\n')
      .map((line) => line.split(' '))
      .find(([release]) => release === suite)?.[1];
  const main = addressOf(SYSTEM);
  return main === undefined ? undefined : { main, security: addressOf(`${SYSTEM}-security`) };
}

/** With the updates of bullseye where the mirror still has them: their index outlives them. */
async function download(folder: string, mirror: Mirror, print: (line: string) => void): Promise<string[]> {
  const { main, security } = mirror;
  const source = (uri: string, suite: string) =>
    `Types: deb\nURIs: ${uri}\nSuites: ${suite}\nComponents: main\nSigned-By: ${KEY}\n\n`;
  const bullseye = source(main, 'bullseye');
  if (security !== undefined) {
    try {
      return await downloadFrom(join(folder, 'updated'), bullseye + source(security, 'bullseye-security'));
    } catch {
      print(
        `${security} has the updates of bullseye no more: libssl1.1 and libwebp6 are taken as its last release has them.`,
      );
    }
  }
  return downloadFrom(join(folder, 'released'), bullseye).catch((error: unknown) => {
    throw new Cannot(
      `${main} gives no packages of bullseye (${String(error)}): it cannot be reached, or has them no more. ${ELSEWHERE}`,
    );
  });
}

/** With an apt configuration of its own, which goes with the folder. */
async function downloadFrom(folder: string, sources: string): Promise<string[]> {
  for (const name of ['parts', 'none', 'lists/partial', 'cache/archives/partial', 'debs']) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o755 });
  }
  await writeFile(join(folder, 'parts/bullseye.sources'), sources, { mode: 0o644 });
  const configuration = join(folder, 'apt.conf');
  await writeFile(configuration, aptConfiguration(folder), { mode: 0o644 });
  const options = { env: { APT_CONFIG: configuration }, cwd: join(folder, 'debs') };
  // By itself it takes a mirror that does not answer for one without news.
  await run('apt-get', ['-qq', '-o', 'APT::Update::Error-Mode=any', 'update'], options);
  await run('apt-get', ['-qq', 'download', ...PACKAGES], options);
  const names = await readdir(join(folder, 'debs'));
  return names.map((name) => join(folder, 'debs', name));
}

function aptConfiguration(folder: string): string {
  return [
    'Dir::Etc::sourcelist "/dev/null";',
    `Dir::Etc::sourceparts "${folder}/parts";`,
    'Dir::Etc::preferences "/dev/null";',
    `Dir::Etc::preferencesparts "${folder}/none";`,
    `Dir::State::lists "${folder}/lists";`,
    `Dir::Cache "${folder}/cache";`,
    'Acquire::Languages "none";',
    'APT::Sandbox::User "root";',
    '',
  ].join('\n');
}

function run(
  command: string,
  args: readonly string[],
  { isQuiet = false, ...options }: { env?: Record<string, string>; cwd?: string; isQuiet?: boolean } = {},
): Promise<void> {
  const env = { PATH: SYSTEM_PATH, LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...options.env };
  return new Promise((resolve, reject) => {
    const output = isQuiet ? 'ignore' : 'inherit';
    const child = spawn(command, args, { ...options, env, stdio: ['ignore', output, output] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${String(code)}`)),
    );
  });
}
