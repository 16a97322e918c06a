import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { AREAS } from '../lint/zones.mjs';
import { featuresUsedBy, findCircle } from './feature-circles.mjs';
import { root } from './root.mjs';

it('no feature of the server leads back to itself, not even by types', () => {
  const used = featuresUsedBy(join(root, 'server/src'), AREAS);
  expect(used.size).toBeGreaterThan(50);
  expect(findCircle(used)).toBeUndefined();
});

it('a circle over three files is found, and what only tests use does not count', async () => {
  const source = await mkdtemp(join(tmpdir(), 'jadegate-circle-'));
  const write = async (path, text) => {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), text);
  };
  await write('identity/user/a.ts', "import type { B } from '../role/b.service.ts';");
  await write('identity/role/b.service.ts', "export { D } from '../auth/c.service.ts';");
  await write('identity/auth/c.service.test.ts', "import '../user/a.ts'; import { A } from '../user/a.ts';");
  await write('identity/auth/c.service.ts', '');
  expect(findCircle(featuresUsedBy(source, ['identity']))).toBeUndefined();
  await write('identity/auth/c.service.ts', "import type { A } from '../user/a.ts';");
  expect(findCircle(featuresUsedBy(source, ['identity']))).toEqual([
    'identity/auth',
    'identity/user',
    'identity/role',
    'identity/auth',
  ]);
});
