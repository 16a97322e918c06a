import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';

import type { ByteStore, StoredEntry, StoredFile } from '../../storage/byte-store.ts';
import { putStream } from '../../storage/put-stream.ts';
import { isStorage } from '../../storage/storage-error.ts';
import { storedNames } from '../../storage/stored-path.ts';
import { hasFolders, isRecordings, type Tree } from './backup-trees.ts';
import {
  FILE_LIST,
  LONG_PATHS,
  type ListedEntry,
  type ListedFile,
  type Manifest,
} from './full-backup.format.ts';

/** Rejects when nothing more is to be written. */
export type Guard = () => Promise<void>;

type Copied = Pick<Manifest, 'list' | 'files' | 'bytes' | 'unread'> & {
  /** Sessions of which something was found. */
  recorded: Set<string>;
};

/** What stores take is 950 bytes, and S3 takes 1024 with the folder of the backup before it. */
const LONG_BYTES = 700;
const NAMED_PATHS = 100;

/** Puts files into a whole backup. */
export class BackupWriter {
  readonly #store: ByteStore;
  readonly #guard: Guard;
  #long = 0;

  constructor(store: ByteStore, guard: Guard) {
    this.#store = store;
    this.#guard = guard;
  }

  async put(place: string, source: AsyncIterable<Uint8Array>): Promise<ListedFile> {
    const { size, checksum = '' } = await putStream(this.#store, place, guarded(source, this.#guard));
    return { path: place, bytes: size, checksum };
  }

  /** Everything in them, and the list of it. What cannot be read does not keep the rest from being kept. */
  async putTrees(sources: readonly { tree: Tree; from: ByteStore }[], work: string): Promise<Copied> {
    const listPath = path.join(work, 'files.jsonl');
    const list = createWriteStream(listPath, { mode: 0o600 });
    const copied = {
      files: 0,
      bytes: 0,
      recorded: new Set<string>(),
      unread: { count: 0, paths: [] as string[] },
    };
    for (const { tree, from } of sources) {
      for await (const entry of from.walk('/')) {
        await this.#guard();
        const put = await this.#copy(from, entry, tree);
        if (put === 'unread') {
          copied.unread.count += 1;
          copied.unread.paths.push(...(copied.unread.count > NAMED_PATHS ? [] : [`/${tree}${entry.path}`]));
        } else if (put && !list.write(`${JSON.stringify(put)}\n`)) {
          await once(list, 'drain');
        }
        if (typeof put === 'object' && 'path' in put) {
          copied.files += 1;
          copied.bytes += put.bytes;
          if (isRecordings(tree)) {
            copied.recorded.add(entry.path.split('/')[1] ?? '');
          }
        }
      }
    }
    list.end();
    await finished(list);
    const { bytes, checksum } = await this.put(FILE_LIST, createReadStream(listPath));
    return { ...copied, list: { bytes, checksum } };
  }

  /** Undefined for what was removed, or moved to S3, meanwhile; and for links, which lead elsewhere. */
  async #copy(
    from: ByteStore,
    { path: file, kind }: StoredEntry,
    tree: Tree,
  ): Promise<ListedEntry | 'unread' | undefined> {
    if (kind === 'folder') {
      return hasFolders(tree) ? folderLine(tree, file) : undefined;
    }
    const source = kind === 'file' ? await open(from, file) : undefined;
    if (source === undefined || source === 'unread') {
      return source;
    }
    const { body } = source;
    const place = `/${tree}${file}`;
    try {
      if (Buffer.byteLength(place) <= LONG_BYTES) {
        return await this.put(place, body);
      }
      this.#long += 1;
      const at = `${LONG_PATHS}/${this.#long}`;
      return { ...(await this.put(at, body)), path: place, at };
    } finally {
      body.destroy();
    }
  }
}

function folderLine(tree: Tree, folder: string): ListedEntry | 'unread' {
  try {
    storedNames(folder);
    return { folder: `/${tree}${folder}` };
  } catch {
    return 'unread';
  }
}

async function open(from: ByteStore, file: string): Promise<StoredFile | 'unread' | undefined> {
  try {
    return await from.read(file);
  } catch (error) {
    // Another program may have put a name there that is not in its composed form: it is there, and cannot be named.
    const isGone = isStorage(error, 'not_found') && file === file.normalize('NFC');
    if (isGone) {
      return undefined;
    }
    if (isStorage(error, 'not_found', 'path_invalid', 'name_too_long', 'not_a_file', 'failed')) {
      return 'unread';
    }
    throw error;
  }
}

async function* guarded(source: AsyncIterable<Uint8Array>, guard: Guard): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    await guard();
    yield bytes;
  }
}
