// On both engines: acts of two at once that give more than either alone.
import type { MenuId } from '@jadegate/contract/menu';
import { RECENT_PROOF_MINUTES } from '@jadegate/contract/proof';
import { beforeAll, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { aGroup, anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let admin = '';
beforeAll(async () => {
  admin = await server.current.login();
});

const KNOWN = 'known to its maker';

const call = <Data = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  token: string,
  body?: object,
) => server.current.call<Data>(method, url, { token, ...(body && { body }) });

const as = (...menus: MenuId[]) => server.current.loginAs({ type: 'admin', menus });

function made(token: string, more: object = {}) {
  const body = {
    username: `p-${newId().slice(-10)}`,
    nickname: 'puppet',
    type: 'user',
    password: KNOWN,
    ...more,
  };
  return call<{ id: string; username: string }>('POST', '/users', token, body);
}

const grant = (token: string, assetId: string, userId: string, more: object = {}) =>
  call('POST', '/authorised/users', token, { assetId, userIds: [userId], ...more });

const isOpen = async (userId: string, assetId: string) =>
  (await server.current.services.access.decide(userId, assetId)).allowed;

/** An account with the rights of this one. */
async function asAdministrator(userId: string) {
  const { role_id } = await server.current.db
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { type: 'admin', roles: [role_id], mustChangePassword: false };
}

async function lastRefusal() {
  const entry = await server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'user.widening-refused')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  return { ...entry, detail: JSON.parse(entry.detail) as Record<string, unknown> };
}

