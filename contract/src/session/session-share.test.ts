import { describe, expect, it } from 'vitest';

import { allowsAudience, markLabel, NewShare, readMark, type ParticipantMark } from './session-share.ts';

describe('what a recording says about participants', () => {
  it.each<ParticipantMark>([
    { kind: 'join', mode: 'read', username: 'mei' },
    { kind: 'join', mode: 'write', username: 'a:b' },
    { kind: 'leave', username: 'write:x' },
    { kind: 'hands', username: '陳' },
  ])('comes back as it was: %j', (mark) => {
    expect(readMark(markLabel(mark))).toEqual(mark);
  });

  it.each(['', 'join', 'join:', 'join:admin:mei', 'hands:', 'chapter one', 'xjoin:read:mei'])(
    'is not read into other marks: %j',
    (label) => {
      expect(readMark(label)).toBeUndefined();
    },
  );
});

describe('the setting', () => {
  it('allows named people wherever it allows everybody', () => {
    expect(allowsAudience('off', 'named')).toBe(false);
    expect(allowsAudience('off', 'signed-in')).toBe(false);
    expect(allowsAudience('named', 'named')).toBe(true);
    expect(allowsAudience('named', 'signed-in')).toBe(false);
    expect(allowsAudience('signed-in', 'named')).toBe(true);
    expect(allowsAudience('signed-in', 'signed-in')).toBe(true);
  });
});

describe('a new share', () => {
  const valid = { mode: 'read', audience: 'named', usernames: [' mei '], minutes: 60 };

  it('lasts an hour unless said otherwise, and trims names', () => {
    expect(NewShare.parse({ mode: 'read', audience: 'signed-in' })).toMatchObject({ minutes: 60 });
    expect(NewShare.parse(valid).usernames).toEqual(['mei']);
  });

  it.each([
    { mode: 'admin' },
    { audience: 'anyone' },
    { minutes: 4 },
    { minutes: 1441 },
    { minutes: 5.5 },
    { usernames: [''] },
    { usernames: ['a\nb'] },
    { token: 'mine' },
  ])('is refused with %j', (wrong) => {
    expect(NewShare.safeParse({ ...valid, ...wrong }).success).toBe(false);
  });
});
