/** What the event loop asks a SQLite worker, and what it answers. */
export interface WorkerOptions {
  file: string;
  role: 'writer' | 'reader';
}

export interface WorkerQuery {
  kind: 'query';
  sql: string;
  parameters: readonly unknown[];
  /** Nothing is done where it is more than a question. */
  onlyReads?: true;
}

export type WorkerAction =
  | WorkerQuery
  | { kind: 'begin' }
  | { kind: 'commit' }
  | { kind: 'rollback' }
  | { kind: 'close' };

export interface WorkerRequest {
  id: number;
  action: WorkerAction;
}

/** Rows as lists of values: names that are the same in every row travel once, which halves the cost of a page. */
export interface WorkerRows {
  columns: readonly string[];
  values: readonly (readonly unknown[])[];
  changes: number;
  /** It was to be done only if it reads, and does more. */
  isWrite?: true;
}

export type WorkerReply =
  | { id: number; result: WorkerRows }
  | { id: number; error: { message: string; code: string } };
