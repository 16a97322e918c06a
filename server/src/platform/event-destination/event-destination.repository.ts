import type { Page } from '@jadegate/contract/paging';
import type { EventDestinationQuery } from '@jadegate/contract/platform/event-destination';
import { sql, type Insertable, type Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { EventDeliveryTable, EventDestinationTable } from '../../db/schema.ts';
import { newId } from '../../kernel/id.ts';

type DeliveryColumns = Omit<Selectable<EventDeliveryTable>, 'destination_id' | 'seq'>;

/** A destination with how far it has got, and what waits for it. */
export interface DestinationRecord extends Selectable<EventDestinationTable>, DeliveryColumns {
  reached: number;
  /** When the first happened that it has not got; null where it has all. */
  next_at: number | null;
  /** The oldest of those it refused, which are tried again. */
  parked_at: number | null;
  undeliverable: number;
}

/** Whose events it gets, by id. */
export interface DestinationTargets {
  users: string[];
  userGroups: string[];
  assets: string[];
}

const COLUMNS = { users: 'user_id', userGroups: 'user_group_id', assets: 'asset_id' } as const;

export class EventDestinationRepository extends RowsById<'event_destination', DestinationRecord> {
  constructor(database: Pick<Database, 'db' | 'engine'>) {
    super(database, 'event_destination');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('event_destination')
      .innerJoin('event_delivery', 'event_delivery.destination_id', 'event_destination.id')
      .selectAll('event_destination')
      .select('event_delivery.seq as reached')
      .select([
        'event_delivery.last_ok_at',
        'event_delivery.failing_since',
        'event_delivery.attempts',
        'event_delivery.next_try_at',
        'event_delivery.problem',
        'event_delivery.sent',
        'event_delivery.dropped',
        'event_delivery.dropped_untold',
        'event_delivery.given_up_untold',
        'event_delivery.lost_at',
      ])
      .select((eb) => [
        eb
          .selectFrom('event_outbox')
          .select('event_outbox.at')
          .whereRef('event_outbox.seq', '=', sql<number>`event_delivery.seq + 1`)
          .as('next_at'),
        eb
          .selectFrom('event_parked')
          .select(({ fn }) => fn.min<number | null>('event_parked.first_at').as('first_at'))
          .whereRef('event_parked.destination_id', '=', 'event_destination.id')
          .where('event_parked.state', '=', 'waiting')
          .as('parked_at'),
        eb
          .selectFrom('event_parked')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('event_parked.destination_id', '=', 'event_destination.id')
          .where('event_parked.state', '=', 'undeliverable')
          .$asScalar()
          .as('undeliverable'),
      ]);
  }

  page(query: EventDestinationQuery): Promise<Page<DestinationRecord>> {
    return readPage(this.db, this.records(this.db) as never, query, {
      table: 'event_destination',
      filters: [],
      sort: { name: 'event_destination.name' },
      defaultSort: ['name', 'ascend'],
    });
  }

  /** Those that may keep new sessions from being opened. */
  listFailingClosed(): Promise<DestinationRecord[]> {
    return this.records(this.db)
      .where('event_destination.enabled', '=', 1)
      .where('event_destination.fail_closed_hours', '>', 0)
      .orderBy('event_destination.name')
      .execute();
  }

  listEnabled(tx: Db | Tx = this.db): Promise<DestinationRecord[]> {
    return this.records(tx)
      .where('event_destination.enabled', '=', 1)
      .orderBy('event_destination.name')
      .execute();
  }

  /** Those of a kind, beside the one. */
  listOthers(kind: string, id: string, tx: Tx): Promise<{ name: string; config: string }[]> {
    return tx
      .selectFrom('event_destination')
      .select(['name', 'config'])
      .where('kind', '=', kind)
      .where('id', '!=', id)
      .execute();
  }

  async count(tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('event_destination')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async insertDelivery(id: string, seq: number, tx: Tx): Promise<void> {
    const none = { last_ok_at: null, failing_since: null, attempts: 0, next_try_at: null, problem: '' };
    const counts = { sent: 0, dropped: 0, dropped_untold: 0, given_up_untold: 0, lost_at: null };
    await tx
      .insertInto('event_delivery')
      .values({ destination_id: id, seq, ...none, ...counts })
      .execute();
  }

  async changeDelivery(
    id: string,
    change: Partial<Insertable<EventDeliveryTable>>,
    tx: Db | Tx = this.db,
  ): Promise<void> {
    await tx.updateTable('event_delivery').set(change).where('destination_id', '=', id).execute();
  }

  /** It has, or does not want, everything up to the number. Never goes back: what is gone stays gone. */
  async advance(
    id: string,
    { seq, sent, now }: { seq: number; sent: number; now: number },
    tx: Tx,
  ): Promise<void> {
    await tx
      .updateTable('event_delivery')
      .set((row) => ({
        seq: sql<number>`case when seq < ${seq} then ${seq} else seq end`,
        sent: row('sent', '+', sent),
        ...(sent > 0 && {
          last_ok_at: now,
          failing_since: null,
          attempts: 0,
          next_try_at: null,
          problem: '',
        }),
      }))
      .where('destination_id', '=', id)
      .execute();
  }

  /** Events that it will not get any more, to be told. */
  async addLost(
    id: string,
    { seq, dropped = 0, givenUp = 0, now }: { seq: number; dropped?: number; givenUp?: number; now: number },
    tx: Tx,
  ): Promise<void> {
    await tx
      .updateTable('event_delivery')
      .set((row) => ({
        seq: sql<number>`case when seq < ${seq} then ${seq} else seq end`,
        ...(dropped > 0 && { lost_at: now }),
        dropped: row('dropped', '+', dropped),
        dropped_untold: row('dropped_untold', '+', dropped),
        given_up_untold: row('given_up_untold', '+', givenUp),
      }))
      .where('destination_id', '=', id)
      .execute();
  }

  /** Answers whether it was as it is said to be: of several that tell it, one does. */
  async noteTold({ id, dropped_untold, given_up_untold }: DestinationRecord, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('event_delivery')
      .set({ dropped_untold: 0, given_up_untold: 0 })
      .where('destination_id', '=', id)
      .where('dropped_untold', '=', dropped_untold)
      .where('given_up_untold', '=', given_up_untold)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async listTargets(id: string, tx: Db | Tx = this.db): Promise<DestinationTargets> {
    const rows = await tx
      .selectFrom('event_destination_target')
      .select(['user_id', 'user_group_id', 'asset_id'])
      .where('destination_id', '=', id)
      .orderBy('id')
      .execute();
    return {
      users: rows.flatMap(({ user_id }) => user_id ?? []),
      userGroups: rows.flatMap(({ user_group_id }) => user_group_id ?? []),
      assets: rows.flatMap(({ asset_id }) => asset_id ?? []),
    };
  }

  async replaceTargets(id: string, targets: DestinationTargets, tx: Tx): Promise<void> {
    await tx.deleteFrom('event_destination_target').where('destination_id', '=', id).execute();
    const none = { user_id: null, user_group_id: null, asset_id: null };
    const kinds = ['users', 'userGroups', 'assets'] as const;
    const rows = kinds.flatMap((kind) =>
      [...new Set(targets[kind])].map((target) => ({
        ...none,
        id: newId(),
        destination_id: id,
        [COLUMNS[kind]]: target,
      })),
    );
    if (rows.length > 0) {
      await tx.insertInto('event_destination_target').values(rows).execute();
    }
  }

  /** Of these people, those that are in one of the groups. */
  async listMembers(groups: readonly string[], people: readonly string[]): Promise<ReadonlySet<string>> {
    if (groups.length === 0 || people.length === 0) {
      return new Set();
    }
    const rows = await this.db
      .selectFrom('user_group_member')
      .select('user_id')
      .distinct()
      .where('user_group_id', 'in', groups)
      .where('user_id', 'in', people)
      .execute();
    return new Set(rows.map(({ user_id }) => user_id));
  }

  /** Of these assets, those that have one of the tags. */
  async listTagged(tags: readonly string[], assets: readonly string[]): Promise<ReadonlySet<string>> {
    if (tags.length === 0 || assets.length === 0) {
      return new Set();
    }
    const rows = await this.db
      .selectFrom('asset_tag')
      .select('asset_id')
      .distinct()
      .where('tag', 'in', tags)
      .where('asset_id', 'in', assets)
      .execute();
    return new Set(rows.map(({ asset_id }) => asset_id));
  }
}
