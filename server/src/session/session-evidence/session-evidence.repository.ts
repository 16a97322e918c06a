import type { Database, Db } from '../../db/database.ts';
import type { SessionEvidenceTable } from '../../db/tables/session.ts';

export type EvidenceRecord = SessionEvidenceTable;

/** How recordings are signed, as it is written down beside their sessions. */
export class SessionEvidenceRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  find(sessionId: string): Promise<EvidenceRecord | undefined> {
    return this.#db
      .selectFrom('session_evidence')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
  }
}
