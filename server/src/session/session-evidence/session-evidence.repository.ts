import type { Selectable } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { SessionCommandTable, SessionEvidenceTable, SessionTable } from '../../db/tables/session.ts';
import type { Judgement } from './evidence-judgement.ts';

/** The row of a session, whatever its own feature makes of it. */
export type SessionRecord = Selectable<SessionTable>;
export type EvidenceRecord = SessionEvidenceTable;
export type DueEvidence = EvidenceRecord & Pick<SessionRecord, 'protocol'>;

interface Some {
  /** Where recordings must lie; the empty one is the store. */
  disks: readonly string[];
  limit: number;
}

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

  findSession(id: string): Promise<SessionRecord | undefined> {
    return this.#db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** In the order in which they were handed over. */
  listCommands(sessionId: string): Promise<Selectable<SessionCommandTable>[]> {
    return this.#db
      .selectFrom('session_command')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('offset_ms')
      .orderBy('id')
      .execute();
  }

  /** Those that were not looked at since a time, the longest ago first. */
  listDue({ disks, limit, before }: Some & { before: number }): Promise<DueEvidence[]> {
    return this.#readable(disks)
      .where('session_evidence.checked_at', '<', before)
      .orderBy('session_evidence.checked_at')
      .orderBy('session_evidence.session_id')
      .limit(limit)
      .execute();
  }

  /** Along the key. */
  listAll({ disks, limit, after }: Some & { after: string }): Promise<DueEvidence[]> {
    return this.#readable(disks)
      .where('session_evidence.session_id', '>', after)
      .orderBy('session_evidence.session_id')
      .limit(limit)
      .execute();
  }

  /** Answers whether nobody else did meanwhile. */
  async claim({ session_id, checked_at }: EvidenceRecord, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('session_evidence')
      .set({ checked_at: now })
      .where('session_id', '=', session_id)
      .where('checked_at', '=', checked_at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async writeLook(sessionId: string, { verdict, finding }: Judgement, now: number): Promise<void> {
    await this.#db
      .updateTable('session_evidence')
      .set({ verdict, finding: finding ? JSON.stringify(finding) : '', checked_at: now })
      .where('session_id', '=', sessionId)
      .execute();
  }

  async counts(): Promise<{ whole: number; incomplete: number; altered: number; unchecked: number }> {
    const rows = await this.#db
      .selectFrom('session_evidence')
      .select((eb) => ['verdict', eb.fn.countAll<number>().as('count')])
      .groupBy('verdict')
      .execute();
    const of = (name: string) => rows.find(({ verdict }) => verdict === name)?.count ?? 0;
    return { whole: of('whole'), incomplete: of('incomplete'), altered: of('altered'), unchecked: of('') };
  }

  /** Signed recordings that are not as they should be: what only broke off is none of them. */
  listBad(limit: number) {
    return this.#db
      .selectFrom('session_evidence')
      .innerJoin('session', 'session.id', 'session_evidence.session_id')
      .selectAll('session_evidence')
      .select(['session.user_name', 'session.asset_name', 'session.created_at'])
      .where('session_evidence.verdict', 'in', ['altered', 'incomplete'])
      .where((row) =>
        row.or([
          row('session_evidence.verdict', '=', 'altered'),
          row('session_evidence.finding', 'like', '{"code":"tail_missing"%'),
        ]),
      )
      .orderBy('session_evidence.session_id', 'desc')
      .limit(limit)
      .execute();
  }

  async countElsewhere(disks: readonly string[]): Promise<{ elsewhere: number; unsigned: number }> {
    const kept = this.#db
      .selectFrom('session')
      .leftJoin('session_evidence', 'session.id', 'session_evidence.session_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('session.recording', '=', 'kept')
      .where('session.status', '=', 'disconnected');
    const [elsewhere, unsigned] = await Promise.all([
      kept
        .where('session_evidence.session_id', 'is not', null)
        .where('session.recording_disk', 'not in', disks)
        .executeTakeFirstOrThrow(),
      kept.where('session_evidence.session_id', 'is', null).executeTakeFirstOrThrow(),
    ]);
    return { elsewhere: elsewhere.count, unsigned: unsigned.count };
  }

  #readable(disks: readonly string[]) {
    return this.#db
      .selectFrom('session_evidence')
      .innerJoin('session', 'session.id', 'session_evidence.session_id')
      .selectAll('session_evidence')
      .select('session.protocol')
      .where('session.status', '=', 'disconnected')
      .where('session.recording', '=', 'kept')
      .where('session.recording_disk', 'in', disks);
  }
}
