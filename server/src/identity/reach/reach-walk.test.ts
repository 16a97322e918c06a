import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { Dice } from '../../testing/dice.ts';
import { KNOWN, RandomWorlds, RIGHTS, type Account, type World } from '../../testing/random-worlds.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

/**
 * Somebody with random rights makes random calls, as themselves and as every account whose password they come to know,
 * and never ends with more than they began with. What counts as more is asked of the product itself, by what its doors
 * answer, not of the guard that is tested.
 */
const server = useTestServer();
const worlds = new RandomWorlds(server);

const WALKS = shortOrSoak(5, 150);
const STEPS = shortOrSoak(40, 120);

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
  const owed = (await worlds.call<{ owedStep: string | null }>(token, ['GET', '/account/info'])).data
    .owedStep;
  if (owed === 'change-password') {
    await worlds.call(token, [
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
      if ((await worlds.call(token, ['POST', url, body])).code === 1) {
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
      const world = await worlds.build(dice, me.id);
      const before = await reachOf(me, world);
      const known: Account[] = [me];
      const story: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const actor = dice.one(known);
        const made = await worlds.draw(dice, world, known, actor);
        const answer = await worlds.call<{ id: string } | null>(actor.token, made);
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
