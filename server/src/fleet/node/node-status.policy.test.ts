import { describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { afterAnswer, afterFailure, type Standing } from './node-status.policy.ts';

const NOW = Date.UTC(2026, 0, 31, 23, 59);
const pace = { now: NOW, intervalMs: MINUTE_MS, random: 0 };
const online: Standing = { status: 'online', failures: 0, seenAt: NOW - MINUTE_MS };
const tcp = { kind: 'tcp' } as const;

describe('a node that answers', () => {
  it('is online, also when it lacks a tool, and asked again after its interval', () => {
    expect(afterAnswer([], pace)).toEqual({ status: 'online', failures: 0, nextAt: NOW + MINUTE_MS });
    expect(afterAnswer([{ kind: 'missing-tool', section: 'lscpu' }], pace).status).toBe('online');
  });

  it('is degraded when a part of it does not answer', () => {
    expect(afterAnswer([{ kind: 'timeout', section: 'gpu' }], pace).status).toBe('degraded');
  });

  it('does not knock in step with the others', () => {
    expect(afterAnswer([], { ...pace, random: 1 }).nextAt).toBe(NOW + 63_000);
  });
});

describe('a node that does not', () => {
  it('is down at the third time, and then asked ever more rarely', () => {
    const first = afterFailure(online, tcp, pace);
    expect(first).toEqual({ status: 'online', failures: 1, nextAt: NOW + MINUTE_MS });
    const second = afterFailure({ ...online, failures: 1 }, tcp, pace);
    expect(second).toMatchObject({ status: 'online', failures: 2 });
    const long = { ...online, seenAt: NOW - 3 * MINUTE_MS };
    const third = afterFailure({ ...long, failures: 2 }, tcp, { ...pace, random: 1 });
    expect(third).toEqual({ status: 'offline', failures: 3, nextAt: NOW + 2 * MINUTE_MS });
    const tenth = afterFailure({ ...long, failures: 9 }, tcp, { ...pace, random: 1 });
    expect(tenth.nextAt).toBe(NOW + 15 * MINUTE_MS);
  });

  it('is not down before two of its intervals have passed', () => {
    expect(afterFailure({ ...online, failures: 2 }, tcp, pace).status).toBe('online');
  });

  it('that never answered is down, too', () => {
    const never: Standing = { status: 'unknown', failures: 2, seenAt: undefined };
    expect(afterFailure(never, tcp, pace).status).toBe('offline');
  });

  it('refuses the login: asked after a quarter of an hour, an hour, and then only by hand', () => {
    const auth = { kind: 'auth' } as const;
    const first = afterFailure({ ...online, failures: 2 }, auth, pace);
    expect(first).toEqual({ status: 'auth-failed', failures: 1, nextAt: NOW + 15 * MINUTE_MS });
    const second = afterFailure({ ...online, ...first }, auth, pace);
    expect(second).toEqual({ status: 'auth-failed', failures: 2, nextAt: NOW + HOUR_MS });
    expect(afterFailure({ ...online, ...second }, auth, pace).nextAt).toBeNull();
  });

  it('has another key: not asked before somebody accepts it', () => {
    expect(afterFailure(online, { kind: 'hostkey' }, pace)).toMatchObject({
      status: 'host-key-changed',
      nextAt: null,
    });
  });
});
