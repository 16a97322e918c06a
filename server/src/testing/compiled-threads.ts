import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { sourceThreads } from '../kernel/thread.ts';

export const SERVER_SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Inside the repository, so that packages are found from there. */
export const COMPILED_THREADS = fileURLToPath(new URL('../../../.cache/threads', import.meta.url));

/** A thread that brings a TypeScript compiler takes seconds to start, and every test server starts several. */
sourceThreads.start = (url, workerData) => {
  const name = path.relative(SERVER_SOURCES, fileURLToPath(url));
  return new Worker(path.join(COMPILED_THREADS, name.replace(/\.ts$/, '.mjs')), { workerData });
};
