import type { PendingStage } from '@jadegate/contract/endpoint';
import type { Language } from '@jadegate/contract/language';

import { AppError } from './app-error.ts';

/** Where a request comes from, before anybody knows whose it is. */
export interface Caller {
  address: string;
  userAgent: string;
  language: Language;
  requestId: string;
}

/** What stands in for a person’s login where a program calls. */
interface UsedAccessToken {
  id: string;
  name: string;
  scope: 'use' | 'administration';
}

/** What a request was shown as proof: the login, or an access token of the person. Never both. */
interface Proof {
  /** Undefined when an access token was used. */
  loginId: string | undefined;
  accessToken?: UsedAccessToken | undefined;
  /** The step this login still owes; it opens almost nothing until then. */
  owes?: PendingStage | undefined;
}

/** For what the product does by itself. */
export const SYSTEM_CALLER: Caller = { address: '', userAgent: '', language: 'zh-TW', requestId: '' };

/** A person whose login or access token was checked for this very request. */
export interface Actor extends Caller, Proof {
  userId: string;
  username: string;
}

/** What a valid token says, before the endpoint's own access rule is applied. */
export interface Identity extends Proof {
  userId: string;
  username: string;
  type: 'admin' | 'user';
}

/** Tells one login, or one access token, of a person from every other. */
export function proofKey({ userId, loginId, accessToken }: Actor): string {
  return `${userId} ${loginId ?? accessToken?.id ?? ''}`;
}

/** The login behind a request. Endpoints that need one are declared interactive; this is the second lock. */
export function loginOf(actor: Actor): string {
  if (actor.loginId === undefined) {
    throw new AppError('auth.interactive_only');
  }
  return actor.loginId;
}
