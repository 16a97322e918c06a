import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { processExists } from '../../kernel/process-identity.ts';

const NAME = /^\.full-backup-(\d+)-/;

/** Of the folder in the data directory that a backup works in: it says whose it is. */
export const WORK_PREFIX = `.full-backup-${process.pid}-`;

/** Removes what a process left that did not come to its end. Called while this one makes no backup. */
export async function sweepWork(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && (Number(pid) === process.pid || !processExists(Number(pid)))) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}
