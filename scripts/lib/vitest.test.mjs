import { describe, expect, it } from 'vitest';

import { countTests } from './vitest.mjs';

const report = (fields) =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...fields });

describe('counting tests', () => {
  it('takes the numbers of the report', () => {
    expect(
      countTests(
        report({ numPassedTests: 3, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }),
        false,
      ),
    ).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    });
  });
  it('counts a file that could not be loaded', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(countTests(report({ numPassedTests: 1, numFailedTests: 1, testResults }), false)).toMatchObject({
      failed: 2,
    });
  });
  it('counts a run that broke off, with or without a report', () => {
    expect(countTests(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countTests(report({ numPassedTests: 5 }), false)).toMatchObject({ passed: 5, failed: 1 });
  });
});
