import { expect, it } from 'vitest';

import { connectionFailure } from './connection-failure.ts';

/** Codes as Node gives them for what OpenSSL and receivers say. */
it.each([
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'event_destination.client_certificate'],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'event_destination.client_certificate'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'event_destination.client_certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'event_destination.certificate'],
  ['CERT_HAS_EXPIRED', 'event_destination.certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'event_destination.certificate'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'event_destination.unreachable'],
  ['ECONNRESET', 'event_destination.unreachable'],
])('%s says whose certificate is the matter, if one is', (reason, code) => {
  const failure = connectionFailure(
    Object.assign(new Error('x'), { code: reason }),
    'tls://siem.example:6514',
  );
  expect(failure.problem).toEqual({ code, params: { place: 'tls://siem.example:6514', reason } });
});
