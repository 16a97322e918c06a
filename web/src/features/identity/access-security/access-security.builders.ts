import type { AccessSecurity } from '@jadegate/contract/identity/access-security';

/** A rule that lets the office in, unless said otherwise. */
export function anAccessSecurity(given: Partial<AccessSecurity> = {}): AccessSecurity {
  return { id: 'rule-1', ip: '10.0.0.0/8', rule: 'allow', source: 'administrator', priority: 50, ...given };
}
