import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { Moved } from '../../files/file-place/guarded-files.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { pieceStream } from '../../kernel/piece-stream.ts';
import { FileError } from '../../protocols/files/file-error.ts';
import type { Handle, FileTree } from '../../protocols/files/file-tree.ts';
import { readPipelined } from '../../protocols/files/transfer.ts';

interface ReadOptions {
  start: number;
  /** Not included. Where it is no more than the start nobody knows how long the file is, and all of it is read. */
  end: number;
  /** Told with each piece. */
  touch: () => void;
  /** Told once, also when nobody ever reads it. */
  onEnd: (isDone: boolean, moved: Moved) => Promise<void>;
}

/** The bytes of an open file, which is closed with the stream. Breaks when they are fewer than was said. */
export function readStream(
  tree: FileTree,
  handle: Handle,
  { start, end, touch, onEnd }: ReadOptions,
): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  let isDone = false;
  const whole = end - start;
  const pieces = async function* () {
    for await (const piece of readPipelined(tree, handle, { start, end: whole > 0 ? end : undefined })) {
      hash.update(piece);
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
  // Comes also when nobody ever reads it.
  body.once('close', () => {
    tree.over.removeEventListener('abort', onOver);
    runInBackground(tree.closeFile(handle), 'the end of a download');
    runInBackground(onEnd(isDone, { bytes, checksum: hash.digest('hex') }), 'the log of a download');
  });
  return body;
}
