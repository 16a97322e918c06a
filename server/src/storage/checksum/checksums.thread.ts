import { createHash, type Hash } from 'node:crypto';

import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import type { ChecksumTask } from './checksums.ts';

const hashes = new Map<number, Hash>();

serveThreadCalls(async (task: ChecksumTask) => {
  switch (task.kind) {
    case 'add': {
      if (task.isFirst) {
        hashes.set(task.file, createHash('sha256'));
      }
      hashOf(task.file).update(task.bytes);
      return undefined;
    }
    case 'end': {
      const whole = hashOf(task.file).digest('hex');
      hashes.delete(task.file);
      return whole;
    }
    case 'of':
      return createHash('sha256').update(task.bytes).digest('hex');
    case 'forget':
      hashes.delete(task.file);
      return undefined;
  }
});

function hashOf(file: number): Hash {
  const hash = hashes.get(file);
  if (!hash) {
    throw new Error('the beginning of this file went to a thread that is gone');
  }
  return hash;
}
