import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { packFolder, SIGNATURE_NAMESPACE, signSums, stageRelease, writeSums } from './release.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'jadegate-release-test-'))));
afterEach(async () => await rm(folder, { recursive: true }));

async function write(path, text) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const ok = async (program, args, options) => {
  const result = await run(program, args, options);
  expect(result).toMatchObject({ ok: true });
  return result.output;
};

describe('a signed folder', () => {
  const signer = 'release@jadegate';
  const release = () => join(folder, 'release');
  const makeKey = async (name) => {
    await ok('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, name)]);
    return (await readFile(join(folder, `${name}.pub`), 'utf8')).trim();
  };
  /** What docs/operations.md tells people to do. */
  const verify = async (namespace = SIGNATURE_NAMESPACE) => {
    const signature = await run(
      'sh',
      [
        '-c',
        `ssh-keygen -Y verify -f "$1" -I "$2" -n "$3" -s SHA256SUMS.sig < SHA256SUMS`,
        'sh',
        join(folder, 'allowed_signers'),
        signer,
        namespace,
      ],
      { cwd: release() },
    );
    const sums = await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release() });
    return { signature: signature.ok, sums: sums.ok };
  };

  beforeEach(async () => {
    await write('release/a.tar.gz', 'what runs');
    await write('release/b.json', '{}');
    await write('allowed_signers', `${signer} namespaces="${SIGNATURE_NAMESPACE}" ${await makeKey('key')}\n`);
    await writeSums(release());
    await signSums(release(), join(folder, 'key'));
  });

  it('is good as it was made', async () => {
    expect((await readdir(release())).toSorted()).toEqual([
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'a.tar.gz',
      'b.json',
    ]);
    expect(await verify()).toEqual({ signature: true, sums: true });
  });

  it('is refused when a file was changed, and when the sums were changed with it', async () => {
    await write('release/a.tar.gz', 'what runs, and more');
    expect(await verify()).toEqual({ signature: true, sums: false });
    await writeSums(release());
    expect(await verify()).toEqual({ signature: false, sums: true });
  });

  it('is refused when somebody else signed it, or when it was signed for another purpose', async () => {
    await makeKey('other');
    await rm(join(release(), 'SHA256SUMS.sig'));
    await signSums(release(), join(folder, 'other'));
    expect(await verify()).toMatchObject({ signature: false });
    expect(await verify('git')).toMatchObject({ signature: false });
  });

  it('is not signed by a key that is not there', async () => {
    expect(await signSums(release(), join(folder, 'nothing'))).toMatchObject({ ok: false });
  });
});

describe('the folder of a release', () => {
  const staged = () => join(folder, 'to/jadegate-0.0.0');
  const listed = async () => {
    const entries = await readdir(staged(), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(staged().length + 1))
      .toSorted();
  };
  const readStaged = async (path) => JSON.parse(await readFile(join(staged(), path), 'utf8'));

  /** A checkout in which everything is built, with the packages and scripts of this one. */
  beforeEach(async () => {
    await cp(join(root, 'scripts'), join(folder, 'from/scripts'), { recursive: true });
    const packages = ['.', 'contract', 'server', 'web'].map((path) => join(path, 'package.json'));
    for (const path of [...packages, 'package-lock.json']) {
      await write(join('from', path), await readFile(join(root, path)));
    }
    const made = [
      'server/bin/jadegate.mjs',
      'server/dist/main.js',
      'server/src/main.ts',
      'web/dist/index.html',
      'web/dist/.vite/manifest.json',
      'docs/operations.md',
      'manual/en/connect.md',
      'node_modules/fastify/LICENSE',
      'e2e/src/a.spec.ts',
      'data/master.key',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'dist/sbom.cdx.json',
    ];
    for (const path of made) {
      await write(join('from', path), `{"path":"${path}"}`);
    }
    await stageRelease({ from: join(folder, 'from'), to: staged(), commit: 'abc' });
  });

  it('holds what runs, and neither sources nor tests nor data', async () => {
    const files = await listed();
    expect(files).toEqual(
      expect.arrayContaining([
        'server/dist/main.js',
        'web/dist/index.html',
        'manual/en/connect.md',
        'sbom.cdx.json',
      ]),
    );
    expect(files.filter((path) => /\.ts$|test|e2e|bench|\.vite|^data|^web\/package/.test(path))).toEqual([]);
    expect(files.filter((path) => path.startsWith('LICENSES/fastify-'))).toHaveLength(1);
    expect(await readStaged('release.json')).toMatchObject({ commit: 'abc' });
  });

  it('holds every script that starting it imports', async () => {
    const files = new Set(await listed());
    const imported = new Set(['scripts/start.mjs']);
    for (const path of imported) {
      expect(files).toContain(path);
      const text = await readFile(join(staged(), path), 'utf8');
      for (const [, target] of text.matchAll(/^import .* from '(\.[^']+)'/gm)) {
        imported.add(join(dirname(path), target));
      }
    }
    expect(imported.size).toBeGreaterThan(5);
    expect([...files].filter((path) => path.startsWith('scripts/')).toSorted()).toEqual(
      [...imported].toSorted(),
    );
  });

  it('asks npm for what the server needs and nothing else, in a form that npm takes', async () => {
    const { packages } = await readStaged('package-lock.json');
    expect(packages['node_modules/fastify']).toBeDefined();
    expect(packages['node_modules/react']).toBeUndefined();
    expect(packages['node_modules/vitest']).toBeUndefined();
    expect(Object.values(packages).filter(({ dev }) => dev)).toEqual([]);
    for (const path of ['', 'server']) {
      const { version, dependencies, devDependencies, workspaces } = await readStaged(
        join(path, 'package.json'),
      );
      expect(devDependencies).toBeUndefined();
      expect(packages[path]).toMatchObject({ version, ...(workspaces && { workspaces }) });
      expect(packages[path].dependencies).toEqual(dependencies);
      expect(packages[path].devDependencies).toBeUndefined();
    }
  });

  it('gives the same archive each time', async () => {
    const archives = ['one.tar.gz', 'two.tar.gz'].map((name) => join(folder, name));
    for (const archive of archives) {
      expect(await packFolder(staged(), archive, 1_700_000_000)).toMatchObject({ ok: true });
    }
    const [one, two] = await Promise.all(archives.map((path) => readFile(path)));
    expect(one.equals(two)).toBe(true);
    const listing = await ok('tar', ['--list', '--verbose', `--file=${archives[0]}`]);
    expect(listing).toContain('jadegate-0.0.0/server/dist/main.js');
    expect(listing).not.toMatch(/^.{5}w|^.{8}w/m);
  });
});
