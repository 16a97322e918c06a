import type { SettingValue } from '@jadegate/contract/platform/setting';

/** Whom the installation's policy asks for a second factor. */
export function asksForSecondFactor(
  policy: SettingValue<'second-factor-policy'>,
  { type }: { type: 'admin' | 'user' },
): boolean {
  return policy === 'everyone' || (policy === 'admins' && type === 'admin');
}
