import { say } from '@jadegate/contract/language';
import type { SessionEnd } from '@jadegate/contract/session-end';
import { TERMINAL_NOTICE_WORDS } from '@jadegate/contract/words/terminal-notices';

import type { Actor } from '../../kernel/actor.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { objectOf, type SessionLimits } from './live-session.ts';
import type { SessionRecord } from './session.repository.ts';

interface Full {
  record: SessionRecord;
  limits: SessionLimits;
  actor: () => Actor;
  notify: (text: string) => void;
  onEnd: (end: SessionEnd) => void;
}

/** The recording has reached its limit: the session ends, or goes on unrecorded, which is told and audited. */
export function whenRecordingIsFull(
  { audit, logger }: { audit: AuditService; logger: Logger },
  { record, limits, actor, notify, onEnd }: Full,
): void {
  const limit = limits.recordingMegabytes;
  if (limits.whenRecordingFull === 'end') {
    // Off the turn of the output that was too much: it is still being handed on.
    setImmediate(() => onEnd({ kind: 'recording_full', limit }));
    return;
  }
  const who = actor();
  notify(say(TERMINAL_NOTICE_WORDS.recording_full, who.language, { limit }));
  const entry = { action: 'session.recording-stopped', object: objectOf(record) } as const;
  audit
    .writeAlone(who, { ...entry, detail: { megabytes: limit } })
    .catch((error: unknown) =>
      logger.error({ err: error, sessionId: record.id }, 'a recording that stopped is not written down'),
    );
}
