import { expect, it } from 'vitest';

import { accountState } from './account-state.ts';
import { readEntry } from './ldap-entry.ts';

const NOW = Date.UTC(2026, 10, 18);
const windowsTime = (ms: number) => String((BigInt(ms) + 11_644_473_600_000n) * 10_000n);
const day = (ms: number) => String(Math.floor(ms / 86_400_000));

it.each([
  ['active', {}],
  ['active', { userAccountControl: '512', lockoutTime: '0', accountExpires: '9223372036854775807' }],
  ['active', { accountExpires: '0', shadowExpire: '-1' }],
  ['active', { accountExpires: windowsTime(NOW + 1000), shadowExpire: day(NOW + 2 * 86_400_000) }],
  ['disabled', { userAccountControl: '514' }],
  ['disabled', { nsAccountLock: 'TRUE' }],
  ['disabled', { pwdAccountLockedTime: '000001010000Z' }],
  ['expired', { accountExpires: windowsTime(NOW - 1000) }],
  ['expired', { shadowExpire: day(NOW) }],
  ['expired', { krbPrincipalExpiration: '20261117235959Z' }],
  ['active', { krbPrincipalExpiration: '20261119000000Z' }],
  ['locked', { lockoutTime: windowsTime(NOW - 1000) }],
  ['locked', { pwdAccountLockedTime: '20261117235959Z' }],
  // what the directory works out now goes before what it wrote down
  ['active', { lockoutTime: windowsTime(NOW - 1000), 'msDS-User-Account-Control-Computed': '0' }],
  ['locked', { 'msDS-User-Account-Control-Computed': '16' }],
])('an account is %s by %j', (state, attributes) => {
  expect(accountState(readEntry({ dn: 'cn=a', ...attributes }), NOW)).toBe(state);
});
