import { NewPassword, PasswordChange } from '@jadegate/contract/account';
import * as z from 'zod';

/** A password change as a person types it: the new password twice, and both the same. */
export const RepeatedPassword = PasswordChange.extend({
  newPassword: NewPassword,
  newPassword2: z.string().min(1),
}).refine(({ newPassword, newPassword2 }) => newPassword === newPassword2, {
  path: ['newPassword2'],
  params: { rule: 'mismatch' },
  // Also when another field is wrong: all that is wrong is said at once.
  when: () => true,
});
export type RepeatedPassword = z.infer<typeof RepeatedPassword>;
