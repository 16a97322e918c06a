import { createHash } from 'node:crypto';

import { joinPath } from '@jadegate/contract/files/file-path';
import type { IfExists } from '@jadegate/contract/operations/file-run';

import type { Moved } from '../../files/file-place/guarded-files.ts';
import { AppError } from '../../kernel/app-error.ts';
import { FileError } from '../../protocols/files/file-error.ts';
import { isFolder, type FileTree } from '../../protocols/files/file-tree.ts';
import { makeFolders } from '../../protocols/files/make-folders.ts';
import { readPipelined, writePipelined } from '../../protocols/files/transfer.ts';
import { beginDraft, dropDraft, finishDraft, type Draft } from './replace-file.ts';

export interface FileToSend {
  /** In normal form. */
  folder: string;
  name: string;
  ifExists: IfExists;
  /** Otherwise the folder must be there. */
  makeFolders: boolean;
  /** Whether what lies there is read again and compared, or only its size. */
  isReadBack: boolean;
  bytes: number;
  checksum: string;
  open: () => Promise<AsyncIterable<Uint8Array>>;
}

export interface SendWatch {
  onBytes: (sent: number) => void;
  /** Ends it between two pieces, and what was written is removed. */
  signal: AbortSignal;
}

/**
 * Puts a file that is known beforehand into a folder of a target: under another name until all of it is there and was
 * compared. Answers undefined when one of that name is there and stays.
 */
export async function sendFile(
  tree: FileTree,
  file: FileToSend,
  watch: SendWatch,
): Promise<Moved | undefined> {
  await openFolder(tree, file);
  const path = joinPath(file.folder, file.name);
  if (file.ifExists !== 'overwrite' && (await tree.find(path))) {
    if (file.ifExists === 'fail') {
      throw new FileError('exists');
    }
    return undefined;
  }
  const draft = await beginDraft(tree, path);
  try {
    await fill(tree, draft, file, watch);
    await compare(tree, draft, file);
    if (file.ifExists === 'overwrite') {
      await finishDraft(tree, draft);
    } else {
      // Somebody may have put one there meanwhile: this never replaces it.
      await tree.closeFile(draft.handle);
      await tree.rename(draft.path, draft.target);
    }
  } catch (error) {
    await dropDraft(tree, draft);
    throw error;
  }
  return { bytes: file.bytes, checksum: file.checksum };
}

async function openFolder(tree: FileTree, { folder, makeFolders: isMade }: FileToSend): Promise<void> {
  if (isMade) {
    await makeFolders(tree, folder);
    return;
  }
  const found = await tree.find(folder, 'stat');
  if (!found) {
    throw new AppError('file.no_folder', { params: { folder } });
  }
  if (!isFolder(found)) {
    throw new FileError('not_a_folder');
  }
}

async function fill(
  tree: FileTree,
  draft: Draft,
  file: FileToSend,
  { onBytes, signal }: SendWatch,
): Promise<void> {
  const hash = createHash('sha256');
  let sent = 0;
  const { cause } = await writePipelined(tree, draft.handle, until(signal, await file.open()), {
    path: draft.target,
    offset: 0,
    onBytes: (bytes) => {
      hash.update(bytes);
      sent += bytes.length;
      onBytes(sent);
    },
  });
  if (cause !== undefined) {
    throw cause instanceof Error ? cause : new FileError('failed', cause);
  }
  if (sent !== file.bytes || hash.digest('hex') !== file.checksum) {
    throw new AppError('file.source_changed');
  }
}

async function* until(
  signal: AbortSignal,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for await (const piece of source) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** What the target says it has: each write was confirmed, but a disk may have kept less. */
async function compare(tree: FileTree, draft: Draft, file: FileToSend): Promise<void> {
  const { size } = await tree.stat(draft.path);
  if (size !== file.bytes || (file.isReadBack && (await checksumOf(tree, draft.path)) !== file.checksum)) {
    throw new AppError('file.not_the_same');
  }
}

async function checksumOf(tree: FileTree, path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await tree.openFile(path, 'read');
  try {
    for await (const piece of readPipelined(tree, handle, { start: 0 })) {
      hash.update(piece);
    }
  } finally {
    await tree.closeFile(handle);
  }
  return hash.digest('hex');
}
