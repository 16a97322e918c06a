import type { StorageAccess } from '@jadegate/contract/files/storage';
import type { StorageAction } from '@jadegate/contract/files/storage-log';

import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { storedNames, storedPath } from '../../storage/stored-path.ts';
import type { StorageLogService } from '../storage-log/storage-log.service.ts';
import { asProductError } from './storage-errors.ts';
import { accessTo, mayDo, type StorageAct, type StorageFacts } from './storage.policy.ts';
import type { StorageRecord, StorageRepository } from './storage.repository.ts';

interface Dependencies {
  spaces: StorageRepository;
  users: UserService;
  roles: RoleService;
  storageLogs: StorageLogService;
  logger: Logger;
}

/** A space that somebody was let into. */
export interface EnteredSpace {
  space: StorageRecord;
  person: { id: string; name: string };
  /** Where a path of the space lies in the store. */
  place: (path: string) => string;
  /** The path of the space that lies there. */
  pathOf: (place: string) => string;
}

export interface LoggedAct {
  act: StorageAct;
  action: StorageAction;
  /** As it will stand in the log. */
  fileName: string;
}

/** What went over, for the log. */
export interface Moved {
  bytes: number;
  checksum: string;
}

/** The door to the files of a space: who, whether, and what stands in the log afterwards. */
export class StorageFileAccess {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** For looking around, which leaves no trace in the log. */
  async browse<Value>(
    actor: Actor,
    id: string,
    work: (space: EnteredSpace) => Promise<Value>,
  ): Promise<Value> {
    const { entered, facts } = await this.#enter(actor, id);
    refuse(facts, 'browse');
    return asProductError(() => work(entered));
  }

  /** Does something that is written down once it is known how it went, refusals too. */
  async act<Value extends Moved | void>(
    actor: Actor,
    id: string,
    act: LoggedAct,
    work: (space: EnteredSpace) => Promise<Value>,
  ): Promise<Value> {
    const { entered, facts } = await this.#enter(actor, id);
    try {
      refuse(facts, act.act);
      const moved = await asProductError(() => work(entered));
      await this.write(entered, act, true, moved ?? undefined);
      return moved;
    } catch (error) {
      await this.write(entered, act, false);
      throw error;
    }
  }

  /** The way in for what writes its own line in the end. A refusal is written here. */
  async begin<Value>(
    actor: Actor,
    id: string,
    act: LoggedAct,
    work: (space: EnteredSpace) => Promise<Value>,
  ): Promise<Value> {
    const { entered, facts } = await this.#enter(actor, id);
    try {
      refuse(facts, act.act);
      return await asProductError(() => work(entered));
    } catch (error) {
      await this.write(entered, act, false);
      throw error;
    }
  }

  /** Asked again while something long is on its way. */
  async mayStill(actor: Pick<Actor, 'userId'>, id: string, act: StorageAct): Promise<boolean> {
    try {
      const { facts } = await this.#enter(actor, id);
      return mayDo(facts, act);
    } catch {
      return false;
    }
  }

  /** Never fails: what happened has happened. */
  async write(
    { space, person }: EnteredSpace,
    act: LoggedAct,
    isDone: boolean,
    moved?: Moved,
  ): Promise<void> {
    const { action, fileName } = act;
    try {
      await this.#deps.storageLogs.writeInSpace({
        storage: space,
        user: person,
        action,
        fileName,
        isDone,
        ...moved,
      });
    } catch (error) {
      this.#deps.logger.error({ err: error, storageId: space.id }, 'a file operation was not written down');
    }
  }

  /** Not there and not theirs is the same to those who ask. */
  async #enter(
    actor: Pick<Actor, 'userId'>,
    id: string,
  ): Promise<{ entered: EnteredSpace; facts: StorageFacts; access: StorageAccess }> {
    const { spaces, users, roles } = this.#deps;
    const [space, user, modes] = await Promise.all([
      spaces.find(id),
      users.get(actor.userId),
      spaces.listModes(actor.userId, id),
    ]);
    const menus = user.type === 'admin' ? await roles.menusOf(user) : [];
    const facts = { isOwner: space?.owner_id === user.id, modes, menus };
    const access = accessTo(facts);
    if (!space || access === undefined) {
      throw new AppError('storage.not_found');
    }
    return { entered: entered(space, { id: user.id, name: user.nickname }), facts, access };
  }
}

function entered(space: StorageRecord, person: { id: string; name: string }): EnteredSpace {
  const root = `/${space.id}`;
  return {
    space,
    person,
    // Read here once already: `..` must not lead from one space into another.
    place: (path) => `${root}${storedPath(storedNames(path))}`,
    pathOf: (place) => place.slice(root.length) || '/',
  };
}

function refuse(facts: StorageFacts, act: StorageAct): void {
  if (!mayDo(facts, act)) {
    throw new AppError(accessTo(facts) === 'read' ? 'storage.read_only' : 'storage.forbidden');
  }
}
