import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of a recording, as the list of them has it. */
interface RecordingFile {
  name: string;
  bytes: number;
  /** How it begins: a reader finds its way with that, and opens only what it needs. */
  head: Uint8Array;
}

/** Where a recording is. Plain, so that it can be handed to a thread. */
export interface RecordingPlace {
  id: string;
  folder: string;
  /** Files that were moved from the folder to the store. */
  stored: readonly RecordingFile[];
}

/** Reads a file that was moved to the store, whole. */
export type ReadStored = (id: string, name: string) => Promise<Buffer>;

export const HEAD_BYTES = 32;

/** The files of one recording, in the folder they were written to or in the store: a reader does not mind. */
export class RecordingFiles {
  readonly place: RecordingPlace;
  readonly #readStored: ReadStored | undefined;

  constructor(place: RecordingPlace, readStored?: ReadStored) {
    this.place = place;
    this.#readStored = readStored;
  }

  /** Those whose name fits, in order. */
  async names(fits: RegExp): Promise<string[]> {
    const { folder, stored } = this.place;
    const here = await readdir(folder).catch(noneOf);
    const all = new Set([...here, ...stored.map(({ name }) => name)]);
    return [...all].filter((name) => fits.test(name)).toSorted();
  }

  /** The same, with how each begins. */
  async list(fits: RegExp): Promise<RecordingFile[]> {
    const stored = new Map(this.place.stored.map((file) => [file.name, file]));
    const files: RecordingFile[] = [];
    for (const name of await this.names(fits)) {
      files.push(stored.get(name) ?? (await this.#look(name)));
    }
    return files;
  }

  async read(name: string): Promise<Buffer> {
    try {
      return await readFile(join(this.place.folder, name));
    } catch (error) {
      if (!isMissing(error) || !this.#readStored) {
        throw error;
      }
      return this.#readStored(this.place.id, name);
    }
  }

  /** Puts a file into the folder, if there still is one, in one step that cannot be seen half done. */
  async save(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.place.folder, name);
    await writeFile(`${path}.tmp`, bytes, { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  }

  async #look(name: string): Promise<RecordingFile> {
    try {
      const file = await open(join(this.place.folder, name), 'r');
      try {
        const head = Buffer.alloc(HEAD_BYTES);
        const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
        return { name, bytes: (await file.stat()).size, head: head.subarray(0, bytesRead) };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (!isMissing(error)) {
        throw error;
      }
      // Moved between the list and the look.
      const bytes = await this.read(name);
      return { name, bytes: bytes.length, head: bytes.subarray(0, HEAD_BYTES) };
    }
  }
}

/** A recording that is on this disk and nowhere else: it is being written, or there is no store. */
export function placeIn(folder: string): RecordingPlace {
  return { id: '', folder, stored: [] };
}

export function filesIn(folder: string): RecordingFiles {
  return new RecordingFiles(placeIn(folder));
}

/** The recordings that have a folder below that one. */
export async function recordingsIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Not recorded, or recorded and gone. */
function noneOf(error: unknown): string[] {
  if (isMissing(error)) {
    return [];
  }
  throw error;
}
