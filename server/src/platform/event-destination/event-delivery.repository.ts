import { sql } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';

/** What concerns all destinations at once: who has something to get, and what nobody needs any more. */
export class EventDeliveryRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** One that came with a backup gets what happens from now on. */
  async begin(): Promise<void> {
    await this.#db
      .insertInto('event_delivery')
      .columns([
        'destination_id',
        'seq',
        'attempts',
        'problem',
        'sent',
        'dropped',
        'dropped_untold',
        'given_up_untold',
      ])
      .expression((eb) =>
        eb
          .selectFrom('event_destination')
          .innerJoin('event_head', (join) => join.on('event_head.id', '=', 1))
          .select([
            'event_destination.id',
            'event_head.seq',
            sql<number>`0`.as('attempts'),
            sql<string>`''`.as('problem'),
            sql<number>`0`.as('sent'),
            sql<number>`0`.as('dropped'),
            sql<number>`0`.as('dropped_untold'),
            sql<number>`0`.as('given_up_untold'),
          ])
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('event_delivery')
                  .select('event_delivery.seq')
                  .whereRef('event_delivery.destination_id', '=', 'event_destination.id'),
              ),
            ),
          ),
      )
      .onConflict((c) => c.doNothing())
      .execute();
  }

  /** Destinations for which something waits and of which nobody has the piece of work. */
  listIdle(kind: string, now: number): Promise<{ id: string; name: string }[]> {
    return this.#db
      .selectFrom('event_destination')
      .innerJoin('event_delivery', 'event_delivery.destination_id', 'event_destination.id')
      .select(['event_destination.id', 'event_destination.name'])
      .where('event_destination.enabled', '=', 1)
      .where((eb) =>
        eb.or([
          eb(
            'event_delivery.seq',
            '<',
            eb.selectFrom('event_head').select('event_head.seq').where('event_head.id', '=', 1),
          ),
          eb.exists(
            eb
              .selectFrom('event_parked')
              .select('event_parked.id')
              .whereRef('event_parked.destination_id', '=', 'event_destination.id')
              .where('event_parked.state', '=', 'waiting')
              .where('event_parked.due_at', '<=', now),
          ),
        ]),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('work')
              .select('work.id')
              .where('work.kind', '=', kind)
              .whereRef('work.subject', '=', 'event_destination.id')
              .where('work.ended_at', 'is', null),
          ),
        ),
      )
      .execute();
  }

  /** Up to where everybody has everything; undefined where nobody gets any. */
  async reachedByAll(tx: Tx): Promise<number | undefined> {
    const { seq } = await tx
      .selectFrom('event_delivery')
      .innerJoin('event_destination', 'event_destination.id', 'event_delivery.destination_id')
      .select(({ fn }) => fn.min<number | null>('event_delivery.seq').as('seq'))
      .where('event_destination.enabled', '=', 1)
      .executeTakeFirstOrThrow();
    return seq ?? undefined;
  }

  /** The first so many that are kept, with when they happened. */
  listOldest(limit: number, tx: Tx): Promise<{ seq: number; at: number }[]> {
    return tx
      .selectFrom('event_outbox')
      .select(['seq', 'at'])
      .where('seq', 'is not', null)
      .orderBy('seq')
      .limit(limit)
      .$narrowType<{ seq: number; at: number }>()
      .execute();
  }

  async endOf(seq: number, tx: Tx): Promise<number | undefined> {
    const row = await tx
      .selectFrom('event_outbox')
      .select('ends_at')
      .where('seq', '=', seq)
      .executeTakeFirst();
    return row?.ends_at ?? undefined;
  }

  /** How many there are of these kinds behind one number and up to another. */
  async count(
    { after, upTo, names, rank }: { after: number; upTo: number; names: readonly string[]; rank: number },
    tx: Tx,
  ): Promise<number> {
    const { count } = await tx
      .selectFrom('event_outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .where('severity', '>=', rank)
      .where(sql<boolean>`name in (${sql.join(names)})`)
      .executeTakeFirstOrThrow();
    return count;
  }
}
