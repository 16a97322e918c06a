import type { Readable } from 'node:stream';

import type { Moved } from '../../files/file-place/guarded-files.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { pieceStream } from '../../kernel/piece-stream.ts';
import { FileError } from '../../protocols/files/file-error.ts';
import type { Handle, FileTree } from '../../protocols/files/file-tree.ts';
import { readPipelined } from '../../protocols/files/transfer.ts';
import type { ThreadSums } from '../../storage/checksum/thread-sums.ts';

interface ReadOptions {
  start: number;
  /** Not included. Where it is no more than the start nobody knows how long the file is, and all of it is read. */
  end: number;
  /** Made for this stream. */
  sums: ThreadSums;
  /** Told with each piece. */
  touch: () => void;
  /** Told once, also when nobody ever reads it. */
  onEnd: (isDone: boolean, moved: Moved) => Promise<void>;
}

/** The bytes of an open file, which is closed with the stream. Breaks when they are fewer than was said. */
export function readStream(
  tree: FileTree,
  handle: Handle,
  { start, end, sums, touch, onEnd }: ReadOptions,
): Readable {
  const sum = sums.begin();
  let bytes = 0;
  let isDone = false;
  let isOver = false;
  const whole = end - start;
  const pieces = async function* () {
    for await (const piece of readPipelined(tree, handle, { start, end: whole > 0 ? end : undefined })) {
      await sums.caughtUp();
      if (isOver) {
        // It stands in the log by now.
        return;
      }
      sum.add(piece);
      bytes += piece.length;
      touch();
      yield piece;
    }
    if (bytes < whole) {
      throw new FileError('failed', new Error('the file became shorter while it was read'));
    }
    isDone = true;
  };
  const body = pieceStream(pieces(), { highWaterMark: tree.limits.readBytes });
  // A reader that has stopped reading would otherwise outlive the session.
  const onOver = () => body.destroy(new FileError('closed'));
  tree.over.addEventListener('abort', onOver);
  const log = async () => {
    const moved = { bytes, checksum: await sum.end() };
    await onEnd(isDone, moved);
  };
  // Comes also when nobody ever reads it.
  body.once('close', () => {
    isOver = true;
    tree.over.removeEventListener('abort', onOver);
    runInBackground(tree.closeFile(handle), 'the end of a download');
    runInBackground(log(), 'the log of a download');
  });
  return body;
}
