import { describe, expect, it } from 'vitest';

import {
  applyPatch,
  mutantProblems,
  MUTANTS_BEGIN,
  readMutantTable,
  tableDifferences,
  titlePattern,
  verdict,
  writeMutantTable,
} from './mutants.mjs';

const mutant = {
  row: 'SEC-01',
  rule: 'a is b',
  file: 'server/src/a.ts',
  find: 'a === b',
  replace: 'true',
  by: 'server/src/a.test.ts › says %s',
};
const test = { file: 'server/src/a.test.ts', title: 'says %s' };
const report = (tests, more = {}) => ({
  testResults: [
    {
      name: '/tree/server/src/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: tests.map(([fullName, status, ...failureMessages]) => ({
        fullName,
        status,
        failureMessages,
      })),
      ...more,
    },
  ],
});

describe('taking a rule out', () => {
  it('changes the one place that it is in', () => {
    expect(applyPatch('if (a === b) {}', mutant)).toBe('if (true) {}');
    expect(applyPatch('if (a === b) {}', { ...mutant, replace: "$& $'" })).toBe("if ($& $') {}");
  });

  it.each(['if (a == b) {}', 'a === b || a === b'])('does not where that is not one: %s', (text) => {
    expect(() => applyPatch(text, mutant)).toThrow(/occurs (0|2) times/);
  });
});

describe('the verdict', () => {
  it.each([
    ['killed', [['all says yes', 'failed', 'AssertionError: expected 1 to be 2\n  at a']]],
    ['killed', [['all says yes', 'failed', 'Error: Test timed out in 60000ms.']]],
    ['killed', [['all says yes', 'failed', 'SyntaxError: Unexpected token u in JSON at position 0']]],
    [
      'survived',
      [
        ['all says yes', 'passed'],
        ['another', 'skipped'],
      ],
    ],
    ['broken', [['all says yes', 'failed', 'ReferenceError: c is not defined']]],
    ['broken', [['all says yes', 'failed', 'SyntaxError: Unexpected end of input']]],
    ['broken', [['all says yes', 'skipped']]],
    ['broken', [['another', 'failed', 'AssertionError: no']]],
    ['broken', []],
  ])('is %s', (state, tests) => {
    const status = state === 'survived' ? 'passed' : 'failed';
    expect(verdict(report(tests, { status }), test)).toMatchObject({ state });
  });

  it('is broken where nothing was reported, or a hook failed beside what passed', () => {
    expect(verdict(undefined, test)).toMatchObject({ state: 'broken' });
    expect(verdict({ testResults: [] }, test)).toMatchObject({ state: 'broken' });
    expect(verdict(report([['says yes', 'passed']], { message: 'Error: no\nmore' }), test)).toEqual({
      state: 'broken',
      reason: 'Error: no',
    });
  });

  it('looks for titles as tables of cases fill them in', () => {
    const pattern = new RegExp(titlePattern('refuses %j as a path (or $1): %s'));
    expect(pattern.test('files refuses "/.." as a path (or $1): why')).toBe(true);
    expect(pattern.test('files refuses "/.." as a path')).toBe(false);
  });
});

describe('the list', () => {
  const rows = [
    { id: 'SEC-01', proofs: [test] },
    { id: 'SEC-02', proofs: [], waitsFor: 'x' },
  ];
  const problems = (mutants, text = 'a === b') => mutantProblems(mutants, rows, () => text);

  it('is good as it is', () => expect(problems([mutant])).toEqual([]));

  it.each([
    ['a row has none', [], 'SEC-01 has no mutant'],
    [
      'a test is not of the row',
      [{ ...mutant, by: 'server/src/a.test.ts › x' }],
      'SEC-01: the row does not name “server/src/a.test.ts › x”',
    ],
    [
      'a test needs a build',
      [{ ...mutant, by: 'e2e/src/a.spec.ts › x' }],
      'SEC-01: “e2e/src/a.spec.ts › x” does not run from source',
    ],
    ['it stands there twice', [mutant, { ...mutant }], 'SEC-01: “a is b” stands there twice'],
    ['it changes nothing', [{ ...mutant, replace: mutant.find }], 'SEC-01: “a === b” is replaced by itself'],
    ['it does not fit', [{ ...mutant, find: 'c' }], 'SEC-01: “c” occurs 0 times in server/src/a.ts'],
    [
      'its other place does not fit',
      [{ ...mutant, also: [{ file: 'b.ts', find: 'c', replace: '' }] }],
      'SEC-01: “c” occurs 0 times in b.ts',
    ],
  ])('is found out where %s', (_what, mutants, problem) => {
    expect(problems(mutants)).toContain(problem);
  });

  it('is found out where a file is gone', () => {
    expect(mutantProblems([mutant], rows, () => undefined)).toEqual(['SEC-01: server/src/a.ts is not there']);
  });
});

describe('docs/security.md', () => {
  const other = { ...mutant, rule: 'b is c' };
  const empty = `before\n${MUTANTS_BEGIN}\n<!-- end of mutants -->\nafter\n`;

  it('says what was killed, keeps what was not run, and loses what survived or is gone', () => {
    const first = writeMutantTable(
      empty,
      [mutant, other],
      [
        { mutant, state: 'killed' },
        { mutant: other, state: 'survived' },
      ],
    );
    expect(readMutantTable(first)).toEqual([
      '| SEC-01 | a is b | `server/src/a.ts` | `server/src/a.test.ts` › “says %s” |',
    ]);
    expect(tableDifferences(first, [mutant, other])).toEqual([
      expect.stringContaining('not run yet: | SEC-01 | b is c'),
    ]);
    const second = writeMutantTable(first, [mutant, other], [{ mutant: other, state: 'killed' }]);
    expect(tableDifferences(second, [mutant, other])).toEqual([]);
    expect(tableDifferences(second, [other])).toEqual([expect.stringContaining('no such mutant')]);
    expect(
      readMutantTable(writeMutantTable(second, [mutant, other], [{ mutant, state: 'survived' }])),
    ).toHaveLength(1);
    expect(second.startsWith('before\n')).toBe(true);
    expect(second.endsWith('\nafter\n')).toBe(true);
  });
});
