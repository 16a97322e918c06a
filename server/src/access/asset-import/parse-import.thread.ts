import { parentPort, workerData } from 'node:worker_threads';

import { AppError } from '../../kernel/app-error.ts';
import type { ParseAnswer, ParseTask } from './parse-apart.ts';
import { parseImport } from './parse-import.ts';

const { file, format, limits } = workerData as ParseTask;

function answer(): ParseAnswer {
  try {
    return { parsed: parseImport(file, format, limits) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, params } = error;
      return { refused: { code, params } };
    }
    throw error;
  }
}

parentPort?.postMessage(answer());
