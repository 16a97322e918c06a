import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { MENU_IDS } from '@jadegate/contract/menu';

import { newId } from '../kernel/id.ts';
import type { Dice } from './dice.ts';
import { aGroup, anAsset, aStrategy } from './grant-rows.ts';
import { ADMIN_PASSWORD } from './test-database.ts';
import type { Answer, TestServer } from './test-server.ts';

/** Of the accounts that somebody makes on the way. */
export const KNOWN = 'known to the walker';

/** The rights that make, move or bind power; what the walker holds is drawn from these. */
export const RIGHTS = MENU_IDS.filter(
  (menu) =>
    /^(user|role|strategy|command-filter|login-policy|storage|asset-authorised|asset-change|credential-change|user-group)/.test(
      menu,
    ) && !/^storage-(browse|log)/.test(menu),
);

export interface Account {
  id: string;
  token: string;
}

export interface World {
  assets: string[];
  groups: { id: string; name: string }[];
  strategies: { id: string; name: string }[];
  filter: string;
  rule: string;
  spaces: { id: string; name: string }[];
  credential: string;
  people: string[];
  roles: string[];
  policy: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = [Method, string, object?];

/** Worlds of people, groups, assets and spaces that are made by chance, and what somebody may try in them. */
export class RandomWorlds {
  readonly #server: { readonly current: TestServer };
  #calls = 0;

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
  }

  /** From a new address each time: a long walk would meet the limits of one. */
  call<Data = unknown>(token: string, [method, url, body]: Call): Promise<Answer<Data>> {
    const calls = ++this.#calls;
    const address = `127.78.${(calls >> 8) & 255}.${calls & 255}`;
    return this.#server.current.call<Data>(method, url, { token, address, ...(body && { body }) });
  }

  /** What there is, some of it shared with this one. */
  async build(dice: Dice, me: string): Promise<World> {
    const admin = await this.#server.current.login('admin', ADMIN_PASSWORD);
    const { current } = this.#server;
    const { db } = current;
    const strategies = [
      await aStrategy(current),
      await aStrategy(current, {
        commands_only: 1,
        allowed_commands: '[{"name":"a","content":"uptime"}]',
      }),
      await aStrategy(current, { upload: 1, remove: 1, recording: 0, recording_reason: 'x' }),
    ];
    const filter = newId();
    const rule = newId();
    await db.insertInto('command_filter').values({ id: filter, name: filter, created_at: 0 }).execute();
    await db
      .insertInto('command_filter_rule')
      .values({
        id: rule,
        command_filter_id: filter,
        type: 'prefix',
        pattern: 'rm',
        ignore_case: 0,
        priority: 5,
        action: 'deny',
        enabled: 1,
        created_at: 0,
      })
      .execute();
    const groups = [await aGroup(current), await aGroup(current), await aGroup(current, me)];
    const assets = await Promise.all([1, 2, 3, 4].map(async () => (await anAsset(current)).id));
    const people = await Promise.all([
      current.seedUser(),
      current.seedUser({ type: 'admin', menus: dice.some(RIGHTS, 0.3) }),
    ]);
    for (const assetId of dice.some(assets)) {
      const terms = {
        ...(dice.happens() && { strategyId: dice.one(strategies).id }),
        ...(dice.happens() && { commandFilterId: filter }),
      };
      await this.call(admin, [
        'POST',
        '/authorised/users',
        { assetId, userIds: [dice.one([me, ...people.map(({ id }) => id)])], ...terms },
      ]);
      await this.call(admin, [
        'POST',
        '/authorised/user-groups',
        { assetId, userGroupIds: [dice.one(groups).id], ...terms },
      ]);
    }
    const spaces: World['spaces'] = [];
    for (const group of groups.slice(0, 2)) {
      const name = `space ${newId()}`;
      const shares = [{ kind: 'user-group', id: group.id, mode: dice.one(['read', 'write']) }];
      const made = await this.call<{ id: string }>(admin, [
        'POST',
        '/storages',
        { name, isShare: true, limitSize: -1, shares },
      ]);
      spaces.push({ id: made.data.id, name });
    }
    const credential = { name: newId(), type: 'custom', username: 'root', password: 'theirs' };
    const { data } = await this.call<{ id: string }>(admin, ['POST', '/credentials', credential]);
    const policy = {
      name: newId(),
      ipGroup: '0.0.0.0/0',
      priority: 1,
      enabled: true,
      rule: 'allow',
      timePeriod: [],
    };
    const bound = await this.call<{ id: string }>(admin, ['POST', '/login-policies', policy]);
    await this.call(admin, ['POST', `/login-policies/${bound.data.id}/bind`, [{ userId: me }]]);
    const roles = await db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', 'in', [me, ...people.map(({ id }) => id)])
      .execute();
    return {
      assets,
      groups,
      strategies,
      filter,
      rule,
      spaces,
      credential: data.id,
      people: people.map(({ id }) => id),
      roles: ['system-administrator', ...roles.map(({ role_id }) => role_id)],
      policy: bound.data.id,
    };
  }

