import {
  ALL_CHANNELS,
  CHANNEL_SWITCHES,
  channelRights,
  NO_CHANNELS,
} from '@jadegate/contract/access/channel-rights';
import { STRATEGY_FLAGS, type StrategyFlag } from '@jadegate/contract/access/strategy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nextChange, nextClosing, nextOpening } from './access-moments.ts';
import {
  decideAccess,
  decideUse,
  type AccessFacts,
  type Grant,
  type GrantedStrategy,
} from './access.policy.ts';

/** A Monday, in whatever zone this runs. */
const MONDAY = new Date(2026, 10, 16);
const at = (day: number, hour: number, minute = 0, ms = 0) =>
  new Date(MONDAY.getFullYear(), MONDAY.getMonth(), MONDAY.getDate() + day, hour, minute, 0, ms);
const MINUTE = 60_000;

const strategyWith = (name: string, ...allowed: StrategyFlag[]): GrantedStrategy => ({
  id: name,
  name,
  flags: Object.fromEntries(
    STRATEGY_FLAGS.map((flag) => [flag, allowed.includes(flag)]),
  ) as GrantedStrategy['flags'],
  idleMinutes: 5,
  maxMinutes: 60,
  recording: allowed.length % 2 === 0,
  commandFilterId: allowed.length > 2 ? 'filter of the strategy' : null,
  commandsOnly: false,
  channels: channelRights(['shell', 'exec']),
});

/** Much of files, and no terminal. */
const withoutShell = {
  ...strategyWith('transfer', 'upload', 'download', 'delete', 'rename'),
  channels: channelRights([]),
};
const ide = { ...strategyWith('ide'), channels: channelRights(['shell', 'ide']) };

/** Allows much, but nothing is opened. */
const onlyCommands = { ...strategyWith('listed', 'upload', 'download', 'edit', 'copy'), commandsOnly: true };

const aGrant = (given: Partial<Grant> = {}): Grant => ({
  id: 'grant',
  kind: 'user',
  strategy: null,
  startsAt: null,
  endsAt: null,
  windows: [],
  createdAt: 0,
  commandFilterId: null,
  ...given,
});
const facts = (grants: Grant[], given: Partial<AccessFacts> = {}): AccessFacts => ({
  person: { id: 'me', type: 'user', status: 'enabled', mayAccessAll: false },
  asset: { id: 'host', ownerId: 'somebody' },
  grants,
  ...given,
});
const everyFlag = STRATEGY_FLAGS.map(() => true);
const noFlag = STRATEGY_FLAGS.map(() => false);

