import { workerData } from 'node:worker_threads';

import { answerTask } from '../../kernel/thread-task.ts';
import { readOldJson } from './old-json.ts';

await answerTask(() => readOldJson(workerData as Uint8Array));
