import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fitting, importersIn, SMOKES, testsReachedBy } from './changed-tests.mjs';
import { root } from './root.mjs';

describe('the tests that a change reaches', () => {
  const importers = new Map([
    ['a/a.ts', ['a/a.test.ts', 'b/b.ts']],
    ['a/a.test.ts', []],
    ['a/other.test.ts', []],
    ['b/b.ts', ['b/b.test.ts']],
    ['b/b.test.ts', []],
    ['c/c.test.ts', []],
  ]);

  it('lie beside it or import it, the nearest first', () => {
    expect(testsReachedBy(['a/a.ts'], importers)).toEqual(['a/a.test.ts', 'a/other.test.ts', 'b/b.test.ts']);
  });

  it('are itself when it is one', () => {
    expect(testsReachedBy(['c/c.test.ts'], importers)).toEqual(['c/c.test.ts']);
  });

  it('are found in the sources as they are', () => {
    const found = testsReachedBy(['contract/src/operations/cron.ts'], importersIn(root));
    expect(found).toContain('contract/src/operations/cron.test.ts');
    expect(found.some((file) => file.startsWith('server/src/'))).toBe(true);
  });

  it('are taken as long as they fit', () => {
    const seconds = { a: 10, b: 20, c: 5 };
    expect(fitting(['a', 'b', 'c'], (file) => seconds[file], 30)).toEqual({ taken: ['a', 'b'], left: ['c'] });
  });
});

it.each(SMOKES)('%s is there', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});
