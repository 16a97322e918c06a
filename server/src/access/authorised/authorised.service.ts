import {
  momentMs,
  type GrantAssetsInput,
  type GrantTermsInput,
  type GrantUserGroupsInput,
  type GrantUsersInput,
} from '@jadegate/contract/access/authorised';
import type { ErrorCode } from '@jadegate/contract/error';
import type { MenuId } from '@jadegate/contract/menu';

import type { Database, Tx } from '../../db/database.ts';
import { aboutMany, type ReachService } from '../../identity/reach/reach.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import {
  AuthorisedRepository,
  type GrantRecord,
  type GrantSide,
  type GrantTerms,
} from './authorised.repository.ts';

interface Dependencies {
  database: Database;
  roles: RoleService;
  reach: ReachService;
  audit: AuditService;
  clock: Clock;
}

type Holder = 'user_id' | 'user_group_id';

/** A bulk of grants: one object on one side, several on the other. */
interface Bulk {
  anchor: { side: GrantSide; id: string; field: string };
  many: { side: GrantSide; ids: readonly string[]; field: string };
  holder: Holder;
  terms: GrantTermsInput;
}

const ADD_MENUS: Record<Holder, readonly MenuId[]> = {
  user_id: ['asset-authorised-user-add', 'user-bind-asset'],
  user_group_id: ['asset-authorised-user-group-add', 'user-group-bind-asset'],
};
const REMOVE_MENUS: Record<Holder, readonly MenuId[]> = {
  user_id: ['asset-authorised-user-del', 'user-unbind-asset'],
  user_group_id: ['asset-authorised-user-group-del', 'user-group-unbind-asset'],
};
const MISSING: Record<GrantSide, ErrorCode> = {
  asset_id: 'asset.not_found',
  user_id: 'user.not_found',
  user_group_id: 'user_group.not_found',
};
const OBJECT_TYPES: Record<GrantSide, string> = {
  asset_id: 'asset',
  user_id: 'user',
  user_group_id: 'user-group',
};

