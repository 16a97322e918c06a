import type {
  GrantedAsset,
  GrantedAssetQuery,
  GrantedUser,
  GrantedUserGroup,
  GrantedUserGroupQuery,
  GrantedUserQuery,
  SelectedQuery,
} from '@jadegate/contract/access/authorised';
import type { MenuId } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';
import type { DayWindow } from '@jadegate/contract/time-window';

import type { Database } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { grantState } from './access.policy.ts';
import { AuthorisedRepository, type GrantRow, type GrantSide } from './authorised.repository.ts';

interface Dependencies {
  database: Database;
  roles: RoleService;
  clock: Clock;
}

const SIDES = { assetId: 'asset_id', userId: 'user_id', userGroupId: 'user_group_id' } as const;

/** Shows the grants of a person, a group or an asset, each to those who may see that side. */
export class GrantListService {
  readonly #grants: AuthorisedRepository;
  readonly #roles: RoleService;
  readonly #clock: Clock;

  constructor({ database, roles, clock }: Dependencies) {
    this.#grants = new AuthorisedRepository(database);
    this.#roles = roles;
    this.#clock = clock;
  }

  async listAssets(actor: Actor, query: GrantedAssetQuery): Promise<Page<GrantedAsset>> {
    const { userId, userGroupId, assetName, name = assetName, ...paging } = query;
    if (Boolean(userId) === Boolean(userGroupId)) {
      throw new AppError('validation', { params: { first: 'userId' }, fields: ['userId'] });
    }
    await this.#demand(actor, userId ? 'user-authorised-asset' : 'user-group-authorised-asset');
    const filter = userId ? { user_id: userId } : { user_group_id: userGroupId ?? '' };
    const { total, items } = await this.#grants.page('asset_id', { ...paging, filter, name });
    const present = (row: GrantRow) => ({
      assetId: row.asset_id,
      assetName: row.name,
      protocol: row.protocol,
    });
    return { total, items: items.map((row) => ({ ...this.#present(row), ...present(row) })) };
  }

  async listUsers(actor: Actor, query: GrantedUserQuery): Promise<Page<GrantedUser>> {
    const { assetId, userName, name = userName, ...paging } = query;
    const { total, items } = await this.#grants.page('user_id', {
      ...(await this.#roles.withPeopleSearch(actor, paging, name)),
      filter: { asset_id: assetId },
      name,
    });
    const present = (row: GrantRow) => ({
      userId: row.user_id ?? '',
      userName: row.name,
      userAccount: row.account ?? '',
    });
    return { total, items: items.map((row) => ({ ...this.#present(row), ...present(row) })) };
  }

  async listUserGroups(query: GrantedUserGroupQuery): Promise<Page<GrantedUserGroup>> {
    const { assetId, userGroupName, name = userGroupName, ...paging } = query;
    const { total, items } = await this.#grants.page('user_group_id', {
      ...paging,
      filter: { asset_id: assetId },
      name,
    });
    const present = (row: GrantRow) => ({ userGroupId: row.user_group_id ?? '', userGroupName: row.name });
    return { total, items: items.map((row) => ({ ...this.#present(row), ...present(row) })) };
  }

  async listSelected(actor: Actor, query: SelectedQuery): Promise<string[]> {
    await this.#demand(actor, menuOf(query));
    const filter = {
      asset_id: query.assetId ?? undefined,
      user_id: query.userId ?? undefined,
      user_group_id: query.userGroupId ?? undefined,
    };
    return this.#grants.listIds(SIDES[query.key] satisfies GrantSide, filter);
  }

  async #demand(actor: Actor, menu: MenuId): Promise<void> {
    if (!(await this.#roles.mayUseAny({ id: actor.userId, type: 'admin' }, [menu]))) {
      throw new AppError('auth.forbidden');
    }
  }

  #present(row: GrantRow) {
    const windows = JSON.parse(row.time_period) as DayWindow[];
    const at = new Date(this.#clock.now());
    return {
      id: row.id,
      strategyId: row.strategy_id ?? '',
      strategyName: row.strategy_name ?? '',
      commandFilterId: row.command_filter_id ?? '',
      commandFilterName: row.command_filter_name ?? '',
      created: familyTime(row.created_at),
      startsAt: iso(row.starts_at),
      endsAt: iso(row.ends_at),
      timePeriod: windows,
      state: grantState({ startsAt: row.starts_at, endsAt: row.ends_at, windows }, at),
    };
  }
}

/** Which page the question comes from: that page's right is what it needs. Without a filter it is nobody's. */
function menuOf({ key, userId, userGroupId, assetId }: SelectedQuery): MenuId {
  if (key === 'assetId' && Boolean(userId) !== Boolean(userGroupId)) {
    return userId ? 'user-authorised-asset' : 'user-group-authorised-asset';
  }
  if (key !== 'assetId' && assetId) {
    return key === 'userId' ? 'asset-authorised-user' : 'asset-authorised-user-group';
  }
  throw new AppError('validation', { params: { first: 'key' }, fields: ['key'] });
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
