import { expect, it } from 'vitest';

import { familyTime } from '../kernel/family-time.ts';
import { rotatedText } from './ssh-host-key.ts';

const rotated = {
  presentedFrom: Date.parse('2026-11-26T17:24:45Z'),
  fingerprints: ['SHA256:one', 'SHA256:two'],
};

it('says from when clients are shown the new keys, and which they are', () => {
  expect(rotatedText(rotated, 7)).toEqual([
    `clients are shown the new keys from ${familyTime(rotated.presentedFrom)}, and told of them until then:`,
    '  SHA256:one',
    '  SHA256:two',
  ]);
});

it('says that nobody is told of those that are shown at once', () => {
  expect(rotatedText(rotated, 0)[0]).toBe(
    'clients are shown the new keys at once, and warn whoever knows only the old ones:',
  );
});
