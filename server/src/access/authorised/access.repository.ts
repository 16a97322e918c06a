import { channelRights, type ChannelSwitch } from '@jadegate/contract/access/channel-rights';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { DayWindow } from '@jadegate/contract/time-window';

import type { Database, Db } from '../../db/database.ts';
import type { AccessFacts, Grant, GrantedStrategy, Person } from './access.policy.ts';

/** The menu whose holders may open every asset. */
const ACCESS_ALL = 'asset-access';

type PersonRow = Omit<Person, 'mayAccessAll'> & { access_all: number | null };

/** Where an asset is. */
export interface AssetPlace {
  ip: string;
  port: number;
}

/** Facts and what they are called, for explanations. */
export interface NamedFacts extends AccessFacts {
  place: AssetPlace | undefined;
  personName: string;
  assetName: string;
}

/** Reads what a decision needs: one query for person and asset, one for the grants between them. */
export class AccessRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async facts(userId: string, assetId: string): Promise<NamedFacts> {
    const person = await this.#person(userId, assetId);
    if (!person) {
      return {
        person: undefined,
        asset: undefined,
        grants: [],
        place: undefined,
        personName: '',
        assetName: '',
      };
    }
    const { asset_id, owner_id, asset_name, ip, port } = person;
    const asset = asset_id === null ? undefined : { id: asset_id, ownerId: owner_id ?? '' };
    const grants = asset ? await this.grantsOf(userId, [assetId]) : new Map<string, Grant[]>();
    return {
      person: toPerson(person),
      asset,
      grants: grants.get(assetId) ?? [],
      place: ip === null || port === null ? undefined : { ip, port },
      personName: person.nickname,
      assetName: asset_name ?? '',
    };
  }

  #person(userId: string, assetId: string) {
    return this.#db
      .selectFrom('user')
      .leftJoin('asset', (join) => join.on('asset.id', '=', assetId))
      .select(['user.id', 'user.type', 'user.status', 'user.nickname'])
      .select([
        'asset.id as asset_id',
        'asset.owner_id',
        'asset.name as asset_name',
        'asset.ip',
        'asset.port',
      ])
      .select((eb) =>
        eb
          .selectFrom('user_role')
          .innerJoin('role_menu', 'role_menu.role_id', 'user_role.role_id')
          .whereRef('user_role.user_id', '=', 'user.id')
          .where('role_menu.menu_id', '=', ACCESS_ALL)
          .select((count) => count.fn.countAll<number>().as('count'))
          .$asScalar()
          .as('access_all'),
      )
      .where('user.id', '=', userId)
      .executeTakeFirst();
  }

  /** The roles by which somebody may open every asset; undefined when there is no such person. */
  async rolesForAll(userId: string): Promise<string[] | undefined> {
    const person = await this.#person(userId, '');
    if (!person) {
      return undefined;
    }
    const { type, mayAccessAll } = toPerson(person);
    if (type !== 'admin' || !mayAccessAll) {
      return [];
    }
    const roles = await this.#db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select('role.name')
      .where('user_role.user_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('role.id', '=', SUPER_ADMIN_ID),
          eb.exists(
            eb
              .selectFrom('role_menu')
              .select('role_menu.role_id')
              .whereRef('role_menu.role_id', '=', 'role.id')
              .where('role_menu.menu_id', '=', ACCESS_ALL),
          ),
        ]),
      )
      .orderBy('role.name')
      .execute();
    return roles.map(({ name }) => name);
  }

  /** The grants that may let a person at these assets, directly or through a group. */
  async grantsOf(userId: string, assetIds: readonly string[]): Promise<Map<string, Grant[]>> {
    if (assetIds.length === 0) {
      return new Map();
    }
    const rows = await grantRows(this.#db)
      .where('authorised.asset_id', 'in', assetIds)
      .where((eb) =>
        eb.or([
          eb('authorised.user_id', '=', userId),
          eb(
            'authorised.user_group_id',
            'in',
            eb.selectFrom('user_group_member').select('user_group_id').where('user_id', '=', userId),
          ),
        ]),
      )
      .execute();
    const byAsset = new Map<string, Grant[]>();
    for (const row of rows) {
      byAsset.set(row.asset_id, [...(byAsset.get(row.asset_id) ?? []), toGrant(row)]);
    }
    return byAsset;
  }
}

function grantRows(db: Db) {
  return db
    .selectFrom('authorised')
    .leftJoin('strategy', 'strategy.id', 'authorised.strategy_id')
    .leftJoin('user_group', 'user_group.id', 'authorised.user_group_id')
    .selectAll('authorised')
    .select([
      'user_group.name as group_name',
      'strategy.id as found_strategy_id',
      'strategy.name as strategy_name',
      'strategy.upload',
      'strategy.download',
      'strategy.edit',
      'strategy.remove',
      'strategy.rename',
      'strategy.copy',
      'strategy.paste',
      'strategy.create_dir',
      'strategy.idle_minutes',
      'strategy.max_minutes',
      'strategy.recording',
      'strategy.command_filter_id as strategy_command_filter_id',
      'strategy.commands_only',
      'strategy.channels',
      'strategy.forward_targets',
    ]);
}

function toPerson({ id, type, status, access_all }: PersonRow): Person {
  const mayAccessAll = type === 'admin' && (id === SUPER_ADMIN_ID || Number(access_all) > 0);
  return { id, type, status, mayAccessAll };
}

type GrantRow = Awaited<ReturnType<ReturnType<typeof grantRows>['execute']>>[number];

function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    kind: row.user_group_id === null ? 'user' : 'group',
    ...(row.user_group_id !== null && { groupId: row.user_group_id, groupName: row.group_name ?? '' }),
    strategy: toStrategy(row),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    windows: JSON.parse(row.time_period) as DayWindow[],
    createdAt: row.created_at,
    commandFilterId: row.command_filter_id,
  };
}

/** A strategy that is named but not there is told apart from none: it must not open anything. */
function toStrategy(row: GrantRow): GrantedStrategy | 'missing' | null {
  if (row.strategy_id === null) {
    return null;
  }
  if (row.found_strategy_id === null) {
    return 'missing';
  }
  return {
    id: row.found_strategy_id,
    name: row.strategy_name ?? '',
    flags: {
      upload: row.upload === 1,
      download: row.download === 1,
      edit: row.edit === 1,
      delete: row.remove === 1,
      rename: row.rename === 1,
      copy: row.copy === 1,
      paste: row.paste === 1,
      createDir: row.create_dir === 1,
    },
    idleMinutes: row.idle_minutes ?? 0,
    maxMinutes: row.max_minutes ?? 0,
    recording: row.recording !== 0,
    commandFilterId: row.strategy_command_filter_id,
    commandsOnly: row.commands_only === 1,
    channels: channelRights(
      JSON.parse(row.channels ?? '[]') as ChannelSwitch[],
      JSON.parse(row.forward_targets ?? '[]') as string[],
    ),
  };
}
