import { translate } from '@jadegate/contract/language';
import type { SessionEnd } from '@jadegate/contract/session/session-end';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';

import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { Recording, RecordingOptions } from '../../recorders/recording.ts';
import type { RecordingChainService } from '../recording-chain/recording-chain.service.ts';
import { objectOf, type SessionLimits } from './live-session.ts';
import type { SessionRecord } from './session.repository.ts';

interface Dependencies {
  audit: AuditService;
  logger: Logger;
  chains: Pick<RecordingChainService, 'open'>;
}

interface Recorded {
  record: SessionRecord;
  limits: SessionLimits;
  folder: string;
  /** The time in the session. */
  clock: Clock;
  person: () => Actor;
  notify: (text: string) => void;
  onEnd: (end: SessionEnd) => void;
}

/**
 * Begins the recording of a session as the row and the settings translate, and sees to what they say when it fails or is full.
 * Undefined when the session is not recorded, or cannot be and goes on all the same.
 */
export async function beginRecording<One extends Recording>(
  dependencies: Dependencies,
  session: Recorded,
  open: (options: RecordingOptions) => Promise<One>,
): Promise<One | undefined> {
  const { record, limits, folder, clock, onEnd } = session;
  const { logger, chains } = dependencies;
  if (record.recording === 'none') {
    return undefined;
  }
  try {
    return await open({
      folder,
      clock,
      maxBytes: limits.recordingMegabytes * MEGABYTE,
      onFull: () => stopFull(dependencies, session),
      onFailure: (error) => {
        logger.error({ err: error, sessionId: record.id }, 'a recording could not be written');
        if (!limits.failOpen) {
          onEnd({ kind: 'recording_failed' });
        }
      },
      beginChain: (kind, onChainFailure) =>
        chains.open({ record, folder, kind, clock, onFailure: onChainFailure }),
    });
  } catch (error) {
    if (!limits.failOpen) {
      throw error;
    }
    logger.error({ err: error, sessionId: record.id }, 'a session goes on without a recording');
    return undefined;
  }
}

/** The recording has reached its limit: the session ends, or goes on unrecorded, which is told and audited. */
function stopFull(
  { audit, logger }: Dependencies,
  { record, limits, person, notify, onEnd }: Recorded,
): void {
  const limit = limits.recordingMegabytes;
  if (limits.whenRecordingFull === 'end') {
    // Off the turn of the output that was too much: it is still being handed on.
    setImmediate(() => onEnd({ kind: 'recording_full', limit }));
    return;
  }
  const actor = person();
  notify(translate(SESSION_NOTICE_WORDS.recording_full, actor.language, { limit }));
  const entry = { action: 'session.recording-stopped', object: objectOf(record) } as const;
  audit
    .writeAlone(actor, { ...entry, detail: { megabytes: limit } })
    .catch((error: unknown) =>
      logger.error({ err: error, sessionId: record.id }, 'a recording that stopped is not written down'),
    );
}
