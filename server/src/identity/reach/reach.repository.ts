import {
  channelRights,
  CHANNEL_SWITCHES,
  USUAL_CHANNELS,
  type ChannelSwitch,
} from '@jadegate/contract/access/channel-rights';
import { STRATEGY_FLAGS, type StrategyFlag } from '@jadegate/contract/access/strategy';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { MENU_IDS } from '@jadegate/contract/menu';

import type { Database, Db, Tx } from '../../db/database.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { FilterRule, PersonReach, Reach, Terms, Unbound } from './reach.policy.ts';

/** Ids in one statement. */
const BATCH = 500;

const FLAG_COLUMNS = {
  upload: 'upload',
  download: 'download',
  edit: 'edit',
  delete: 'remove',
  rename: 'rename',
  copy: 'copy',
  paste: 'paste',
  createDir: 'create_dir',
} as const satisfies Record<StrategyFlag, string>;

type Draft = { -readonly [Key in keyof PersonReach]: PersonReach[Key] } & {
  menus: Set<string>;
  holders: string[];
  assets: Set<string>;
  credentials: Set<string>;
  spaces: Map<string, number>;
  policies: { text: string; rejects: boolean }[];
};

/** Reads what people reach, and whose secret is known to whom. */
export class ReachRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** These people and everybody whose secret one of them knows, and so on. */
  listWards(userIds: readonly string[], tx: Db | Tx = this.#db): Promise<string[]> {
    return closure(userIds, async (ids) => {
      const rows = await tx
        .selectFrom('account_custody')
        .select('user_id as id')
        .where('custodian_id', 'in', ids)
        .execute();
      return rows.map(({ id }) => id);
    });
  }

  /**
   * Every account that the same person may be behind: this one, those who know its secret, and whose secrets they know.
   * This one comes first.
   */
  async listCircle(userId: string, tx: Db | Tx = this.#db): Promise<string[]> {
    const makers = await closure([userId], async (ids) => {
      const rows = await tx
        .selectFrom('account_custody')
        .select('custodian_id as id')
        .where('user_id', 'in', ids)
        .execute();
      return rows.map(({ id }) => id);
    });
    return this.listWards(makers, tx);
  }

  async listCustodians(userId: string, tx: Db | Tx = this.#db) {
    return tx
      .selectFrom('account_custody')
      .innerJoin('user', 'user.id', 'account_custody.custodian_id')
      .select(['user.id', 'user.nickname', 'user.username'])
      .where('account_custody.user_id', '=', userId)
      .orderBy('account_custody.since')
      .execute();
  }

  async addCustodian(userId: string, custodianId: string, since: number, tx: Tx): Promise<void> {
    await tx
      .insertInto('account_custody')
      .values({ user_id: userId, custodian_id: custodianId, since })
      .onConflict((c) => c.columns(['user_id', 'custodian_id']).doUpdateSet({ since }))
      .execute();
  }

  /** What somebody who goes knows, those know who know their secret, and these. */
  async inheritCustody(userId: string, others: readonly string[], tx: Tx): Promise<void> {
    const custodians = await this.listCustodians(userId, tx);
    const heirs = [...custodians.map(({ id }) => id), ...others];
    const wards = await tx
      .selectFrom('account_custody')
      .select(['user_id', 'since'])
      .where('custodian_id', '=', userId)
      .execute();
    for (const { user_id, since } of wards) {
      for (const id of heirs.filter((heir) => heir !== user_id)) {
        await this.addCustodian(user_id, id, since, tx);
      }
    }
  }

  async removeCustodians(userId: string, tx: Tx, kept: readonly string[] = []): Promise<void> {
    const gone = (await this.listCustodians(userId, tx)).filter(({ id }) => !kept.includes(id));
    for (const { id } of gone) {
      const custody = tx.deleteFrom('account_custody').where('user_id', '=', userId);
      await custody.where('custodian_id', '=', id).execute();
    }
  }

  async menusOf(userId: string, tx: Db | Tx = this.#db): Promise<ReadonlySet<string>> {
    const people = await this.#people([userId], tx);
    await this.#addMenus(people, tx);
    return people.get(userId)?.menus ?? new Set();
  }

  /** Without that in which there is nothing to gain: it may be very much. */
  async load(userIds: readonly string[], unbound: Unbound, tx: Db | Tx = this.#db): Promise<Reach> {
    const people = await this.#people(userIds, tx);
    const groups = await this.#joinGroups(people, tx);
    if (!unbound.assets) {
      await this.#addOwned('asset', people, tx);
    }
    if (!unbound.credentials) {
      await this.#addOwned('credential', people, tx);
    }
    if (!unbound.files) {
      await this.#addSpaces(people, groups, tx);
    }
    await this.#addPolicies(people, tx);
    await this.#addMenus(people, tx);
    const grants = unbound.assets ? new Map() : await this.#grants([...people.keys()], [...groups], tx);
    return { people, grants };
  }

  async #people(userIds: readonly string[], tx: Db | Tx): Promise<Map<string, Draft>> {
    const rows = await gather(userIds, (ids) =>
      tx.selectFrom('user').select(['id', 'nickname']).where('id', 'in', ids).execute(),
    );
    // In the order that was asked for: whoever comes first is named first.
    const names = new Map(rows.map(({ id, nickname }) => [id, nickname]));
    return new Map(
      userIds
        .filter((id) => names.has(id))
        .map((id) => [
          id,
          {
            name: names.get(id) ?? '',
            menus: new Set<string>(),
            holders: [id],
            assets: new Set<string>(),
            credentials: new Set<string>(),
            spaces: new Map<string, number>(),
            policies: [],
          },
        ]),
    );
  }

  async #addMenus(people: ReadonlyMap<string, Draft>, tx: Db | Tx): Promise<void> {
    const rows = await gather([...people.keys()], (ids) =>
      tx
        .selectFrom('user_role')
        .innerJoin('user', 'user.id', 'user_role.user_id')
        .innerJoin('role_menu', 'role_menu.role_id', 'user_role.role_id')
        .select(['user_role.user_id', 'role_menu.menu_id'])
        .distinct()
        .where('user.type', '=', 'admin')
        .where('user_role.user_id', 'in', ids)
        .execute(),
    );
    for (const { user_id, menu_id } of rows) {
      people.get(user_id)?.menus.add(menu_id);
    }
    MENU_IDS.forEach((menu) => people.get(SUPER_ADMIN_ID)?.menus.add(menu));
  }

  async #joinGroups(people: ReadonlyMap<string, Draft>, tx: Db | Tx): Promise<Set<string>> {
    const rows = await gather([...people.keys()], (ids) =>
      tx.selectFrom('user_group_member').selectAll().where('user_id', 'in', ids).execute(),
    );
    for (const { user_id, user_group_id } of rows) {
      people.get(user_id)?.holders.push(user_group_id);
    }
    return new Set(rows.map(({ user_group_id }) => user_group_id));
  }

  async #addOwned(
    kind: 'asset' | 'credential',
    people: ReadonlyMap<string, Draft>,
    tx: Db | Tx,
  ): Promise<void> {
    const rows = await gather([...people.keys()], (ids) =>
      tx.selectFrom(kind).select(['id', 'owner_id']).where('owner_id', 'in', ids).execute(),
    );
    for (const { id, owner_id } of rows) {
      people.get(owner_id)?.[kind === 'asset' ? 'assets' : 'credentials'].add(id);
    }
  }

  /** But for the space that everybody has while there is nothing in it. */
  async #addSpaces(
    people: ReadonlyMap<string, Draft>,
    groups: ReadonlySet<string>,
    tx: Db | Tx,
  ): Promise<void> {
    const owned = await gather([...people.keys()], (ids) =>
      tx
        .selectFrom('storage')
        .select(['id', 'owner_id', 'used_bytes'])
        .where('owner_id', 'in', ids)
        .execute(),
    );
    for (const { id, owner_id, used_bytes } of owned) {
      if (id !== owner_id || used_bytes > 0) {
        people.get(owner_id)?.spaces.set(id, 2);
      }
    }
    const shares = (column: 'user_id' | 'user_group_id', holders: readonly string[]) =>
      gather(holders, (ids) =>
        tx
          .selectFrom('storage_share')
          .innerJoin('storage', 'storage.id', 'storage_share.storage_id')
          .select(['storage_id', 'mode', `storage_share.${column} as holder`])
          .where('storage.is_share', '=', 1)
          .where(`storage_share.${column}`, 'in', ids)
          .execute(),
      );
    const found = [
      ...(await shares('user_id', [...people.keys()])),
      ...(await shares('user_group_id', [...groups])),
    ];
    for (const person of people.values()) {
      for (const { storage_id, mode, holder } of found) {
        if (person.holders.includes(holder ?? '')) {
          const level = mode === 'write' ? 2 : 1;
          person.spaces.set(storage_id, Math.max(level, person.spaces.get(storage_id) ?? 0));
        }
      }
    }
  }

  async #addPolicies(people: ReadonlyMap<string, Draft>, tx: Db | Tx): Promise<void> {
    const rows = await gather([...people.keys()], (ids) =>
      tx
        .selectFrom('login_policy_user')
        .innerJoin('login_policy', 'login_policy.id', 'login_policy_user.login_policy_id')
        .selectAll('login_policy')
        .select('login_policy_user.user_id')
        .where('login_policy.enabled', '=', 1)
        .where('login_policy_user.user_id', 'in', ids)
        .orderBy('login_policy.priority')
        .orderBy('login_policy.id')
        .execute(),
    );
    for (const { user_id, id, ip_group, priority, rule, time_period } of rows) {
      const text = JSON.stringify([id, ip_group, priority, rule, time_period]);
      people.get(user_id)?.policies.push({ text, rejects: rule === 'reject' });
    }
  }

  async #grants(
    people: readonly string[],
    groups: readonly string[],
    tx: Db | Tx,
  ): Promise<Map<string, Map<string, Terms>>> {
    const rows = [
      ...(await gather(people, (ids) => grantRows(tx).where('authorised.user_id', 'in', ids).execute())),
      ...(await gather(groups, (ids) =>
        grantRows(tx).where('authorised.user_group_id', 'in', ids).execute(),
      )),
    ];
    const filters = await this.#filters([...new Set(rows.map(filterOf))], tx);
    const byHolder = new Map<string, Map<string, Terms>>();
    for (const row of rows) {
      const holder = row.user_id ?? row.user_group_id ?? '';
      const held = byHolder.get(holder) ?? new Map<string, Terms>();
      byHolder.set(holder, held.set(row.asset_id, termsOf(row, filters.get(filterOf(row)))));
    }
    return byHolder;
  }

  async #filters(filterIds: readonly string[], tx: Db | Tx): Promise<Map<string, FilterRule[]>> {
    const wanted = filterIds.filter((id) => id !== '');
    const rows = await gather(wanted, (ids) =>
      tx
        .selectFrom('command_filter_rule')
        .selectAll()
        .where('enabled', '=', 1)
        .where('command_filter_id', 'in', ids)
        .execute(),
    );
    const rules = new Map<string, FilterRule[]>(wanted.map((id) => [id, []]));
    for (const { command_filter_id, id, type, pattern, ignore_case, priority, action } of rows) {
      const text = JSON.stringify([id, type, pattern, ignore_case, priority, action]);
      rules.get(command_filter_id)?.push({ text, action });
    }
    return rules;
  }
}

