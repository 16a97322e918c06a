import { parentPort } from 'node:worker_threads';

import { readAnswer, type AnswerTask } from '../../protocols/collector/read-answer.ts';

parentPort?.on('message', ({ id, task }: { id: number; task: AnswerTask }) => {
  parentPort?.postMessage({ id, answer: readAnswer(task) });
});
parentPort?.postMessage('ready');
