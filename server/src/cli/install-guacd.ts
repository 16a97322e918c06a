import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const ELSEWHERE = 'docs/operations.md tells what to do on other systems.';

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
    await install();
  } catch (error) {
    print(error instanceof Cannot ? error.message : `guacd could not be installed: ${String(error)}`);
    return 1;
  }
  print('guacd is installed. The server starts it at its next start, unless GUACD_HOST names another.');
  return 0;
}

async function install(): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Cannot(`only root can install packages. ${ELSEWHERE}`);
  }
  const sources = await readFile(SOURCES, 'utf8').catch(() => '');
  const mirror = readMirror(sources);
  if (!mirror) {
    throw new Cannot(`this is no Debian whose mirror is named in ${SOURCES}. ${ELSEWHERE}`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-guacd-'));
  try {
    // apt works as its own user.
    await chmod(folder, 0o755);
    const packages = await download(folder, mirror);
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
  key: string;
}

/** The mirror the system uses already, and the key it trusts it by. */
export function readMirror(sources: string): Mirror | undefined {
  const values = (field: string) =>
    [...sources.matchAll(new RegExp(`^${field}:(.*)$`, 'gm'))].flatMap(([, text = '']) =>
      text.trim().split(/\s+/),
    );
  const uris = values('URIs');
  const main = uris.find((uri) => !uri.includes('security'));
  const [key] = values('Signed-By');
  return main !== undefined && key !== undefined
    ? { main, security: uris.find((uri) => uri.includes('security')), key }
    : undefined;
}

/** With an apt configuration of its own, which goes with the folder. */
async function download(folder: string, { main, security, key }: Mirror): Promise<string[]> {
  for (const name of ['parts', 'none', 'lists/partial', 'cache/archives/partial', 'debs']) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o755 });
  }
  const source = (uri: string, suite: string) =>
    `Types: deb\nURIs: ${uri}\nSuites: ${suite}\nComponents: main\nSigned-By: ${key}\n\n`;
  const updates = security === undefined ? '' : source(security, 'bullseye-security');
  await writeFile(join(folder, 'parts/bullseye.sources'), source(main, 'bullseye') + updates, {
    mode: 0o644,
  });
  const configuration = join(folder, 'apt.conf');
  await writeFile(configuration, aptConfiguration(folder), { mode: 0o644 });
  const options = { env: { APT_CONFIG: configuration }, cwd: join(folder, 'debs') };
  try {
    // By itself it takes a mirror that does not answer for one without news.
    await run('apt-get', ['-qq', '-o', 'APT::Update::Error-Mode=any', 'update'], options);
    await run('apt-get', ['-qq', 'download', ...PACKAGES], options);
  } catch (error) {
    throw new Cannot(
      `${main} gives no packages of bullseye (${String(error)}): it cannot be reached, or has them no more. ${ELSEWHERE}`,
    );
  }
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
