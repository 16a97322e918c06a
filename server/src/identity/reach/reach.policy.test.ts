import { describe, expect, it } from 'vitest';

import { allowsAsMuch, findBeyond, type PersonReach, type Reach, type Terms } from './reach.policy.ts';

const NOW = 1000;

function terms(given: Partial<Terms> = {}): Terms {
  return {
    id: 'g',
    isOpen: true,
    startsAt: null,
    endsAt: null,
    hours: '[]',
    flags: ['copy'],
    idleMinutes: 10,
    maxMinutes: 60,
    isRecorded: true,
    filter: [{ text: 'rm', action: 'deny' }],
    commands: null,
    ...given,
  };
}

describe('one grant allows as much as another', () => {
  it.each<[string, Partial<Terms>]>([
    ['the same', {}],
    ['that begins later', { startsAt: NOW + 1 }],
    ['that ends', { endsAt: NOW + 1 }],
    ['with fewer hours', { hours: '[{}]' }],
    ['with fewer flags', { flags: [] }],
    ['with less time', { idleMinutes: 5, maxMinutes: 30 }],
    [
      'with one more rule that denies',
      {
        filter: [
          { text: 'rm', action: 'deny' },
          { text: 'dd', action: 'deny' },
        ],
      },
    ],
    ['with listed commands alone', { commands: ['a'] }],
  ])('%s', (_what, narrower) => {
    expect(allowsAsMuch(terms(), terms(narrower), NOW)).toBe(true);
  });

  it.each<[string, Partial<Terms>, Partial<Terms>?]>([
    ['with more flags', { flags: ['copy', 'paste'] }],
    ['with more time', { maxMinutes: 61 }],
    ['with a limit that is left to the settings, which may have none', { maxMinutes: 0 }],
    ['that is not recorded', { isRecorded: false }],
    ['without the filter', { filter: null }],
    ['with a rule less', { filter: [] }],
    [
      'with a rule that allows',
      {
        filter: [
          { text: 'rm', action: 'deny' },
          { text: 'x', action: 'allow' },
        ],
      },
    ],
    ['that lasts', {}, { endsAt: NOW + 5 }],
    ['that begins before', {}, { startsAt: NOW + 5 }],
    ['at all hours', {}, { hours: '[{}]' }],
    ['that opens a shell', {}, { commands: ['a'] }],
    ['with one more command', { commands: ['a', 'b'] }, { commands: ['a'] }],
    ['while its strategy is gone', {}, { isOpen: false }],
  ])('but not as one %s', (_what, theirs, own = {}) => {
    expect(allowsAsMuch(terms(own), terms(theirs), NOW)).toBe(false);
  });
});

const person = (given: Partial<PersonReach> = {}): PersonReach => ({
  name: '',
  menus: new Set(),
  holders: ['me'],
  assets: new Set(),
  credentials: new Set(),
  spaces: new Map(),
  policies: [],
  ...given,
});
const reach = (
  people: Record<string, PersonReach>,
  grants: Record<string, Record<string, Terms>> = {},
): Reach => ({
  people: new Map(Object.entries(people)),
  grants: new Map(Object.entries(grants).map(([holder, held]) => [holder, new Map(Object.entries(held))])),
});
const BOUND = { assets: false, credentials: false, files: false };
const beyond = (before: Reach, after: Reach, unbound = BOUND) =>
  findBeyond({ actorId: 'me', before, after, unbound, now: NOW });

describe('what is found beyond', () => {
  const nothing = reach({ me: person() });

  it('is the first right, asset, credential or space that is new, and nothing where there is none', () => {
    expect(beyond(nothing, nothing)).toBeUndefined();
    expect(beyond(nothing, reach({ me: person({ menus: new Set(['user']) }) }))).toMatchObject({
      kind: 'menu',
      menus: ['user'],
    });
    expect(beyond(nothing, reach({ me: person({ assets: new Set(['a']) }) }))?.kind).toBe('asset');
    expect(beyond(nothing, reach({ me: person({ credentials: new Set(['c']) }) }))?.kind).toBe('credential');
    const reads = reach({ me: person({ spaces: new Map([['s', 1]]) }) });
    expect(beyond(nothing, reads)?.kind).toBe('file');
    expect(beyond(reads, reach({ me: person({ spaces: new Map([['s', 2]]) }) }))?.kind).toBe('file');
    expect(beyond(reads, reads)).toBeUndefined();
  });

  it('is nothing where there is nothing to gain', () => {
    const all = reach({
      me: person({ assets: new Set(['a']), credentials: new Set(['c']), spaces: new Map([['s', 2]]) }),
    });
    expect(beyond(nothing, all, { assets: true, credentials: true, files: true })).toBeUndefined();
  });

  it('counts through another account, which covers nothing itself', () => {
    const puppet = person({ holders: ['puppet'], assets: new Set(['a']) });
    expect(beyond(nothing, reach({ me: person(), puppet }))).toMatchObject({
      kind: 'asset',
      userId: 'puppet',
    });
    // What it had before is not new; but it does not become the actor's by that.
    const both = reach({ me: person(), puppet });
    expect(beyond(both, both)).toBeUndefined();
    expect(beyond(both, reach({ me: person({ assets: new Set(['a']) }), puppet }))).toMatchObject({
      userId: 'me',
    });
  });

  it('is a grant that nothing covers, or that shows when a narrower one is gone', () => {
    const narrow = terms({ id: 'own' });
    const wide = terms({ id: 'group', flags: ['copy', 'paste'] });
    const me = person({ holders: ['me', 'team'] });
    const before = reach({ me }, { me: { a: narrow }, team: { a: wide } });
    expect(beyond(before, before)).toBeUndefined();
    expect(beyond(before, reach({ me }, { team: { a: wide } }))?.kind).toBe('grant');
    expect(beyond(before, reach({ me }, { me: { a: narrow } }))).toBeUndefined();
    expect(beyond(before, reach({ me }, { me: { a: narrow, b: narrow }, team: { a: wide } }))?.kind).toBe(
      'grant',
    );
    const owner = reach({ me: person({ assets: new Set(['b']) }) });
    expect(
      beyond(owner, reach({ me: person({ assets: new Set(['b']) }) }, { me: { b: wide } })),
    ).toBeUndefined();
  });

  it('is a login policy that binds no more', () => {
    const bound = reach({ me: person({ policies: [{ text: 'p', rejects: false }] }) });
    expect(beyond(bound, nothing)?.kind).toBe('policy');
    const more = [
      { text: 'p', rejects: false },
      { text: 'q', rejects: true },
    ];
    expect(beyond(bound, reach({ me: person({ policies: more }) }))).toBeUndefined();
  });
});
