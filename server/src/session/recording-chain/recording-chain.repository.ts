import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { SessionTable } from '../../db/tables/session.ts';
import type { ChainHead } from '../../recorders/evidence/chain.ts';

export type RecordedSession = Selectable<SessionTable>;

/** How far recordings are signed, as it is written down beside their sessions. */
export class RecordingChainRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** How far the chain of a recording has come; it never goes back. */
  async put(sessionId: string, { key, links, hash }: ChainHead, tx: Tx | Db = this.#db): Promise<void> {
    const row = { session_id: sessionId, key_id: key, links, head: hash };
    await tx
      .insertInto('session_evidence')
      .values({ ...row, verdict: '', finding: '', checked_at: 0 })
      .onConflict((on) =>
        on.column('session_id').doUpdateSet(row).where('session_evidence.links', '<', links),
      )
      .execute();
  }
}
