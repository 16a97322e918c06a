import { Readable } from 'node:stream';

import { baseName, showName } from '@jadegate/contract/files/file-path';
import type { FileCount, OrderedArchive } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { ARCHIVE_WORDS, type LeftOut } from '@jadegate/contract/words/archive';

import { ArchiveOrderService, selectionText } from '../../files/archive/archive-order.service.ts';
import type { Moved } from '../../files/file-place/guarded-files.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { zipStream, type ZipEntry } from '../../kernel/zip-stream.ts';
import { isFileError, FileError } from '../../protocols/files/file-error.ts';
import { isFolder, isLink, isRegular, type FileTree } from '../../protocols/files/file-tree.ts';
import { walkTree, type Walked } from '../../protocols/files/walk-tree.ts';
import type { Checksums } from '../../storage/checksum/checksums.ts';
import { ThreadSums } from '../../storage/checksum/thread-sums.ts';
import type { SessionFiles } from '../session/live-session.service.ts';
import { resolvePath, type Act, type FileAccess } from './file-access.ts';
import { readStream } from './read-stream.ts';

/** What is in the archive about what is not. */
const LEFT_OUT_NAME = '_not-included.txt';

interface Streamed {
  filename: string;
  contentType: string;
  body: Readable;
}

/** Several files and folders of the target of a session as one: counted, and downloaded as an archive. */
export class ArchiveService {
  readonly #access: FileAccess;
  readonly #checksums: Checksums;
  readonly #orders = new ArchiveOrderService<Walked>();

  constructor(access: FileAccess, checksums: Checksums) {
    this.#access = access;
    this.#checksums = checksums;
  }

  measure(actor: Actor, id: string, files: readonly string[]): Promise<FileCount> {
    return this.#access.browse(actor, id, async (tree) => countOf(await find(tree, files)));
  }

  /** Looks through everything first, so that what cannot be packed is refused in a sentence and not in the middle. */
  order(actor: Actor, id: string, files: readonly string[]): Promise<OrderedArchive> {
    const act: Act = { action: 'download', flag: 'download', fileName: selectionText(files) };
    return this.#access.begin(actor, id, act, async (tree) => {
      const found = await find(tree, files);
      const [first = ''] = files;
      const name = (files.length === 1 && baseName(first)) || 'files';
      return this.#orders.hold(actor, id, { name, found }, countOf(found));
    });
  }

  download(actor: Actor, id: string, archiveId: string): Promise<Streamed> {
    const act: Act = { action: 'download', flag: 'download', fileName: 'archive' };
    return this.#access.begin(actor, id, act, async (tree, session) => {
      const { filename, found } = this.#orders.take(actor, id, archiveId);
      const body = zipStream(this.#entries(actor, tree, session, found));
      // A reader that has stopped reading would otherwise outlive the session.
      const onOver = () => body.destroy(new FileError('closed'));
      tree.over.addEventListener('abort', onOver);
      body.once('close', () => tree.over.removeEventListener('abort', onOver));
      return { filename, contentType: 'application/zip', body };
    });
  }

  async *#entries(
    actor: Actor,
    tree: FileTree,
    session: SessionFiles,
    found: readonly Walked[],
  ): AsyncGenerator<ZipEntry, void> {
    const leftOut: [string, LeftOut][] = [];
    for (const { path, place, stat, isClosed } of found) {
      const entry = { path: place, modifiedAt: new Date(stat.modifiedAt * 1000) };
      if (isClosed) {
        leftOut.push([place, 'permission']);
      }
      if (isFolder(stat)) {
        yield entry;
      } else if (!isRegular(stat)) {
        leftOut.push([place, isLink(stat) ? 'link' : 'special']);
      } else {
        const open = async () => {
          const content = await this.#open(tree, session, path, stat.size);
          if (!content) {
            leftOut.push([place, 'permission']);
          }
          return content;
        };
        // The files of /proc say that they are empty and are not.
        yield { ...entry, open, ...(stat.size > 0 && { size: stat.size }) };
      }
    }
    if (leftOut.length > 0) {
      const { language } = actor;
      const lines = leftOut.map(([place, why]) => `${showName(place)}\t${ARCHIVE_WORDS[why][language]}`);
      const text = Buffer.from([ARCHIVE_WORDS.title[language], ...lines, ''].join('\r\n'));
      yield { path: LEFT_OUT_NAME, modifiedAt: new Date(), open: async () => Readable.from([text]) };
    }
  }

  /** The bytes of one file, written down when they have gone or broke off. Undefined when the account may not read it. */
  async #open(
    tree: FileTree,
    session: SessionFiles,
    path: string,
    size: number,
  ): Promise<Readable | undefined> {
    const act: Act = { action: 'download', flag: 'download', fileName: path };
    const write = (isDone: boolean, moved?: Moved) => this.#access.write(session, act, isDone, moved);
    // The right may have gone while the archive was on its way.
    if (!session.mayDo('download')) {
      await write(false);
      throw new AppError('file.forbidden');
    }
    const handle = await tree.openFile(path, 'read').catch(async (error: unknown) => {
      await write(false);
      if (isFileError(error, 'permission')) {
        return undefined;
      }
      throw error;
    });
    if (!handle) {
      return undefined;
    }
    const sums = new ThreadSums(this.#checksums);
    return readStream(tree, handle, { start: 0, end: size, sums, touch: session.touch, onEnd: write });
  }
}

async function find(tree: FileTree, files: readonly string[]): Promise<Walked[]> {
  const paths = await Promise.all(files.map((file) => resolvePath(tree, file)));
  const found: Walked[] = [];
  for await (const one of walkTree(tree, paths, { most: LIMITS.archive.entries })) {
    found.push(one);
  }
  return found;
}

function countOf(found: readonly Walked[]): FileCount {
  const folders = found.filter(({ stat }) => isFolder(stat)).length;
  const bytes = found.reduce((sum, { stat }) => sum + (isRegular(stat) ? stat.size : 0), 0);
  return {
    files: found.length - folders,
    folders,
    bytes: Math.min(bytes, Number.MAX_SAFE_INTEGER),
    isWhole: found.length <= LIMITS.archive.entries,
  };
}
