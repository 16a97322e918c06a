import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';

/** Puts a text that only its owner may read in the place of another. */
export function replacePrivately(file: string, text: string): Promise<void> {
  return writePrivately(file, text, rename);
}

/** The same where there is none. Of two processes that do so at once, both go on with the text that was placed first. */
export function placePrivately(file: string, text: string): Promise<void> {
  return writePrivately(file, text, placeIfAbsent);
}

/** Written beside, flushed, then moved over: a crash leaves the old text or the new one, never half of either. */
async function writePrivately(
  file: string,
  text: string,
  place: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.new-${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await place(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function placeIfAbsent(draft: string, file: string): Promise<void> {
  try {
    // Not every file system knows links.
    await link(draft, file).catch((error: unknown) =>
      isTaken(error) ? Promise.reject(error as Error) : copyFile(draft, file, constants.COPYFILE_EXCL),
    );
  } catch (error) {
    if (!isTaken(error)) {
      throw error;
    }
  }
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}
