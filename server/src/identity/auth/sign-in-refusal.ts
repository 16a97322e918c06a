import type { ErrorCode } from '@jadegate/contract/error';

import type { SignInProof } from './sign-in-proof.ts';
import type { SignInRefusal } from './sign-in.policy.ts';

const CODES: Record<Exclude<SignInRefusal, 'way'>, ErrorCode> = {
  address: 'access_security.refused',
  locked: 'login.locked',
  unproven: 'login.failed',
  disabled: 'login.disabled',
  'wrong-factor': 'login.totp_wrong',
  policy: 'login.policy_refused',
  'change-password': 'auth.step_pending',
  'enrol-passkey': 'auth.passkey_pending',
  'enrol-totp': 'auth.enrolment_pending',
};

/** What a refusal is called where people sign in. */
export function refusalCode(reason: SignInRefusal, { kind }: SignInProof): ErrorCode {
  if (reason !== 'way') {
    return CODES[reason];
  }
  return kind === 'ticket' ? 'login.ticket_elsewhere' : 'login.password_off';
}
