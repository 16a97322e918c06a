const FILE_TYPE = 0o170_000;
const FOLDER = 0o040_000;
const LINK = 0o120_000;
const REGULAR = 0o100_000;

export interface FileStat {
  size: number;
  uid: number;
  gid: number;
  /** Type and permission bits as Unix has them. */
  mode: number;
  /** Seconds since 1970. */
  modifiedAt: number;
}

export interface FileEntry extends FileStat {
  name: string;
  /** Names of owner and group; empty where the target does not say them. */
  owner: string;
  group: string;
}

/** An entry as its folder names it, at least with the type in its mode. Where that says more, it is there. */
export type ScannedFile = Pick<FileEntry, 'name' | 'mode'> & Partial<FileEntry>;

export const isFolder = ({ mode }: Pick<FileStat, 'mode'>) => (mode & FILE_TYPE) === FOLDER;
export const isLink = ({ mode }: Pick<FileStat, 'mode'>) => (mode & FILE_TYPE) === LINK;
export const isRegular = ({ mode }: FileStat) => (mode & FILE_TYPE) === REGULAR;

/** An open file, as the tree calls it. */
export type Handle = Uint8Array;

/** How many bytes one request may carry. */
export interface TransferLimits {
  readBytes: number;
  writeBytes: number;
}

/** A folder with more entries than this is not shown: the browser could not either. */
export const MAX_ENTRIES = 100_000;

/**
 * The files that a session has: those of the target, or of a drive it was given. Paths are absolute texts in the form of
 * `file-path.ts`; failures are `FileError`.
 */
export interface FileTree {
  readonly limits: TransferLimits;
  readonly isOver: boolean;
  /** Aborted when there is no way to the files any more. */
  readonly over: AbortSignal;

  list(folder: string): Promise<FileEntry[]>;
  /** The entries of a folder in pieces, however many there are. Fails when the first is asked for. */
  scan(folder: string): AsyncIterable<readonly ScannedFile[]>;
  /** What is to be known of these entries of a folder, in the same order. Those that are gone by now are left out. */
  complete(folder: string, entries: readonly ScannedFile[]): Promise<FileEntry[]>;
  /** Follows links. */
  stat(path: string): Promise<FileStat>;
  lstat(path: string): Promise<FileStat>;
  /** Undefined when there is nothing. */
  find(path: string, look?: 'stat' | 'lstat'): Promise<FileStat | undefined>;
  /** Where `.` begins, and where links lead. */
  realpath(path: string): Promise<string>;

  /** One level. */
  mkdir(path: string): Promise<void>;
  /** Never replaces what is there. */
  rename(from: string, to: string): Promise<void>;
  /** Puts a file in the place of another, at once where that can be done. */
  replace(from: string, to: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  chown(path: string, owner: { uid: number; gid: number }): Promise<void>;
  /** Where a link leads, as it is written. */
  readlink(path: string): Promise<string>;
  symlink(leadsTo: string, path: string): Promise<void>;
  /** A file, or a link itself. */
  removeFile(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;

  openFile(path: string, how: 'read' | 'overwrite' | 'create' | 'continue', mode?: number): Promise<Handle>;
  /** Never fails: what matters was said by the last write. */
  closeFile(handle: Handle): Promise<void>;
  /** Fewer bytes than asked for are possible; none means the end. */
  readAt(handle: Handle, offset: number, length: number): Promise<Buffer>;
  writeAt(handle: Handle, offset: number, pieces: readonly Uint8Array[]): Promise<void>;
  /** Whether bytes can be copied from file to file without coming here. */
  readonly canCopy: boolean;
  copyAt(from: Handle, to: Handle, offset: number, length: number): Promise<void>;
  /** Whether there is no room left where the folder lies, as far as that is told. */
  isFull(folder: string): Promise<boolean>;
}

/** Files that lie on the target itself, and come and go over its connection. */
export interface TargetTree extends FileTree {
  /** Bytes of files since it was opened: `input` towards the target, `output` from it. */
  readonly traffic: { readonly input: number; readonly output: number };
}
