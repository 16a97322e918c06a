// Packages of Debian and of Red Hat's family: a bundle in /usr/lib/jadegate, with a service and a user of its own.
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ARCHITECTURES } from './bundle.mjs';
import { root } from './root.mjs';
import { requireOk, run } from './run.mjs';

const PACKAGING = join(root, 'packaging');

/** [place in the system, text in packaging/, mode] */
const FILES = [
  ['usr/bin/jadegate', 'command.sh', 0o755],
  ['usr/lib/systemd/system/jadegate.service', 'jadegate.service', 0o644],
  ['etc/jadegate/jadegate.env', 'jadegate.env', 0o640],
];

/** What comes before a version sorts before it in both families, and is written with a tilde. */
export const systemVersion = (version) => version.replace('-', '~');

/** The files of both kinds of package, as they lie in the system. Takes the bundle away from where it was. */
export async function stageTree({ bundle, to }) {
  await mkdir(join(to, 'usr/lib'), { recursive: true });
  requireOk(await run('mv', [bundle, join(to, 'usr/lib/jadegate')]));
  requireOk(await run('chmod', ['-R', 'u=rwX,go=rX', to]));
  for (const [place, name, mode] of FILES) {
    await mkdir(dirname(join(to, place)), { recursive: true });
    await cp(join(PACKAGING, name), join(to, place));
    await chmod(join(to, place), mode);
  }
  await chmod(join(to, 'etc/jadegate'), 0o750);
  await mkdir(join(to, 'usr/share/doc/jadegate'), { recursive: true });
  await cp(join(to, 'usr/lib/jadegate/LICENSE'), join(to, 'usr/share/doc/jadegate/copyright'));
}

/** A text of packaging/ with its @NAMES@ filled in. */
export async function filledIn(path, values) {
  const makeUser = await readFile(join(PACKAGING, 'make-user.sh'), 'utf8');
  const all = { MAKE_USER: makeUser.trim(), ...values };
  const text = await readFile(join(PACKAGING, path), 'utf8');
  return text.replace(/@([A-Z_]+)@/g, (_, name) => {
    if (!(name in all)) {
      throw new Error(`packaging/${path} asks for ${name}, which nobody gives`);
    }
    return all[name];
  });
}

/** Answers the file it made. `seconds` is the time that all files get, so that the same files give the same package. */
export async function buildDeb({ tree, folder, version, architecture, seconds, level = 6 }) {
  const control = join(tree, 'DEBIAN');
  const { debian } = ARCHITECTURES[architecture];
  const size = requireOk(await run('du', ['-sk', tree]));
  const values = { VERSION: systemVersion(version), ARCHITECTURE: debian, KILOBYTES: size.split('\t')[0] };
  await mkdir(control, { recursive: true });
  await chmod(control, 0o755);
  for (const name of ['control', 'conffiles', 'postinst', 'prerm', 'postrm']) {
    await writeFile(join(control, name), await filledIn(`deb/${name}`, values));
    await chmod(join(control, name), name.startsWith('p') ? 0o755 : 0o644);
  }
  const file = join(folder, `jadegate_${systemVersion(version)}_${debian}.deb`);
  try {
    const form = ['--root-owner-group', '-Zgzip', `-z${level}`];
    requireOk(await run('dpkg-deb', [...form, '--build', tree, file], { env: timeOf(seconds) }));
  } finally {
    await rm(control, { recursive: true });
  }
  return file;
}

export async function buildRpm({ tree, folder, work, version, architecture, seconds }) {
  const { redHat } = ARCHITECTURES[architecture];
  const spec = join(work, `jadegate-${architecture}.spec`);
  await writeFile(spec, await filledIn('rpm/jadegate.spec', { VERSION: systemVersion(version) }));
  const settings = { _topdir: join(work, `rpm-${architecture}`), _rpmdir: folder, jadegate_tree: tree };
  // one folder, and not one for each architecture
  const defines = { ...settings, _rpmfilename: '%{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm' };
  await mkdir(join(tree, 'var/lib/jadegate'), { recursive: true });
  try {
    const options = Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
    requireOk(
      await run('rpmbuild', ['-bb', '--quiet', `--target=${redHat}-linux`, ...options, spec], {
        env: timeOf(seconds),
      }),
    );
  } finally {
    await rm(join(tree, 'var'), { recursive: true });
  }
  return join(folder, `jadegate-${systemVersion(version)}-1.${redHat}.rpm`);
}

const timeOf = (seconds) => ({ SOURCE_DATE_EPOCH: String(seconds) });
