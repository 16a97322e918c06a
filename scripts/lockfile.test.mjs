// A lock file must hold for every machine: npm drops packages for other platforms when a registry cannot serve them,
// and `npm ci` then refuses the file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './lib/root.mjs';

const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));

it('names every package that another one may need on some platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { version, optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `${path}@${version} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

it('leaves open where packages come from', () => {
  const hosts = Object.values(packages).filter(({ resolved }) => /^\w+:/.test(resolved ?? ''));
  expect(hosts).toEqual([]);
});

it('has one version of the build tool', () => {
  expect(Object.keys(packages).filter((path) => /(^|\/)node_modules\/(vite|rolldown)$/.test(path))).toEqual([
    'node_modules/rolldown',
    'node_modules/vite',
  ]);
});
