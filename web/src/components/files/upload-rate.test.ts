import { describe, expect, it } from 'vitest';

import { UploadRate } from './upload-rate.ts';

describe('the rate of uploads', () => {
  it('is that of the last seconds, and none when nothing moves', () => {
    let now = 0;
    const rate = new UploadRate(() => now);
    expect(rate.perSecond).toBeUndefined();
    for (now = 0; now <= 4000; now += 500) {
      rate.add(1000);
    }
    now = 4000;
    expect(rate.perSecond).toBe(2250);
    now = 20_000;
    expect(rate.perSecond).toBeUndefined();
  });
});
