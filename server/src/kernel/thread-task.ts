import { parentPort } from 'node:worker_threads';

import type { ErrorCode } from '@jadegate/contract/error';
import type { SentenceParams } from '@jadegate/contract/language';

import { AppError } from './app-error.ts';
import { runInBackground } from './defects.ts';
import { spawnThread } from './thread.ts';

interface Outcome<Answer> {
  answer?: Answer;
  refused?: { code: ErrorCode; params: SentenceParams; fields: readonly string[] };
}

interface Bounds<Late> {
  limit?: {
    ms: number;
    /** What is answered when the time is over; or it throws. */
    late: () => Late;
  };
  signal?: AbortSignal | undefined;
}

/**
 * What the module beside the caller makes of one task, in a thread of its own that ends with it. A refusal is thrown here
 * as it was there.
 */
export async function runThread<Answer, Late = never>(
  callerUrl: string,
  module: `./${string}`,
  task: unknown,
  { limit, signal }: Bounds<Late> = {},
): Promise<Answer | Late> {
  signal?.throwIfAborted();
  const thread = spawnThread(callerUrl, module, task);
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  let isLate = false;
  try {
    const outcome = await new Promise<Outcome<Answer> | undefined>((resolve, reject) => {
      timer = limit && setTimeout(resolve, limit.ms, undefined);
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop, { once: true });
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', () => reject(new Error('the thread ended without an answer')));
    });
    if (outcome === undefined) {
      isLate = true;
      return limit?.late() as Late;
    }
    const { answer, refused } = outcome;
    if (refused) {
      throw new AppError(refused.code, refused);
    }
    return answer as Answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    const ended = thread.terminate();
    if (isLate) {
      // What it is busy with may keep it from ending, and nobody waits for that, too.
      runInBackground(ended, 'a thread that is late');
    } else {
      await ended;
    }
  }
}

/** The other side, in the thread. */
export async function answerTask(work: () => unknown): Promise<void> {
  let outcome: Outcome<unknown>;
  try {
    outcome = { answer: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    const { code, params, fields } = error;
    outcome = { refused: { code, params, fields } };
  }
  parentPort?.postMessage(outcome);
}
