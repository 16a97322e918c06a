import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { MINUTE_MS } from './clock.ts';
import { createLogger } from './logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a trouble is written once, then counted every minute, until a minute brings none', () => {
  const lines: { msg: string; more?: number; what?: object; err?: { stack: string } }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const isAway = (error: unknown) => (error instanceof RangeError ? 'away' : undefined);
  const logger = createLogger('info', destination, isAway);
  const fail = (message: string) => logger.warn({ err: new RangeError('no answer') }, message);
  const told = () => lines.splice(0).map(({ msg }) => msg);

  for (let second = 0; second < 10; second += 1) {
    fail('sessions');
    fail('requests');
  }
  logger.warn({ err: new Error('something else') }, 'another');
  logger.info('well');
  expect(lines[0]?.err?.stack).toContain('no answer');
  expect(told()).toEqual(['sessions', 'another', 'well']);

  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines).toMatchObject([{ more: 19, what: { sessions: 9, requests: 10 } }]);
  expect(told()).toEqual(['and 19 more in the last minute']);

  fail('sessions');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(told()).toEqual(['and 1 more in the last minute']);
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(told()).toEqual([]);
  fail('sessions');
  expect(told()).toEqual(['sessions']);
});
