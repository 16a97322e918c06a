import { parentPath } from '@jadegate/contract/files/file-path';

import { isFileError, FileError } from './file-error.ts';
import type { Handle, FileTree } from './file-tree.ts';

/** On its way at once: enough that a long line is full, little enough that memory stays flat. */
const IN_FLIGHT_BYTES = 4 * 1024 * 1024;
const IN_FLIGHT = 32;
/** What is asked ahead at first: all that a download holds whose reader does not read. */
const FIRST_BYTES = 256 * 1024;

interface Range {
  start: number;
  /** Not included; without it to the end of the file as it is then. */
  end?: number | undefined;
}

/**
 * The bytes of an open file in order. Reads ahead by a number of requests, which grows only while the reader has to wait
 * for the target: a slow reader slows the target down, and next to nothing is kept for one that does not read. Leaving
 * the loop ends it.
 */
export async function* readPipelined(
  tree: FileTree,
  handle: Handle,
  { start, end = Number.MAX_SAFE_INTEGER }: Range,
): AsyncGenerator<Buffer, void> {
  const ahead: { bytes: Promise<Buffer>; isHere: boolean }[] = [];
  const { readBytes } = tree.limits;
  const most = Math.min(2 * IN_FLIGHT, Math.floor(IN_FLIGHT_BYTES / readBytes));
  let window = Math.min(most, Math.max(2, Math.floor(FIRST_BYTES / readBytes)));
  let asked = start;
  const fill = () => {
    if (ahead.length > window / 2) {
      // By halves: requests of one moment leave together.
      return;
    }
    while (ahead.length < window && asked < end) {
      const length = Math.min(readBytes, end - asked);
      const part = { bytes: readFully(tree, handle, asked, length), isHere: false };
      // Whoever leaves early does not wait for it.
      part.bytes.then(
        () => (part.isHere = true),
        () => undefined,
      );
      ahead.push(part);
      asked += length;
    }
  };
  let at = start;
  for (fill(); ahead.length > 0; fill()) {
    const next = ahead.shift();
    if (next?.isHere === false) {
      window = Math.min(most, 2 * window);
    }
    const bytes = (await next?.bytes) ?? Buffer.alloc(0);
    const expected = Math.min(readBytes, end - at);
    at += bytes.length;
    if (bytes.length > 0) {
      yield bytes;
    }
    if (bytes.length < expected) {
      return;
    }
  }
}

/** A target may answer with less than was asked; only nothing means the end. */
async function readFully(tree: FileTree, handle: Handle, offset: number, length: number): Promise<Buffer> {
  const first = await tree.readAt(handle, offset, length);
  if (first.length === length || first.length === 0) {
    return first;
  }
  const parts = [first];
  let done = first.length;
  while (done < length) {
    const next = await tree.readAt(handle, offset + done, length - done);
    if (next.length === 0) {
      break;
    }
    parts.push(next);
    done += next.length;
  }
  return Buffer.concat(parts);
}

/**
 * Writes a stream into an open file from an offset on. Answers how many bytes the target has confirmed, also when the
 * source broke off: then `cause` says so, and everything that was counted is really there.
 */
export async function writePipelined(
  tree: FileTree,
  handle: Handle,
  source: AsyncIterable<Uint8Array>,
  { path, offset, onBytes }: { path: string; offset: number; onBytes: (bytes: Uint8Array) => void },
): Promise<{ written: number; cause?: unknown }> {
  const flying = new Set<Promise<void>>();
  let at = offset;
  let failure: unknown;
  let cause: unknown;
  const send = async (pieces: readonly Uint8Array[]) => {
    const one: Promise<void> = tree
      .writeAt(handle, at, pieces)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => flying.delete(one));
    flying.add(one);
    for (const bytes of pieces) {
      at += bytes.length;
      onBytes(bytes);
    }
    if (flying.size >= IN_FLIGHT) {
      await Promise.race(flying);
    }
  };
  try {
    for await (const pieces of rechunk(source, tree.limits.writeBytes)) {
      if (failure !== undefined) {
        break;
      }
      await send(pieces);
    }
  } catch (error) {
    cause = error;
  }
  await Promise.all(flying);
  if (failure !== undefined) {
    throw await explainWrite(tree, path, failure);
  }
  return { written: at - offset, ...(cause !== undefined && { cause }) };
}

/** Full requests: a browser's little pieces would each cost a round of the protocol. What came before a break counts. */
async function* rechunk(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array[], void> {
  let pending: Uint8Array[] = [];
  let held = 0;
  const flush = () => {
    const full = pending;
    pending = [];
    held = 0;
    return full;
  };
  let broken: Error | undefined;
  try {
    for await (const piece of source) {
      for (let at = 0; at < piece.length;) {
        const part = piece.subarray(at, at + size - held);
        pending.push(part);
        held += part.length;
        at += part.length;
        if (held === size) {
          yield flush();
        }
      }
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error('the source broke off', { cause: error });
  }
  if (held > 0) {
    yield flush();
  }
  if (broken !== undefined) {
    throw broken;
  }
}

async function explainWrite(tree: FileTree, path: string, error: unknown): Promise<unknown> {
  if (!isFileError(error, 'failed')) {
    return error;
  }
  const isFull = await tree.isFull(parentPath(path)).catch(() => false);
  return isFull ? new FileError('no_space', error) : error;
}
