// A rule for a folder that has gone keeps nobody out, and reads as if it did.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './lib/root.mjs';
import { HOMES } from './lint/dialling.mjs';
import { packageHomes } from './lint/package-homes.mjs';
import { strangers, zones } from './lint/zones.mjs';

const places = [
  ...zones.flatMap(({ path, mayImport }) => [path, ...mayImport]),
  ...strangers.map(({ path }) => path),
  ...packageHomes.flatMap(({ homes }) => homes),
  ...HOMES,
].filter((place) => typeof place === 'string');

it.each([...new Set(places)])('%s is there', (place) => {
  expect(existsSync(join(root, place))).toBe(true);
});

it('packages that have a home are packages of ours', () => {
  const folders = ['', ...readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')))];
  const ours = folders.flatMap((folder) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const named = packageHomes.flatMap(({ packages }) => packages).filter((name) => !name.startsWith('node:'));
  const gone = named.filter(
    (name) => !ours.some((one) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : one === name)),
  );
  expect(gone).toEqual([]);
});
