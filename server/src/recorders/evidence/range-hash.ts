import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** A part of a file. */
export interface FileRange {
  path: string;
  from: number;
  to: number;
}

/** Read with one, however many files there are. */
const room = Buffer.allocUnsafe(1024 * 1024);

/** SHA-256 of a part of a file. It waits for the disk: for a thread in which nobody else is. */
export function hashOfRange({ path, from, to }: FileRange): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (let position = from; position < to;) {
      const read = readSync(file, room, 0, Math.min(room.length, to - position), position);
      if (read === 0) {
        throw new Error('a recording is shorter than what was written to it');
      }
      hash.update(room.subarray(0, read));
      position += read;
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
