import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { RoleService } from '../role/role.service.ts';
import { OwnReachRepository } from './own-reach.repository.ts';

/** Ids in one statement. */
const BATCH = 500;

/**
 * Rights over assets are there to serve others. Nobody hands an asset to themselves, as its owner, by a grant or by
 * joining a group, unless it is theirs already or they may use every asset.
 */
export class OwnReachService {
  readonly #reach: OwnReachRepository;
  readonly #roles: RoleService;

  constructor(database: Database, roles: RoleService) {
    this.#reach = new OwnReachRepository(database);
    this.#roles = roles;
  }

  async refuseBeyond(actor: Actor, assetIds: readonly string[]): Promise<void> {
    // Only administrators come this far.
    if (await this.#roles.mayUseAny({ id: actor.userId, type: 'admin' }, ['asset-access'])) {
      return;
    }
    for (const some of inChunks(assetIds, BATCH)) {
      if (await this.#reach.areOthers(actor.userId, some)) {
        throw new AppError('authorised.not_for_oneself');
      }
    }
  }

  /** The same for whatever the group is granted. */
  async refuseJoining(actor: Actor, groupId: string): Promise<void> {
    await this.refuseBeyond(actor, await this.#reach.listAssetsOfGroup(groupId));
  }

  /** Grants to these groups reach the person who makes them, too. */
  isInAny(actor: Actor, groupIds: readonly string[]): Promise<boolean> {
    return this.#reach.isInAny(actor.userId, groupIds);
  }
}
