import * as z from 'zod';

import { LIMITS } from './limits.ts';

/** What is longer is too long as it stands: nobody takes a megabyte apart for that. */
const READ_CHARACTERS = 10 * LIMITS.alertRecipients.max;

/** Addresses between commas, kept as such whatever stood between them. */
export const MailList = z.preprocess(
  (value) =>
    typeof value === 'string' && value.length <= READ_CHARACTERS
      ? value
          .split(/[\s,;，、；]+/)
          .filter((part) => part !== '' && part !== '-')
          .join(', ')
      : value,
  z
    .string()
    .max(LIMITS.alertRecipients.max)
    .refine((text) => readMails(text).every((mail) => z.email().safeParse(mail).success), {
      params: { rule: 'email' },
    }),
);

/** The addresses of a list as it is stored. */
export function readMails(text: string): string[] {
  return text.split(', ').filter(Boolean);
}
