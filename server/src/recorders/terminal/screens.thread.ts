import { parentPort } from 'node:worker_threads';

import { replay } from './keyframe.ts';
import type { ScreenAnswer, ScreenTask } from './screens.ts';
import { listSegments } from './segment.ts';

/** One after another: two that build the same keyframes would only do the work twice. */
let last = Promise.resolve();

parentPort?.on('message', (task: ScreenTask) => {
  last = last.then(async () => parentPort?.postMessage(await answer(task)));
});

async function answer({ id, folder, end }: ScreenTask): Promise<ScreenAnswer> {
  try {
    return { id, screen: await replay(await listSegments(folder), end) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
