import { translate, type Language } from '@jadegate/contract/language';
import { sayAdvice, sayEnd, tunnelCode, type SessionEnd } from '@jadegate/contract/session/session-end';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import { DiskLow } from '../../platform/disk-space/disk-space.service.ts';
import { EventsWaiting } from '../../platform/event-destination/event-gate.service.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import { RecordingFailed } from '../../recorders/recording.ts';
import { StreamFailed } from './session-kind.ts';
import { QuotaReached, SessionTaken } from './session-quota.ts';
import type { SessionClient } from './session-stream.ts';

/** Why it did not come to a session, or how one ended. */
export function endOf(error: unknown, target: { host: string; port: number }): SessionEnd {
  if (
    error instanceof StreamFailed ||
    error instanceof QuotaReached ||
    error instanceof DiskLow ||
    error instanceof EventsWaiting
  ) {
    return error.end;
  }
  if (error instanceof DialError) {
    const way = wayOf(error, target);
    return { kind: error.kind === 'gateway_lost' ? 'gateway_lost' : 'way', way };
  }
  if (error instanceof RecordingFailed) {
    return { kind: 'recording_failed' };
  }
  return { kind: 'failed' };
}

/** Tells whoever waits for a session why it did not come to one. */
export function dropUnopened(
  client: SessionClient,
  error: unknown,
  end: SessionEnd,
  language: Language,
): void {
  if (error instanceof SessionTaken) {
    client.drop(translate(ERROR_WORDS[error.code], language), '', tunnelCode(end));
  } else {
    client.drop(sayEnd(end, language), sayAdvice(end, language), tunnelCode(end), end);
  }
}
