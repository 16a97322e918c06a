// The table of docs/security.md must stay true: every requirement in it, every test it names in the tree.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { mutantProblems, tableDifferences } from './lib/mutants.mjs';
import { root } from './lib/root.mjs';
import { readSecurityTable, securityTableProblems } from './lib/security-table.mjs';
import { mutants } from './mutants/list.mjs';

const LAST = 65;
const ids = Array.from({ length: LAST }, (_, index) => `SEC-${String(index + 1).padStart(2, '0')}`);
/** What is not there: certificates for SSH. */
const mayWait = ['SEC-15'];

const table = readFileSync(join(root, 'docs/security.md'), 'utf8');
/** What runs only in the soak shows nothing from one day to the next. */
const contentOf = (file) =>
  /(?<!\.soak)\.(test|spec)\.(ts|tsx|mjs)$/.test(file) && existsSync(join(root, file))
    ? readFileSync(join(root, file), 'utf8')
    : undefined;

describe('docs/security.md', () => {
  it('has a row for each requirement, and each row names tests that are there', () => {
    expect(securityTableProblems(table, { ids, mayWait, contentOf })).toEqual([]);
  });

  it('leaves nothing waiting that has become true', () => {
    const waiting = readSecurityTable(table).flatMap(({ id, waitsFor }) => (waitsFor ? [id] : []));
    expect(waiting).toEqual(mayWait);
  });
});

describe('the mutants', () => {
  it('are there for each row, fit the source, and are noticed by a test that the row names', () => {
    const sourceOf = (file) =>
      existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
    expect(mutantProblems(mutants, readSecurityTable(table), sourceOf)).toEqual([]);
  });

  it('are all listed as killed, and none that is not there: node scripts/mutants.mjs --new --write --hosts', () => {
    expect(tableDifferences(table, mutants)).toEqual([]);
  });
});

describe('the check of the table', () => {
  const good = '| SEC-01 | a | `a.test.ts` › “is so” |\n| SEC-02 | b | not there yet: desktops |';
  const problems = (text) =>
    securityTableProblems(text, {
      ids: ['SEC-01', 'SEC-02'],
      mayWait: ['SEC-02'],
      contentOf: (file) => (file === 'a.test.ts' ? "it('is so', () => {})" : undefined),
    });

  it('takes a good table', () => expect(problems(good)).toEqual([]));

  it.each([
    ['a row is missing', good.split('\n')[0], 'SEC-02 has no row'],
    ['a row stands twice', `${good}\n${good}`, 'the rows are not in order, or one stands there twice'],
    ['a file is not there', good.replace('a.test', 'b.test'), 'SEC-01: b.test.ts is not there'],
    ['a title is not there', good.replace('is so', 'is not so'), 'SEC-01: a.test.ts has no test “is not so”'],
    ['a part of a title', good.replace('is so', 'is s'), 'SEC-01: a.test.ts has no test “is s”'],
    [
      'a row waits that may not',
      good.replace(/`a.*so”/, 'not there yet: x'),
      'SEC-01 must be shown by a test',
    ],
    ['a requirement is empty', good.replace('| a |', '| |'), 'SEC-01 says no requirement'],
    [
      'a row is of another form',
      good.replace('›', '-'),
      'SEC-01 names neither its tests nor what it waits for: `a.test.ts` - “is so”',
    ],
  ])('finds that %s', (_what, text, problem) => {
    expect(problems(text)).toContain(problem);
  });
});
