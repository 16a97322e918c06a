/** Rows as they came, of which nothing is known yet. */
export interface ForeignPage {
  rows: readonly Record<string, unknown>[];
  /** Rows that are larger than any may be, and were not read. */
  tooLarge: number;
}

/** A table as it is asked for. Its name and columns are ours, never somebody's text; those that are not there are left out. */
export interface ForeignTable {
  name: string;
  /** By which its rows are told apart. */
  key: string;
  columns: readonly string[];
  mostRowBytes: number;
}

/** A table as it is found there, under whatever name. */
export interface FoundTable {
  name: string;
  columns: readonly string[];
  /** Up to `MOST_COUNTED`; undefined where nobody can tell. */
  rows: number | undefined;
}

export const MOST_TABLES = 500;
export const MOST_COUNTED = 1_000_000;

/** Names that may stand in a statement; what is called otherwise is named, and never asked. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9_]{1,64}$/.test(name);
}

/** Cannot be read; the reason is a word of ours or a code, never what the other side said. */
export class ForeignDatabaseError extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`the other database cannot be read: ${reason}`, { cause });
    this.name = 'ForeignDatabaseError';
    this.reason = reason;
  }
}

const NAME = /^[a-z_]{1,64}$/;

export function refuseOddNames({ name, key, columns }: ForeignTable): void {
  if (![name, key, ...columns].every((one) => NAME.test(one))) {
    throw new ForeignDatabaseError('name');
  }
}
