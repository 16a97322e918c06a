import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { MenuId } from '@jadegate/contract/menu';
import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { enrol } from '../../testing/enrol.ts';
import { aGroup, anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

const HELPDESK = ['user', 'user-change-password', 'user-reset-totp'] as const satisfies MenuId[];
const ACCESS_ALL: MenuId[] = [...HELPDESK, 'asset', 'asset-access'];
const NEW_PASSWORD = 'given by the helpdesk';

interface People {
  actor: string;
  person: string;
}

type Given = Partial<{
  asset_id: string;
  user_id: string | null;
  user_group_id: string | null;
  strategy_id: string | null;
  command_filter_id: string | null;
  starts_at: number | null;
  ends_at: number | null;
  time_period: string;
}>;

async function grant(given: Given): Promise<void> {
  await server.current.db
    .insertInto('authorised')
    .values({
      id: newId(),
      asset_id: given.asset_id ?? (await anAsset(server.current)).id,
      user_id: null,
      user_group_id: null,
      strategy_id: null,
      command_filter_id: null,
      starts_at: null,
      ends_at: null,
      time_period: '[]',
      created_at: 0,
      ...given,
    })
    .execute();
}

/** Both have a grant on one asset, each with what is given. */
async function both({ actor, person }: People, own: Given, theirs: Given): Promise<void> {
  const { id } = await anAsset(server.current);
  await grant({ asset_id: id, user_id: actor, ...own });
  await grant({ asset_id: id, user_id: person, ...theirs });
}

async function aFilter(): Promise<string> {
  const id = newId();
  await server.current.db.insertInto('command_filter').values({ id, name: id, created_at: 0 }).execute();
  return id;
}

const NIGHTS = '[{"weekday":1,"ranges":"00:00:00~06:00:00"}]';

/** What the person and the actor have, and whether the actor would gain anything by becoming the person. */
const CASES: [what: string, gains: boolean, (people: People) => Promise<unknown>][] = [
  ['has nothing', false, async () => undefined],
  ['has a grant the actor lacks', true, ({ person }) => grant({ user_id: person })],
  [
    'has a grant by a group of both',
    false,
    async ({ actor, person }) =>
      grant({ user_group_id: (await aGroup(server.current, actor, person)).id, time_period: NIGHTS }),
  ],
  [
    'has a grant by a group of both that has not begun',
    false,
    async ({ actor, person }) =>
      grant({
        user_group_id: (await aGroup(server.current, actor, person)).id,
        starts_at: server.current.now() + DAY_MS,
      }),
  ],
  [
    'has a grant by a group of their own',
    true,
    async ({ person }) => grant({ user_group_id: (await aGroup(server.current, person)).id }),
  ],
  ['has the same grant', false, (people) => both(people, {}, {})],
  [
    'has a grant that has ended',
    false,
    ({ person }) => grant({ user_id: person, ends_at: server.current.now() - DAY_MS }),
  ],
  [
    'has a grant that has not begun',
    true,
    ({ person }) => grant({ user_id: person, starts_at: server.current.now() + DAY_MS }),
  ],
  [
    'has a grant where the actor’s has ended',
    true,
    (people) => both(people, { ends_at: server.current.now() - DAY_MS }, {}),
  ],
  [
    'has a grant that lasts longer',
    true,
    (people) => both(people, { ends_at: server.current.now() + DAY_MS }, {}),
  ],
  [
    'has a grant that ends sooner',
    false,
    (people) =>
      both(
        people,
        { ends_at: server.current.now() + 2 * DAY_MS },
        { ends_at: server.current.now() + DAY_MS },
      ),
  ],
  ['has a grant at all hours', true, (people) => both(people, { time_period: NIGHTS }, {})],
  ['has a grant at some hours', false, (people) => both(people, {}, { time_period: NIGHTS })],
  [
    'has a strategy that allows more',
    true,
    async (people) => both(people, {}, { strategy_id: (await aStrategy(server.current, { upload: 1 })).id }),
  ],
  [
    'has a strategy that allows less',
    false,
    async (people) =>
      both(
        people,
        // Without limits of its own, as a grant without a strategy.
        { strategy_id: (await aStrategy(server.current, { upload: 1, idle_minutes: 0, max_minutes: 0 })).id },
        {},
      ),
  ],
  [
    'is not recorded where the actor is',
    true,
    async (people) =>
      both(
        people,
        { strategy_id: (await aStrategy(server.current)).id },
        { strategy_id: (await aStrategy(server.current, { recording: 0 })).id },
      ),
  ],
  [
    'has no filter where the actor has one',
    true,
    async (people) => both(people, { command_filter_id: await aFilter() }, {}),
  ],
  [
    'has a filter where the actor has none',
    false,
    async (people) => both(people, {}, { command_filter_id: await aFilter() }),
  ],
  [
    'has by a group what the actor’s own grant narrows',
    true,
    async ({ actor, person }) => {
      const { id } = await anAsset(server.current);
      const group = await aGroup(server.current, actor, person);
      const wide = await aStrategy(server.current, { upload: 1 });
      await grant({ asset_id: id, user_group_id: group.id, strategy_id: wide.id });
      await grant({ asset_id: id, user_id: actor });
    },
  ],
  [
    'has a grant on an asset that the actor owns',
    false,
    async ({ actor, person }) => {
      const { id } = await anAsset(server.current, { owner_id: actor });
      await grant({ asset_id: id, user_id: person });
    },
  ],
  ['owns an asset', true, ({ person }) => anAsset(server.current, { owner_id: person })],
];

const reset = (token: string, id: string, more: object = {}) =>
  server.current.call('POST', `/users/${id}/change-password`, {
    token,
    body: { password: NEW_PASSWORD, ...more },
  });
const resetTotp = (token: string, id: string) =>
  server.current.call('POST', `/users/${id}/reset-totp`, { token });
const signIn = (username: string, password: string) =>
  server.current.call<{ token: string; info: { owedStep: string | null } }>('POST', '/login', {
    body: { username, password },
  });

async function lastEntry(objectId: string) {
  return server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_id', '=', objectId)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
}

describe('giving somebody a new password, when that person', () => {
  it.each(CASES)('%s', async (_what, gains, prepare) => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const person = await server.current.seedUser();
    await prepare({ actor: helpdesk.id, person: person.id });
    const refusal = { code: -1, error: 'user.reaches_more' };
    const expected = gains ? refusal : { code: 1 };
    expect(await resetTotp(helpdesk.token, person.id)).toMatchObject(expected);
    expect(await reset(helpdesk.token, person.id)).toMatchObject(expected);
    // What was refused changed nothing.
    expect((await signIn(person.username, gains ? USER_PASSWORD : NEW_PASSWORD)).code).toBe(1);
    // Who may open every asset gains nothing by any of it.
    const all = await server.current.loginAs({ type: 'admin', menus: ACCESS_ALL });
    expect(await reset(all.token, person.id)).toMatchObject({ code: 1 });
  });

  it('owns a credential that the actor may not reveal', async () => {
    const menus: MenuId[] = [...ACCESS_ALL, 'credential', 'credential-add'];
    const helpdesk = await server.current.loginAs({ type: 'admin', menus });
    const person = await server.current.loginAs({ type: 'admin', menus: ['credential', 'credential-add'] });
    const body = { name: `own ${newId()}`, type: 'custom', username: 'root', password: 'x' };
    expect((await server.current.call('POST', '/credentials', { token: person.token, body })).code).toBe(1);
    expect(await reset(helpdesk.token, person.id)).toMatchObject({ error: 'user.reaches_more' });
    const revealing = await server.current.loginAs({ type: 'admin', menus: [...menus, 'credential-reveal'] });
    expect(await reset(revealing.token, person.id)).toMatchObject({ code: 1 });
  });
});

