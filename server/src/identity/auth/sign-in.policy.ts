import type { PendingStage } from '@jadegate/contract/endpoint';

/**
 * May somebody come in? Pure, and the only answer there is: the login page, the SSH door, access tokens and shares ask it,
 * so that what is refused at one of them is refused at all.
 */

/** Where people come in. A step that is owed can be done at the first and at no other. */
type Door = 'web' | 'ssh' | 'token' | 'share';

export interface SignInFacts {
  door: Door;
  /** Whether the access rules let this address in at all. */
  isAddressAllowed: boolean;
  /** Too many failures: nothing that was shown is looked at. */
  isLocked: boolean;
  /** Whether what was shown (a password, a key, an approval, a token) is this person's and good now. */
  isProven: boolean;
  isEnabled: boolean;
  /** Whether this person may come in with what was shown: passwords may be for emergencies only, tickets for some places. */
  isWayOpen: boolean;
  /** `unasked` where the person has none, or where what was shown stands for a login that had it. */
  factor: 'unasked' | 'missing' | 'wrong' | 'proven';
  /** Whether the login policies of the person allow this address at this moment. */
  isPolicyAllowed: boolean;
  owes: PendingStage | undefined;
}

export type SignInRefusal =
  | 'address'
  | 'locked'
  | 'unproven'
  | 'disabled'
  | 'way'
  | 'wrong-factor'
  | 'policy'
  | PendingStage;

export type SignInAnswer =
  | { kind: 'allowed'; owes: PendingStage | undefined }
  | { kind: 'owes-factor' }
  | { kind: 'refused'; reason: SignInRefusal };

/** In an order that tells an outsider nothing: only who has proven who they are learns more than that it was wrong. */
export function decideSignIn(facts: SignInFacts): SignInAnswer {
  if (!facts.isAddressAllowed) {
    return refused('address');
  }
  if (facts.isLocked) {
    return refused('locked');
  }
  if (!facts.isProven) {
    return refused('unproven');
  }
  if (!facts.isEnabled) {
    return refused('disabled');
  }
  if (!facts.isWayOpen) {
    return refused('way');
  }
  if (facts.factor === 'missing') {
    return { kind: 'owes-factor' };
  }
  if (facts.factor === 'wrong') {
    return refused('wrong-factor');
  }
  if (!facts.isPolicyAllowed) {
    return refused('policy');
  }
  const { door, owes } = facts;
  return owes !== undefined && door !== 'web' ? refused(owes) : { kind: 'allowed', owes };
}

/** What counts as a guess, and is held against the account and the address. */
export function isGuess(reason: SignInRefusal): boolean {
  return reason === 'unproven' || reason === 'wrong-factor';
}

function refused(reason: SignInRefusal): SignInAnswer {
  return { kind: 'refused', reason };
}
