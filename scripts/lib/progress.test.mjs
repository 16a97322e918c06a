import { describe, expect, it } from 'vitest';

import { Progress } from './progress.mjs';

function surroundings({ isTTY = false } = {}) {
  const written = [];
  let time = 0;
  const out = { isTTY, columns: 120, write: (text) => written.push(text) };
  const progress = new Progress({ out, now: () => time });
  return { written, progress, pass: (seconds) => (time += seconds * 1000) };
}

describe('Progress', () => {
  it('says when a step begins, and at its end how long it took', async () => {
    const { written, progress, pass } = surroundings();
    const result = await progress.step('編譯', 'Compiling', async () => {
      pass(107);
      return { ok: true, output: 'x' };
    });
    expect(result).toEqual({ ok: true, output: 'x' });
    expect(written).toEqual(['> 編譯 Compiling…\n', '✓ 編譯 Compiling  107.0 s\n']);
  });

  it('marks a step that failed, whether it says so or throws', async () => {
    const { written, progress } = surroundings();
    await progress.step('一', 'One', async () => ({ ok: false }));
    const thrown = progress.step('二', 'Two', async () => {
      throw new Error('no disk');
    });
    await expect(thrown).rejects.toThrow('no disk');
    expect(written).toContain('✗ 一 One  0.0 s\n');
    expect(written).toContain('✗ 二 Two  0.0 s\n');
  });

  it('shows all that is under way, with what each works on', async () => {
    const { written, progress, pass } = surroundings();
    await progress.step('編譯', 'Compiling', async (show) => {
      show('better-sqlite3: sqlite3');
      await progress.step('建置', 'Building', async () => {
        pass(5);
        progress.tick();
      });
    });
    expect(written).toContain('  better-sqlite3: sqlite3 5 s · 建置 Building 5 s\n');
  });

  it('draws over its last line in a terminal, and leaves none behind', async () => {
    const { written, progress } = surroundings({ isTTY: true });
    await progress.step('編譯', 'Compiling', async () => progress.tick());
    const shown = written.join('').split('\n').at(-1);
    expect(written.join('')).toContain('\r\u001b[K  編譯 Compiling 0 s');
    expect(shown).toBe('');
  });
});
