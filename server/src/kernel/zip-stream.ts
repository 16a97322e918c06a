import { once } from 'node:events';
import { Readable, type PassThrough } from 'node:stream';

import { showName } from '@jadegate/contract/files/file-path';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Where it lies in the archive: names joined by `/`. What would lead out of it is made harmless. */
  path: string;
  modifiedAt: Date;
  /** Known beforehand, where it is: a file that turns out to be another size breaks the archive off. */
  size?: number | undefined;
  /** The content; undefined leaves the entry out after all. Without `open` the entry is a folder. */
  open?: (() => Promise<AsyncIterable<Uint8Array> | undefined>) | undefined;
}

/** Text shrinks to a quarter at the first level already, and the others cost far more time than they save. */
const LEVEL = 1;
const PACKED =
  /\.(?:7z|aac|apk|avi|br|bz2|docx|flac|gif|gz|heic|iso|jar|jpe?g|lz4|m4[av]|mkv|mov|mp[34]|mpe?g|odt|ogg|pdf|png|pptx|rar|rpm|deb|tgz|txz|webm|webp|woff2?|xlsx|xz|zip|zst)$/i;
/** Times before 1980 have no place in the format. */
const EARLIEST = Date.UTC(1980, 0, 2);
const LATEST = Date.UTC(2107, 11, 30);

/**
 * A ZIP archive of any size that is written while it is read. Entries are opened one after the other; the next is asked
 * for when the last has been read. Whatever fails destroys the stream, so that a reader never takes half an archive for a
 * whole one; a reader that leaves stops the entry that is open.
 */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  // Whoever reads it learns of a failure, also of one that came before the first read.
  output.on('error', () => undefined);
  zip.once('error', (error: Error) => output.destroy(error));
  fill(zip, output, entries).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('an archive broke off', { cause: error }));
  });
  return output;
}

async function fill(
  zip: ZipFile,
  output: PassThrough,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): Promise<void> {
  const names = new Names();
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  for await (const { path, modifiedAt, size, open } of entries) {
    if (output.destroyed) {
      return;
    }
    const content = await open?.();
    if (open && !content) {
      continue;
    }
    const mtime = new Date(Math.min(LATEST, Math.max(EARLIEST, modifiedAt.getTime() || EARLIEST)));
    const name = names.take(path);
    if (content) {
      // A stream is closed when nobody wants it, also before its first byte.
      const source = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
      zip.addReadStream(source, name, {
        mtime,
        compressionLevel: PACKED.test(name) ? 0 : LEVEL,
        ...(size === undefined ? { forceZip64Format: true } : { size }),
      });
      await readWhole(source, gone.signal);
    } else {
      zip.addEmptyDirectory(name, { mtime });
    }
    if (output.writableNeedDrain) {
      // Folders alone would fill the memory while nobody reads.
      await once(output, 'drain', { signal: gone.signal });
    }
  }
  zip.end();
}

/** Settles when all of it was read, and throws when it breaks or nobody wants it any more. */
async function readWhole(source: Readable, gone: AbortSignal): Promise<void> {
  const leave = () => source.destroy(new Error('the reader of the archive left'));
  if (gone.aborted) {
    leave();
  }
  gone.addEventListener('abort', leave);
  try {
    await new Promise((resolve, reject) => {
      source.once('end', resolve);
      source.once('error', reject);
    });
  } finally {
    gone.removeEventListener('abort', leave);
  }
}

/** Names inside one archive: none leads out of it, and none is given twice. */
class Names {
  readonly #taken = new Set<string>();

  take(path: string): string {
    const wanted = safeEntryPath(path);
    let name = wanted;
    for (let count = 2; this.#taken.has(name.toLowerCase()); count++) {
      name = numbered(wanted, count);
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** `a/b.txt` → `a/b (2).txt` */
function numbered(path: string, count: number): string {
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot > slash ? dot : path.length;
  return `${path.slice(0, end)} (${count})${path.slice(end)}`;
}

/**
 * A path that every program unpacks below the folder it is told: no root, no drive, no step up, no separator of another
 * system, and nothing that hides or reorders characters.
 */
export function safeEntryPath(path: string): string {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const name = showName(segment.toWellFormed())
        .replaceAll('\\', '_')
        .replace(/^([A-Za-z]):/, '$1_');
      return /^\.+$/.test(name) ? '_'.repeat(name.length) : name;
    });
  return segments.join('/') || '_';
}
