import { workerData } from 'node:worker_threads';

import type { ChainReport } from '@jadegate/contract/session/evidence-finding';
import type { EvidenceKey } from '@jadegate/contract/session/evidence/evidence-crypto';
import { verifyRecording } from '@jadegate/contract/session/evidence/verify-recording';

import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { lowerThreadPriority } from '../../kernel/thread.ts';
import { RecordingFiles } from '../recording-files.ts';
import { inThread, readStoredRecordings, type StoredRecordingsOptions } from '../stored-recordings.ts';
import { nodeCrypto, readEvidenceKey } from './node-crypto.ts';
import { KeptRecording } from './recorded-files.ts';
import type { VerifyTask } from './recording-verifier.ts';

lowerThreadPriority();
const readStored = readStoredRecordings(inThread(workerData as StoredRecordingsOptions | undefined));

serveThreadCalls(({ place, kind, session, keys: known }: VerifyTask): Promise<ChainReport> => {
  const keys = new Map<string, EvidenceKey>();
  for (const { id, publicKey } of known) {
    const key = readEvidenceKey(Buffer.from(publicKey, 'base64'));
    if (key) {
      keys.set(id, key);
    }
  }
  // Without a store, what is not on this disk is gone; with one, or with files that were moved to one, it may be away.
  const hasStore = workerData !== undefined || place.stored.length > 0;
  const files = new KeptRecording(new RecordingFiles(place, hasStore ? readStored : undefined), kind);
  return verifyRecording(files, { crypto: nodeCrypto, keys, session });
});