describe('an account that somebody made', () => {
  const ONBOARDING = ['user-add', 'user-edit', 'asset-authorised-user-add', 'user-group-edit'] as const;

  it('is not given what its maker may not use, until somebody else confirms whose it is', async () => {
    const me = await as(...ONBOARDING);
    const asset = await anAsset(server.current);
    const { data: puppet } = await made(me.token);
    expect(await grant(me.token, asset.id, puppet.id)).toMatchObject({
      error: 'reach.through_account',
      message: expect.stringContaining('puppet') as string,
    });
    expect(await isOpen(puppet.id, asset.id)).toBe(false);
    expect(await lastRefusal()).toMatchObject({
      actor_id: me.id,
      result: 'failure',
      object_id: asset.id,
      detail: { wanted: 'authorised.granted', beyond: 'grant', through: puppet.id },
    });
    // Neither its maker nor another account of theirs confirms it.
    const confirm = (token: string) => call('POST', `/users/${puppet.id}/confirm`, token);
    expect(await confirm(me.token)).toMatchObject({ error: 'user.confirmed_by_maker' });
    const other = await as('user-edit');
    const opened = await server.current.login(puppet.username, KNOWN);
    expect(await confirm(other.token)).toMatchObject({ code: 1 });
    // What was opened with it until then may be its maker's.
    expect(await call('GET', '/account/info', opened)).toMatchObject({ code: 401 });
    expect(await grant(me.token, asset.id, puppet.id)).toMatchObject({ code: 1 });
    expect(await isOpen(puppet.id, asset.id)).toBe(true);
  });

  it('is shown with who set its password, and to nobody as that of who holds everything', async () => {
    const me = await as(...ONBOARDING, 'user-detail');
    const { data: puppet } = await made(me.token);
    const knownTo = async (id: string) =>
      (await call<{ knownTo: object[] }>('GET', `/users/${id}`, me.token)).data.knownTo;
    expect(await knownTo(puppet.id)).toMatchObject([{ id: me.id }]);
    const { data: plain } = await made(admin);
    expect(await knownTo(plain.id)).toEqual([]);
  });

  it('does not join a group that brings what its maker may not use, when it is made or later', async () => {
    const me = await as(...ONBOARDING);
    const asset = await anAsset(server.current);
    const group = await aGroup(server.current);
    const body = { assetId: asset.id, userGroupIds: [group.id] };
    expect(await call('POST', '/authorised/user-groups', admin, body)).toMatchObject({ code: 1 });
    expect(await made(me.token, { groups: [group.id] })).toMatchObject({ error: 'reach.through_account' });
    const { data: puppet } = await made(me.token);
    const join = { name: group.name, members: [puppet.id] };
    expect(await call('PUT', `/user-groups/${group.id}`, me.token, join)).toMatchObject({
      error: 'reach.through_account',
    });
    expect(await call('PUT', `/users/${puppet.id}/user-groups`, me.token, { ids: [group.id] })).toMatchObject(
      { error: 'reach.through_account' },
    );
  });

  it('does not serve its maker: neither gives the other more than it reaches', async () => {
    const me = await as(...ONBOARDING);
    const role = newId();
    await server.current.db
      .insertInto('role')
      .values({ id: role, name: role, type: 'new', created_at: 0 })
      .execute();
    await server.current.db
      .insertInto('role_menu')
      .values(ONBOARDING.map((menu_id) => ({ role_id: role, menu_id, checked: 1 as const })))
      .execute();
    const more = { type: 'admin', roles: [role], mustChangePassword: false };
    const { data: puppet } = await made(me.token, more);
    const { data: second } = await made(me.token, more);
    const token = await server.current.login(puppet.username, KNOWN);
    const asset = await anAsset(server.current);
    for (const target of [me.id, second.id]) {
      expect(await grant(token, asset.id, target)).toMatchObject({ error: 'reach.through_account' });
    }
    expect(await call('POST', `/users/${second.id}/confirm`, token)).toMatchObject({
      error: 'user.confirmed_by_maker',
    });
  });

  it('stays its maker’s when the account that made it for them is deleted', async () => {
    const me = await as(...ONBOARDING, 'user-del');
    const role = await server.current.db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', me.id)
      .executeTakeFirstOrThrow();
    const more = { type: 'admin', roles: [role.role_id], mustChangePassword: false };
    const { data: middle } = await made(me.token, more);
    const { data: last } = await made(await server.current.login(middle.username, KNOWN));
    expect(await call('DELETE', `/users/${middle.id}`, me.token)).toMatchObject({ code: 1 });
    const asset = await anAsset(server.current);
    expect(await grant(me.token, asset.id, last.id)).toMatchObject({ error: 'reach.through_account' });
  });

  it('stays that of its maker’s other accounts when one of them deletes the maker', async () => {
    const me = await as(...ONBOARDING, 'user-del');
    const { data: puppet } = await made(me.token, await asAdministrator(me.id));
    const { data: second } = await made(me.token);
    const token = await server.current.login(puppet.username, KNOWN);
    expect(await call('DELETE', `/users/${me.id}`, token)).toMatchObject({ code: 1 });
    const asset = await anAsset(server.current);
    expect(await grant(token, asset.id, second.id)).toMatchObject({ error: 'reach.through_account' });
  });

  it('stays its maker’s when their accounts set the passwords of each other', async () => {
    const me = await as(...ONBOARDING, 'user-change-password');
    const more = await asAdministrator(me.id);
    const { data: first } = await made(me.token, more);
    const { data: second } = await made(me.token, more);
    const reset = (token: string, id: string) =>
      call('POST', `/users/${id}/change-password`, token, { password: 'set by a puppet' });
    const token = await server.current.login(first.username, KNOWN);
    expect(await reset(token, second.id)).toMatchObject({ code: 1 });
    const once = await server.current.login(second.username, 'set by a puppet');
    const chosen = { oldPassword: 'set by a puppet', newPassword: 'chosen by a puppet' };
    expect(await call('POST', '/account/change-password', once, chosen)).toMatchObject({ code: 1 });
    const next = await server.current.login(second.username, chosen.newPassword);
    expect(await reset(next, first.id)).toMatchObject({ code: 1 });
    const asset = await anAsset(server.current);
    for (const { id } of [first, second]) {
      expect(await grant(me.token, asset.id, id)).toMatchObject({ error: 'reach.through_account' });
      expect(await call('POST', `/users/${id}/confirm`, me.token)).toMatchObject({
        error: 'user.confirmed_by_maker',
      });
    }
  });

  it('may be given what its maker uses, and anything by whoever may use everything', async () => {
    const me = await as(...ONBOARDING);
    const [own, other] = [await anAsset(server.current, { owner_id: me.id }), await anAsset(server.current)];
    const { data: puppet } = await made(me.token);
    expect(await grant(me.token, own.id, puppet.id)).toMatchObject({ code: 1 });
    const unbound = await as(...ONBOARDING, 'asset-access');
    const { data: theirs } = await made(unbound.token);
    expect(await grant(unbound.token, other.id, theirs.id)).toMatchObject({ code: 1 });
  });

  it('becomes that of whoever sets its password next', async () => {
    const me = await as(...ONBOARDING);
    const desk = await as('user-change-password', 'asset-authorised-user-add', 'user-detail');
    const { data: person } = await made(me.token);
    const reset = { password: 'set by the desk' };
    expect(await call('POST', `/users/${person.id}/change-password`, desk.token, reset)).toMatchObject({
      code: 1,
    });
    const asset = await anAsset(server.current);
    expect(await grant(desk.token, asset.id, person.id)).toMatchObject({ error: 'reach.through_account' });
    expect(await grant(me.token, asset.id, person.id)).toMatchObject({ code: 1 });
  });
});

