// Whoever is refused there by address or by hour is refused here, and nobody else.
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { decide, type Policy } from '../../identity/login-policy/login-policy.policy.ts';
import { compileIpSet } from '../../kernel/ip-set.ts';
import { PolicyPasses, type OldPolicy } from './policy-passes.ts';

const PEOPLE = ['wang', 'li'];
const ADDRESSES = ['10.0.0.5', '192.0.2.7', '2001:db8::1'];
const SETS = ['0.0.0.0/0', '10.0.0.0/8', '192.0.2.7', '10.0.0.0/8,192.0.2.0/24'];

/** What the reference says of the old product: two passes, the weakest first, and the last that matches has its way. */
function allowedThere(policies: readonly OldPolicy[], address: string, at: Date): boolean {
  const weakestFirst = policies
    .filter(({ isEnabled }) => isEnabled)
    .toSorted((a, b) => b.priority - a.priority);
  const now = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const isNow = (range: string) => {
    const [from = '', to = ''] = range.split('~');
    return range === '00:00~00:00' || (from <= now && now <= to);
  };
  const ofAddress = weakestFirst.filter(({ addresses }) => compileIpSet(addresses)(address));
  const ofHour = weakestFirst.filter(({ windows }) =>
    windows.some(({ key, value }) => key === at.getDay() && value !== '' && value.split('、').some(isNow)),
  );
  return [ofAddress, ofHour].every((matching) => matching.at(-1)?.rule !== 'reject');
}

/** As the import binds them: each person to the policy, and to its part of their hours. */
function allowedHere(policies: readonly OldPolicy[], person: string, address: string, at: Date): boolean {
  const passes = new PolicyPasses(policies, { strongest: 1, weakest: 100 });
  const bound = policies.flatMap((policy): Policy[] => {
    const { addresses, priority, windows, hours } = passes.of(policy);
    const common = { name: policy.id, enabled: policy.isEnabled, rule: policy.rule };
    const parts = hours.map((part, index) => ({
      ...part,
      policy: {
        ...common,
        id: `${policy.id}-${index}`,
        ipGroup: '0.0.0.0/0,::/0',
        priority: 1,
        timePeriod: part.windows,
      },
    }));
    return policy.people.includes(person)
      ? [
          { ...common, id: policy.id, ipGroup: addresses, priority, timePeriod: windows },
          ...parts.filter(({ people }) => people.includes(person)).map((part) => part.policy),
        ]
      : [];
  });
  return decide(bound, address, at).allowed;
}

const hour = fc.integer({ min: 0, max: 23 });
const clock = (at: number) => `${String(at).padStart(2, '0')}:00`;
/** On full hours, and asked at half past: whether the last minute belongs to a range is another matter. */
const usualRange = fc.oneof(
  fc.constant('00:00~00:00'),
  fc
    .tuple(hour, hour)
    .filter(([from, to]) => from < to)
    .map(([from, to]) => `${clock(from)}~${clock(to)}`),
);
const anyRange = fc.tuple(hour, hour).map(([from, to]) => `${clock(from)}~${clock(to)}`);

const installation = (range: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(
      fc.record({
        isEnabled: fc.boolean(),
        rule: fc.constantFrom('allow' as const, 'reject' as const),
        // Next to each other, and at both ends: there must be room for what goes by hours.
        priority: fc.constantFrom(1, 2, 3, 50, 99, 100),
        addresses: fc.constantFrom(...SETS),
        windows: fc.uniqueArray(
          fc.record({
            key: fc.integer({ min: 0, max: 2 }),
            value: fc.array(range, { maxLength: 3 }).map((ranges) => ranges.join('、')),
          }),
          { selector: ({ key }) => key, maxLength: 3 },
        ),
        people: fc.subarray(PEOPLE),
      }),
      { selector: ({ priority }) => priority, maxLength: 5 },
    )
    .map((policies) => policies.map((policy, index): OldPolicy => ({ ...policy, id: `p${index}` })));

// The 1st of November 2026 is a Sunday.
const moment = fc
  .tuple(fc.integer({ min: 1, max: 4 }), hour)
  .map(([day, at]) => new Date(2026, 10, day, at, 30));
const question = [fc.constantFrom(...PEOPLE), fc.constantFrom(...ADDRESSES), moment] as const;

it('whom the policies let in there they let in here, and nobody else', () => {
  fc.assert(
    fc.property(installation(usualRange), ...question, (policies, person, address, at) => {
      const theirs = policies.filter(({ people }) => people.includes(person));
      expect(allowedHere(policies, person, address, at)).toBe(allowedThere(theirs, address, at));
    }),
    { numRuns: 2000 },
  );
});

it('nobody gains by a range over midnight, which never matched there', () => {
  fc.assert(
    fc.property(installation(anyRange), ...question, (policies, person, address, at) => {
      const theirs = policies.filter(({ people }) => people.includes(person));
      const isWider = allowedHere(policies, person, address, at) && !allowedThere(theirs, address, at);
      expect(isWider).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

it('office hours that are allowed before all is rejected stay the two policies that they are', () => {
  const policy = { isEnabled: true, addresses: '0.0.0.0/0', people: ['wang'] };
  const office: OldPolicy = {
    ...policy,
    id: 'office',
    rule: 'allow',
    priority: 10,
    windows: [{ key: 1, value: '09:00~18:00' }],
  };
  const never: OldPolicy = {
    ...policy,
    id: 'never',
    rule: 'reject',
    priority: 50,
    windows: [{ key: 1, value: '00:00~00:00' }],
  };
  const passes = new PolicyPasses([office, never], { strongest: 1, weakest: 100 });
  expect(passes.of(office)).toMatchObject({ windows: office.windows, priority: 10, hours: [] });
  expect(passes.of(never)).toMatchObject({ windows: never.windows, priority: 50, hours: [] });
});

it.each(['22:00~00:00', '20:00~06:00'])('nobody is let in by %s, which allowed nothing there', (value) => {
  const policy = { isEnabled: true, people: ['wang'] };
  const night: OldPolicy = {
    ...policy,
    id: 'night',
    rule: 'allow',
    priority: 10,
    addresses: '0.0.0.0/0',
    windows: [{ key: 1, value }],
  };
  const never: OldPolicy = {
    ...policy,
    id: 'never',
    rule: 'reject',
    priority: 50,
    addresses: '0.0.0.0/0',
    windows: [{ key: 1, value: '00:00~00:00' }],
  };
  const late = new Date(2026, 10, 2, 22, 30);
  expect(allowedHere([night, never], 'wang', '10.0.0.5', late)).toBe(false);
  expect(allowedHere([night, { ...never, addresses: '192.0.2.7' }], 'wang', '10.0.0.5', late)).toBe(false);
});
