import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { CHUNK_TIMEOUT_MS, loadChunk } from './load-chunk.ts';

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

afterEach(() => {
  vi.useRealTimers();
});

function serverAnswers(isThere: boolean): void {
  vi.stubGlobal('fetch', () =>
    isThere ? Promise.resolve(new Response('<html>')) : Promise.reject(new TypeError()),
  );
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    return `loaded ${String(await work)}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'something else';
  }
}

function failing(times: number) {
  let left = times;
  return vi.fn<() => Promise<string>>(() => {
    left -= 1;
    return left >= 0 ? Promise.reject(new Error('gone')) : Promise.resolve('part');
  });
}

it('asks again for a part that did not come', async () => {
  const load = failing(2);
  const loaded = loadChunk(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
});

it('gives up after 120 seconds', async () => {
  const outcome = outcomeOf(loadChunk(() => new Promise(() => {})));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toContain('120 seconds');
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  expect(reload).not.toHaveBeenCalled();
});

it('reloads the page once when a part is gone but the server is there', async () => {
  serverAnswers(true);
  void loadChunk(failing(9));
  await vi.runAllTimersAsync();
  expect(reload).toHaveBeenCalledOnce();
  const second = outcomeOf(loadChunk(failing(9)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await second).toBe('gone');
  expect(reload).toHaveBeenCalledOnce();
});

it('does not reload while the server cannot be reached', async () => {
  serverAnswers(false);
  const outcome = outcomeOf(loadChunk(failing(9)));
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('gone');
  expect(reload).not.toHaveBeenCalled();
});