describe('what binds oneself', () => {
  it('is not loosened: a strategy, by any of what it says', async () => {
    const me = await as('strategy-edit');
    const asset = await anAsset(server.current);
    const strategy = await aStrategy(server.current, {
      commands_only: 1,
      allowed_commands: '[{"name":"a","content":"a"}]',
    });
    await grant(admin, asset.id, me.id, { strategyId: strategy.id });
    const change = (body: object) =>
      call('PUT', `/strategies/${strategy.id}`, me.token, { name: strategy.name, ...body });
    for (const wider of [
      { commandsOnly: false },
      { recording: false, recordingReason: 'because' },
      { upload: true },
      { maxMinutes: 500 },
      {
        allowedCommands: [
          { name: 'a', content: 'a' },
          { name: 'b', content: 'sh' },
        ],
      },
    ]) {
      expect([wider, await change(wider)]).toEqual([
        wider,
        expect.objectContaining({ error: 'reach.own_terms' }),
      ]);
    }
    expect(await change({ copy: false, maxMinutes: 60 })).toMatchObject({ code: 1 });
    expect(await change({ agentForward: true })).toMatchObject({ code: 1 });
    const plain = await aStrategy(server.current);
    const other = await anAsset(server.current);
    await grant(admin, other.id, me.id, { strategyId: plain.id });
    for (const wider of [{ ide: true }, { localForward: true, forwardTargets: ['db:5432'] }]) {
      expect(
        await call('PUT', `/strategies/${plain.id}`, me.token, { name: plain.name, ...wider }),
      ).toMatchObject({ error: 'reach.own_terms' });
    }
    // What binds others is theirs to change.
    const elsewhere = await aStrategy(server.current);
    expect(
      await call('PUT', `/strategies/${elsewhere.id}`, me.token, { name: elsewhere.name, upload: true }),
    ).toMatchObject({ code: 1 });
  });

  it('is not loosened: the rules of a command filter; more that deny are welcome', async () => {
    const me = await as('command-filter-rule-add', 'command-filter-rule-put', 'command-filter-rule-del');
    const filter = newId();
    await server.current.db
      .insertInto('command_filter')
      .values({ id: filter, name: filter, created_at: 0 })
      .execute();
    const rule = (token: string, pattern: string, action: string) =>
      call<{ id: string }>('POST', '/command-filter-rules', token, {
        commandFilterId: filter,
        type: 'prefix',
        pattern,
        action,
        priority: 5,
        ignoreCase: false,
        enabled: true,
      });
    const { data: denying } = await rule(admin, 'rm', 'deny');
    const asset = await anAsset(server.current);
    await grant(admin, asset.id, me.id, { commandFilterId: filter });
    const refused = { error: 'reach.own_terms' };
    expect(await rule(me.token, 'rm', 'allow')).toMatchObject(refused);
    expect(
      await call('PUT', `/command-filter-rules/${denying.id}`, me.token, { enabled: false }),
    ).toMatchObject(refused);
    expect(await call('DELETE', `/command-filter-rules/${denying.id}`, me.token)).toMatchObject(refused);
    expect(await rule(me.token, 'dd', 'deny')).toMatchObject({ code: 1 });
  });

  it('is not taken away: a narrow grant of one’s own before a wide one of a group', async () => {
    const me = await as('asset-authorised-user-del', 'user-group-edit');
    const asset = await anAsset(server.current);
    const group = await aGroup(server.current, me.id);
    const [narrow, wide] = [await aStrategy(server.current), await aStrategy(server.current, { upload: 1 })];
    await grant(admin, asset.id, me.id, { strategyId: narrow.id });
    const body = { assetId: asset.id, userGroupIds: [group.id], strategyId: wide.id };
    await call('POST', '/authorised/user-groups', admin, body);
    const direct = await server.current.db
      .selectFrom('authorised')
      .select('id')
      .where('user_id', '=', me.id)
      .executeTakeFirstOrThrow();
    expect(await call('DELETE', `/authorised/${direct.id}`, me.token)).toMatchObject({
      error: 'authorised.not_for_oneself',
    });
    // Leaving the group takes away only what it gave.
    const left = { name: group.name, members: [] };
    expect(await call('PUT', `/user-groups/${group.id}`, me.token, left)).toMatchObject({ code: 1 });
    expect(await call('DELETE', `/authorised/${direct.id}`, me.token)).toMatchObject({ code: 1 });
  });

  it('is not taken off: a login policy', async () => {
    const me = await as(
      'login-policy-edit',
      'login-policy-unbind-user',
      'login-policy-del',
      'login-policy-bind-user',
    );
    const policy = {
      name: `night ${newId()}`,
      ipGroup: '0.0.0.0/0',
      priority: 1,
      enabled: true,
      rule: 'allow',
      timePeriod: [],
    };
    const { data } = await call<{ id: string }>('POST', '/login-policies', admin, policy);
    await call('POST', `/login-policies/${data.id}/bind`, admin, [{ userId: me.id }]);
    const refused = { error: 'reach.own_policy' };
    expect(
      await call('POST', `/login-policies/${data.id}/unbind`, me.token, [{ userId: me.id }]),
    ).toMatchObject(refused);
    expect(
      await call('PUT', `/login-policies/${data.id}`, me.token, { ...policy, enabled: false }),
    ).toMatchObject(refused);
    expect(await call('DELETE', `/login-policies/${data.id}`, me.token)).toMatchObject(refused);
    const { data: other } = await call<{ id: string }>('POST', '/login-policies', admin, policy);
    expect(await call('DELETE', `/login-policies/${other.id}`, me.token)).toMatchObject({ code: 1 });
  });
});

