// On both engines: what goes too far is taken back in the transaction that has written it.
// An account whose password somebody set counts as theirs, until somebody else says whose it is.
import { beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { aGroup, anAsset } from '../../testing/grant-rows.ts';
import { ReachKit } from '../../testing/reach-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new ReachKit(server);
let admin = '';
beforeAll(async () => {
  admin = await server.current.login();
});

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
    const me = await kit.as(...ONBOARDING);
    const asset = await anAsset(server.current);
    const { data: puppet } = await kit.made(me.token);
    expect(await kit.grant(me.token, asset.id, puppet.id)).toMatchObject({
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
    const confirm = (token: string) => kit.call('POST', `/users/${puppet.id}/confirm`, token);
    expect(await confirm(me.token)).toMatchObject({ error: 'user.confirmed_by_maker' });
    const other = await kit.as('user-edit');
    const opened = await server.current.login(puppet.username, kit.known);
    expect(await confirm(other.token)).toMatchObject({ code: 1 });
    // What was opened with it until then may be its maker's.
    expect(await kit.call('GET', '/account/info', opened)).toMatchObject({ code: 401 });
    expect(await kit.grant(me.token, asset.id, puppet.id)).toMatchObject({ code: 1 });
    expect(await isOpen(puppet.id, asset.id)).toBe(true);
  });

  it('is shown with who set its password, and to nobody as that of who holds everything', async () => {
    const me = await kit.as(...ONBOARDING, 'user-detail');
    const { data: puppet } = await kit.made(me.token);
    const knownTo = async (id: string) =>
      (await kit.call<{ knownTo: object[] }>('GET', `/users/${id}`, me.token)).data.knownTo;
    expect(await knownTo(puppet.id)).toMatchObject([{ id: me.id }]);
    const { data: plain } = await kit.made(admin);
    expect(await knownTo(plain.id)).toEqual([]);
  });

  it('does not join a group that brings what its maker may not use, when it is made or later', async () => {
    const me = await kit.as(...ONBOARDING);
    const asset = await anAsset(server.current);
    const group = await aGroup(server.current);
    const body = { assetId: asset.id, userGroupIds: [group.id] };
    expect(await kit.call('POST', '/authorised/user-groups', admin, body)).toMatchObject({ code: 1 });
    expect(await kit.made(me.token, { groups: [group.id] })).toMatchObject({
      error: 'reach.through_account',
    });
    const { data: puppet } = await kit.made(me.token);
    const join = { name: group.name, members: [puppet.id] };
    expect(await kit.call('PUT', `/user-groups/${group.id}`, me.token, join)).toMatchObject({
      error: 'reach.through_account',
    });
    expect(
      await kit.call('PUT', `/users/${puppet.id}/user-groups`, me.token, { ids: [group.id] }),
    ).toMatchObject({ error: 'reach.through_account' });
  });

  it('does not serve its maker: neither gives the other more than it reaches', async () => {
    const me = await kit.as(...ONBOARDING);
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
    const { data: puppet } = await kit.made(me.token, more);
    const { data: second } = await kit.made(me.token, more);
    const token = await server.current.login(puppet.username, kit.known);
    const asset = await anAsset(server.current);
    for (const target of [me.id, second.id]) {
      expect(await kit.grant(token, asset.id, target)).toMatchObject({ error: 'reach.through_account' });
    }
    expect(await kit.call('POST', `/users/${second.id}/confirm`, token)).toMatchObject({
      error: 'user.confirmed_by_maker',
    });
  });

  it('stays its maker’s when the account that made it for them is deleted', async () => {
    const me = await kit.as(...ONBOARDING, 'user-del');
    const role = await server.current.db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', me.id)
      .executeTakeFirstOrThrow();
    const more = { type: 'admin', roles: [role.role_id], mustChangePassword: false };
    const { data: middle } = await kit.made(me.token, more);
    const { data: last } = await kit.made(await server.current.login(middle.username, kit.known));
    expect(await kit.call('DELETE', `/users/${middle.id}`, me.token)).toMatchObject({ code: 1 });
    const asset = await anAsset(server.current);
    expect(await kit.grant(me.token, asset.id, last.id)).toMatchObject({ error: 'reach.through_account' });
  });

  it('stays that of its maker’s other accounts when one of them deletes the maker', async () => {
    const me = await kit.as(...ONBOARDING, 'user-del');
    const { data: puppet } = await kit.made(me.token, await asAdministrator(me.id));
    const { data: second } = await kit.made(me.token);
    const token = await server.current.login(puppet.username, kit.known);
    expect(await kit.call('DELETE', `/users/${me.id}`, token)).toMatchObject({ code: 1 });
    const asset = await anAsset(server.current);
    expect(await kit.grant(token, asset.id, second.id)).toMatchObject({ error: 'reach.through_account' });
  });

  it('stays its maker’s when their accounts set the passwords of each other', async () => {
    const me = await kit.as(...ONBOARDING, 'user-change-password');
    const more = await asAdministrator(me.id);
    const { data: first } = await kit.made(me.token, more);
    const { data: second } = await kit.made(me.token, more);
    const reset = (token: string, id: string) =>
      kit.call('POST', `/users/${id}/change-password`, token, { password: 'set by a puppet' });
    const token = await server.current.login(first.username, kit.known);
    expect(await reset(token, second.id)).toMatchObject({ code: 1 });
    const once = await server.current.login(second.username, 'set by a puppet');
    const chosen = { oldPassword: 'set by a puppet', newPassword: 'chosen by a puppet' };
    expect(await kit.call('POST', '/account/change-password', once, chosen)).toMatchObject({ code: 1 });
    const next = await server.current.login(second.username, chosen.newPassword);
    expect(await reset(next, first.id)).toMatchObject({ code: 1 });
    const asset = await anAsset(server.current);
    for (const { id } of [first, second]) {
      expect(await kit.grant(me.token, asset.id, id)).toMatchObject({ error: 'reach.through_account' });
      expect(await kit.call('POST', `/users/${id}/confirm`, me.token)).toMatchObject({
        error: 'user.confirmed_by_maker',
      });
    }
  });

  it('may be given what its maker uses, and anything by whoever may use everything', async () => {
    const me = await kit.as(...ONBOARDING);
    const [own, other] = [await anAsset(server.current, { owner_id: me.id }), await anAsset(server.current)];
    const { data: puppet } = await kit.made(me.token);
    expect(await kit.grant(me.token, own.id, puppet.id)).toMatchObject({ code: 1 });
    const unbound = await kit.as(...ONBOARDING, 'asset-access');
    const { data: theirs } = await kit.made(unbound.token);
    expect(await kit.grant(unbound.token, other.id, theirs.id)).toMatchObject({ code: 1 });
  });

  it('becomes that of whoever sets its password next', async () => {
    const me = await kit.as(...ONBOARDING);
    const desk = await kit.as('user-change-password', 'asset-authorised-user-add', 'user-detail');
    const { data: person } = await kit.made(me.token);
    const reset = { password: 'set by the desk' };
    expect(await kit.call('POST', `/users/${person.id}/change-password`, desk.token, reset)).toMatchObject({
      code: 1,
    });
    const asset = await anAsset(server.current);
    expect(await kit.grant(desk.token, asset.id, person.id)).toMatchObject({
      error: 'reach.through_account',
    });
    expect(await kit.grant(me.token, asset.id, person.id)).toMatchObject({ code: 1 });
  });
});
