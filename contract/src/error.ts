/**
 * Every failure the product can answer, once. The number is the envelope's `code`; the sentences in
 * `words/errors.ts` are what a person reads. `fault` says who must act, and so how loudly it is logged.
 */
export type Fault = 'caller' | 'world' | 'ours';

interface ErrorRow {
  code: -1 | 100 | 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429;
  fault: Fault;
}

const caller = (code: ErrorRow['code']): ErrorRow => ({ code, fault: 'caller' });
const world = (code: ErrorRow['code']): ErrorRow => ({ code, fault: 'world' });

export const ERRORS = {
  validation: caller(400),
  'body.not_json': caller(400),
  'body.not_utf8': caller(400),
  'body.too_large': caller(413),
  'body.unsupported_type': caller(415),
  'url.malformed': caller(400),
  'route.not_found': caller(404),
  'route.method_not_allowed': caller(405),
  rate_limited: caller(429),
  internal: { code: -1, fault: 'ours' },
  'database.unavailable': world(-1),
  'database.full': world(-1),
  'server.stopping': world(-1),

  'auth.required': caller(401),
  'auth.step_pending': caller(401),
  'auth.ticket_invalid': caller(401),
  'auth.forbidden': caller(403),
  'auth.reauthentication_failed': caller(-1),
  'login.failed': caller(-1),
  'login.disabled': caller(-1),
  'login.locked': caller(429),
  'login.policy_refused': caller(-1),
  'login.totp_required': caller(100),
  'login.totp_wrong': caller(-1),

  'account.password_wrong': caller(-1),
  'account.password_unchanged': caller(-1),

  'user.not_found': caller(404),
  'user.username_taken': caller(-1),
  'user.outranked': caller(-1),
  'user.grant_exceeds': caller(-1),
  'user.self_refused': caller(-1),
  'user.first_admin_protected': caller(-1),

  'role.not_found': caller(404),
  'role.built_in': caller(-1),
  'role.name_taken': caller(-1),

  'user_group.not_found': caller(404),
  'user_group.name_taken': caller(-1),

  'login_log.live': caller(-1),

  'login_policy.not_found': caller(404),

  'access_security.not_found': caller(404),
  'access_security.refused': caller(-1),
  'access_security.locks_out': caller(-1),

  'credential.not_found': caller(404),
  'credential.name_taken': caller(-1),
  'credential.in_use': caller(-1),
  'credential.key_missing': caller(-1),
  'credential.key_unreadable': caller(-1),
  'credential.passphrase_required': caller(-1),
  'credential.passphrase_wrong': caller(-1),
  'credential.no_public_key': caller(-1),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One field of a form that was refused: where, by which rule, and the sentence for the person. */
export interface FieldError {
  path: string;
  rule: string;
  message: string;
}
