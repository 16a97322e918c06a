import { describe, expect, it } from 'vitest';

import { IpSet } from './ip-set.ts';

describe('an IP set', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    [' 10.0.0.0/8 , 192.168.1.1-192.168.1.9 ', '10.0.0.0/8,192.168.1.1-192.168.1.9'],
    ['::1, 2001:db8::/32, 2001:db8::1 - 2001:db8::ff', '::1,2001:db8::/32,2001:db8::1 - 2001:db8::ff'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('takes %j', (text, kept) => {
    expect(IpSet.parse(text)).toBe(kept);
  });

  it.each([
    '',
    ' ',
    'x',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.1-',
    '10.0.0.1-::1',
    '10.0.0.1-10.0.0.2-10.0.0.3',
    '10.0.0.1;10.0.0.2',
    '2001:db8::/129',
  ])('refuses %j', (text) => {
    expect(IpSet.safeParse(text).success).toBe(false);
  });

  it('does not take apart what is too long', () => {
    const { error } = IpSet.safeParse('nonsense,'.repeat(1000));
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});
