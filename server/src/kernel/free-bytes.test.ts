import { expect, it } from 'vitest';

import { freeBytes } from './free-bytes.ts';

const MEGABYTE = 1024 * 1024;

it('gives memory back at once', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < 64; round += 1) {
    freeBytes(new Uint8Array(16 * MEGABYTE));
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MEGABYTE);
});

it('leaves alone what others see, too', () => {
  const whole = Buffer.alloc(MEGABYTE, 'a');
  freeBytes(whole.subarray(0, MEGABYTE / 2));
  freeBytes(whole.subarray(MEGABYTE / 2));
  freeBytes(Buffer.from('small'));
  freeBytes(new Uint8Array(new SharedArrayBuffer(MEGABYTE)));
  expect(whole.equals(Buffer.alloc(MEGABYTE, 'a'))).toBe(true);
});
