import { afterEach, describe, expect, it, vi } from 'vitest';

import { defects, logDefects, runInBackground } from './defects.ts';
import { createLogger } from './logger.ts';

const lines: string[] = [];
const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
const stops: (() => void)[] = [];

afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  lines.splice(0);
});

describe('work that nobody waits for', () => {
  it('is written down and counted when it fails, with where it came from and nothing else', async () => {
    stops.push(logDefects(logger));
    const before = defects.count;
    const cause = new Error('the line was cut');
    const error = Object.assign(new Error('it failed', { cause }), { parameters: ['hunter2'] });
    runInBackground(Promise.reject(error), 'the log of a download');
    runInBackground(Promise.resolve(), 'what works');
    runInBackground(undefined, 'what was not begun');
    await vi.waitUntil(() => lines.length > 0, { timeout: 30_000 });
    expect(defects.count).toBe(before + 1);
    const [line = ''] = lines;
    expect(JSON.parse(line)).toMatchObject({ level: 'error', what: 'the log of a download' });
    expect(line).toContain('defects.test.ts');
    expect(line).toContain('caused by Error: the line was cut');
    expect(line).not.toContain('hunter2');
  });

  it('says of what is no error only that it is none', () => {
    stops.push(logDefects(logger));
    defects.report('hunter2', 'odd work');
    expect(lines.join('')).toContain('thrown: string');
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('does not fill the log when it fails in a loop, and is counted all the same', () => {
    let now = 0;
    stops.push(logDefects(logger, () => now));
    const before = defects.count;
    for (let time = 0; time < 500; time += 1) {
      defects.report(new Error('again'), 'a loop');
    }
    expect(lines).toHaveLength(60);
    expect(defects.count).toBe(before + 500);
    now = 60_000;
    defects.report(new Error('later'), 'a loop');
    expect(lines).toHaveLength(61);
  });
});
