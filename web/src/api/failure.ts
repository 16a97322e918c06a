/** What the console does about a call that did not succeed: specification §8, in one place. */
import type { PendingStage } from '@jadegate/contract/endpoint';
import { TOTP_REQUIRED } from '@jadegate/contract/envelope';

import { ApiError } from './api-error.ts';
import { loginPath } from './return-path.ts';
import { clearLogin, readUser, saveUser } from './storage.ts';
import { around } from './surroundings.ts';

const OWED_STEPS: Partial<Record<string, PendingStage>> = {
  'auth.step_pending': 'change-password',
  'auth.passkey_pending': 'enrol-passkey',
  'auth.enrolment_pending': 'enrol-totp',
};

const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;

const DENIED_PATH = '/permission-denied';

/** True when the answer was already given by leaving the page. */
function leads(error: ApiError): boolean {
  return error.code === UNAUTHENTICATED || error.code === FORBIDDEN || OWED_STEPS[error.error] !== undefined;
}

/** Leaves the page when the login is gone or not enough. Every call does this, whoever made it. */
export function leaveOn(error: ApiError): void {
  if (error.code === FORBIDDEN) {
    around().navigate(DENIED_PATH);
  }
  const owedStep = OWED_STEPS[error.error];
  if (owedStep) {
    rememberPendingStep(owedStep);
    around().navigate(loginPath());
  }
  if (error.code === UNAUTHENTICATED) {
    clearLogin();
    around().navigate(loginPath());
  }
}

/** The login is good but owes a step: it is kept, and the login page asks for that step. */
function rememberPendingStep(owedStep: PendingStage): void {
  const user = readUser();
  if (user) {
    saveUser({ ...user, owedStep, mustChangePassword: owedStep === 'change-password' });
  } else {
    clearLogin();
  }
}

/** Shows a toast for a failure that nobody shows otherwise. */
export function report(error: unknown): void {
  if (error instanceof ApiError && !leads(error) && error.code !== TOTP_REQUIRED) {
    around().notify(error.message);
  }
}
