import type { Selectable } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { TicketTable } from '../../db/schema.ts';

type TicketRow = Selectable<TicketTable>;

export class TicketRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async insert(ticket: TicketRow): Promise<void> {
    await this.#db.insertInto('ticket').values(ticket).execute();
  }

  /** Taking a ticket removes it: of two racing uses one finds nothing. */
  take(ticketHash: string): Promise<TicketRow | undefined> {
    return this.#db
      .deleteFrom('ticket')
      .where('ticket_hash', '=', ticketHash)
      .returningAll()
      .executeTakeFirst();
  }

  async removeExpiredBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('ticket').where('expires_at', '<', time).execute();
  }
}
