import type { AccountState } from '@jadegate/contract/identity/source-test';

import { textOf, textsOf, type LdapEntry } from './ldap-entry.ts';

/** What directories keep about whether an account may be used. */
export const STATE_ATTRIBUTES = [
  'userAccountControl',
  'msDS-User-Account-Control-Computed',
  'lockoutTime',
  'accountExpires',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'shadowExpire',
  'krbPrincipalExpiration',
] as const;

const DISABLED_BIT = 0x2;
const LOCKED_BIT = 0x10;
/** A lock of a password policy that nobody but an administrator takes off. */
const LOCKED_FOR_GOOD = '000001010000Z';
const DAY_MS = 86_400_000;
/** From 1601, where Windows counts from, to 1970, and its steps of 100 ns in a millisecond. */
const WINDOWS_EPOCH_MS = 11_644_473_600_000n;
const WINDOWS_STEPS_PER_MS = 10_000n;
const NEVER = [0n, 0x7fff_ffff_ffff_ffffn];

/**
 * Whether an account may be used, by whatever the directory keeps of it. Pure. A lock after wrong passwords may stay
 * written down when its time is over: whoever signs in is looked at after the directory has taken their password.
 */
export function accountState(entry: LdapEntry, now: number): AccountState {
  const control = numberOf(entry, 'userAccountControl');
  const isDisabled =
    (control & DISABLED_BIT) !== 0 ||
    textOf(entry, 'nsAccountLock').toLowerCase() === 'true' ||
    textsOf(entry, 'pwdAccountLockedTime').includes(LOCKED_FOR_GOOD);
  if (isDisabled) {
    return 'disabled';
  }
  if (isExpired(entry, now)) {
    return 'expired';
  }
  return isLocked(entry) ? 'locked' : 'active';
}

function isExpired(entry: LdapEntry, now: number): boolean {
  const windows = bigOf(entry, 'accountExpires');
  const shadow = textOf(entry, 'shadowExpire');
  const kerberos = timeOf(textOf(entry, 'krbPrincipalExpiration'));
  return (
    (!NEVER.includes(windows) && Number(windows / WINDOWS_STEPS_PER_MS - WINDOWS_EPOCH_MS) <= now) ||
    (/^\d+$/.test(shadow) && Number(shadow) * DAY_MS <= now) ||
    (kerberos !== undefined && kerberos <= now)
  );
}

/** What Active Directory works out at this moment goes before what it wrote down when it locked. */
function isLocked(entry: LdapEntry): boolean {
  const computed = textOf(entry, 'msDS-User-Account-Control-Computed');
  if (computed !== '') {
    return (Number(computed) & LOCKED_BIT) !== 0;
  }
  return bigOf(entry, 'lockoutTime') > 0n || textOf(entry, 'pwdAccountLockedTime') !== '';
}

function numberOf(entry: LdapEntry, name: string): number {
  const value = Number(textOf(entry, name));
  return Number.isSafeInteger(value) ? value : 0;
}

function bigOf(entry: LdapEntry, name: string): bigint {
  const text = textOf(entry, name);
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}

/** `20261118183000Z`. */
function timeOf(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?Z$/.exec(text);
  const [year = 0, month = 1, ...rest] = parts?.slice(1).map((part) => Number(part || 0)) ?? [];
  return parts ? Date.UTC(year, month - 1, ...rest) : undefined;
}
