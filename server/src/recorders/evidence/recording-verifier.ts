import type { ChainReport } from '@jadegate/contract/session/evidence-finding';

import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { RecordingPlace } from '../recording-files.ts';
import type { SegmentFormat } from '../segment.ts';
import type { StoredRecordingsOptions } from '../stored-recordings.ts';

export interface VerifyTask {
  place: RecordingPlace;
  kind: SegmentFormat;
  session: string;
  /** Public keys as base64 of SPKI, by their fingerprints. */
  keys: { id: string; publicKey: string }[];
}

/** Looks at recordings in a thread that works when nobody else wants the processor: some are gigabytes. */
export class RecordingVerifier {
  readonly #thread: ThreadCalls<VerifyTask, ChainReport>;

  /** Where recordings are kept that are not on this disk any more. */
  constructor(stored?: StoredRecordingsOptions) {
    this.#thread = new ThreadCalls(() => spawnThread(import.meta.url, './verify.thread', stored));
  }

  verify(task: VerifyTask): Promise<ChainReport> {
    return this.#thread.ask(task);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
