import { join } from 'node:path';

import type { RecordingChainService } from '../recording-chain/recording-chain.service.ts';
import type { Recorded } from './ended-columns.ts';
import type { SessionKinds } from './session-kind.ts';
import type { SessionRecord } from './session.repository.ts';

/** What there is on this disk of a recording that nobody here writes. */
export type ReadRecorded = (session: Pick<SessionRecord, 'id' | 'protocol'>) => Promise<Recorded>;

export function readRecordedIn(
  recordingRoot: string,
  { kinds, chains }: { kinds: SessionKinds; chains: Pick<RecordingChainService, 'reached'> },
): ReadRecorded {
  return async ({ id, protocol }) => {
    const folder = join(recordingRoot, id);
    return { bytes: await kinds[protocol]?.recordedBytes(folder), signed: await chains.reached(folder) };
  };
}
