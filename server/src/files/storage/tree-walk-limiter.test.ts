import { describe, expect, it } from 'vitest';

import { TreeWalkLimiter } from './tree-walk-limiter.ts';

describe('walks of a person', () => {
  const clock = { at: 0, now: () => clock.at };
  const held = () => {
    let release = () => undefined as void;
    const until = new Promise<void>((resolve) => (release = resolve));
    return { until, release };
  };

  it('are one at a time, in their order; those of others go on', async () => {
    const walks = new TreeWalkLimiter({ clock });
    const { until, release } = held();
    const done: string[] = [];
    const first = walks.run('a', 1, async () => {
      await until;
      done.push('first');
    });
    const second = walks.run('a', 1, async () => void done.push('second'));
    await walks.run('b', 1, async () => void done.push('other'));
    release();
    await Promise.all([first, second]);
    expect(done).toEqual(['other', 'first', 'second']);
  });

  it('are refused at once when too many wait', async () => {
    const walks = new TreeWalkLimiter({ clock });
    const { until, release } = held();
    const first = walks.run('a', 1, () => until);
    const waiting = Array.from({ length: 4 }, () => walks.run('a', 1, async () => 'done'));
    await expect(walks.run('a', 1, async () => 'done')).rejects.toMatchObject({ code: 'storage.walking' });
    release();
    await first;
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done', 'done']);
    expect(await walks.run('a', 1, async () => 'done')).toBe('done');
  });

  it('are refused when they wait too long', async () => {
    const walks = new TreeWalkLimiter({ clock, patienceMs: 20 });
    const { until, release } = held();
    const first = walks.run('a', 1, () => until);
    await expect(walks.run('a', 1, async () => 'done')).rejects.toMatchObject({ code: 'storage.walking' });
    release();
    await first;
  });

  it('have a time, which begins with their turn', async () => {
    const walks = new TreeWalkLimiter({ clock });
    await walks.run('a', 100, async (time) => {
      clock.at += 100;
      expect(time.isOver).toBe(false);
      time.refuseOver();
      clock.at += 1;
      expect(time.isOver).toBe(true);
      expect(() => time.refuseOver()).toThrow(expect.objectContaining({ code: 'storage.too_long' }));
    });
  });
});
