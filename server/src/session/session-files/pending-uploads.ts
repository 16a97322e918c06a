import { setTimeout as sleep } from 'node:timers/promises';

import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { FileSum } from '../../kernel/file-sum.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import { writePipelined } from '../../protocols/files/transfer.ts';
import type { Checksums } from '../../storage/checksum/checksums.ts';
import { ThreadSums } from '../../storage/checksum/thread-sums.ts';
import { beginDraft, dropDraft, finishDraft, type Draft } from './replace-file.ts';

/** How long the beginning of a file that broke off waits for the rest. */
const WAIT_MS = 10 * MINUTE_MS;
/** How long somebody who comes back waits until it is known how much came. */
const SETTLE_MS = 10 * SECOND_MS;

interface Pending {
  path: string;
  tree: FileTree;
  draft: Draft;
  sums: ThreadSums;
  sum: FileSum;
  received: number;
  isBusy: boolean;
  /** Resolves when what came of it on one connection is written. */
  settled: Promise<void>;
  /** Nobody wants it any more, though bytes may still be coming. */
  isGivenUp: boolean;
  expiry: NodeJS.Timeout | undefined;
}

interface UploadRequest {
  sessionId: string;
  /** Without it the upload cannot go on after a break. */
  uploadId: string | undefined;
  path: string;
  offset: number;
  /** What the whole file must come to; without it the end of the source is the end of the file. */
  size: number | undefined;
  source: AsyncIterable<Uint8Array>;
}

interface Uploaded {
  bytes: number;
  checksum: string;
}

/** Uploads that run or wait for their rest. What is not completed is removed from the target. */
export class PendingUploads {
  readonly #checksums: Checksums;
  readonly #pending = new Map<string, Pending>();
  /** Their file is being begun on the target. */
  readonly #beginning = new Map<string, Pick<Pending, 'isGivenUp'>>();

  constructor(checksums: Checksums) {
    this.#checksums = checksums;
  }

  async receive(tree: FileTree, request: UploadRequest): Promise<Uploaded> {
    const key = `${request.sessionId}/${request.uploadId ?? ''}`;
    const upload = await this.#begin(tree, key, request);
    upload.isBusy = true;
    const writing = this.#write(tree, key, upload, request);
    const settled = () => undefined;
    upload.settled = writing.then(settled, settled);
    return writing;
  }

  async #write(tree: FileTree, key: string, upload: Pending, request: UploadRequest): Promise<Uploaded> {
    let cause: unknown;
    try {
      const { sum, sums, draft } = upload;
      const result = await writePipelined(tree, draft.handle, paced(request.source, sums), {
        path: draft.target,
        offset: upload.received,
        onBytes: (bytes) => sum.add(bytes),
      });
      upload.received += result.written;
      cause = result.cause;
      const isWhole = request.size === undefined ? cause === undefined : upload.received === request.size;
      if (isWhole && !upload.isGivenUp) {
        this.#pending.delete(key);
        await finishDraft(tree, upload.draft);
        return { bytes: upload.received, checksum: await upload.sum.end() };
      }
    } catch (error) {
      this.#pending.delete(key);
      upload.sum.drop();
      await dropDraft(tree, upload.draft);
      throw error;
    } finally {
      upload.isBusy = false;
    }
    const isTooLong = request.size !== undefined && upload.received > request.size;
    const mayReturn = request.uploadId !== undefined && !isTooLong && !upload.isGivenUp;
    await this.#leave(key, upload, mayReturn);
    throw new AppError('file.upload_broken', { cause });
  }

  /**
   * Whoever asks has lost the connection on which it was sent. That may be noticed here later, and what came before is still
   * being written: only then it is known how much there is.
   */
  async received(sessionId: string, uploadId: string): Promise<number> {
    const key = `${sessionId}/${uploadId}`;
    const waiting = this.#pending.get(key);
    if (waiting?.isBusy) {
      await Promise.race([waiting.settled, sleep(SETTLE_MS, undefined, { ref: false })]);
    }
    const upload = this.#pending.get(key);
    if (!upload || upload.isBusy || upload.tree.isOver) {
      throw new AppError('file.upload_gone');
    }
    return upload.received;
  }

  /** Harmless when there is nothing to give up. */
  async cancel(sessionId: string, uploadId: string): Promise<void> {
    const key = `${sessionId}/${uploadId}`;
    const upload = this.#pending.get(key);
    if (upload?.isBusy) {
      // The sender has hung up, which is not known here yet.
      upload.isGivenUp = true;
    } else if (upload) {
      await this.#drop(key, upload);
    }
    const beginning = this.#beginning.get(key);
    if (beginning) {
      beginning.isGivenUp = true;
    }
  }

  async #begin(tree: FileTree, key: string, { path, offset, uploadId }: UploadRequest): Promise<Pending> {
    const waiting = uploadId === undefined ? undefined : this.#pending.get(key);
    if (waiting && !waiting.isBusy && waiting.tree === tree && waiting.path === path && offset > 0) {
      if (offset !== waiting.received) {
        throw new AppError('file.upload_offset', { params: { received: waiting.received } });
      }
      clearTimeout(waiting.expiry);
      return waiting;
    }
    if (offset > 0 || waiting?.isBusy) {
      throw new AppError('file.upload_gone');
    }
    if (waiting) {
      await this.#drop(key, waiting);
    }
    const beginning = { isGivenUp: false };
    this.#beginning.set(key, beginning);
    const draft = await beginDraft(tree, path).finally(() => this.#beginning.delete(key));
    const sums = new ThreadSums(this.#checksums);
    const upload: Pending = {
      path,
      tree,
      draft,
      sums,
      sum: sums.begin(),
      received: 0,
      // From here on it can be found by whoever gives it up.
      isBusy: true,
      settled: Promise.resolve(),
      isGivenUp: beginning.isGivenUp,
      expiry: undefined,
    };
    if (uploadId !== undefined) {
      this.#pending.set(key, upload);
    }
    return upload;
  }

  async #leave(key: string, upload: Pending, mayReturn: boolean): Promise<void> {
    if (!mayReturn || upload.tree.isOver) {
      await this.#drop(key, upload);
      return;
    }
    const expire = () => runInBackground(this.#drop(key, upload), 'an upload that nobody goes on with');
    upload.expiry = setTimeout(expire, WAIT_MS).unref();
  }

  async #drop(key: string, upload: Pending): Promise<void> {
    clearTimeout(upload.expiry);
    if (this.#pending.get(key) === upload) {
      this.#pending.delete(key);
    }
    upload.sum.drop();
    await dropDraft(upload.tree, upload.draft);
  }
}

/** Takes no more than can be summed meanwhile. */
async function* paced(source: AsyncIterable<Uint8Array>, sums: ThreadSums): AsyncGenerator<Uint8Array, void> {
  for await (const piece of source) {
    await sums.caughtUp();
    yield piece;
  }
}