describe('files of others', () => {
  it('are not reached by joining a group that they are shared with, from the page of the person either', async () => {
    const me = await as('user-group-edit', 'asset-access');
    const group = await aGroup(server.current);
    const share = { kind: 'user-group', id: group.id, mode: 'write' };
    const space = { name: `s ${newId()}`, isShare: true, limitSize: -1, shares: [share] };
    expect(await call('POST', '/storages', admin, space)).toMatchObject({ code: 1 });
    const join = { ids: [group.id] };
    expect(await call('PUT', `/users/${me.id}/user-groups`, me.token, join)).toMatchObject({
      error: 'storage.not_for_oneself',
    });
  });

  it('are not reached by giving their person a new password', async () => {
    const desk = await as('user-change-password', 'user-reset-totp', 'asset-access');
    const person = await server.current.loginAs({});
    const file = { file: '/diary.txt', fileContent: 'secret' };
    // Everybody has a space of their own from the first look at it on.
    await call('GET', '/account/storage', person.token);
    expect(await call('POST', `/storages/${person.id}/edit`, person.token, file)).toMatchObject({ code: 1 });
    const reset = { password: 'given by the desk' };
    expect(await call('POST', `/users/${person.id}/change-password`, desk.token, reset)).toMatchObject({
      error: 'user.reaches_more',
    });
    expect(await server.current.login(person.username, USER_PASSWORD)).not.toBe('');
  });
});

it('nobody gets at files by joining a group and sharing with it at the same moment, at two servers', async () => {
  const me = await as('user-group-edit', 'storage-edit');
  const beside = await server.current.startBeside();
  try {
    for (let round = 0; round < 6; round++) {
      const group = await aGroup(server.current);
      const space = { name: `s ${newId()}`, isShare: true, limitSize: -1 };
      const { data } = await call<{ id: string }>('POST', '/storages', admin, space);
      const shares = [{ kind: 'user-group', id: group.id, mode: 'write' }];
      const answers = await Promise.all([
        call('PUT', `/users/${me.id}/user-groups`, me.token, { ids: [group.id] }),
        beside.call('PUT', `/storages/${data.id}`, { token: me.token, body: { ...space, shares } }),
      ]);
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(await call('POST', `/storages/${data.id}/ls`, me.token, { dir: '/' })).toMatchObject({
        error: 'storage.not_found',
      });
    }
  } finally {
    await beside.stop();
  }
});

describe('an act that makes or widens power', () => {
  it('asks a login of long ago to prove again who it is, and then does it', async () => {
    const me = await as('user-add');
    server.current.passTime(RECENT_PROOF_MINUTES * MINUTE_MS + 1);
    const body = { username: `p-${newId().slice(-10)}`, nickname: 'late', type: 'user', password: KNOWN };
    const make = () => server.current.call('POST', '/users', { token: me.token, body, provesAgain: false });
    expect(await make()).toMatchObject({ code: -1, error: 'auth.recent_proof_needed' });
    const prove = (password: string) => call('POST', '/account/recent-proof', me.token, { password });
    expect(await prove('not it')).toMatchObject({ error: 'auth.reauthentication_failed' });
    expect(await make()).toMatchObject({ error: 'auth.recent_proof_needed' });
    expect(await prove(USER_PASSWORD)).toMatchObject({
      code: 1,
      data: { seconds: expect.any(Number) as number },
    });
    expect(await make()).toMatchObject({ code: 1 });
  });

  it('is closed to an access token that was not made for it', async () => {
    admin = await server.current.login();
    const token = async (scope?: string) => {
      const body = { name: `t ${newId()}`, ...(scope && { scope }) };
      return (await call<{ token: string; scope: string }>('POST', '/account/access-tokens', admin, body))
        .data;
    };
    const plain = await token();
    expect(plain.scope).toBe('use');
    const system = { type: 'admin', roles: ['system-administrator'], mustChangePassword: false };
    expect(await made(plain.token, system)).toMatchObject({ code: 403, error: 'auth.token_scope' });
    expect(await made((await token('administration')).token)).toMatchObject({ code: 1 });
  });
});
