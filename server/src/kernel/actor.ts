import type { Language } from '@jadegate/contract/language';

/** Where a request comes from, before anybody knows whose it is. */
export interface Caller {
  address: string;
  userAgent: string;
  language: Language;
  requestId: string;
}

/** A person whose login was checked for this very request. */
export interface Actor extends Caller {
  userId: string;
  username: string;
  loginId: string;
}

/** What a valid token says, before the endpoint's own access rule is applied. */
export interface Identity {
  userId: string;
  username: string;
  type: 'admin' | 'user';
  loginId: string;
  /** The login still owes a step and opens almost nothing. */
  isPending: boolean;
}
