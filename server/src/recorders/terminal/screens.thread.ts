import { workerData } from 'node:worker_threads';

import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { RecordingFiles } from '../recording-files.ts';
import { inThread, readStoredRecordings, type StoredRecordingsOptions } from '../stored-recordings.ts';
import { replay } from './keyframe.ts';
import type { Screen } from './screen.ts';
import type { ScreenTask } from './screens.ts';

const readStored = readStoredRecordings(inThread(workerData as StoredRecordingsOptions | undefined));

// In turn: two that build the same keyframes would only do the work twice.
serveThreadCalls(({ place, end }: ScreenTask): Promise<Screen> =>
  replay(new RecordingFiles(place, readStored), end),
);
