import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { MENU_IDS } from '@jadegate/contract/menu';
import { expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { aGroup, anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';

/**
 * Somebody with random rights makes random calls, as themselves and as every account whose password they come to know,
 * and never ends with more than they began with. What counts as more is asked of the product itself, by what its doors
 * answer, not of the guard that is tested.
 */
const server = useTestServer();

const WALKS = shortOrSoak(5, 150);
const STEPS = shortOrSoak(40, 120);
const KNOWN = 'known to the walker';

/** The rights that make, move or bind power; what the walker holds is drawn from these. */
const RIGHTS = MENU_IDS.filter(
  (menu) =>
    /^(user|role|strategy|command-filter|login-policy|storage|asset-authorised|asset-change|credential-change|user-group)/.test(
      menu,
    ) && !/^storage-(browse|log)/.test(menu),
);

interface Account {
  id: string;
  token: string;
}

interface World {
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

class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761;
  }

  /** Mulberry: the same walk for the same seed. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  happens(chance = 0.5): boolean {
    return this.#next() < chance;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#next() * items.length)] as Item;
  }

  some<Item>(items: readonly Item[], chance = 0.5): Item[] {
    return items.filter(() => this.happens(chance));
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = [Method, string, object?];

let calls = 0;
/** From a new address each time: a long walk would meet the limits of one. */
const call = <Data = unknown>(token: string, [method, url, body]: Call) => {
  const address = `127.78.${(++calls >> 8) & 255}.${calls & 255}`;
  return server.current.call<Data>(method, url, { token, address, ...(body && { body }) });
};

async function build(dice: Dice, me: string): Promise<World> {
  const admin = await server.current.login('admin', ADMIN_PASSWORD);
  const { db } = server.current;
  const strategies = [
    await aStrategy(server.current),
    await aStrategy(server.current, {
      commands_only: 1,
      allowed_commands: '[{"name":"a","content":"uptime"}]',
    }),
    await aStrategy(server.current, { upload: 1, remove: 1, recording: 0, recording_reason: 'x' }),
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
  const groups = [
    await aGroup(server.current),
    await aGroup(server.current),
    await aGroup(server.current, me),
  ];
  const assets = await Promise.all([1, 2, 3, 4].map(async () => (await anAsset(server.current)).id));
  const people = await Promise.all([
    server.current.seedUser(),
    server.current.seedUser({ type: 'admin', menus: dice.some(RIGHTS, 0.3) }),
  ]);
  for (const assetId of dice.some(assets)) {
    const terms = {
      ...(dice.happens() && { strategyId: dice.one(strategies).id }),
      ...(dice.happens() && { commandFilterId: filter }),
    };
    await call(admin, [
      'POST',
      '/authorised/users',
      { assetId, userIds: [dice.one([me, ...people.map(({ id }) => id)])], ...terms },
    ]);
    await call(admin, [
      'POST',
      '/authorised/user-groups',
      { assetId, userGroupIds: [dice.one(groups).id], ...terms },
    ]);
  }
  const spaces: World['spaces'] = [];
  for (const group of groups.slice(0, 2)) {
    const name = `space ${newId()}`;
    const shares = [{ kind: 'user-group', id: group.id, mode: dice.one(['read', 'write']) }];
    const made = await call<{ id: string }>(admin, [
      'POST',
      '/storages',
      { name, isShare: true, limitSize: -1, shares },
    ]);
    spaces.push({ id: made.data.id, name });
  }
  const credential = { name: newId(), type: 'custom', username: 'root', password: 'theirs' };
  const { data } = await call<{ id: string }>(admin, ['POST', '/credentials', credential]);
  const policy = {
    name: newId(),
    ipGroup: '0.0.0.0/0',
    priority: 1,
    enabled: true,
    rule: 'allow',
    timePeriod: [],
  };
  const bound = await call<{ id: string }>(admin, ['POST', '/login-policies', policy]);
  await call(admin, ['POST', `/login-policies/${bound.data.id}/bind`, [{ userId: me }]]);
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
async function draw(dice: Dice, world: World, known: readonly Account[], actor: Account): Promise<Call> {
  const anybody = () => dice.one([...known.map(({ id }) => id), ...world.people]);
  const { assets, groups, strategies, filter, rule, spaces } = world;
  const terms = () => ({
    ...(dice.happens() && { strategyId: dice.one(strategies).id }),
    ...(dice.happens(0.3) && { commandFilterId: filter }),
  });
  const grants = await server.current.db.selectFrom('authorised').select('id').execute();
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
    ['POST', '/authorised/user-groups', { assetId: dice.one(assets), userGroupIds: [group.id], ...terms() }],
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

/** A login of somebody whose password the walker set; undefined when there is none. */
async function enter(id: string, password: string): Promise<Account | undefined> {
  const row = await server.current.db
    .selectFrom('user')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const token = await server.current.login(row.username, password).catch(() => undefined);
  if (token === undefined) {
    return undefined;
  }
  const owed = (await call<{ owedStep: string | null }>(token, ['GET', '/account/info'])).data.owedStep;
  if (owed === 'change-password') {
    await call(token, [
      'POST',
      '/account/change-password',
      { oldPassword: password, newPassword: `${password} 2` },
    ]);
  }
  return { id, token };
}

/** Everything that somebody can do in this world, each as one line. */
async function reachOf({ id, token }: Account, world: World): Promise<Set<string>> {
  const { access, roles, commandFilters } = server.current.services;
  const lines = new Set((await roles.menusOf({ id })).map((menu) => `menu ${menu}`));
  for (const assetId of world.assets) {
    for (const use of ['open', 'run'] as const) {
      const { allowed, flags, limits } = await access.decide(id, assetId, use);
      if (!allowed) {
        continue;
      }
      const asset = `asset ${assetId}`;
      lines.add(`${asset} ${use}`);
      STRATEGY_FLAGS.filter((flag) => flags[flag]).forEach((flag) => lines.add(`${asset} ${flag}`));
      if (!limits.recording) {
        lines.add(`${asset} unrecorded`);
      }
      const isFree =
        limits.commandFilterId === null ||
        (await commandFilters.test(limits.commandFilterId, 'rm -rf /')).action === 'allow';
      if (isFree && limits.commandsOnlyOf === null) {
        lines.add(`${asset} rm`);
      }
    }
  }
  for (const space of world.spaces) {
    for (const [act, body] of [
      ['ls', { dir: '/' }],
      ['mkdir', { dir: `/${newId()}` }],
    ] as const) {
      const url = act === 'ls' ? `/storages/${space.id}/ls` : `/storages/${space.id}/mkdir?dir=${body.dir}`;
      if ((await call(token, ['POST', url, body])).code === 1) {
        lines.add(`space ${space.id} ${act}`);
      }
    }
  }
  const owned = await server.current.db
    .selectFrom('credential')
    .select('owner_id')
    .where('id', '=', world.credential)
    .executeTakeFirst();
  if (owned?.owner_id === id) {
    lines.add('credential');
  }
  const policies = await server.current.db
    .selectFrom('login_policy_user')
    .select('user_id')
    .where('login_policy_id', '=', world.policy)
    .execute();
  if (!policies.some(({ user_id }) => user_id === id)) {
    lines.add('no policy');
  }
  return lines;
}

it(
  'a walk with random rights never ends with more reach than it began with',
  async () => {
    let done = 0;
    for (let seed = 1; seed <= WALKS; seed++) {
      const dice = new Dice(seed);
      const me = await server.current.loginAs({ type: 'admin', menus: dice.some(RIGHTS, 0.6) });
      const world = await build(dice, me.id);
      const before = await reachOf(me, world);
      const known: Account[] = [me];
      const story: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const actor = dice.one(known);
        const made = await draw(dice, world, known, actor);
        const answer = await call<{ id: string } | null>(actor.token, made);
        if (answer.code !== 1) {
          continue;
        }
        done++;
        story.push(`${known.indexOf(actor)}: ${JSON.stringify(made)}`);
        const [method, url] = made;
        const target =
          method === 'POST' && url === '/users'
            ? answer.data?.id
            : /^\/users\/([^/]+)\/change-password$/.exec(url)?.[1];
        const entered = target === undefined ? undefined : await enter(target, KNOWN);
        if (entered) {
          const at = known.findIndex(({ id }) => id === entered.id);
          known.splice(at < 0 ? known.length : at, at < 0 ? 0 : 1, entered);
        }
        if (method === 'POST' && url === '/roles' && answer.data) {
          world.roles.push(answer.data.id);
        }
      }
      for (const account of known) {
        // Puppets may sign in from elsewhere; what binds the walker stays.
        const gained = [...(await reachOf(account, world))].filter(
          (line) => !before.has(line) && !(line === 'no policy' && account !== me),
        );
        expect({ seed, gained, story: gained.length > 0 ? story : [] }).toEqual({
          seed,
          gained: [],
          story: [],
        });
      }
    }
    // A walk that is always refused shows nothing.
    expect(done).toBeGreaterThan(WALKS * 3);
  },
  30 * 60_000,
);
