import type { Db, Tx } from '../../db/database.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { User } from '../user/user.service.ts';
import type { GrantRow, IdentityRow } from './source-identity.repository.ts';

/** Somebody of a source as they stand here. */
export interface Standing {
  identity: IdentityRow;
  user: Pick<User, 'id' | 'username' | 'nickname' | 'mail' | 'type' | 'status' | 'disabled_by'>;
  roles: readonly string[];
  groups: readonly string[];
  /** What sources gave them, this one and others. */
  grants: readonly GrantRow[];
  /** Keys that this source gave them. */
  keys: readonly { id: string; fingerprint: string }[];
}

/** Both engines bound the parameters of one statement. */
const AT_ONCE = 500;

/** How people of a source stand, one or all of them: a few questions, however many they are. */
export class PersonStandingRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(identityId: string, sourceId: string, tx: Tx): Promise<Standing | undefined> {
    const rows = await tx.selectFrom('source_identity').selectAll().where('id', '=', identityId).execute();
    return (await this.#standings(rows, sourceId, tx))[0];
  }

  async list(sourceId: string): Promise<Standing[]> {
    const identities = await this.#db
      .selectFrom('source_identity')
      .selectAll()
      .where('source_id', '=', sourceId)
      .orderBy('id')
      .execute();
    const standings: Standing[] = [];
    for (const some of inChunks(identities, AT_ONCE)) {
      standings.push(...(await this.#standings(some, sourceId, this.#db)));
    }
    return standings;
  }

  async #standings(identities: readonly IdentityRow[], sourceId: string, tx: Db | Tx): Promise<Standing[]> {
    const ids = identities.map(({ user_id }) => user_id);
    if (ids.length === 0) {
      return [];
    }
    const users = await tx
      .selectFrom('user')
      .select(['id', 'username', 'nickname', 'mail', 'type', 'status', 'disabled_by'])
      .where('id', 'in', ids)
      .execute();
    const roles = await tx.selectFrom('user_role').selectAll().where('user_id', 'in', ids).execute();
    const groups = await tx.selectFrom('user_group_member').selectAll().where('user_id', 'in', ids).execute();
    const grants = await tx.selectFrom('source_grant').selectAll().where('user_id', 'in', ids).execute();
    const keys = await tx
      .selectFrom('ssh_key')
      .select(['id', 'fingerprint', 'user_id'])
      .where('source_id', '=', sourceId)
      .where('user_id', 'in', ids)
      .execute();
    const userOf = new Map(users.map((user) => [user.id, user]));
    const [rolesOf, groupsOf] = [byPerson(roles), byPerson(groups)];
    const [grantsOf, keysOf] = [byPerson(grants), byPerson(keys)];
    return identities.flatMap((identity) => {
      const user = userOf.get(identity.user_id);
      return user
        ? [
            {
              identity,
              user,
              roles: rolesOf(user.id).map(({ role_id }) => role_id),
              groups: groupsOf(user.id).map(({ user_group_id }) => user_group_id),
              grants: grantsOf(user.id),
              keys: keysOf(user.id),
            },
          ]
        : [];
    });
  }
}

function byPerson<Row extends { user_id: string }>(rows: readonly Row[]): (id: string) => Row[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    found.set(row.user_id, [...(found.get(row.user_id) ?? []), row]);
  }
  return (id) => found.get(id) ?? [];
}
