import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ARCHITECTURES, bundleName, isSuperfluous } from './bundle.mjs';
import { writeLicences } from './licences.mjs';
import { PINNED } from './pinned-node.mjs';
import { root } from './root.mjs';
import { requireOk, run } from './run.mjs';

let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'jadegate-bundle-test-'))));
afterEach(async () => await rm(folder, { recursive: true }));

async function write(path, text, mode) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text, { mode });
}

it('is made for each architecture of the pinned Node', () => {
  expect(Object.keys(PINNED.integrity).toSorted()).toEqual(
    Object.keys(ARCHITECTURES)
      .map((name) => `linux-${name}`)
      .toSorted(),
  );
  expect(bundleName('1.2.3', 'x64')).toBe('jadegate-1.2.3-linux-x64');
});

it.each([
  ['better-sqlite3/prebuilds/linux-x64.node', false],
  ['better-sqlite3/prebuilds/linux-arm64.node', true],
  ['better-sqlite3/prebuilds/linuxmusl-x64.node', true],
  ['better-sqlite3/deps/sqlite3/sqlite3.c', true],
  ['better-sqlite3/lib/index.js', false],
  ['fastify/fastify.js', false],
  ['fastify/fastify.d.ts', true],
  ['fastify/package.json', false],
])('of what npm installs for x64, %s is left out: %j', (path, isLeftOut) => {
  expect(isSuperfluous(path, 'x64')).toBe(isLeftOut);
});

describe('the launcher', () => {
  beforeEach(async () => {
    await write('gate/jadegate', await readFile(join(root, 'packaging/jadegate.sh')), 0o755);
    await write(
      'gate/node/bin/node',
      '#!/bin/sh\necho "$LD_LIBRARY_PATH $*, called $JADEGATE_COMMAND"\n',
      0o755,
    );
    await symlink(join(folder, 'gate/jadegate'), join(folder, 'jadegate'));
  });

  it.each([
    [[], 'server/dist/main.js'],
    [['--demo'], 'server/dist/main.js --demo'],
    [['--demo=fresh'], 'server/dist/main.js --demo=fresh'],
    [['audit', 'verify'], 'server/bin/command.mjs audit verify'],
    [['--help'], 'server/bin/command.mjs --help'],
  ])('runs %j with the Node beside it, also by a link', async (words, called) => {
    const env = { LD_LIBRARY_PATH: '', JADEGATE_COMMAND: '' };
    const said = requireOk(await run(join(folder, 'jadegate'), words, { cwd: '/', env }));
    expect(said).toBe(`${folder}/gate/node/lib ${folder}/gate/${called}, called ${folder}/jadegate`);
  });
});

it('holds the licence of each package that runs, and of none that is not there', async () => {
  const lock = {
    packages: {
      contract: { dependencies: {} },
      server: { dependencies: { '@a/b': '1' }, optionalDependencies: { other: '1' } },
      web: { dependencies: { shown: '1' } },
      'node_modules/@a/b': { version: '1.0.0', license: 'MIT' },
      'node_modules/shown': { version: '2.0.0', license: 'ISC' },
      'node_modules/other': { version: '3.0.0', license: 'MIT' },
    },
  };
  await write('bundle/node_modules/@a/b/LICENSE.md', 'may be used');
  await write('checkout/node_modules/shown/package.json', '{}');
  const places = ['bundle', 'checkout'].map((name) => join(folder, name));
  await writeLicences({ lock, places, to: join(folder, 'LICENSES') });
  expect((await readdir(join(folder, 'LICENSES'))).toSorted()).toEqual(['@a+b-1.0.0.txt', 'shown-2.0.0.txt']);
  expect(await readFile(join(folder, 'LICENSES/@a+b-1.0.0.txt'), 'utf8')).toBe(
    '@a/b 1.0.0: MIT\n\nmay be used',
  );
  expect(await readFile(join(folder, 'LICENSES/shown-2.0.0.txt'), 'utf8')).toBe('shown 2.0.0: ISC\n');
});
