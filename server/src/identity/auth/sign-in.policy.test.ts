import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decideSignIn, isGuess, type SignInFacts } from './sign-in.policy.ts';

const DOORS = ['web', 'ssh', 'token', 'share'] as const;
const WELCOME: Omit<SignInFacts, 'door'> = {
  isAddressAllowed: true,
  isLocked: false,
  isProven: true,
  isEnabled: true,
  isWayOpen: true,
  factor: 'unasked',
  isPolicyAllowed: true,
  owes: undefined,
};

/** One fact each that keeps somebody out, in the order in which they are told. */
const REFUSED = [
  [{ isAddressAllowed: false }, 'address'],
  [{ isLocked: true }, 'locked'],
  [{ isProven: false }, 'unproven'],
  [{ isEnabled: false }, 'disabled'],
  [{ isWayOpen: false }, 'way'],
  [{ factor: 'wrong' }, 'wrong-factor'],
  [{ isPolicyAllowed: false }, 'policy'],
] as const;

describe.each(DOORS)('at the door “%s”', (door) => {
  it('lets in whom nothing is held against, with a factor that was proven or not asked for', () => {
    for (const factor of ['unasked', 'proven'] as const) {
      expect(decideSignIn({ ...WELCOME, door, factor })).toEqual({ kind: 'allowed', owes: undefined });
    }
  });

  it.each(REFUSED)('%j refuses by itself, whatever else is so', (fact, reason) => {
    expect(decideSignIn({ ...WELCOME, door, ...fact })).toEqual({ kind: 'refused', reason });
    const other = fc.record({
      isLocked: fc.boolean(),
      isProven: fc.boolean(),
      isEnabled: fc.boolean(),
      isWayOpen: fc.boolean(),
      factor: fc.constantFrom('unasked', 'missing', 'wrong', 'proven'),
      isPolicyAllowed: fc.boolean(),
      owes: fc.constantFrom(undefined, 'change-password', 'enrol-passkey', 'enrol-totp'),
    });
    fc.assert(
      fc.property(other, (facts) => {
        expect(decideSignIn({ ...WELCOME, door, ...facts, ...fact }).kind).not.toBe('allowed');
      }),
    );
  });

  it('asks for a second factor before it tells of policies and steps', () => {
    const facts = { factor: 'missing', isPolicyAllowed: false, owes: 'change-password' } as const;
    expect(decideSignIn({ ...WELCOME, door, ...facts })).toEqual({ kind: 'owes-factor' });
  });
});

describe('a step that is owed', () => {
  it('is done at the web, and refuses everywhere else', () => {
    const owes = 'enrol-totp';
    expect(decideSignIn({ ...WELCOME, door: 'web', owes })).toEqual({ kind: 'allowed', owes });
    for (const door of ['ssh', 'token', 'share'] as const) {
      expect(decideSignIn({ ...WELCOME, door, owes })).toEqual({ kind: 'refused', reason: owes });
    }
  });
});

it('only what was guessed wrongly is held against somebody', () => {
  const guesses = REFUSED.map(([, reason]) => reason).filter(isGuess);
  expect(guesses).toEqual(['unproven', 'wrong-factor']);
});
