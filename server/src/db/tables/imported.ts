import type { NextTerminalState } from '@jadegate/contract/operations/next-terminal-import';

/** What was brought from another product, so that nothing of it is brought twice. */
export interface ImportedThingTable {
  kind: string;
  /** As it is called there; never a token, even where that is the id of a row. */
  old_id: string;
  new_id: string;
  at: number;
}

/** The import that is open; there is one row at most, because they all have the same slot. */
export interface NextTerminalImportTable {
  slot: 'open';
  id: string;
  state: NextTerminalState;
  step: 'look' | 'bring';
  /** JSON, without secrets: those are in the vault. */
  place: string;
  options: string;
  /** The data directory that has its file: a server of another one leaves it alone. */
  disk: string;
  person_name: string;
  created_at: number;
  /** The one that is at work; empty while none is. */
  section: string;
  /** JSON of a code and what its sentence names; empty where nothing failed. */
  failure: string;
  /** JSON; empty before the first section is done. */
  report: string;
}
