/** What the event loop asks a SQLite worker, and what it answers. */
export interface WorkerOptions {
  file: string;
  role: 'writer' | 'reader';
}

export type WorkerAction =
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
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
}

export type WorkerReply =
  | { id: number; result: WorkerRows }
  | { id: number; error: { message: string; code: string } };
