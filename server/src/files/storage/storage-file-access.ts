import type { StorageAction } from '@jadegate/contract/files/storage-log';

import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { storedNames, storedPath } from '../../storage/stored-path.ts';
import { GuardedFiles } from '../file-place/guarded-files.ts';
import type { FileLine, StorageLogService } from '../storage-log/storage-log.service.ts';
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
  facts: StorageFacts;
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

/** The files of a space, behind the right to them. */
export class StorageFileAccess extends GuardedFiles<EnteredSpace, EnteredSpace, LoggedAct> {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    super(dependencies.logger);
    this.#deps = dependencies;
  }

  /** Asked again while something long is on its way. */
  async mayStill(actor: Pick<Actor, 'userId'>, id: string, act: StorageAct): Promise<boolean> {
    try {
      const { facts } = await this.enter(actor, id);
      return mayDo(facts, act);
    } catch {
      return false;
    }
  }

  /** Not there and not theirs is the same to those who ask. */
  protected override async enter(actor: Pick<Actor, 'userId'>, id: string): Promise<EnteredSpace> {
    const { spaces, users, roles } = this.#deps;
    const [space, user, modes] = await Promise.all([
      spaces.find(id),
      users.get(actor.userId),
      spaces.listModes(actor.userId, id),
    ]);
    const menus = user.type === 'admin' ? await roles.menusOf(user) : [];
    const facts = { isOwner: space?.owner_id === user.id, modes, menus };
    if (!space || accessTo(facts) === undefined) {
      throw new AppError('storage.not_found');
    }
    const root = `/${space.id}`;
    return {
      space,
      person: { id: user.id, name: user.nickname },
      facts,
      // Read here once already: `..` must not lead from one space into another.
      place: (path) => `${root}${storedPath(storedNames(path))}`,
      pathOf: (place) => place.slice(root.length) || '/',
    };
  }

  protected override async open(space: EnteredSpace, act?: LoggedAct): Promise<EnteredSpace> {
    const { facts } = space;
    if (!mayDo(facts, act?.act ?? 'browse')) {
      throw new AppError(accessTo(facts) === 'read' ? 'storage.read_only' : 'storage.forbidden');
    }
    return space;
  }

  protected override log({ space, person }: EnteredSpace, line: FileLine): Promise<void> {
    return this.#deps.storageLogs.writeInSpace({ storage: space, user: person, ...line });
  }

  protected override named({ space }: EnteredSpace) {
    return { storageId: space.id };
  }

  protected override asProductError<Value>(work: () => Promise<Value>): Promise<Value> {
    return asProductError(work);
  }
}
