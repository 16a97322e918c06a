import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isPersonNamed, type PeopleSearch } from '../../db/match-person.ts';
import type { ArchiveRow, Link } from './audit-chain.ts';
import type { AuditRow } from './audit.repository.ts';

export class AuditArchiveRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  async listPeople(text: string, search: PeopleSearch): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .selectFrom('user')
      .select('user.id')
      .where(isPersonNamed(this.#engine, text, search))
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** In the order of their entries. */
  list(): Promise<ArchiveRow[]> {
    return this.#db.selectFrom('audit_archive').selectAll().orderBy('first_seq').execute();
  }

  /** Those with entries that are no older, in the order of their entries. */
  listSince(at: number): Promise<ArchiveRow[]> {
    return this.#db
      .selectFrom('audit_archive')
      .selectAll()
      .where('last_at', '>=', at)
      .orderBy('first_seq')
      .execute();
  }

  listNewest(limit: number): Promise<ArchiveRow[]> {
    return this.#db
      .selectFrom('audit_archive')
      .selectAll()
      .orderBy('first_seq', 'desc')
      .limit(limit)
      .execute();
  }

  find(firstSeq: number): Promise<ArchiveRow | undefined> {
    return this.#db
      .selectFrom('audit_archive')
      .selectAll()
      .where('first_seq', '=', firstSeq)
      .executeTakeFirst();
  }

  async insert(row: ArchiveRow, tx: Tx): Promise<void> {
    await tx.insertInto('audit_archive').values(row).execute();
  }

  /** The last entry older than the time among the next ones, and how many of them there are up to it. */
  async reachOf(after: Link, before: number, limit: number): Promise<{ last: number; entries: number }> {
    const next = this.#db
      .selectFrom('audit_log')
      .select(['seq', 'at'])
      .where('seq', '>', after.seq)
      .orderBy('seq')
      .limit(limit)
      .as('next');
    const { last } = await this.#db
      .selectFrom(next)
      .select((eb) => eb.fn.max<number | null>('next.seq').as('last'))
      .where('next.at', '<', before)
      .executeTakeFirstOrThrow();
    return { last: last ?? after.seq, entries: (last ?? after.seq) - after.seq };
  }

  listBetween(after: number, last: number, limit: number): Promise<AuditRow[]> {
    return this.#db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  /** The oldest up to the entry; answers how many went. */
  async removeUpTo(last: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('audit_log')
      .where('seq', 'in', (eb) =>
        eb.selectFrom('audit_log').select('seq').where('seq', '<=', last).orderBy('seq').limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
