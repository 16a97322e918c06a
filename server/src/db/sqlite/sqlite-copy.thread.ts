import { parentPort, workerData } from 'node:worker_threads';

import { copyHere, type CopyTask } from './sqlite-copy.ts';

await copyHere(workerData as CopyTask);
parentPort?.postMessage('done');
