import { workerData } from 'node:worker_threads';

import type { CsvTask } from './csv-apart.ts';
import { readCsv } from './csv.ts';
import { answerTask } from './thread-task.ts';

const { file, options } = workerData as CsvTask;
await answerTask(() => readCsv(Buffer.from(file), options));
