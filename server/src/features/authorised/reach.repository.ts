import { STRATEGY_FLAGS, type StrategyFlag } from '@jadegate/contract/strategy';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Database, Db } from '../../db/database.ts';

/** Two people, and the moment at which what they reach is compared. */
interface Pair {
  person: string;
  actor: string;
  now: number;
}

const FLAG_COLUMNS: Record<StrategyFlag, string> = {
  upload: 'upload',
  download: 'download',
  edit: 'edit',
  delete: 'remove',
  rename: 'rename',
  copy: 'copy',
  paste: 'paste',
  createDir: 'create_dir',
};

/** Compares what two people reach, as sets, in the database: no list of assets is ever loaded. */
export class ReachRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async ownsAsset(userId: string): Promise<boolean> {
    return this.#isAny(sql`select 1 from asset where owner_id = ${userId}`);
  }

  async ownsCredential(userId: string): Promise<boolean> {
    return this.#isAny(sql`select 1 from credential where owner_id = ${userId}`);
  }

  /**
   * Whether the person has a grant, now or later, that opens more than the actor has on the same asset. A grant by a
   * group of both is one of the actor's. Those of the actor that count now must all allow as much, because any of them may
   * be the one that decides.
   */
  async hasGrantBeyond({ person, actor, now }: Pair): Promise<boolean> {
    const own = sql`own_grant.asset_id = their_grant.asset_id and ${heldBy('own_grant', actor)}
      and (own_grant.starts_at is null or own_grant.starts_at <= ${now})
      and (own_grant.ends_at is null or own_grant.ends_at > ${now})`;
    const grants = sql`authorised as own_grant left join strategy as own_strategy on own_strategy.id = own_grant.strategy_id`;
    return this.#isAny(sql`select 1 from authorised as their_grant
      left join strategy as their_strategy on their_strategy.id = their_grant.strategy_id
      where ${heldBy('their_grant', person)}
      and (their_grant.ends_at is null or their_grant.ends_at > ${now})
      and their_grant.asset_id not in (select id from asset where owner_id = ${actor})
      and (
        ((their_grant.user_group_id is null or their_grant.user_group_id not in ${groupsOf(actor)})
          and not exists (select 1 from authorised as own_grant where ${own}))
        or exists (select 1 from ${grants} where ${own} and own_grant.id <> their_grant.id and not (${allowsAsMuch()}))
      )`);
  }

  async #isAny(query: RawBuilder<unknown>): Promise<boolean> {
    const { rows } = await sql`${query} limit 1`.execute(this.#db);
    return rows.length > 0;
  }
}

function groupsOf(userId: string): RawBuilder<unknown> {
  return sql`(select user_group_id from user_group_member where user_id = ${userId})`;
}

function heldBy(grant: string, userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${grant}.user_id`)} = ${userId}
    or ${sql.ref(`${grant}.user_group_id`)} in ${groupsOf(userId)})`;
}

/** At least as long, at the same or at all hours, with every flag, no other filter, and recorded no more. */
function allowsAsMuch(): RawBuilder<SqlBool> {
  const flags = STRATEGY_FLAGS.map((flag) => {
    const column = FLAG_COLUMNS[flag];
    return sql`coalesce(${sql.ref(`own_strategy.${column}`)}, 0) >= coalesce(${sql.ref(`their_strategy.${column}`)}, 0)`;
  });
  const filter = (whose: 'own' | 'their') =>
    sql`coalesce(${sql.ref(`${whose}_grant.command_filter_id`)}, ${sql.ref(`${whose}_strategy.command_filter_id`)}, '')`;
  return sql<SqlBool>`(own_grant.strategy_id is null or own_strategy.id is not null)
    and (own_grant.ends_at is null or (their_grant.ends_at is not null and own_grant.ends_at >= their_grant.ends_at))
    and (own_grant.time_period = '[]' or own_grant.time_period = their_grant.time_period)
    and ${sql.join(flags, sql` and `)}
    and (${filter('own')} = '' or ${filter('own')} = ${filter('their')})
    and coalesce(own_strategy.recording, 1) <= coalesce(their_strategy.recording, 1)`;
}
