import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops processes that go on to exist: connections stay, new ones are taken by the system, nothing answers. Resolves when
 * they stand: the signal is on its way for a moment, and one of several threads could still answer meanwhile.
 */
export async function suspend(pids: readonly number[]): Promise<void> {
  pids.forEach((pid) => signal(pid, 'SIGSTOP'));
  while (!pids.every(stands)) {
    await sleep(1);
  }
}

export function goOn(pids: readonly number[]): void {
  pids.forEach((pid) => signal(pid, 'SIGCONT'));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone: some end between being listed and being told.
  }
}

function stands(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  try {
    return readdirSync(threads).every((thread) => stateOf(`${threads}/${thread}`) === 'T');
  } catch {
    // It is gone.
    return true;
  }
}

/** It stands behind the name, which is in brackets and may hold any sign. */
function stateOf(thread: string): string | undefined {
  return /^.*\) (\w)/s.exec(readFileSync(`${thread}/stat`, 'utf8'))?.[1];
}
