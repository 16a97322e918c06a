import { createTicket } from '@jadegate/contract/identity/account';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { refuse, stubApi } from '../test/api-stub.ts';
import { BLOCKED_AFTER } from './open-socket.ts';
import type { WatchState } from './watch-socket.ts';
import { watchTerminal } from './watch-terminal.ts';

/** A socket that does as it is told before it is made. */
class FakeSocket extends EventTarget {
  static opens = false;
  static readonly made: string[] = [];
  binaryType = '';

  constructor(url: string) {
    super();
    FakeSocket.made.push(url);
    queueMicrotask(() => this.dispatchEvent(new Event(FakeSocket.opens ? 'open' : 'error')));
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.opens = false;
  FakeSocket.made.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  const states: WatchState[] = [];
  const nothing = () => undefined;
  const stop = watchTerminal('/sessions/one/monitor', {
    onStart: nothing,
    onSize: nothing,
    onOutput: nothing,
    onState: (state) => states.push(state),
  });
  return { states, stop };
}

it('shows why the server refuses its page, instead of waiting for the network', async () => {
  stubApi().on(createTicket, () => refuse('origin.mismatch', '請管理員設定 JADEGATE_PUBLIC_URL'));
  const { states } = watch();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states.at(-1)).toEqual({
    name: 'over',
    reason: '請管理員設定 JADEGATE_PUBLIC_URL',
    error: 'origin.mismatch',
  });
  expect(FakeSocket.made).toEqual([]);
});

it('waits while the server has an outage, and comes back by itself', async () => {
  let isAway = true;
  stubApi().on(createTicket, () =>
    isAway ? refuse('database.unavailable', '資料庫暫時無法使用') : { ticket: 'one', expiresInSeconds: 30 },
  );
  const { states, stop } = watch();
  await vi.advanceTimersByTimeAsync(100);
  expect(states.at(-1)).toEqual({ name: 'lost', isBlocked: false });
  isAway = false;
  FakeSocket.opens = true;
  await vi.advanceTimersByTimeAsync(2000);
  stop();
  expect(FakeSocket.made).toHaveLength(1);
});

it('tells sockets that never open from a network that is gone, and goes on trying', async () => {
  stubApi().on(createTicket, () => ({ ticket: 'one', expiresInSeconds: 30 }));
  const { states, stop } = watch();
  await vi.advanceTimersByTimeAsync(100);
  expect(states.at(-1)).toEqual({ name: 'lost', isBlocked: false });
  await vi.advanceTimersByTimeAsync(2000 * (BLOCKED_AFTER - 1));
  expect(states.at(-1)).toEqual({ name: 'lost', isBlocked: true });
  FakeSocket.opens = true;
  await vi.advanceTimersByTimeAsync(2000);
  stop();
  expect(FakeSocket.made).toHaveLength(BLOCKED_AFTER + 1);
});
