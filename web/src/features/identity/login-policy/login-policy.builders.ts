import type { LoginPolicy, LoginPolicyRow } from '@jadegate/contract/identity/login-policy';
import type { UserRow } from '@jadegate/contract/identity/user';

const common = {
  id: 'policy-1',
  name: 'Office hours',
  ipGroup: '0.0.0.0/0',
  priority: 50,
  enabled: true,
  rule: 'reject' as const,
};

export function aLoginPolicyRow(given: Partial<LoginPolicyRow> = {}): LoginPolicyRow {
  return { ...common, userCount: 2, timePeriod: null, ...given };
}

/** At any time, unless said otherwise. */
export function aLoginPolicy(given: Partial<LoginPolicy> = {}): LoginPolicy {
  return { ...common, timePeriod: [], ...given };
}

export function aPerson(given: Partial<UserRow> = {}): UserRow {
  return {
    id: 'user-2',
    username: 'ming',
    nickname: 'Ming',
    mail: 'ming@example.com',
    online: false,
    status: 'enabled',
    created: '2026-11-15 03:20:00',
    type: 'user',
    source: '',
    totpSecret: '0',
    sharerAssetCount: 0,
    ...given,
  };
}
