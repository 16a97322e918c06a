import type { Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';

// What becomes of somebody's files when they come and go. `files` stands above identity and does it.

/** What those who are deleted leave: kept for administrators, deleted with them, or given to somebody. */
export type FilesFate = { kind: 'keep' } | { kind: 'delete' } | { kind: 'give'; to: string };

export interface FilesOfNewPeople {
  make(person: { id: string; nickname: string }, tx: Tx): Promise<void>;
}

export interface FilesOfLeavingPeople {
  /** Looks first; what it writes is written with the deletion, and bytes are removed once that is done. */
  leave(
    actor: Actor,
    userIds: readonly string[],
    fate: FilesFate,
    deletePeople: (write: (tx: Tx) => Promise<void>) => Promise<void>,
  ): Promise<void>;
}
