import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { SshTicketTable } from '../../db/schema.ts';

type SshTicketRecord = Selectable<SshTicketTable>;
/** What is known of a ticket beside its hash. */
export type ListedSshTicket = Omit<SshTicketRecord, 'ticket_hash'> & { asset_name: string };
type NewSshTicketRecord = SshTicketRecord;

/** Everything but the hash. */
const LISTED = [
  'ssh_ticket.id',
  'ssh_ticket.user_id',
  'ssh_ticket.name',
  'ssh_ticket.hint',
  'ssh_ticket.asset_id',
  'ssh_ticket.account',
  'ssh_ticket.kinds',
  'ssh_ticket.ip_group',
  'ssh_ticket.max_uses',
  'ssh_ticket.used',
  'ssh_ticket.created_at',
  'ssh_ticket.expires_at',
  'ssh_ticket.last_used_at',
  'ssh_ticket.last_address',
] as const;

export class SshTicketRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  listOf(userId: string, tx: Db | Tx = this.#db): Promise<ListedSshTicket[]> {
    return tx
      .selectFrom('ssh_ticket')
      .innerJoin('asset', 'asset.id', 'ssh_ticket.asset_id')
      .select([...LISTED, 'asset.name as asset_name'])
      .where('ssh_ticket.user_id', '=', userId)
      .orderBy('ssh_ticket.created_at', 'desc')
      .orderBy('ssh_ticket.id', 'desc')
      .execute();
  }

  /** Also one that is over: whose it was is known all the same. */
  findShown(
    ticketHash: string,
  ): Promise<
    | (Pick<SshTicketRecord, 'id' | 'name' | 'asset_id' | 'account' | 'kinds'> & { username: string })
    | undefined
  > {
    return this.#db
      .selectFrom('ssh_ticket')
      .innerJoin('user', 'user.id', 'ssh_ticket.user_id')
      .select(['ssh_ticket.id', 'ssh_ticket.name', 'ssh_ticket.asset_id', 'ssh_ticket.account'])
      .select(['ssh_ticket.kinds', 'user.username'])
      .where('ssh_ticket.ticket_hash', '=', ticketHash)
      .executeTakeFirst();
  }

  find(
    id: string,
    tx: Db | Tx = this.#db,
  ): Promise<Pick<SshTicketRecord, 'user_id' | 'ip_group' | 'max_uses' | 'used' | 'expires_at'> | undefined> {
    return tx
      .selectFrom('ssh_ticket')
      .select(['user_id', 'ip_group', 'max_uses', 'used', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async insert(ticket: NewSshTicketRecord, tx: Tx): Promise<void> {
    await tx.insertInto('ssh_ticket').values(ticket).execute();
  }

  /** In one statement: of uses at once none goes beyond the last. Answers whether it was one. */
  async countUse(id: string, at: number, address: string, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('ssh_ticket')
      .set((eb) => ({ used: eb('used', '+', 1), last_used_at: at, last_address: address }))
      .where('id', '=', id)
      .where('expires_at', '>', at)
      .where((eb) => eb.or([eb('max_uses', '=', 0), eb('used', '<', eb.ref('max_uses'))]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Only of this person: somebody else's id finds nothing. */
  remove(
    userId: string,
    id: string,
    tx: Tx,
  ): Promise<Pick<SshTicketRecord, 'id' | 'name' | 'hint'> | undefined> {
    return tx
      .deleteFrom('ssh_ticket')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning(['id', 'name', 'hint'])
      .executeTakeFirst();
  }

  async removeAllOf(userId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('ssh_ticket').where('user_id', '=', userId).execute();
  }

  async removeExpiredBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('ssh_ticket').where('expires_at', '<', time).execute();
  }
}