describe('an attempt to become somebody who reaches more', () => {
  it('is on record, with what was wanted and what the person reaches', async () => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const person = await server.current.seedUser();
    await anAsset(server.current, { owner_id: person.id });
    await reset(helpdesk.token, person.id);
    const entry = await lastEntry(person.id);
    expect(entry).toMatchObject({
      action: 'user.take-over-refused',
      result: 'failure',
      actor_id: helpdesk.id,
    });
    expect(JSON.parse(entry.detail)).toEqual({ wanted: 'user.password-reset', beyond: 'asset' });
  });

  it('stops all when one of several is such a person', async () => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const [plain, owner] = [await server.current.seedUser(), await server.current.seedUser()];
    await anAsset(server.current, { owner_id: owner.id });
    expect(await reset(helpdesk.token, `${plain.id},${owner.id}`)).toMatchObject({
      error: 'user.reaches_more',
    });
    expect((await signIn(plain.username, USER_PASSWORD)).code).toBe(1);
  });

  it('by rights is refused as ever, and on record too', async () => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const person = await server.current.seedUser({ type: 'admin', menus: ['setting'] });
    expect(await reset(helpdesk.token, person.id)).toMatchObject({ error: 'user.outranked' });
    expect(JSON.parse((await lastEntry(person.id)).detail)).toMatchObject({ beyond: 'menu' });
  });
});

