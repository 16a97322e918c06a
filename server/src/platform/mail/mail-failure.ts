import type { ErrorCode } from '@jadegate/contract/error';

import { AppError } from '../../kernel/app-error.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';

interface Place {
  host: string;
  port: number;
  to: string;
}

interface SmtpFailure {
  code?: string;
  responseCode?: number;
  command?: string;
  message?: string;
  errno?: number;
}

/** Names of TLS failures that mean "the certificate was not believed". */
const UNTRUSTED =
  /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME|self[- ]signed|certificate|unable to verify/i;

/** What went wrong between us and the mail server, as something a person can act on. Its text never holds a secret. */
export function mailFailure(error: unknown, { host, port, to }: Place): AppError {
  const failure = (error instanceof DialError && error.cause ? error.cause : error) as SmtpFailure;
  const code = error instanceof DialError && error.kind === 'own_part' ? 'mail.own_part' : kindOf(failure);
  const params = { host, port, to, answer: answerOf(failure) };
  return new AppError(code, { params, fields: fieldsOf(code), cause: error });
}

function kindOf(failure: SmtpFailure): ErrorCode {
  const text = `${failure.code ?? ''} ${failure.message ?? ''}`;
  if (failure.code === 'EDNS' || /ENOTFOUND|EAI_AGAIN|EAI_NODATA/.test(text)) {
    return 'mail.unknown_host';
  }
  if (failure.code === 'EAUTH') {
    return 'mail.login_refused';
  }
  if (failure.code === 'EENVELOPE') {
    return failure.command === 'MAIL FROM' ? 'mail.sender_refused' : 'mail.recipient_refused';
  }
  if (UNTRUSTED.test(text)) {
    return 'mail.certificate_untrusted';
  }
  if (failure.code === 'ETLS' || /ssl|tls|wrong version number/i.test(text)) {
    return 'mail.tls_failed';
  }
  if (/ECONNREFUSED/.test(text)) {
    return 'mail.connection_refused';
  }
  if (failure.code === 'ETIMEDOUT' || /timed? ?out/i.test(text)) {
    return 'mail.timed_out';
  }
  return 'mail.failed';
}

function fieldsOf(code: ErrorCode): string[] {
  switch (code) {
    case 'mail.own_part':
    case 'mail.unknown_host':
    case 'mail.connection_refused':
      return ['mail-host'];
    case 'mail.login_refused':
      return ['mail-password'];
    case 'mail.certificate_untrusted':
    case 'mail.tls_failed':
      return ['mail-security'];
    case 'mail.sender_refused':
      return ['mail-from'];
    case 'mail.recipient_refused':
      return ['to'];
    default:
      return [];
  }
}

/** Untrusted text of the other side: one short line, for a person to read. */
function answerOf({ responseCode, code, message }: SmtpFailure): string {
  const text = responseCode ? String(responseCode) : (code ?? '');
  const said = (message ?? '').replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 160);
  return [text, said].filter(Boolean).join(' ');
}
