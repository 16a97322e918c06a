// Time limits need no database, and a look at one session that fails leaves the others to be looked at.
import type { SessionEnd } from '@jadegate/contract/session/session-end';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import type { LoginService } from '../../identity/auth/login.service.ts';
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/logger.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { OrphanSessions } from './orphan-sessions.ts';
import type { RemoteSessionEnds } from './remote-session-ends.ts';
import type { SessionEndings } from './session-endings.ts';
import { SessionPatrol, type Patrolled } from './session-patrol.ts';
import type { SessionPlaces } from './session-places.ts';

const ROUND_MS = 2 * SECOND_MS;
const fails = () => Promise.reject(new Error('the database is away'));
const hangs = () => new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function session(id: string, idleMinutes = 0): Patrolled {
  const now = Date.now();
  return {
    record: { id, user_id: id, asset_id: 'asset', vm_id: '', login_id: null } as Patrolled['record'],
    limits: { idleMinutes, maxMinutes: 0 } as Patrolled['limits'],
    clock: { now: () => Date.now() },
    startedAt: now,
    lastInputAt: now,
    ending: undefined,
  };
}

/** A patrol over sessions, with a database that answers as told. */
function patrol(
  live: Patrolled[],
  database: () => Promise<unknown>,
  {
    allowed = () => true,
    checks = [],
    renew = database,
  }: {
    allowed?: (userId: string) => boolean;
    checks?: (() => Promise<void>)[];
    renew?: () => Promise<unknown>;
  } = {},
) {
  const ended: [string, SessionEnd['kind']][] = [];
  const decided: string[] = [];
  const places = {
    decide: async ({ user_id: userId }: { user_id: string }) => {
      await database();
      if (userId === 'broken') {
        await fails();
      }
      return { allowed: allowed(userId), limits: { commandFilterId: null }, flags: {}, channels: {} };
    },
  };
  const one = new SessionPatrol<Patrolled>({
    live: () => live.filter(({ record }) => !ended.some(([id]) => id === record.id)),
    end: (id, { kind }) => ended.push([id, kind]),
    endOfDisk: () => undefined,
    warn: () => undefined,
    applyDecision: ({ record }) => decided.push(record.id),
    checks,
    removePrepared: async () => void (await database()),
    places: places as unknown as SessionPlaces,
    logins: {} as LoginService,
    filters: { of: async () => undefined } as unknown as LiveFilterService,
    processes: { renew } as unknown as ServerProcessService,
    endings: { payOwed: async () => undefined } as unknown as SessionEndings,
    orders: { listFor: async () => (await database(), new Map()) } as unknown as RemoteSessionEnds,
    orphans: { close: database } as unknown as OrphanSessions,
    clock: { now: () => Date.now() },
    logger: createLogger('fatal'),
  });
  return { one, ended, decided };
}

it.each([
  ['fails', fails],
  ['does not answer', hangs],
])('while the database %s a session still ends at its limit', async (_how, database) => {
  const { one, ended } = patrol([session('first', 1), session('second')], database);
  void one.start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS - ROUND_MS);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(ended).toEqual([['first', 'idle']]);
  one.stop();
});

it('a look at one that fails leaves the others to be looked at', async () => {
  const live = ['broken', 'good', 'lost'].map((id) => session(id));
  const { one, ended, decided } = patrol(live, async () => undefined, {
    allowed: (userId) => userId !== 'lost',
  });
  await one.start();
  expect(ended).toEqual([['lost', 'access_lost']]);
  expect(decided).toEqual(['good']);
  one.stop();
});

it('what else it checks goes one round after the other, and one that fails leaves the rest', async () => {
  let asked = 0;
  const slow = async () => {
    asked += 1;
    await hangs();
  };
  const { one } = patrol([], async () => undefined, { checks: [fails, slow] });
  void one.start();
  await vi.advanceTimersByTimeAsync(5 * ROUND_MS);
  expect(asked).toBe(1);
  one.stop();
});

it('a round that takes long does not make the server look dead', async () => {
  let signs = 0;
  const renew = async () => void (signs += 1);
  const { one } = patrol([], async () => undefined, { checks: [hangs], renew });
  void one.start();
  await vi.advanceTimersByTimeAsync(5 * ROUND_MS);
  expect(signs).toBe(5);
  one.stop();
});

it('everything is judged at once when the lease is back, whatever a round before still waits for', async () => {
  let isBack = false;
  const database = () => (isBack ? Promise.resolve() : hangs());
  const { one, ended } = patrol([session('first')], database, {
    allowed: () => false,
    renew: async () => undefined,
  });
  void one.start();
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(ended).toEqual([]);
  isBack = true;
  one.judgeAnew();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual([['first', 'access_lost']]);
  one.stop();
});

it('a round of which the database answers nothing is not the last', async () => {
  let isBack = false;
  const database = () => (isBack ? Promise.resolve() : hangs());
  const { one, ended } = patrol([session('first')], database, { allowed: () => false });
  void one.start();
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  isBack = true;
  await vi.advanceTimersByTimeAsync(40 * SECOND_MS);
  expect(ended).toEqual([['first', 'access_lost']]);
  one.stop();
});
