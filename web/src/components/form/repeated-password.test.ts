import { check } from '@jadegate/contract/validation';
import { expect, it } from 'vitest';

import { repeatedPassword } from './repeated-password.ts';

const typed = (newPassword: string) => ({ oldPassword: 'x', newPassword, newPassword2: newPassword });

it('asks for the length that the hint names, and says so', () => {
  const schema = repeatedPassword(12);
  expect(check(schema, typed('x'.repeat(12)), 'zh-TW').fields).toBeUndefined();
  const [refused] = check(schema, typed('x'.repeat(11)), 'zh-TW').fields ?? [];
  expect(refused).toMatchObject({ path: 'newPassword' });
  expect(refused?.message).toContain('12');
  expect(refused?.message).not.toContain('8');
});
