import { workerData } from 'node:worker_threads';

import { answerTask } from '../../kernel/thread-task.ts';
import { copyHere, type CopyTask } from './sqlite-copy.ts';

await answerTask(() => copyHere(workerData as CopyTask));
