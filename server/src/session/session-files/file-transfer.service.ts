import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';

import { baseName, isFileName, joinPath } from '@jadegate/contract/files/file-path';
import type { FileEdit, FileUploadQuery } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import { editedBytes, sha256, tooLargeToEdit } from '../../files/file-place/edited-file.ts';
import type { IncomingUpload } from '../../files/file-place/incoming-file.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { byteRange } from '../../kernel/byte-range.ts';
import { FileError } from '../../protocols/files/file-error.ts';
import { isFolder, isRegular, type FileStat, type FileTree } from '../../protocols/files/file-tree.ts';
import { makeFolders } from '../../protocols/files/make-folders.ts';
import { readPipelined, writePipelined } from '../../protocols/files/transfer.ts';
import type { Checksums } from '../../storage/checksum/checksums.ts';
import { ThreadSums } from '../../storage/checksum/thread-sums.ts';
import { resolvePath, type Act, type FileAccess } from './file-access.ts';
import { PendingUploads } from './pending-uploads.ts';
import { readStream } from './read-stream.ts';
import { beginDraft, dropDraft, finishDraft } from './replace-file.ts';

interface SentFile {
  filename: string;
  contentType: string;
  body: Readable;
  status: 200 | 206;
  headers: Record<string, string>;
}

/** Bytes that go to and from the target of a session. None of them is kept here longer than it takes to pass on. */
export class FileTransferService {
  readonly #access: FileAccess;
  readonly #checksums: Checksums;
  readonly #uploads: PendingUploads;

  constructor(access: FileAccess, checksums: Checksums) {
    this.#access = access;
    this.#checksums = checksums;
    this.#uploads = new PendingUploads(checksums);
  }

  download(actor: Actor, id: string, file: string, headers: IncomingHttpHeaders): Promise<SentFile> {
    const act: Act = { action: 'download', flag: 'download', fileName: file };
    return this.#access.begin(actor, id, act, async (tree, session) => {
      const path = await resolvePath(tree, file);
      const stat = await fileAt(tree, path);
      const handle = await tree.openFile(path, 'read');
      const tag = `"${stat.size}-${stat.modifiedAt}"`;
      const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
      const range = isSame ? byteRange(headers.range, stat.size) : undefined;
      const { start, end } = range ?? { start: 0, end: stat.size };
      const body = readStream(tree, handle, {
        start,
        end,
        sums: new ThreadSums(this.#checksums),
        touch: session.touch,
        onEnd: (isDone, moved) => this.#access.write(session, act, isDone, moved),
      });
      return {
        filename: baseName(path),
        contentType: 'application/octet-stream',
        body,
        status: range ? 206 : 200,
        headers: {
          'accept-ranges': 'bytes',
          etag: tag,
          // The files of /proc say that they are empty and are not.
          ...(stat.size > 0 && { 'content-length': String(end - start) }),
          ...(range && { 'content-range': `bytes ${start}-${end - 1}/${stat.size}` }),
        },
      };
    });
  }

  async upload(
    actor: Actor,
    id: string,
    query: FileUploadQuery,
    { incoming }: IncomingUpload,
  ): Promise<void> {
    const { dir, uploadId, offset, size } = query;
    const act: Act = { action: 'upload', flag: 'upload', fileName: dir };
    await this.#access.act(actor, id, act, async (tree, { touch, mayDo }) => {
      const { name, source } = await incoming();
      const fileName = query.name ?? name;
      const folder = await resolvePath(tree, dir);
      act.fileName = joinPath(folder, fileName);
      if (!isFileName(fileName)) {
        throw new AppError('file.path_invalid');
      }
      // A folder that comes with what is in it is a new folder all the same.
      if (!mayDo('createDir') && !(await tree.find(folder, 'stat'))) {
        throw new AppError('file.forbidden');
      }
      await makeFolders(tree, folder);
      const path = joinPath(folder, fileName);
      return this.#uploads.receive(tree, {
        sessionId: id,
        uploadId,
        path,
        offset,
        size,
        source: watched(source, touch),
      });
    });
  }

  async received(actor: Actor, id: string, uploadId: string): Promise<number> {
    await this.#access.refuseStranger(actor, id);
    return this.#uploads.received(id, uploadId);
  }

  async cancelUpload(actor: Actor, id: string, uploadId: string): Promise<void> {
    await this.#access.refuseStranger(actor, id);
    await this.#uploads.cancel(id, uploadId);
  }

  /** An empty file, where there is nothing yet: it comes into being as an upload does. */
  async newFile(actor: Actor, id: string, file: string): Promise<void> {
    const act: Act = { action: 'upload', flag: 'upload', fileName: file };
    await this.#access.act(actor, id, act, async (tree) => {
      await tree.closeFile(await tree.openFile(await resolvePath(tree, file), 'create'));
      return { bytes: 0, checksum: sha256(Buffer.alloc(0)) };
    });
  }

  async edit(actor: Actor, id: string, edit: FileEdit): Promise<void> {
    const act: Act = { action: 'edit', flag: 'edit', fileName: edit.file };
    await this.#access.act(actor, id, act, async (tree) => {
      const path = await resolvePath(tree, edit.file);
      const bytes = editedBytes(await readSmall(tree, path), edit);
      await writeSmall(tree, path, bytes);
      return { bytes: bytes.length, checksum: sha256(bytes) };
    });
  }
}

async function* watched(
  source: AsyncIterable<Uint8Array>,
  touch: () => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const piece of source) {
    touch();
    yield piece;
  }
}

async function fileAt(tree: FileTree, path: string): Promise<FileStat> {
  const stat = await tree.stat(path);
  if (isFolder(stat)) {
    throw new FileError('is_a_folder');
  }
  if (!isRegular(stat)) {
    throw new FileError('not_a_file');
  }
  return stat;
}

/** A file that may be edited; undefined when there is none yet. */
async function readSmall(tree: FileTree, path: string): Promise<Buffer | undefined> {
  if (!(await tree.find(path, 'stat'))) {
    return undefined;
  }
  await fileAt(tree, path);
  const handle = await tree.openFile(path, 'read');
  const pieces: Buffer[] = [];
  try {
    for await (const piece of readPipelined(tree, handle, { start: 0, end: LIMITS.editBytes + 1 })) {
      pieces.push(piece);
    }
  } finally {
    await tree.closeFile(handle);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length > LIMITS.editBytes) {
    throw tooLargeToEdit();
  }
  return bytes;
}

async function writeSmall(tree: FileTree, path: string, bytes: Buffer): Promise<void> {
  const draft = await beginDraft(tree, path);
  try {
    const source = Readable.from([bytes], { objectMode: true });
    await writePipelined(tree, draft.handle, source, {
      path: draft.target,
      offset: 0,
      onBytes: () => undefined,
    });
    await finishDraft(tree, draft);
  } catch (error) {
    await dropDraft(tree, draft);
    throw error;
  }
}