describe('the calls for other people', () => {
  it('change nothing about one’s own account, alone or among others: the profile page asks for a proof', async () => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const person = await server.current.seedUser();
    await enrol(server.current, helpdesk.token);
    const factor = async () =>
      (await server.current.call<{ enableTotp: boolean }>('GET', '/account/info', { token: helpdesk.token }))
        .data.enableTotp;
    expect(await factor()).toBe(true);
    for (const ids of [helpdesk.id, `${person.id},${helpdesk.id}`]) {
      expect(await reset(helpdesk.token, ids)).toMatchObject({
        code: -1,
        error: 'user.own_login',
        message: expect.stringContaining('個人中心') as string,
      });
      expect(await resetTotp(helpdesk.token, ids)).toMatchObject({ code: -1, error: 'user.own_login' });
    }
    expect(await factor()).toBe(true);
    expect((await signIn(person.username, USER_PASSWORD)).code).toBe(1);
    // Whoever holds everything is no exception, and may still do it for the others.
    const admin = await server.current.login();
    expect(await reset(admin, SUPER_ADMIN_ID)).toMatchObject({ error: 'user.own_login' });
    expect(await resetTotp(admin, SUPER_ADMIN_ID)).toMatchObject({ error: 'user.own_login' });
    expect(await resetTotp(admin, helpdesk.id)).toMatchObject({ code: 1 });
    expect(await reset(admin, person.id)).toMatchObject({ code: 1 });
  });
});

describe('a password that somebody else chose', () => {
  it('is good once, whatever was asked, unless the actor holds everything', async () => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const person = await server.current.seedUser();
    expect((await reset(helpdesk.token, person.id, { mustChangePassword: false })).code).toBe(1);
    expect((await signIn(person.username, NEW_PASSWORD)).data.info.owedStep).toBe('change-password');
    const admin = await server.current.login();
    expect((await reset(admin, person.id, { mustChangePassword: false })).code).toBe(1);
    expect((await signIn(person.username, NEW_PASSWORD)).data.info.owedStep).toBeNull();
  });

  it('ends the person’s logins and access tokens', async () => {
    const helpdesk = await server.current.loginAs({ type: 'admin', menus: HELPDESK });
    const person = await server.current.loginAs({});
    const made = await server.current.call<{ token: string }>('POST', '/account/access-token', {
      token: person.token,
    });
    expect((await reset(helpdesk.token, person.id)).code).toBe(1);
    for (const token of [person.token, made.data.token]) {
      expect(await server.current.call('GET', '/account/info', { token })).toMatchObject({ code: 401 });
    }
  });
});
