import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Starts the module beside the caller in its own thread. */
export function spawnThread(callerUrl: string, module: `./${string}`, workerData: unknown): Worker {
  return callerUrl.endsWith('.ts')
    ? sourceThreads.start(new URL(`${module}.ts`, callerUrl), workerData)
    : new Worker(new URL(`${module}.js`, callerUrl), { workerData });
}

/**
 * Called in a thread whose work can wait: it runs when nobody who is waited for wants the processor. Linux keeps a
 * priority per thread; elsewhere this would slow the whole process down.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') {
    setPriority(constants.priority.PRIORITY_LOW);
  }
}

/** In development nothing is compiled, and a thread needs a TypeScript loader of its own. Tests know a quicker way. */
export const sourceThreads = {
  start(url: URL, workerData: unknown): Worker {
    const code = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`;
    return new Worker(code, { eval: true, workerData, execArgv: ['--conditions=source'] });
  },
};
