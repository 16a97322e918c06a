import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { AccountState } from '@jadegate/contract/identity/source-test';

import type { Standing } from '../identity-source/source-person.service.ts';

/** Why somebody is no more what they were: not found there, or found in this state. */
export type Loss = 'gone' | Exclude<AccountState, 'active'>;

/** This many may always go: in a small team one who leaves is a fifth of it. */
const FEW = 3;
const MOST = 50;
const SHARE = 0.2;

/** Of somebody who is known here, by what the directory says. Pure. */
export function lossOf(found: { state: AccountState } | undefined): Loss | undefined {
  return found === undefined ? 'gone' : found.state === 'active' ? undefined : found.state;
}

/**
 * Whether so many would lose so much at once that it is rather a mistake: another base, a filter, somebody who moved the
 * whole tree. Pure.
 */
export function isTooMany(count: number, of: number): boolean {
  return count > MOST || (count > FEW && count > of * SHARE) || (count > 1 && count === of);
}

/** Who would be disabled by it: those that the source made and that may sign in, but never the first administrator. */
export function isDisabledBy({ identity, user }: Standing): boolean {
  return identity.made === 1 && user.status === 'enabled' && user.id !== SUPER_ADMIN_ID;
}

/** What lies with somebody besides their login, such as keys, is lost for good, unless it is only for a while. */
export function isForAWhile(loss: Loss): boolean {
  return loss === 'locked';
}
