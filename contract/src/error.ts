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
  'body.too_complex': caller(413),
  'body.unsupported_type': caller(415),
  'upload.expected': caller(415),
  'upload.too_large': caller(413),
  'url.malformed': caller(400),
  'route.not_found': caller(404),
  'route.method_not_allowed': caller(405),
  'metrics.token_required': caller(401),
  rate_limited: caller(429),
  internal: { code: -1, fault: 'ours' },
  'database.unavailable': world(-1),
  'database.full': world(-1),
  'server.stopping': world(-1),

  'auth.required': caller(401),
  'auth.step_pending': caller(401),
  'auth.enrolment_pending': caller(401),
  'auth.ticket_invalid': caller(401),
  'auth.forbidden': caller(403),
  'auth.interactive_only': caller(403),
  'auth.policy_refused': caller(403),
  'auth.reauthentication_required': caller(-1),
  'auth.reauthentication_failed': caller(-1),
  'login.failed': caller(-1),
  'login.disabled': caller(-1),
  'login.locked': caller(429),
  'login.policy_refused': caller(-1),
  'login.totp_required': caller(100),
  'login.totp_wrong': caller(-1),
  'login.not_found': caller(404),

  'account.password_wrong': caller(-1),
  'account.password_unchanged': caller(-1),
  'account.kept_elsewhere': caller(-1),
  'account.factor_required': caller(-1),
  'account.totp_off': caller(-1),
  'account.totp_lapsed': caller(-1),
  'account.totp_compulsory': caller(-1),

  'access_token.not_found': caller(404),
  'access_token.name_taken': caller(-1),
  'access_token.too_many': caller(-1),

  'password.too_short': caller(-1),
  'password.is_username': caller(-1),
  'password.breached': caller(-1),

  'setting.mail_password_needed': caller(-1),
  'mail.not_set': caller(-1),
  'mail.unknown_host': caller(-1),
  'mail.connection_refused': caller(-1),
  'mail.timed_out': caller(-1),
  'mail.certificate_untrusted': caller(-1),
  'mail.tls_failed': caller(-1),
  'mail.login_refused': caller(-1),
  'mail.sender_refused': caller(-1),
  'mail.recipient_refused': caller(-1),
  'mail.failed': caller(-1),

  'branding.no_logo': caller(404),
  'branding.not_an_image': caller(-1),
  'branding.image_too_large': caller(-1),

  'user.not_found': caller(404),
  'user.username_taken': caller(-1),
  'user.reaches_more': caller(-1),
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

  'login_log.not_found': caller(404),
  'login_policy.not_found': caller(404),

  'access_security.not_found': caller(404),
  'access_security.refused': caller(-1),
  'access_security.locks_out': caller(-1),
  'access_security.delete_locks_out': caller(-1),

  'authorised.not_found': caller(404),
  'authorised.reference_gone': caller(-1),
  'authorised.ends_in_past': caller(-1),
  'authorised.not_for_oneself': caller(403),

  'credential.not_found': caller(404),
  'credential.name_taken': caller(-1),
  'credential.in_use': caller(-1),
  'credential.key_missing': caller(-1),
  'credential.key_unreadable': caller(-1),
  'credential.passphrase_required': caller(-1),
  'credential.passphrase_wrong': caller(-1),
  'credential.no_public_key': caller(-1),
  'credential.use_forbidden': caller(403),
  'credential.address_refused': caller(-1),
  'credential.secret_needed': caller(-1),

  'access_gateway.not_found': caller(404),
  'access_gateway.name_taken': caller(-1),
  'access_gateway.in_use': caller(-1),
  'access_gateway.cycle': caller(-1),
  'access_gateway.too_deep': caller(-1),
  'access_gateway.password_missing': caller(-1),
  'access_gateway.password_needed': caller(-1),

  'host_key.owner_not_found': caller(404),
  'host_key.not_offered': caller(-1),

  'asset.not_found': caller(404),
  'asset.credential_unfit': caller(-1),
  'asset.too_many_tags': caller(-1),
  'asset.secret_needed': caller(-1),

  'strategy.not_found': caller(404),
  'strategy.name_taken': caller(-1),
  'strategy.in_use': caller(-1),
  'strategy.reason_required': caller(-1),

  'command_filter.not_found': caller(404),
  'command_filter.name_taken': caller(-1),
  'command_filter.in_use': caller(-1),
  'command_filter.too_many_rules': caller(-1),
  'command_filter.too_complex': caller(-1),
  'command_filter_rule.not_found': caller(404),
  'command_filter_rule.pattern_refused': caller(-1),
  'command_filter_rule.pattern_broken': caller(-1),
  'command_filter_rule.pattern_too_complex': caller(-1),
  'command_filter_rule.no_words': caller(-1),

  'command.not_found': caller(404),
  'notice.not_found': caller(404),

  'backup.needs_every_right': caller(-1),
  'backup.busy': caller(-1),
  'backup.not_a_backup': caller(-1),
  'backup.newer': caller(-1),
  'backup.passphrase_wrong': caller(-1),
  'backup.damaged': caller(-1),
  'backup.too_large': caller(-1),
  'backup.invalid': caller(-1),
  'backup.name_protected': caller(-1),

  'user_import.changed': caller(-1),

  'asset_import.unreadable': caller(-1),
  'asset_import.empty': caller(-1),
  'asset_import.yaml_too_large': caller(-1),
  'asset_import.owner_forbidden': caller(-1),

  'csv.not_utf8': caller(-1),
  'csv.empty': caller(-1),
  'csv.unreadable': caller(-1),
  'csv.columns_missing': caller(-1),
  'csv.columns_unknown': caller(-1),
  'csv.columns_repeated': caller(-1),
  'csv.too_many_rows': caller(-1),

  'storage.not_found': caller(404),
  'storage.is_default': caller(-1),
  'storage.not_empty': caller(-1),
  'storage.name_wrong': caller(-1),
  'storage.limit_below_used': caller(-1),
  'storage.owner_gone': caller(-1),
  'storage.share_gone': caller(-1),
  'storage.not_for_oneself': caller(403),
  'storage.read_only': caller(-1),
  'storage.forbidden': caller(-1),
  'storage.quota': caller(-1),
  'storage.name_too_long': caller(-1),
  'storage.into_itself': caller(-1),
  'storage.busy': caller(-1),
  'storage.disk_full': world(-1),
  'storage.away': world(-1),
  'storage.key_refused': world(-1),
  'storage.bucket_missing': world(-1),
  'storage.failed': world(-1),

  'storage_log.not_found': caller(404),
  'session.not_found': caller(404),
  'session.not_openable': caller(404),
  'session.over': caller(-1),
  'session.held_elsewhere': caller(-1),
  'session.end_pending': world(-1),
  'session.live': caller(-1),
  'session.too_many': caller(-1),
  'session.disk_low': world(-1),
  'session.no_recording': caller(404),
  'session.no_picture': world(-1),
  'session.recording_away': world(-1),
  'session.nobody_there': caller(-1),

  'share.not_found': caller(404),
  'share.off': caller(-1),
  'share.audience_off': caller(-1),
  'share.users_missing': caller(-1),
  'share.input_forbidden': caller(-1),
  'share.too_many': caller(-1),
  'share.full': caller(-1),
  'share.not_invited': caller(-1),
  'share.expired': caller(-1),
  'share.revoked': caller(-1),
  'share.ended': caller(-1),
  'session.no_stats': caller(-1),
  'session.protocol_unsupported': caller(-1),
  'session.too_many_on_asset': caller(-1),

  'file.forbidden': caller(-1),
  'file.no_file_system': caller(-1),
  'file.drive_closed': caller(-1),
  'file.path_invalid': caller(-1),
  'file.not_found': caller(404),
  'file.permission': caller(-1),
  'file.exists': caller(-1),
  'file.not_empty': caller(-1),
  'file.not_a_folder': caller(-1),
  'file.is_a_folder': caller(-1),
  'file.not_a_file': caller(-1),
  'file.too_many': caller(-1),
  'file.archive_too_many': caller(-1),
  'file.archive_too_large': caller(-1),
  'file.archive_gone': caller(404),
  'file.copy_too_many': caller(-1),
  'file.changed': caller(-1),
  'file.too_large': caller(-1),
  'file.upload_gone': caller(-1),
  'file.upload_offset': caller(-1),
  'file.upload_broken': caller(-1),
  'file.no_space': world(-1),
  'file.unsupported': world(-1),
  'file.failed': world(-1),
  'file.closed': world(-1),
  'file.unavailable': world(-1),
  'socket.upgrade_required': caller(400),
  'socket.origin_refused': caller(403),
  // Not 403, which leads away from the page: the sentence must be read there, by whoever can change the settings.
  'origin.not_public': caller(-1),
  'origin.mismatch': caller(-1),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One field of a form that was refused: where, by which rule, and the sentence for the person. */
export interface FieldError {
  path: string;
  rule: string;
  message: string;
}