  /** One random call. */
  async draw(dice: Dice, world: World, known: readonly Account[], actor: Account): Promise<Call> {
    const anybody = () => dice.one([...known.map(({ id }) => id), ...world.people]);
    const { assets, groups, strategies, filter, rule, spaces } = world;
    const terms = () => ({
      ...(dice.happens() && { strategyId: dice.one(strategies).id }),
      ...(dice.happens(0.3) && { commandFilterId: filter }),
    });
    const grants = await this.#server.current.db.selectFrom('authorised').select('id').execute();
    const group = dice.one(groups);
    const strategy = dice.one(strategies);
    const space = dice.one(spaces);
    const ruleBody = {
      commandFilterId: filter,
      type: 'prefix',
      pattern: 'rm',
      priority: 1,
      ignoreCase: false,
      enabled: dice.happens(),
      action: dice.one(['allow', 'deny']),
    };
    const menus = dice.some(RIGHTS, 0.2).map((menuId) => ({ menuId, checked: true }));
    const role = { name: newId(), menus: menus.length > 0 ? menus : [{ menuId: 'user', checked: true }] };
    const person = {
      username: `w-${newId().slice(-12)}`,
      nickname: 'walker',
      type: dice.one(['user', 'admin']),
    };
    const roles = dice.some(world.roles, 0.4);
    const calls: Call[] = [
      [
        'POST',
        '/users',
        {
          ...person,
          roles,
          password: KNOWN,
          mustChangePassword: false,
          groups: dice.some(groups, 0.2).map(({ id }) => id),
        },
      ],
      ['POST', '/users', { ...person, roles: [], password: KNOWN, mustChangePassword: false }],
      ['PUT', `/users/${anybody()}`, { ...person, roles }],
      ['POST', `/users/${anybody()}/change-password`, { password: KNOWN }],
      ['POST', `/users/${anybody()}/confirm`],
      ['PUT', `/users/${anybody()}/user-groups`, { ids: dice.some(groups).map(({ id }) => id) }],
      ['PUT', `/user-groups/${group.id}`, { name: group.name, members: [...new Set([anybody(), actor.id])] }],
      ['POST', '/user-groups', { name: newId(), members: [anybody()] }],
      ['POST', '/authorised/users', { assetId: dice.one(assets), userIds: [anybody()], ...terms() }],
      ['POST', '/authorised/assets', { assetIds: [dice.one(assets)], userId: anybody(), ...terms() }],
      [
        'POST',
        '/authorised/user-groups',
        { assetId: dice.one(assets), userGroupIds: [group.id], ...terms() },
      ],
      ...(grants.length === 0
        ? []
        : ([
            ['PUT', `/authorised/${dice.one(grants).id}`, terms()],
            ['DELETE', `/authorised/${dice.one(grants).id}`],
          ] satisfies Call[])),
      [
        'PUT',
        `/strategies/${strategy.id}`,
        {
          name: strategy.name,
          recording: false,
          recordingReason: 'walk',
          commandsOnly: false,
          ...Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, dice.happens()])),
        },
      ],
      ['POST', '/command-filter-rules', ruleBody],
      ['PUT', `/command-filter-rules/${rule}`, ruleBody],
      ['DELETE', `/command-filter-rules/${rule}`],
      [
        'PUT',
        `/storages/${space.id}`,
        {
          name: space.name,
          isShare: true,
          limitSize: -1,
          shares: [{ kind: 'user', id: anybody(), mode: 'write' }],
        },
      ],
      [
        'PUT',
        `/storages/${space.id}`,
        {
          name: space.name,
          isShare: true,
          limitSize: -1,
          shares: [{ kind: 'user-group', id: group.id, mode: 'write' }],
        },
      ],
      ['PUT', `/storages/${space.id}`, { name: space.name, isShare: true, limitSize: -1, owner: anybody() }],
      ['POST', `/assets/${dice.one(assets)}/change-owner?owner=${anybody()}`],
      ['POST', '/assets/bulk', { ids: [dice.one(assets)], change: { owner: anybody() } }],
      ['POST', `/credentials/${world.credential}/change-owner?owner=${anybody()}`],
      ['POST', '/roles', role],
      ['PUT', `/roles/${dice.one(world.roles)}`, role],
      ['DELETE', `/roles/${dice.one(world.roles)}`],
      ['POST', `/login-policies/${world.policy}/unbind`, [{ userId: anybody() }]],
      ['DELETE', `/login-policies/${world.policy}`],
      ['DELETE', `/user-groups/${group.id}`],
      ['DELETE', `/users/${anybody()}?files=give&filesTo=${anybody()}`],
    ];
    return dice.one(calls);
  }
}
