import { workerData } from 'node:worker_threads';

import { answerTask } from '../../kernel/thread-task.ts';
import type { ParseTask } from './parse-apart.ts';
import { parseImport } from './parse-import.ts';

const { file, format, limits } = workerData as ParseTask;
await answerTask(() => parseImport(file, format, limits));
