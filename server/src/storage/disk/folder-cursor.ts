import { constants, fstatSync } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';

import { inFolder } from './folder-walk.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

const FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
const ABOVE = Buffer.from('..');

interface Identity {
  dev: number;
  ino: number;
}

/**
 * One open folder of a tree, which is gone down into and up again. However deep the tree is, one descriptor is held and no
 * path is longer than one name: whoever could write here before there were bounds has made folders 20,000 levels deep. The
 * way up is `..` of the open folder, and counts only when it is the folder that was come from; where somebody moved it
 * meanwhile, the way from the top is gone again.
 */
export class FolderCursor {
  readonly #top: FileHandle;
  #folder: FileHandle;
  readonly #names: Buffer[] = [];
  readonly #above: Identity[] = [];
  #closing: Promise<void> | undefined;

  /** The handle stays its owner's. */
  constructor(top: FileHandle) {
    this.#top = top;
    this.#folder = top;
  }

  get folder(): FileHandle {
    return this.#folder;
  }

  /** Levels below the top. */
  get depth(): number {
    return this.#names.length;
  }

  /** With what they are, links not followed. */
  async entries(): Promise<{ raw: Buffer; isFolder: boolean }[]> {
    const found = await readdir(inFolder(this.#folder), { encoding: 'buffer', withFileTypes: true });
    return found.map((entry) => ({ raw: entry.name, isFolder: entry.isDirectory() }));
  }

  /** False when it is gone, or no folder any more. */
  async down(raw: Buffer): Promise<boolean> {
    const next = await openFolder(this.#folder, raw);
    if (!next) {
      return false;
    }
    this.#above.push(identityOf(this.#folder));
    this.#names.push(raw);
    await this.#change(next);
    return true;
  }

  /** Answers the name of the folder that was left, in the one that is open now; undefined where that is gone. */
  async up(): Promise<Buffer | undefined> {
    const name = this.#names.pop();
    const above = this.#above.pop();
    if (!name || !above) {
      throw new Error('there is nothing above the top');
    }
    const next = this.depth === 0 ? this.#top : await openFolder(this.#folder, ABOVE);
    const found = next && identityOf(next);
    if (next && found?.dev === above.dev && found.ino === above.ino) {
      await this.#change(next);
      return name;
    }
    if (next && next !== this.#top) {
      await next.close();
    }
    return (await this.#fromTop()) ? name : undefined;
  }

  async close(): Promise<void> {
    await this.#change(this.#top);
    await this.#closing;
  }

  /** As far as the way there is; what is missing is left out of it. */
  async #fromTop(): Promise<boolean> {
    const names = this.#names.splice(0);
    this.#above.splice(0);
    await this.#change(this.#top);
    for (const name of names) {
      if (!(await this.down(name))) {
        return false;
      }
    }
    return true;
  }

  async #change(next: FileHandle): Promise<void> {
    const before = this.#folder;
    this.#folder = next;
    if (before !== this.#top && before !== next) {
      // Beside what comes next, and one at a time.
      await this.#closing;
      this.#closing = before.close().catch(() => undefined);
    }
  }
}

/** Of an open folder the system knows it: no thread need be asked. */
function identityOf({ fd }: FileHandle): Identity {
  const { dev, ino } = fstatSync(fd);
  return { dev, ino };
}

async function openFolder(folder: FileHandle, raw: Buffer): Promise<FileHandle | undefined> {
  try {
    return await open(inFolder(folder, raw), FOLDER);
  } catch (error) {
    if (isGone(error)) {
      return undefined;
    }
    throw error;
  }
}

/** It is not there, or something else is by now. */
export function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
}
