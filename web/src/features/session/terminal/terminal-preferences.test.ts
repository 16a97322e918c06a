import { describe, expect, it } from 'vitest';

import { lookOf, stepFontSize } from './terminal-preferences.ts';

const ASSET = { scheme: 'paper', font: "courier new, 'x'", fontSize: 18 } as const;

describe('how a terminal looks', () => {
  it('is what settings and asset say until the person chooses', () => {
    expect(lookOf({}, ASSET)).toMatchObject({ scheme: 'paper', fontSize: 18 });
    expect(lookOf({}, ASSET).fontFamily).toMatch(/^"courier new", "x", "JetBrains Mono", .* monospace$/);
    expect(lookOf({ scheme: 'ink', font: 'Consolas' }, ASSET)).toMatchObject({ scheme: 'ink', fontSize: 18 });
    expect(lookOf({ font: 'Consolas' }, ASSET).fontFamily).toMatch(/^"Consolas", /);
  });

  it('grows from the size that is shown, within bounds, and goes back to the size of the asset', () => {
    expect(stepFontSize({}, 1, 18)).toEqual({ fontSize: 19 });
    expect(stepFontSize({ scheme: 'ink', fontSize: 40 }, 1, 40)).toEqual({ scheme: 'ink', fontSize: 40 });
    expect(stepFontSize({ scheme: 'ink', fontSize: 30 }, 0, 30)).toEqual({ scheme: 'ink' });
  });
});
