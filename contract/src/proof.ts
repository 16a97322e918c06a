/**
 * What an endpoint asks of somebody who is signed in, before it does something that a stolen login must not do. Each
 * endpoint that asks declares one of these as its `proof`; the server reads it there, and nowhere else is it said.
 * - `always`: the password, a current code or a passkey, each time, or a login at one's identity source just before. Whatever
 *   shows a stored secret, or all of them.
 * - `recent`: the same, unless it was given within the last minutes: at the login itself or since.
 * - `factor`: a current code or a recovery code, each time; the password is not enough.
 * - `recent-factor`: the same, unless one was given within the last minutes: at the login itself or since.
 */
const PROOFS = ['always', 'recent', 'factor', 'recent-factor'] as const;
export type Proof = (typeof PROOFS)[number];

/** How long a proof counts where a recent one is enough. */
export const RECENT_PROOF_MINUTES = 15;