describe('a decision', () => {
  const noon = at(0, 12);

  it.each([
    ['nobody', { person: undefined }, 'person'],
    ['an asset that is not there', { asset: undefined }, 'asset'],
    [
      'somebody disabled, even the owner and an administrator',
      {
        person: { id: 'somebody', type: 'admin', status: 'disabled', mayAccessAll: true } as const,
      },
      'person',
    ],
  ])('refuses %s', (_who, given, rule) => {
    const decision = decideAccess(facts([aGrant()], given), noon);
    expect(decision).toMatchObject({ allowed: false, decidedBy: { rule } });
    expect(Object.values(decision.flags)).toEqual(noFlag);
    expect(decision.channels).toEqual(NO_CHANNELS);
  });

  it('gives administrators who may access assets, and owners, everything', () => {
    const admin = { id: 'me', type: 'admin', status: 'enabled', mayAccessAll: true } as const;
    for (const given of [{ person: admin }, { asset: { id: 'host', ownerId: 'me' } }]) {
      const decision = decideAccess(facts([], given), noon);
      expect(decision.allowed).toBe(true);
      expect(Object.values(decision.flags)).toEqual(everyFlag);
      expect(decision.channels).toEqual(ALL_CHANNELS);
      expect(decision.limits.recording).toBe(true);
    }
    expect(decideAccess(facts([], { person: { ...admin, mayAccessAll: false } }), noon).allowed).toBe(false);
    expect(decideAccess(facts([], { person: { ...admin, type: 'user' } }), noon).allowed).toBe(false);
  });

  it('lets a grant without strategy connect, recorded, and do nothing else', () => {
    const decision = decideAccess(facts([aGrant({ commandFilterId: 'f' })]), noon);
    expect(decision.allowed).toBe(true);
    expect(Object.values(decision.flags)).toEqual(noFlag);
    expect(decision.limits).toEqual({
      idleMinutes: 0,
      maxMinutes: 0,
      recording: true,
      commandFilterId: 'f',
      commandsOnlyOf: null,
    });
  });

  it('opens of SSH what the strategy switches on, and shell and commands without one', () => {
    const channels = (strategy: GrantedStrategy | null) =>
      decideAccess(facts([aGrant({ strategy })]), noon).channels;
    expect(CHANNEL_SWITCHES.filter((name) => channels(null)[name])).toEqual(['shell', 'exec']);
    expect(channels(ide)).toEqual(ide.channels);
    expect(channels(withoutShell)).toEqual(NO_CHANNELS);
    expect(channels(onlyCommands)).toEqual(NO_CHANNELS);
  });

  it('refuses when the strategy is gone, instead of allowing everything', () => {
    expect(decideAccess(facts([aGrant({ strategy: 'missing' })]), noon)).toMatchObject({
      allowed: false,
      decidedBy: { rule: 'default' },
      steps: expect.arrayContaining([
        expect.objectContaining({ detail: 'grant.strategy_missing', outcome: 'pass' }),
      ]) as object,
    });
  });

  it('ends in the very millisecond, and begins in it', () => {
    const grant = aGrant({ startsAt: noon.getTime(), endsAt: noon.getTime() + 1000 });
    const allowedAt = (ms: number) => decideAccess(facts([grant]), new Date(noon.getTime() + ms)).allowed;
    expect([-1, 0, 999, 1000].map(allowedAt)).toEqual([false, true, true, false]);
  });

  it('prefers the filter of the grant to that of its strategy', () => {
    const strategy = strategyWith('s', 'upload', 'download', 'copy');
    const filterOf = (commandFilterId: string | null) =>
      decideAccess(facts([aGrant({ strategy, commandFilterId })]), noon).limits.commandFilterId;
    expect(filterOf('own')).toBe('own');
    expect(filterOf(null)).toBe('filter of the strategy');
  });

  it('opens nothing where a strategy only lets listed commands run', () => {
    const decision = decideAccess(facts([aGrant({ strategy: onlyCommands })]), noon);
    expect(decision).toMatchObject({ allowed: true, limits: { commandsOnlyOf: 'listed' } });
    expect(decideUse(decision, 'open').allowed).toBe(false);
    expect(decideUse(decision, 'run').allowed).toBe(true);
    const refused = decideAccess(facts([]), noon);
    expect(decideUse(refused, 'run').allowed).toBe(false);
    const bare = aGrant({ id: 'bare', kind: 'group' });
    const listed = aGrant({ id: 'listed', kind: 'group', strategy: onlyCommands });
    const both = decideAccess(facts([listed, bare]), noon);
    expect(both.limits.commandsOnlyOf).toBeNull();
    expect(both.steps.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining(['grant.decides_bare', 'grant.commands_less']),
    );
  });

  it('says of every grant why it did or did not decide', () => {
    const group = (id: string, given: Partial<Grant> = {}) =>
      aGrant({ id, kind: 'group', groupId: id, groupName: id, ...given });
    const most = strategyWith('most', 'upload', 'download');
    const grants = [
      group('no terminal', { strategy: withoutShell }),
      group('less', { strategy: strategyWith('one', 'copy') }),
      group('younger', { strategy: strategyWith('two', 'copy', 'paste'), createdAt: 9 }),
      group('ended', { strategy: most, endsAt: noon.getTime() }),
      group('winner', { strategy: most, createdAt: 5 }),
      group('later', { strategy: most, startsAt: noon.getTime() + 1 }),
      group('night', { strategy: most, windows: [{ key: 1, value: '22:00~06:00' }] }),
      group('broken', { strategy: 'missing' }),
    ];
    const reasons = (all: Grant[]) =>
      Object.fromEntries(
        decideAccess(facts(all), noon).steps.flatMap(({ grant, detail }) =>
          grant ? [[grant.id, detail]] : [],
        ),
      );
    expect(reasons(grants)).toEqual({
      winner: 'grant.decides',
      younger: 'grant.younger',
      less: 'grant.allows_less',
      'no terminal': 'grant.no_shell',
      ended: 'grant.expired',
      later: 'grant.upcoming',
      night: 'grant.outside_window',
      broken: 'grant.strategy_missing',
    });
    expect(reasons([...grants, aGrant({ id: 'direct' })])).toMatchObject({
      direct: 'grant.decides_bare',
      winner: 'grant.behind_direct',
    });
  });
});

