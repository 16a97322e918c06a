import type { Readable } from 'node:stream';

export interface StoredEntry {
  name: string;
  path: string;
  /** Links and devices are shown and removed, and never followed or opened. */
  kind: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** Milliseconds. */
  modifiedAt: number;
}

/** An entry as its folder names it. Where that says more, it is there. */
export type ScannedEntry = Pick<StoredEntry, 'name' | 'kind'> &
  Partial<Pick<StoredEntry, 'size' | 'modifiedAt'>>;

/** From the first byte up to, not including, the second. */
export interface StoredRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** Of the whole file. */
  size: number;
  modifiedAt: number;
  /** Another one when the content is. */
  tag: string;
  /** Destroying it ends the reading. */
  body: Readable;
}

/** A file on its way in. Nobody sees anything of it before `commit`. */
export interface Draft {
  /** Names it to `resume`, also in another process; empty while there is nothing to go on from. */
  readonly token: string;
  /** How much could be gone on from. */
  readonly kept: number;
  /**
   * Resolves when more may come: whoever awaits it uses no more memory than the store needs. The bytes are copied, and the
   * caller's again.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** The source broke off: keeps what can be kept for `resume`, and lets go of the rest. Answers how much is kept. */
  pause(): Promise<number>;
  /**
   * Puts the whole file in its place, replacing one that is there. Once it resolves, the file is there also after the
   * machine lost its power.
   */
  commit(): Promise<Stored>;
  /** Never fails: the reason for giving up is what counts. */
  abort(): Promise<void>;
}

export interface Stored {
  size: number;
  /** SHA-256 as hexadecimal; undefined when it was resumed. */
  checksum: string | undefined;
}

/** How far something reaches below itself. */
export interface TreeReach {
  /** Levels; 0 for a file and for an empty folder. */
  depth: number;
  /** Of the longest path from it on, with the slash before it. */
  pathBytes: number;
}

/**
 * Where bytes are kept. Paths begin with `/` and are read by `storedNames`, by each operation itself, so that none can
 * forget it. Failures are `StorageError`s.
 */
export interface ByteStore {
  /** Undefined when there is nothing. */
  stat(path: string): Promise<StoredEntry | undefined>;
  /** The entries of one folder, in no order. */
  list(path: string): Promise<StoredEntry[]>;
  /** The entries of one folder in pieces, however many there are, in no order. Fails when the first is asked for. */
  scan(path: string): AsyncIterable<readonly ScannedEntry[]>;
  /** What is to be known of these entries of a folder, in the same order. Those that are gone by now are left out. */
  complete(path: string, entries: readonly ScannedEntry[]): Promise<StoredEntry[]>;
  /** Everything below a folder, folders before what is in them; of a file, itself. Nothing where there is nothing. */
  walk(path: string): AsyncIterable<StoredEntry>;
  /** How many entries are in one folder, counted no further than `most`; 0 where there is none. */
  count(path: string, most: number): Promise<number>;
  /** By names alone, and no further than one level more than `most`. */
  reach(path: string, most: number): Promise<TreeReach>;
  read(path: string, range?: StoredRange): Promise<StoredFile>;
  /** With the folders above it. One that is there is fine. */
  makeFolder(path: string): Promise<void>;
  /** Begins a file; its folder is made when it is put in its place. */
  begin(path: string): Promise<Draft>;
  /** Undefined when nothing is left to go on from. */
  resume(path: string, token: string): Promise<Draft | undefined>;
  /** Gives up what another process began. Never fails. */
  discard(path: string, token: string): Promise<void>;
  /** Discards what was begun before that moment, by processes that died, and has none of these tokens. Answers how much. */
  discardForgotten(known: ReadonlySet<string>, before: number): Promise<number>;
  /** Never replaces what is there. */
  move(from: string, to: string): Promise<void>;
  /** One file. Never replaces what is there. */
  copyFile(from: string, to: string): Promise<void>;
  /** With everything in it; what is not there is fine. */
  remove(path: string, onRemoved?: () => void): Promise<void>;
}
