import { describe, expect, it } from 'vitest';

import { describeFailures, describeSlowest, sumUp } from './vitest.mjs';

const file = (project, counts) => ({
  project,
  file: 'a.test.ts',
  seconds: 1,
  passed: 0,
  failed: 0,
  skipped: 0,
  ...counts,
});

describe('counting tests', () => {
  it('adds up the files of each project', () => {
    const files = [
      file('server', { passed: 3, failed: 2 }),
      file('server', { passed: 1, skipped: 1 }),
      file('web', { passed: 5 }),
    ];
    expect(sumUp(['server', 'web'], files, false)).toEqual([
      { name: 'tests: server', seconds: 2, passed: 4, failed: 2, skipped: 1 },
      { name: 'tests: web', seconds: 1, passed: 5, failed: 0, skipped: 0 },
    ]);
  });
  it('counts a run that broke off, with or without a report', () => {
    expect(sumUp(['web'], [], false)).toContainEqual(expect.objectContaining({ failed: 1 }));
    expect(sumUp(['web'], [file('web', { passed: 5 })], false)).toContainEqual(
      expect.objectContaining({ failed: 1 }),
    );
    expect(sumUp(['web'], [file('web', { passed: 5 })], true)).toHaveLength(1);
  });
});

describe('the slowest files', () => {
  it('come first, so many of them', () => {
    const files = [1, 3, 2].map((seconds) => ({ project: 'web', file: `${seconds}.test.ts`, seconds }));
    expect(describeSlowest(files, 2)).toEqual([
      expect.stringContaining('3.test.ts'),
      expect.stringContaining('2.test.ts'),
    ]);
  });
});

describe('what failed', () => {
  it('is named with its project, its file and the first line of the reason', () => {
    const failures = [{ test: 'a login > is refused', message: 'expected 1 to be 2' }];
    const files = [file('web', { passed: 1 }), file('server', { failed: 1, failures })];
    expect(describeFailures(files)).toEqual([
      '✗ server  a.test.ts  a login > is refused\n    expected 1 to be 2',
    ]);
  });
});
