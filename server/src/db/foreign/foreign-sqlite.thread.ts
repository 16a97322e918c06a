import { parentPort, workerData } from 'node:worker_threads';

import { answerForeignSqlite, type ForeignSqliteRequest } from './foreign-sqlite-file.ts';

const answer = answerForeignSqlite(workerData as string);
parentPort?.on('message', (request: ForeignSqliteRequest) => parentPort?.postMessage(answer(request)));
