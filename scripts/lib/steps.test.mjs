import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Steps } from './steps.mjs';

const lastLine = (steps) => steps.summary().split('\n').at(-1);

describe('Steps', () => {
  let printed;
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text));
  });

  it('counts a step as one test, or as the parts it has', async () => {
    const steps = new Steps();
    await steps.run('types', async () => ({ ok: true, output: 'fine' }));
    const parts = [
      { name: 'server', seconds: 1, passed: 5, failed: 0, skipped: 0 },
      { name: 'web', seconds: 1, passed: 2, failed: 0, skipped: 0 },
    ];
    await steps.run('tests', async () => ({ ok: true, parts }));
    expect(lastLine(steps)).toBe('8 passed, 0 failed');
    expect(steps.failed).toBe(false);
    expect(printed).not.toContain('fine');
  });
  it('goes on after a failure and shows what the step said', async () => {
    const steps = new Steps();
    await steps.run('lint', async () => ({ ok: false, output: 'a.ts:1: wrong' }));
    await steps.run('build', async () => {
      throw new Error('no disk');
    });
    await steps.run('words', async () => ({ ok: true }));
    expect(lastLine(steps)).toBe('1 passed, 2 failed');
    expect(steps.failed).toBe(true);
    expect(printed.join('\n')).toMatch(/a\.ts:1: wrong[^]*no disk/);
  });
  it('names what was skipped, and why', async () => {
    const steps = new Steps();
    steps.skip('e2e', 'this is not Debian');
    expect(lastLine(steps)).toBe('0 passed, 0 failed, 1 skipped');
    expect(printed.join('\n')).toContain('this is not Debian');
  });
  it('runs nothing more once interrupted, and has then failed', async () => {
    const steps = new Steps();
    const work = vi.fn(async () => ({ ok: true }));
    steps.interrupt();
    await steps.run('types', work);
    expect(work).not.toHaveBeenCalled();
    expect(steps.failed).toBe(true);
  });
});
