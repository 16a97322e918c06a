import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';

/** Bits that let anybody but the owner in. */
const OTHERS = 0o077;

/** Makes the folder and those above it, for its owner only, whatever the umask is. One that is there stays as it is. */
export function makePrivateFolder(path: string): void {
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) {
    chmodSync(path, 0o700);
  }
}

/**
 * Makes the file for its owner only unless it is there. SQLite gives its files beside the database (`-wal`, `-shm`) the
 * mode of the database, so one that is made here first keeps all of them private.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** Takes away what others may do with a file or folder of ours. Answers whether there was anything to take. */
export function restrictPermissions(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0) {
    return false;
  }
  chmodSync(path, found.mode & 0o7700);
  return true;
}
