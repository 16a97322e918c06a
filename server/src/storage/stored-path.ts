import { StorageError } from './storage-error.ts';

/** What file systems take of one name. */
const MAX_NAME_BYTES = 255;
/** S3 takes keys of 1024 bytes, with what stands before them; the same holds on disk, so that files can move there. */
const MAX_PATH_BYTES = 950;
/**
 * Control characters, the separator of another system, the places that stand for bytes which are no text
 * (`contract/file-path.ts`), and what XML cannot carry.
 */
const NEVER_IN_NAMES = /[\p{Cc}\\\uf780-\uf7ff\ufffe\uffff]/u;

/**
 * The one reading of a path, for every operation on every store: the names from the root to the thing meant. `..` is
 * refused, not resolved, and nothing that is left leads anywhere but down. Names are put into the composed form of Unicode
 * before they are looked at, so that what is checked is what is used, and the same word is the same file whichever system
 * typed it. Letters of different case are different names.
 */
export function storedNames(path: string): string[] {
  if (!path.startsWith('/') || !path.isWellFormed()) {
    throw new StorageError('path_invalid');
  }
  const names = path
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  if (names.some((name) => name === '..' || NEVER_IN_NAMES.test(name))) {
    throw new StorageError('path_invalid');
  }
  if (
    names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES) ||
    Buffer.byteLength(names.join('/')) > MAX_PATH_BYTES
  ) {
    throw new StorageError('name_too_long');
  }
  return names;
}

/** Whether a path, with so many bytes after it, is longer than any that can be named. */
export function isTooLong(path: string, more = 0): boolean {
  const most = MAX_PATH_BYTES + 1 - more;
  // The number of characters is known at once, however long it is.
  return path.length > most || Buffer.byteLength(path) > most;
}

/** The path in its one form. */
export function storedPath(names: readonly string[]): string {
  return `/${names.join('/')}`;
}

/** Whether the second is the first or lies in it. */
export function liesIn(folder: readonly string[], names: readonly string[]): boolean {
  return folder.every((name, index) => names[index] === name);
}