/** Drawn from few values, so that cases meet: the same flags, the same times, the same age. */
const grantArbitrary = fc.record({
  kind: fc.constantFrom('user' as const, 'group' as const),
  strategy: fc.constantFrom(
    null,
    'missing' as const,
    strategyWith('none'),
    strategyWith('copy', 'copy'),
    strategyWith('paste', 'paste'),
    strategyWith('files', 'upload', 'download', 'edit'),
    onlyCommands,
    withoutShell,
    ide,
  ),
  startsAt: fc.constantFrom(null, at(0, 12).getTime(), at(1, 0).getTime()),
  endsAt: fc.constantFrom(null, at(0, 12).getTime(), at(0, 18).getTime(), at(2, 0).getTime()),
  windows: fc.constantFrom(
    [],
    [{ key: 1, value: '09:00~18:00' }],
    [{ key: 1, value: '22:00~06:00' }],
    [
      { key: 0, value: '00:00~00:00' },
      { key: 1, value: '12:00~13:00、23:30~00:30' },
    ],
  ),
  createdAt: fc.constantFrom(1, 2),
  commandFilterId: fc.constantFrom(null, 'own filter'),
});
/** One direct grant at most, as the table has it; any number of groups. */
const grantsArbitrary = fc
  .array(grantArbitrary, { maxLength: 7 })
  .map((all) =>
    all
      .filter(
        (grant, index) => grant.kind === 'group' || all.findIndex((one) => one.kind === 'user') === index,
      )
      .map((grant, index): Grant => ({ ...grant, id: `g${(index * 5) % 7}`, groupName: `group ${index}` })),
  );
const moments = fc.constantFrom(
  at(0, 11, 59, 999),
  at(0, 12),
  at(0, 12, 30),
  at(0, 17, 59),
  at(0, 18),
  at(0, 23, 45),
  at(1, 0, 15),
  at(1, 5, 59),
  at(1, 6),
  at(2, 0),
  at(-1, 15),
  at(3, 3),
);
const personArbitrary = fc.record({
  id: fc.constantFrom('me', 'owner'),
  type: fc.constantFrom('admin' as const, 'user' as const),
  status: fc.constantFrom('enabled' as const, 'enabled' as const, 'disabled' as const),
  mayAccessAll: fc.boolean(),
});

/** Slow and plain: all minutes of the week a window covers, written down one by one. */
function openMinutes(windows: Grant['windows']): Set<number> {
  const open = new Set<number>();
  for (const { key, value } of windows) {
    for (const range of value.split('、')) {
      const [from = '', to = ''] = range.split('~');
      const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
      let minute = clock(from);
      do {
        open.add((key * 1440 + minute) % (7 * 1440));
        minute += 1;
      } while (minute % 1440 !== clock(to) % 1440);
    }
  }
  return open;
}

