import { PasswordChange } from '@jadegate/contract/identity/account';
import { newPassword } from '@jadegate/contract/identity/password-strength';
import * as z from 'zod';

/** A password change as a person types it: the new password twice, both the same, and as long as it must be here. */
export function repeatedPassword(minLength: number) {
  return PasswordChange.extend({
    newPassword: newPassword(minLength),
    newPassword2: z.string().min(1),
  }).refine((typed) => typed.newPassword === typed.newPassword2, {
    path: ['newPassword2'],
    params: { rule: 'mismatch' },
    // Also when another field is wrong: all that is wrong is said at once.
    when: () => true,
  });
}
export type RepeatedPassword = z.infer<ReturnType<typeof repeatedPassword>>;
