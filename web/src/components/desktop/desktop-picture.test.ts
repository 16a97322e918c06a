import { describe, expect, it } from 'vitest';

import { fittingScale } from './desktop-picture.ts';

describe('the scale of a picture', () => {
  it('is the one at which both sides fit', () => {
    expect(fittingScale({ width: 1000, height: 500 }, { width: 500, height: 500 })).toBe(0.5);
    expect(fittingScale({ width: 1000, height: 500 }, { width: 2000, height: 750 })).toBe(1.5);
  });

  it('is one where the picture leaves no more than an edge free', () => {
    expect(fittingScale({ width: 1000, height: 500 }, { width: 1004, height: 502 })).toBe(1);
    // One pixel too large is not all seen.
    expect(fittingScale({ width: 1000, height: 500 }, { width: 999, height: 500 })).toBe(0.999);
  });

  it('is not known while either has no size', () => {
    expect(fittingScale({ width: 0, height: 0 }, { width: 500, height: 500 })).toBeUndefined();
    expect(fittingScale({ width: 1000, height: 500 }, { width: 500, height: 0 })).toBeUndefined();
  });
});