/** The rules as one would explain them to a colleague, without the code's order of doing things. */
function oracle(
  { person, asset, grants }: AccessFacts,
  when: Date,
): { by: string; flags: StrategyFlag[] } | 'no' {
  const all = [...STRATEGY_FLAGS];
  if (!person || !asset || person.status === 'disabled') {
    return 'no';
  }
  if (person.type === 'admin' && person.mayAccessAll) {
    return { by: 'administrator', flags: all };
  }
  if (person.id === asset.ownerId) {
    return { by: 'owner', flags: all };
  }
  const counting: Grant[] = [];
  for (const grant of grants) {
    const begun = grant.startsAt === null || when.getTime() >= grant.startsAt;
    const over = grant.endsAt !== null && when.getTime() >= grant.endsAt;
    const open =
      grant.windows.length === 0 ||
      openMinutes(grant.windows).has(when.getDay() * 1440 + when.getHours() * 60 + when.getMinutes());
    if (begun && !over && open && grant.strategy !== 'missing') {
      counting.push(grant);
    }
  }
  const flagsOf = ({ strategy }: Grant) =>
    strategy && strategy !== 'missing' ? all.filter((flag) => strategy.flags[flag]) : [];
  // A shell is worth more than all that is done without one, and a login more than a list of commands.
  const weightOf = ({ strategy, ...grant }: Grant) => {
    const opens = strategy === null ? ['shell', 'exec'] : [];
    if (strategy !== null && strategy !== 'missing' && !strategy.commandsOnly) {
      opens.push(...CHANNEL_SWITCHES.filter((name) => strategy.channels[name]));
    }
    const rank = strategy === onlyCommands ? 0 : opens.includes('shell') ? 200 : 100;
    return rank + flagsOf({ ...grant, strategy }).length + opens.length;
  };
  let best = counting.find((grant) => grant.kind === 'user');
  if (!best) {
    for (const grant of counting) {
      const [mine, theirs] = [weightOf(grant), best ? weightOf(best) : -Infinity];
      const isOlder =
        best &&
        (grant.createdAt < best.createdAt || (grant.createdAt === best.createdAt && grant.id < best.id));
      if (mine > theirs || (mine === theirs && isOlder)) {
        best = grant;
      }
    }
  }
  return best ? { by: best.id, flags: flagsOf(best) } : 'no';
}

describe('every decision', () => {
  const everything = fc.record({
    person: fc.option(personArbitrary, { nil: undefined, freq: 20 }),
    asset: fc.option(fc.constant({ id: 'host', ownerId: 'owner' }), { nil: undefined, freq: 20 }),
    grants: grantsArbitrary,
  });

  it('agrees with the rules read out loud', () => {
    fc.assert(
      fc.property(everything, moments, (given, when) => {
        const decision = decideAccess(given, when);
        const expected = oracle(given, when);
        expect(decision.allowed).toBe(expected !== 'no');
        const on = STRATEGY_FLAGS.filter((flag) => decision.flags[flag]);
        expect(on).toEqual(expected === 'no' ? [] : expected.flags);
        const by = decision.allowed ? (decision.decidedBy.grantId ?? decision.decidedBy.rule) : 'no';
        expect(by).toBe(expected === 'no' ? 'no' : expected.by);
        expect(decision.steps.filter((step) => step.decides)).toHaveLength(1);
      }),
      { numRuns: 1500 },
    );
  });

  it('does not depend on the order in which grants are read', () => {
    fc.assert(
      fc.property(everything, moments, (given, when) => {
        const backwards = { ...given, grants: given.grants.toReversed() };
        expect(decideAccess(backwards, when)).toEqual(decideAccess(given, when));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the next change', () => {
  it('is the first minute or bound at which the answer differs', () => {
    fc.assert(
      fc.property(grantsArbitrary, moments, (grants, when) => {
        const given = facts(grants);
        const essence = (moment: number) => {
          const { allowed, flags, limits, decidedBy } = decideAccess(given, new Date(moment));
          return JSON.stringify({ allowed, flags, limits, decidedBy });
        };
        const now = essence(when.getTime());
        const bounds = grants.flatMap(({ startsAt, endsAt }) => [startsAt ?? 0, endsAt ?? 0]);
        const start = Math.floor(when.getTime() / MINUTE) * MINUTE;
        const minutes = Array.from({ length: 8 * 1440 }, (_, index) => start + (index + 1) * MINUTE);
        const first = [...minutes, ...bounds]
          .filter((moment) => moment > when.getTime())
          .toSorted((a, b) => a - b)
          .find((moment) => essence(moment) !== now);
        expect(nextChange(given, when)).toBe(first);
      }),
      { numRuns: 15 },
    );
  });

  it('names the opening and the closing of a window over midnight', () => {
    const given = facts([aGrant({ windows: [{ key: 1, value: '22:00~06:00' }] })]);
    expect(nextOpening(given, at(0, 12))).toBe(at(0, 22).getTime());
    expect(nextClosing(given, at(0, 23))).toBe(at(1, 6).getTime());
    expect(nextOpening(given, at(1, 7))).toBe(at(7, 22).getTime());
    expect(nextChange(facts([aGrant()]), at(0, 12))).toBeUndefined();
  });
});
