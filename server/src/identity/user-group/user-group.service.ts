import type {
  UserGroup,
  UserGroupInput,
  UserGroupQuery,
  UserGroupRow,
} from '@jadegate/contract/identity/user-group';
import type { Page } from '@jadegate/contract/paging';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { aboutMany, type ReachService } from '../reach/reach.service.ts';
import type { UserService } from '../user/user.service.ts';
import { UserGroupRepository } from './user-group.repository.ts';

interface Dependencies {
  database: Database;
  users: UserService;
  reach: ReachService;
  audit: AuditService;
  clock: Clock;
}

/** Groups of people. Rights to assets may be given to a group instead of to each member. */
export class UserGroupService {
  readonly #groups: UserGroupRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#groups = new UserGroupRepository(dependencies.database);
  }

  async listOptions() {
    return (await this.#groups.list()).map((group) => ({ ...present(group), members: null }));
  }

  async listOf(userId: string) {
    await this.#deps.users.get(userId);
    return (await this.#groups.listOf(userId)).map(present);
  }

  async list(query: UserGroupQuery): Promise<Page<UserGroupRow>> {
    const { total, items } = await this.#groups.page(query);
    return {
      total,
      items: items.map((group) => ({
        ...present(group),
        memberCount: group.member_count,
        assetCount: group.asset_count,
      })),
    };
  }

  async get(id: string): Promise<UserGroup> {
    const group = await this.#groups.find(id);
    if (!group) {
      throw new AppError('user_group.not_found');
    }
    return { ...present(group), members: await this.#groups.listMembers(id) };
  }

  async create(actor: Actor, { name, members }: UserGroupInput): Promise<UserGroup> {
    const { reach, audit, clock } = this.#deps;
    const id = newId(clock.now());
    const act = { action: 'user-group.created', object: about(id, name) } as const;
    await this.#writing(name, () =>
      reach.transact(actor, act, async (tx) => {
        await this.#groups.insert({ id, name, created_at: clock.now() }, tx);
        await this.#groups.replaceMembers(id, members, tx);
        await audit.write(
          actor,
          { action: 'user-group.created', object: about(id, name), detail: { members } },
          tx,
        );
      }),
    );
    return this.get(id);
  }

  async update(actor: Actor, id: string, { name, members }: UserGroupInput): Promise<void> {
    const { reach, audit } = this.#deps;
    const before = await this.get(id);
    const act = { action: 'user-group.updated', object: about(id, name) } as const;
    await this.#writing(name, () =>
      reach.transact(actor, act, async (tx) => {
        await this.#groups.update(id, { name }, tx);
        await this.#groups.replaceMembers(id, members, tx);
        const old = before.members.map((member) => member.id);
        const detail = {
          ...(before.name !== name && { name: { before: before.name, after: name } }),
          added: members.filter((member) => !old.includes(member)),
          removed: old.filter((member) => !members.includes(member)),
        };
        await audit.write(actor, { action: 'user-group.updated', object: about(id, name), detail }, tx);
      }),
    );
  }

  async setGroupsOf(actor: Actor, userId: string, ids: readonly string[]): Promise<void> {
    const { reach, users } = this.#deps;
    const { username } = await users.get(userId);
    const object = { type: 'user', id: userId, name: username };
    await reach.transact(actor, { action: 'user-group.updated', object }, async (tx) => {
      const before = await this.#groups.listOf(userId, tx);
      const joined = await this.#existing(
        [...new Set(ids)].filter((id) => !before.some((group) => group.id === id)),
        tx,
      );
      for (const group of joined) {
        await this.#groups.addMembers(group.id, [userId], tx);
        await this.#writeMembers(actor, group, { added: [userId], removed: [] }, tx);
      }
      for (const group of before.filter(({ id }) => !ids.includes(id))) {
        await this.#groups.removeMember(group.id, userId, tx);
        await this.#writeMembers(actor, group, { added: [], removed: [userId] }, tx);
      }
    });
  }

  /** Somebody who is being made joins these. The caller has asked whether the actor may edit groups. */
  async addNewMember(actor: Actor | Caller, userId: string, ids: readonly string[], tx: Tx): Promise<void> {
    for (const group of await this.#existing([...new Set(ids)], tx)) {
      await this.#groups.addMembers(group.id, [userId], tx);
      await this.#writeMembers(actor, group, { added: [userId], removed: [] }, tx);
    }
  }

  /** The same the other way; groups that are gone do not matter. */
  async removeMember(actor: Actor | Caller, userId: string, ids: readonly string[], tx: Tx): Promise<void> {
    for (const group of await this.#groups.listByIds(ids, tx)) {
      await this.#groups.removeMember(group.id, userId, tx);
      await this.#writeMembers(actor, group, { added: [], removed: [userId] }, tx);
    }
  }

  async idsOf(userId: string, tx: Tx): Promise<string[]> {
    return (await this.#groups.listOf(userId, tx)).map(({ id }) => id);
  }

  async #existing(ids: readonly string[], tx: Tx) {
    const found = ids.length === 0 ? [] : await this.#groups.listByIds(ids, tx);
    if (found.length !== ids.length) {
      throw new AppError('user_group.not_found');
    }
    return found;
  }

  async #writeMembers(
    actor: Actor | Caller,
    { id, name }: { id: string; name: string },
    detail: { added: string[]; removed: string[] },
    tx: Tx,
  ): Promise<void> {
    await this.#deps.audit.write(
      actor,
      { action: 'user-group.updated', object: about(id, name), detail },
      tx,
    );
  }

  /** For people who were just made: the caller audits them together. */
  addMembers(id: string, userIds: readonly string[], tx: Tx): Promise<void> {
    return this.#groups.addMembers(id, userIds, tx);
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { reach, audit } = this.#deps;
    const object = aboutMany('user-group', ids);
    await reach.transact(actor, { action: 'user-group.deleted', object }, async (tx) => {
      for (const { id, name } of await this.#groups.listByIds(ids, tx)) {
        await audit.write(actor, { action: 'user-group.deleted', object: about(id, name) }, tx);
      }
      await this.#groups.remove(ids, tx);
    });
  }

  async #writing(name: string, work: () => Promise<void>): Promise<void> {
    const { database } = this.#deps;
    const refusal = (cause: unknown) =>
      new AppError('user_group.name_taken', { params: { name }, fields: ['name'], cause });
    try {
      await refusingTaken(database, refusal, work);
    } catch (error) {
      throw database.engine.isForeignKeyViolation(error)
        ? new AppError('user.not_found', { fields: ['members'], cause: error })
        : error;
    }
  }
}

function about(id: string, name: string) {
  return { type: 'user-group', id, name };
}

function present(group: { id: string; name: string; created_at: number }) {
  return { id: group.id, name: group.name, created: familyTime(group.created_at) };
}