/** Gives people and groups assets, and takes them away again. Who may then do what is decided in access.policy.ts. */
export class AuthorisedService {
  readonly #grants: AuthorisedRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#grants = new AuthorisedRepository(dependencies.database);
  }

  async grantAssets(actor: Actor, input: GrantAssetsInput): Promise<void> {
    const { assetIds, userId, userGroupId, ...terms } = input;
    const anchor = userId
      ? ({ side: 'user_id', id: userId, field: 'userId' } as const)
      : ({ side: 'user_group_id', id: userGroupId ?? '', field: 'userGroupId' } as const);
    await this.#demand(actor, [userId ? 'user-bind-asset' : 'user-group-bind-asset']);
    const many = { side: 'asset_id', ids: assetIds, field: 'assetIds' } as const;
    await this.#grant(actor, { anchor, many, holder: anchor.side, terms });
  }

  async grantUsers(actor: Actor, { userIds, assetId, ...terms }: GrantUsersInput): Promise<void> {
    const anchor = { side: 'asset_id', id: assetId, field: 'assetId' } as const;
    const many = { side: 'user_id', ids: userIds, field: 'userIds' } as const;
    await this.#grant(actor, { anchor, many, holder: 'user_id', terms });
  }

  async grantUserGroups(actor: Actor, input: GrantUserGroupsInput): Promise<void> {
    const { userGroupIds, assetId, ...terms } = input;
    const anchor = { side: 'asset_id', id: assetId, field: 'assetId' } as const;
    const many = { side: 'user_group_id', ids: userGroupIds, field: 'userGroupIds' } as const;
    await this.#grant(actor, { anchor, many, holder: 'user_group_id', terms });
  }

  async update(actor: Actor, id: string, input: GrantTermsInput): Promise<void> {
    const { reach, audit } = this.#deps;
    const [before] = await this.#grants.listByIds([id]);
    if (!before) {
      throw new AppError('authorised.not_found');
    }
    await this.#demand(actor, ADD_MENUS[holderOf(before)]);
    const after = termsOf(input);
    const about = { type: 'authorised', id, name: '' };
    await this.#writing(() =>
      reach.transact(actor, { action: 'authorised.updated', object: about }, async (tx) => {
        await this.#refuseUnknownTerms(after, tx);
        await this.#grants.update(id, after, tx);
        const object = await this.#about(before, tx);
        await audit.write(
          actor,
          { action: 'authorised.updated', object, detail: differences(before, after) },
          tx,
        );
      }),
    );
  }

  async revoke(actor: Actor, ids: readonly string[]): Promise<void> {
    const { reach, audit } = this.#deps;
    for (const holder of new Set((await this.#grants.listByIds(ids)).map(holderOf))) {
      await this.#demand(actor, REMOVE_MENUS[holder]);
    }
    const about = aboutMany('authorised', ids);
    await reach.transact(actor, { action: 'authorised.revoked', object: about }, async (tx) => {
      for (const grant of await this.#grants.listByIds(ids, tx)) {
        const { id: _, ...detail } = grant;
        await audit.write(
          actor,
          { action: 'authorised.revoked', object: await this.#about(grant, tx), detail },
          tx,
        );
      }
      await this.#grants.remove(ids, tx);
    });
  }

  async #grant(actor: Actor, bulk: Bulk): Promise<void> {
    const { reach, audit, clock } = this.#deps;
    const terms = termsOf(bulk.terms);
    if (terms.ends_at !== null && terms.ends_at <= clock.now()) {
      throw new AppError('authorised.ends_in_past', { fields: ['endsAt'] });
    }
    const ids = [...new Set(bulk.many.ids)];
    const about = { type: OBJECT_TYPES[bulk.anchor.side], id: bulk.anchor.id, name: '' };
    await this.#writing(() =>
      reach.transact(actor, { action: 'authorised.granted', object: about }, async (tx) => {
        const { anchor, many, holder } = bulk;
        await this.#refuseUnknownTerms(terms, tx);
        const anchors = await this.#existing(anchor.side, [anchor.id], anchor.field, tx);
        const names = await this.#existing(many.side, ids, many.field, tx);
        const now = clock.now();
        const rows = ids.map((id): GrantRecord => {
          const sides = { [anchor.side]: anchor.id, [many.side]: id } as Partial<Record<GrantSide, string>>;
          const { asset_id = '', user_id = null, user_group_id = null } = sides;
          return { id: newId(now), asset_id, user_id, user_group_id, ...terms, created_at: now };
        });
        await this.#grants.upsert(holder, rows, tx);
        const object = { type: OBJECT_TYPES[anchor.side], id: anchor.id, name: anchors.get(anchor.id) ?? '' };
        const granted = ids.map((id) => ({ id, name: names.get(id) ?? '' }));
        const detail = { [many.field]: granted, ...terms };
        await audit.write(actor, { action: 'authorised.granted', object, detail }, tx);
      }),
    );
  }

  /** The endpoint lets in holders of either side's menu; this asks for the side that is really used. */
  async #demand(actor: Actor, menus: readonly MenuId[]): Promise<void> {
    if (!(await this.#deps.roles.mayUseAny({ id: actor.userId, type: 'admin' }, menus))) {
      throw new AppError('auth.forbidden');
    }
  }

  async #existing(
    side: GrantSide,
    ids: readonly string[],
    field: string,
    tx: Tx,
  ): Promise<Map<string, string>> {
    const names = await this.#grants.namesOf(side, ids, tx);
    if (ids.some((id) => !names.has(id))) {
      throw new AppError(MISSING[side], { fields: [field] });
    }
    return names;
  }

  async #refuseUnknownTerms({ strategy_id, command_filter_id }: GrantTerms, tx: Tx): Promise<void> {
    if (strategy_id !== null && !(await this.#grants.hasStrategy(strategy_id, tx))) {
      throw new AppError('strategy.not_found', { fields: ['strategyId'] });
    }
    if (command_filter_id !== null && !(await this.#grants.hasCommandFilter(command_filter_id, tx))) {
      throw new AppError('command_filter.not_found', { fields: ['commandFilterId'] });
    }
  }

  async #about(grant: GrantRecord, tx: Tx) {
    const holder = holderOf(grant);
    const holderId = grant[holder] ?? '';
    const holders = await this.#grants.namesOf(holder, [holderId], tx);
    const assets = await this.#grants.namesOf('asset_id', [grant.asset_id], tx);
    const name = `${holders.get(holderId) ?? ''} → ${assets.get(grant.asset_id) ?? ''}`;
    return { type: 'authorised', id: grant.id, name };
  }

  /** What was there a moment ago may be gone when the row is written. */
  async #writing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw this.#deps.database.engine.isForeignKeyViolation(error)
        ? new AppError('authorised.reference_gone', { cause: error })
        : error;
    }
  }
}

function holderOf(grant: Pick<GrantRecord, 'user_id'>): Holder {
  return grant.user_id === null ? 'user_group_id' : 'user_id';
}

function termsOf({ strategyId, commandFilterId, startsAt, endsAt, timePeriod }: GrantTermsInput): GrantTerms {
  const windows = (timePeriod ?? []).filter(({ value }) => value.trim() !== '');
  return {
    strategy_id: strategyId ?? null,
    command_filter_id: commandFilterId ?? null,
    starts_at: startsAt ? momentMs(startsAt) : null,
    ends_at: endsAt ? momentMs(endsAt) : null,
    time_period: JSON.stringify(windows),
  };
}
