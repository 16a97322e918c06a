import type { ERROR_WORDS } from './words/errors.ts';

/**
 * Every failure the product can answer has its sentences among the words of its feature (`x.words.ts`); whoever adds one adds
 * them there and is done.
 * The number of a failure is the envelope's `code`; `fault` says who must act, and so how loudly it is logged.
 */
export type ErrorCode = keyof typeof ERROR_WORDS;

type Fault = 'caller' | 'world' | 'ours';

interface ErrorRow {
  code: -1 | 100 | 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429;
  fault: Fault;
}

const caller = (code: ErrorRow['code']): ErrorRow => ({ code, fault: 'caller' });
const world = (code: ErrorRow['code']): ErrorRow => ({ code, fault: 'world' });

/** Those that are not what `errorRow` says of most. */
const UNUSUAL_ERRORS: Partial<Record<ErrorCode, ErrorRow>> = {
  validation: caller(400),
  'body.not_json': caller(400),
  'body.not_utf8': caller(400),
  'body.too_large': caller(413),
  'body.too_complex': caller(413),
  'body.unsupported_type': caller(415),
  'upload.expected': caller(415),
  'upload.too_large': caller(413),
  'url.malformed': caller(400),
  'route.method_not_allowed': caller(405),
  'metrics.token_required': caller(401),
  rate_limited: caller(429),
  'open.calls': caller(429),
  'open.transfers': caller(429),
  'open.watches': caller(429),
  internal: { code: -1, fault: 'ours' },
  'database.unavailable': world(-1),
  'database.full': world(-1),
  'server.stopping': world(-1),
  'server.lease_lost': world(-1),
  'peer.refused': caller(403),
  'peer.other_process': caller(403),
  'peer.time_unknown': world(-1),
  'peer.unreachable': world(-1),
  'auth.required': caller(401),
  'auth.ticket_invalid': caller(401),
  'auth.forbidden': caller(403),
  'auth.interactive_only': caller(403),
  'auth.policy_refused': caller(403),
  'auth.token_scope': caller(403),
  'login.locked': caller(429),
  'login.totp_required': caller(100),
  'source.unreachable': world(-1),
  'source.untrusted': world(-1),
  'source.logout_refused': caller(400),
  'job.collect_forbidden': caller(403),
  'event.pull_off': caller(404),
  'branding.no_logo': caller(404),
  'node.asset_forbidden': caller(403),
  'node.connection_forbidden': caller(403),
  'vm.asset_forbidden': caller(403),
  'credential.use_forbidden': caller(403),
  'audit.archive_elsewhere': world(-1),
  'audit.archive_unreadable': world(-1),
  'audit.chain_broken': world(-1),
  'storage.disk_full': world(-1),
  'storage.away': world(-1),
  'storage.key_refused': world(-1),
  'storage.bucket_missing': world(-1),
  'storage.failed': world(-1),
  'session.not_openable': caller(404),
  'session.end_pending': world(-1),
  'session.end_unconfirmed': world(-1),
  'session.disk_low': world(-1),
  'session.events_waiting': world(-1),
  'session.no_recording': caller(404),
  'session.no_picture': world(-1),
  'session.recording_away': world(-1),
  'session.recording_on_server': world(-1),
  'session.commands_only': caller(403),
  'session.shell_off': caller(403),
  'file.listing_busy': caller(429),
  'file.archive_gone': caller(404),
  'file.not_the_same': world(-1),
  'file.no_space': world(-1),
  'file.unsupported': world(-1),
  'file.failed': world(-1),
  'file.closed': world(-1),
  'file.unavailable': world(-1),
  'command_run.refused_too_often': caller(429),
  'command_run.elsewhere': world(-1),
  'socket.upgrade_required': caller(400),
  'socket.origin_refused': caller(403),
};

/** What is not there is 404. Most of the rest is -1, which leaves a form where it is, with the reason; 403 leads away from the page. */
export function errorRow(code: ErrorCode): ErrorRow {
  return UNUSUAL_ERRORS[code] ?? caller(code.endsWith('not_found') ? 404 : -1);
}

/** One field of a form that was refused: where, by which rule, and the sentence for the person. */
export interface FieldError {
  path: string;
  rule: string;
  message: string;
}
