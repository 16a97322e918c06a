import type { GrantState, ReachableAsset, ReachableAssetQuery } from '@jadegate/contract/access/authorised';
import type { Page } from '@jadegate/contract/paging';

import type { Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { grantState } from './access.policy.ts';
import { AccessRepository } from './access.repository.ts';
import { ReachableAssetRepository } from './reachable-asset.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
}

/** What somebody has, whichever way it came to them: a list of their own grants alone would call most people empty-handed. */
export class ReachableAssetService {
  readonly #assets: ReachableAssetRepository;
  readonly #access: AccessRepository;
  readonly #clock: Clock;

  constructor({ database, clock }: Dependencies) {
    this.#assets = new ReachableAssetRepository(database);
    this.#access = new AccessRepository(database);
    this.#clock = clock;
  }

  async list(query: ReachableAssetQuery): Promise<Page<ReachableAsset> & { rolesForAll: string[] }> {
    const { userId } = query;
    const rolesForAll = await this.#access.rolesForAll(userId);
    if (rolesForAll === undefined) {
      throw new AppError('user.not_found');
    }
    const { total, items } = await this.#assets.page(query);
    const grants = await this.#access.grantsOf(
      userId,
      items.map(({ id }) => id),
    );
    const at = new Date(this.#clock.now());
    const way = (kind: 'direct' | 'group' | 'owner', state: GrantState, groupId = '', groupName = '') => ({
      kind,
      groupId,
      groupName,
      state,
    });
    const present = ({ id, name, protocol, owner_id }: (typeof items)[number]): ReachableAsset => ({
      id,
      name,
      protocol,
      ways: [
        ...(owner_id === userId ? [way('owner', 'active')] : []),
        ...(grants.get(id) ?? []).map((grant) =>
          grant.kind === 'user'
            ? way('direct', grantState(grant, at))
            : way('group', grantState(grant, at), grant.groupId, grant.groupName),
        ),
      ],
    });
    return { total, items: items.map(present), rolesForAll };
  }
}
