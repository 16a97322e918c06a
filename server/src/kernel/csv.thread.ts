import { parentPort, workerData } from 'node:worker_threads';

import { AppError } from './app-error.ts';
import type { CsvAnswer, CsvTask } from './csv-apart.ts';
import { readCsv } from './csv.ts';

const { file, options } = workerData as CsvTask;

function answer(): CsvAnswer {
  try {
    return { table: readCsv(Buffer.from(file), options) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, params, fields } = error;
      return { refused: { code, params, fields } };
    }
    throw error;
  }
}

parentPort?.postMessage(answer());
