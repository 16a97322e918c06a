import { workerData } from 'node:worker_threads';

import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { lowerThreadPriority } from '../../kernel/thread.ts';
import { inThread, readStoredRecordings } from '../../recorders/stored-recordings.ts';
import { indexRecording, type Indexed, type IndexJob } from './index-recording.ts';
import { openIndexFile, OutputIndexRepository } from './output-index.repository.ts';
import type { IndexThreadOptions, IndexTask } from './output-index.ts';
import { OutputSearchRepository } from './output-search.repository.ts';

/** Raw bytes in one transaction: large ones build a better index, small ones lose less when the process dies. */
const TRANSACTION_BYTES = 8 * 1024 * 1024;

const { file, role, fewPages, stored } = workerData as IndexThreadOptions;
const readStored = readStoredRecordings(inThread(stored));
const db = openIndexFile(file, role);
const index = new OutputIndexRepository(db);
const search = new OutputSearchRepository(db, fewPages);
let isStopping = false;

if (role === 'writer') {
  // Terminals come first: what they print is found a little later while they print a lot.
  lowerThreadPriority();
}

async function indexAll(jobs: readonly IndexJob[], maxBytes: number): Promise<Indexed> {
  const total: Indexed = { bytes: 0, damaged: 0 };
  const isFull = () => maxBytes > 0 && index.size() >= maxBytes;
  let open = 0;
  const pause = (bytes: number) => {
    open += bytes;
    if (open >= TRANSACTION_BYTES) {
      open = 0;
      index.commit();
      index.begin();
    }
    return isStopping || isFull();
  };
  index.begin();
  try {
    for (const job of jobs) {
      if (isStopping || isFull()) {
        break;
      }
      const { bytes, damaged } = await indexRecording(index, job, readStored, pause);
      total.bytes += bytes;
      total.damaged += damaged;
    }
    if (isFull()) {
      total.isFull = true;
    }
    index.commit();
  } catch (error) {
    index.rollback();
    throw error;
  }
  return total;
}

function inTransaction(work: () => void): void {
  index.begin();
  try {
    work();
    index.commit();
  } catch (error) {
    index.rollback();
    throw error;
  }
}

async function perform(task: IndexTask): Promise<unknown> {
  switch (task.kind) {
    case 'index':
      return indexAll(task.jobs, task.maxBytes);
    case 'unfinished':
      return index.listUnfinished(task.ids);
    case 'ids':
      return index.listIds(task.after, task.limit);
    case 'remove':
      inTransaction(() => task.ids.forEach((id) => index.remove(id)));
      return null;
    case 'clear':
      index.clear();
      return null;
    case 'search':
      return search.search(task.query);
    case 'close':
      db.close();
      return null;
  }
}

serveThreadCalls(perform, ({ kind }) => {
  isStopping ||= kind === 'close';
});
