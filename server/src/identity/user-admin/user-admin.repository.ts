import type { UserQuery } from '@jadegate/contract/identity/user';
import type { Page } from '@jadegate/contract/paging';
import { sql, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isPersonNamed } from '../../db/match-person.ts';
import { readPage } from '../../db/page.ts';
import type { Flag } from '../../db/schema.ts';
import { WholeListCache } from '../../db/whole-list-cache.ts';
import { USER_COLUMNS, type User } from '../user/user.service.ts';
import { usernameKey } from '../user/user.service.ts';

/** The contract's query, and the people one policy is bound to. */
export type PeopleQuery = UserQuery & { loginPolicyId?: string };

export type ListedUser = User & { is_online: 0 | 1 };

const SORT_COLUMNS = {
  username: 'user.username',
  nickname: 'user.nickname',
  created: 'user.created_at',
} as const;

const LIST = { table: 'user', sort: SORT_COLUMNS, defaultSort: ['created', 'descend'] } as const;

/** What administrators list and change about people. */
export class UserAdminRepository {
  readonly #db: Db;
  readonly #engine: Engine;
  readonly #whole: WholeListCache<ListedUser, keyof typeof SORT_COLUMNS, { now: number }>;

  constructor(database: Database) {
    this.#db = database.db;
    this.#engine = database.engine;
    this.#whole = new WholeListCache(database, ({ now }) => this.#listed(now), LIST);
  }

  #isOnline(now: number) {
    return sql<
      0 | 1
    >`case when exists (select 1 from login where login.user_id = ${sql.ref('user.id')} and login.expires_at > ${now}) then 1 else 0 end`;
  }

  #listed(now: number) {
    return this.#db
      .selectFrom('user')
      .select(USER_COLUMNS.map((column) => `user.${column}` as const))
      .select(this.#isOnline(now).as('is_online'));
  }

  find(id: string, now: number): Promise<ListedUser | undefined> {
    return this.#listed(now).where('user.id', '=', id).executeTakeFirst();
  }

  listByIds(ids: readonly string[], now: number): Promise<ListedUser[]> {
    return this.#listed(now).where('user.id', 'in', ids).execute();
  }

  page(query: PeopleQuery, now: number): Promise<Page<ListedUser>> {
    const filters = (['username', 'nickname', 'mail'] as const).flatMap((column) => {
      const text = query[column];
      return text === undefined ? [] : [this.#engine.contains('user', column, text)];
    });
    if (query.keyword !== undefined) {
      filters.push(isPersonNamed(this.#engine, query.keyword, { byMail: true }));
    }
    if (query.loginPolicyId !== undefined) {
      const bound = sql`select user_id from login_policy_user where login_policy_id = ${query.loginPolicyId}`;
      filters.push(sql<SqlBool>`${sql.ref('user.id')} in (${bound})`);
    }
    if (query.online !== undefined) {
      filters.push(sql<SqlBool>`${this.#isOnline(now)} = ${query.online ? 1 : 0}`);
    }
    return filters.length === 0
      ? this.#whole.read(query, { now })
      : readPage(this.#db, this.#listed(now), query, { ...LIST, filters });
  }

  async update(
    id: string,
    change: Pick<User, 'username' | 'nickname' | 'type' | 'mail'>,
    tx: Tx,
  ): Promise<void> {
    const username_key = usernameKey(change.username);
    await tx
      .updateTable('user')
      .set((eb) => {
        const isSame = eb.case().when('mail', '=', change.mail);
        return {
          ...change,
          username_key,
          mail_claimed: isSame.then(eb.ref('mail_claimed')).else(eb.val<Flag>(0)).end(),
        };
      })
      .where('id', '=', id)
      .execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('user').where('id', 'in', ids).execute();
  }
}
