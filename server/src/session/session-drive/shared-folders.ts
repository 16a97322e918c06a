import { chmod, chown, open, stat } from 'node:fs/promises';

import { shareHandle } from './drive-scan.ts';

const PASS_THROUGH = 0o710;
const PRIVATE = 0o700;

/** The folder cannot be shared with guacd's user without taking something from somebody. */
export class NotShareable extends Error {
  constructor(folder: string) {
    super(`${folder} belongs to another group`);
    this.name = 'NotShareable';
  }
}

/** Lets guacd's user through folders on the way to a drive, and into nothing else in them, while there are drives. */
export class DriveFolderAccess {
  readonly #folders: readonly string[];
  readonly #opened = new Set<string>();
  #users = 0;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  async open(group: number): Promise<void> {
    this.#users += 1;
    for (const folder of this.#folders) {
      if (await allowTraversal(folder, group)) {
        this.#opened.add(folder);
      }
    }
  }

  async close(): Promise<void> {
    this.#users -= 1;
    if (this.#users === 0) {
      const opened = [...this.#opened];
      this.#opened.clear();
      await Promise.all(opened.map((folder) => chmod(folder, PRIVATE)));
    }
  }
}

/** Lets a group through a folder, without a look into it. Answers whether it had to be. */
export async function allowTraversal(folder: string, group: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  if ((mode & 0o001) !== 0 || (gid === group && (mode & 0o010) !== 0)) {
    return false;
  }
  if ((mode & 0o070) !== 0 && gid !== group) {
    throw new NotShareable(folder);
  }
  await chown(folder, uid, group);
  await chmod(folder, PASS_THROUGH);
  return true;
}

/** Opens a folder that becomes a drive to a group. */
export async function shareFolder(folder: string, group: number): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await shareHandle(handle, group);
  } finally {
    await handle.close();
  }
}

export async function unshareFolder(folder: string): Promise<void> {
  await chmod(folder, PRIVATE);
}
