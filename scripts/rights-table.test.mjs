// The table of rights in docs/security.md says of every right what it can widen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './lib/root.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

it('docs/security.md says of every right, once, what it can widen', () => {
  const rights = [...read('contract/src/words/menus.ts').matchAll(/\{\s*id: '([a-z-]+)'/g)].map(
    ([, id]) => id,
  );
  expect(rights.length).toBeGreaterThan(100);
  const [, section = ''] = /## What each right can widen\n([^]*?)\n## /.exec(read('docs/security.md')) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| rights'));
  const named = rows.flatMap((row) => [...row.split(' | ')[0].matchAll(/`([a-z-]+)`/g)].map(([, id]) => id));
  expect(named.toSorted()).toEqual(rights.toSorted());
});
