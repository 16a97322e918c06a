import { inEachLanguage, translate, type SentenceParams } from '@jadegate/contract/language';
import { WAY_REASON_WORDS, type WayReason } from '@jadegate/contract/words/way';

import { AddressRefused, DialError } from '../../../protocols/dial/dial-error.ts';
import { FetchError } from '../../../protocols/web/http-request.ts';
import { SendFailure } from './event-sender.ts';

/** What the other side says of ours. */
const REFUSES_OURS = /_ALERT_(?:\w*CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/;
const UNTRUSTED = /CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/;

/** What kept us from a receiver, as something a person can act on. `place` is for people and holds no secret. */
export function connectionFailure(error: unknown, place: string): SendFailure {
  if (error instanceof SendFailure) {
    return error;
  }
  const inner = error instanceof FetchError && error.cause !== undefined ? error.cause : error;
  if (inner instanceof AddressRefused) {
    return new SendFailure('event_destination.place_refused', { host: inner.target.host }, { cause: error });
  }
  if (inner instanceof DialError && inner.kind === 'own_part') {
    return new SendFailure(
      'event_destination.own_part',
      { host: inner.target?.host ?? place },
      { cause: error },
    );
  }
  const { code = '' } = inner as NodeJS.ErrnoException;
  if (REFUSES_OURS.test(code)) {
    return new SendFailure('event_destination.client_certificate', { place, reason: code }, { cause: error });
  }
  if ((error instanceof FetchError && error.kind === 'certificate') || UNTRUSTED.test(code)) {
    return new SendFailure('event_destination.certificate', { place, reason: code }, { cause: error });
  }
  if (error instanceof FetchError && error.kind === 'timeout') {
    return new SendFailure('event_destination.timeout', { place }, { cause: error });
  }
  const reason = inner instanceof DialError ? wordsOf(inner.kind) : { reason: code || 'unknown' };
  return new SendFailure('event_destination.unreachable', { place, ...reason }, { cause: error });
}

/** In the language of whoever reads it. */
function wordsOf(kind: DialError['kind']): SentenceParams {
  const reason = kind in WAY_REASON_WORDS ? (kind as WayReason) : 'unknown';
  return inEachLanguage('reason', (language) => translate(WAY_REASON_WORDS[reason], language));
}
