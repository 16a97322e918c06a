import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { memoryKbOf, untilIdle } from './stage.ts';

const COLLECTOR = fileURLToPath(new URL('collect-garbage.mjs', import.meta.url));
export const SETTLE_MS = 3000;

/** What a product must be started with to be weighed: it throws away what it no longer needs when it is told to. */
export const WEIGHED = { NODE_OPTIONS: `--import ${COLLECTOR}` };

/** Kilobytes of memory that a process needs. */
export async function weigh(pid: number): Promise<number> {
  await untilIdle(pid);
  process.kill(pid, 'SIGUSR2');
  await sleep(SETTLE_MS);
  return memoryKbOf(pid);
}
