import { storeEnd, type SessionEnd } from '@jadegate/contract/session/session-end';

import type { ChainHead } from '../../recorders/evidence/chain.ts';
import type { SessionRecord } from './session.repository.ts';

/** What there is of a recording that nobody writes any more. */
export interface Recorded {
  /** Undefined when there is nothing. */
  bytes?: number | undefined;
  signed?: ChainHead | undefined;
}

/** What a row says once its session is over. */
export function endedColumns(end: SessionEnd, at: number) {
  return { status: 'disconnected' as const, end_reason: storeEnd(end), disconnected_at: at };
}

/** So many bytes of recording; where it was to be recorded and was not, there is nothing to review. */
export function recordingColumns({ recording }: SessionRecord, bytes: number | undefined) {
  if (bytes !== undefined) {
    return { recording: 'kept', recording_bytes: bytes } as const;
  }
  return recording === 'writing' ? ({ recording: 'none', reviewed: 1 } as const) : {};
}
