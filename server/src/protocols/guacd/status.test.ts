import { endCode, sayEnd } from '@jadegate/contract/session/session-end';
import { describe, expect, it } from 'vitest';

import { endOfStatus } from './status.ts';

/** Every code that a client of the product family has a word for. */
const KNOWN = [
  256, 512, 513, 514, 515, 516, 517, 518, 519, 520, 521, 522, 523, 768, 769, 771, 776, 781, 783, 797,
];

describe('a status of guacd', () => {
  it.each(KNOWN)('keeps its number and is said in both languages: %i', (status) => {
    const end = endOfStatus(status);
    expect(endCode(end)).toBe(status);
    expect(sayEnd(end, 'zh-TW')).toMatch(/\p{Script=Han}/u);
    expect(sayEnd(end, 'en')).not.toMatch(/\p{Script=Han}/u);
  });

  it('that nobody knows is an error of the desktop, and keeps its number', () => {
    expect(endOfStatus(4711)).toEqual({ kind: 'desktop_error', status: 4711 });
  });
});
