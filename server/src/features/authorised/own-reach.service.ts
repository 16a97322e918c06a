import type { Database, Tx } from '../../db/database.ts';
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
  readonly #database: Database;
  readonly #reach: OwnReachRepository;
  readonly #roles: RoleService;

  constructor(database: Database, roles: RoleService) {
    this.#database = database;
    this.#reach = new OwnReachRepository(database);
    this.#roles = roles;
  }

  /** Who may use every asset can hand themselves nothing. To be asked before a transaction begins. */
  async isBound(actor: Actor): Promise<boolean> {
    // Only administrators come this far.
    return !(await this.#roles.mayUseAny({ id: actor.userId, type: 'admin' }, ['asset-access']));
  }

  async refuseBeyond(actor: Actor, assetIds: readonly string[]): Promise<void> {
    if (await this.isBound(actor)) {
      await this.refuseOthers(actor, assetIds);
    }
  }

  /** For somebody who is bound and joins the group: whatever it is granted. */
  async refuseJoining(actor: Actor, groupId: string, tx: Tx): Promise<void> {
    await this.#database.engine.takeTurn(tx);
    await this.refuseOthers(actor, await this.#reach.listAssetsOfGroup(groupId, tx), tx);
  }

  /**
   * For somebody who is bound and grants to these groups, which may be their own. Joining and granting wait for each
   * other: at the same time, neither would see the other.
   */
  async refuseGranting(
    actor: Actor,
    groupIds: readonly string[],
    assetIds: readonly string[],
    tx: Tx,
  ): Promise<void> {
    await this.#database.engine.takeTurn(tx);
    if (await this.#reach.isInAny(actor.userId, groupIds, tx)) {
      await this.refuseOthers(actor, assetIds, tx);
    }
  }

  /** For somebody who is bound: throws when one of these assets is not theirs. */
  async refuseOthers(actor: Actor, assetIds: readonly string[], tx?: Tx): Promise<void> {
    for (const some of inChunks(assetIds, BATCH)) {
      if (await this.#reach.areOthers(actor.userId, some, tx)) {
        throw new AppError('authorised.not_for_oneself');
      }
    }
  }
}