async function closure(
  begin: readonly string[],
  next: (ids: string[]) => Promise<string[]>,
): Promise<string[]> {
  const all = new Set(begin);
  let latest = [...all];
  while (latest.length > 0) {
    latest = (await gather(latest, next)).filter((id) => !all.has(id));
    latest.forEach((id) => all.add(id));
  }
  return [...all];
}

async function gather<Row>(ids: readonly string[], read: (some: string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inChunks(ids, BATCH)) {
    rows.push(...(await read(some)));
  }
  return rows;
}

function grantRows(db: Db | Tx) {
  return db
    .selectFrom('authorised')
    .leftJoin('strategy', 'strategy.id', 'authorised.strategy_id')
    .selectAll('authorised')
    .select([
      'strategy.id as found_strategy_id',
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
      'strategy.allowed_commands',
      'strategy.channels',
      'strategy.forward_targets',
    ]);
}

type GrantRow = Awaited<ReturnType<ReturnType<typeof grantRows>['execute']>>[number];

function filterOf({ command_filter_id, strategy_command_filter_id }: GrantRow): string {
  return command_filter_id ?? strategy_command_filter_id ?? '';
}

function termsOf(row: GrantRow, filter: readonly FilterRule[] | undefined): Terms {
  const commands = JSON.parse(row.allowed_commands ?? '[]') as { content: string }[];
  return {
    id: row.id,
    isOpen: row.strategy_id === null || row.found_strategy_id !== null,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    hours: row.time_period,
    flags: [...STRATEGY_FLAGS.filter((flag) => row[FLAG_COLUMNS[flag]] === 1), ...channelsOf(row)],
    idleMinutes: row.idle_minutes ?? 0,
    maxMinutes: row.max_minutes ?? 0,
    isRecorded: row.recording !== 0,
    filter: filter ?? null,
    commands: row.commands_only === 1 ? commands.map(({ content }) => content) : null,
  };
}

/** The names of what SSH clients may open, and where to their forwards may lead; nothing where only commands can be run. */
function channelsOf({ channels, forward_targets, commands_only }: GrantRow): string[] {
  if (commands_only === 1) {
    return [];
  }
  const switchedOn = channels === null ? USUAL_CHANNELS : (JSON.parse(channels) as ChannelSwitch[]);
  const rights = channelRights(switchedOn, JSON.parse(forward_targets ?? '[]') as string[]);
  return [
    ...CHANNEL_SWITCHES.filter((name) => rights[name]),
    ...rights.forwardTargets.map((target) => `forward to ${target}`),
  ];
}
