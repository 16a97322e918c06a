import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FactorCode } from './account.ts';
import { PasskeyAnswer } from './passkey-answer.ts';

/** How many recovery codes are made at a time. */
export const RECOVERY_CODES = 10;

export const SecondFactor = z.object({
  enabled: z.boolean(),
  /** The installation's policy asks this person for it, so it cannot be turned off. */
  compulsory: z.boolean(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** Shown once, when they are made; only their hashes are kept. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/account/second-factor',
  access: 'signed-in',
  summary: 'Whether two-step verification is on, and how many recovery codes are left.',
  interactive: true,
  response: SecondFactor,
});

export const reloadTotp = endpoint({
  method: 'GET',
  path: '/account/reload-totp',
  access: 'signed-in',
  summary:
    'Begins to set up two-step verification: a secret to be confirmed within ten minutes from this login.',
  whilePending: ['enrol-totp'],
  interactive: true,
  perMinute: 30,
  response: z.object({
    /** A PNG of 200 × 200 points in base64, without a data prefix. */
    qr: z.string(),
    /** The same secret in base32, to be typed. */
    secret: z.string(),
  }),
});

export const TotpConfirmation = z.strictObject({
  /** The first code of the new secret. */
  totp: z.string().min(1).max(16),
  /** What `reload-totp` answered; clients of the product family send it back. It must be the pending one. */
  secret: z.string().max(128).optional(),
  /** Needed to replace a second factor that is on: one of its codes, or a recovery code. */
  currentTotp: FactorCode.default(''),
  /** A passkey instead. */
  passkey: PasskeyAnswer.optional(),
});
export type TotpConfirmation = z.infer<typeof TotpConfirmation>;

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/account/confirm-totp',
  access: 'signed-in',
  summary: 'Turns two-step verification on, or moves it to another device. Answers new recovery codes, once.',
  whilePending: ['enrol-totp'],
  interactive: true,
  proof: 'factor',
  perMinute: 20,
  body: TotpConfirmation,
  response: RecoveryCodes,
});

/** A current factor other than the password. */
export const FactorProof = z.strictObject({
  totp: FactorCode.default(''),
  passkey: PasskeyAnswer.optional(),
});
export type FactorProof = z.infer<typeof FactorProof>;

export const resetTotp = endpoint({
  method: 'POST',
  path: '/account/reset-totp',
  access: 'signed-in',
  summary:
    'Turns two-step verification off. Needs a current code or a recovery code, or one given within the last 15 minutes.',
  interactive: true,
  proof: 'recent-factor',
  perMinute: 20,
  body: FactorProof,
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/account/recovery-codes',
  access: 'signed-in',
  summary: 'Replaces all recovery codes. Needs a current code or a recovery code.',
  interactive: true,
  proof: 'factor',
  perMinute: 20,
  body: FactorProof,
  response: RecoveryCodes,
});
