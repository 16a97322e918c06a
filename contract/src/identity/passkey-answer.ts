import * as z from 'zod';

import { LIMITS } from '../limits.ts';

/** Why no passkey can be used: no external address, one that is a number, or one that browsers do not trust. */
export const PASSKEY_PROBLEMS = ['no_address', 'numeric_address', 'plain_http'] as const;
export type PasskeyProblem = (typeof PASSKEY_PROBLEMS)[number];

/** Bytes in base64url. */
export const Encoded = z
  .string()
  .min(1)
  .max(LIMITS.passkeyAnswer.max)
  .regex(/^[\w-]+$/);

/** What a browser answers that was asked for a passkey, as WebAuthn writes it in JSON; what else it says is not looked at. */
export const PasskeyAnswer = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
