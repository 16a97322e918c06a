import { describe, expect, it } from 'vitest';

import { ReadCache } from './read-cache.ts';

function setup({ isShared = false } = {}) {
  const state = { writes: 0, now: 1000, reads: 0, value: 'first' as string | undefined };
  const database = isShared ? {} : { writes: () => state.writes };
  const remembered = new ReadCache<string>(database, () => state.now);
  const read = async () => {
    state.reads += 1;
    return state.value;
  };
  return { state, ask: (key = 'key') => remembered.get(key, read), remembered };
}

describe('what is remembered', () => {
  it('is read once as long as nothing is written', async () => {
    const { state, ask } = setup();
    expect([await ask(), await ask()]).toEqual(['first', 'first']);
    expect(state.reads).toBe(1);
    await ask('another key');
    expect(state.reads).toBe(2);
  });

  it('is read again after any write', async () => {
    const { state, ask } = setup();
    await ask();
    state.value = 'second';
    state.writes += 1;
    expect(await ask()).toBe('second');
  });

  it('is read again after a second, for what another process has written', async () => {
    const { state, ask } = setup();
    await ask();
    state.value = 'second';
    state.now += 999;
    expect(await ask()).toBe('first');
    state.now += 1;
    expect(await ask()).toBe('second');
  });

  it('is not kept when something was written while it was read', async () => {
    const { state, remembered, ask } = setup();
    await remembered.get('key', async () => {
      state.writes += 1;
      return 'from before the write';
    });
    expect(await ask()).toBe('first');
  });

  it('is never that there is nothing', async () => {
    const { state, ask } = setup();
    state.value = undefined;
    expect(await ask()).toBeUndefined();
    state.value = 'now there is';
    expect(await ask()).toBe('now there is');
  });

  it('is nothing at all where other servers write too', async () => {
    const { state, ask } = setup({ isShared: true });
    await ask();
    state.value = 'second';
    expect(await ask()).toBe('second');
  });
});
