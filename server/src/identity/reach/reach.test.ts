// On both engines: acts of two at once that give more than either alone.
import { RECENT_PROOF_MINUTES } from '@jadegate/contract/proof';
import { beforeAll, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { aGroup, anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { ReachKit } from '../../testing/reach-kit.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new ReachKit(server);
let admin = '';
beforeAll(async () => {
  admin = await server.current.login();
});

describe('what binds oneself', () => {
  it('is not loosened: a strategy, by any of what it says', async () => {
    const me = await kit.as('strategy-edit');
    const asset = await anAsset(server.current);
    const strategy = await aStrategy(server.current, {
      commands_only: 1,
      allowed_commands: '[{"name":"a","content":"a"}]',
    });
    await kit.grant(admin, asset.id, me.id, { strategyId: strategy.id });
    const change = (body: object) =>
      kit.call('PUT', `/strategies/${strategy.id}`, me.token, { name: strategy.name, ...body });
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
    await kit.grant(admin, other.id, me.id, { strategyId: plain.id });
    for (const wider of [{ ide: true }, { localForward: true, forwardTargets: ['db:5432'] }]) {
      expect(
        await kit.call('PUT', `/strategies/${plain.id}`, me.token, { name: plain.name, ...wider }),
      ).toMatchObject({ error: 'reach.own_terms' });
    }
    // What binds others is theirs to change.
    const elsewhere = await aStrategy(server.current);
    expect(
      await kit.call('PUT', `/strategies/${elsewhere.id}`, me.token, { name: elsewhere.name, upload: true }),
    ).toMatchObject({ code: 1 });
  });

  it('is not loosened: the rules of a command filter; more that deny are welcome', async () => {
    const me = await kit.as('command-filter-rule-add', 'command-filter-rule-put', 'command-filter-rule-del');
    const filter = newId();
    await server.current.db
      .insertInto('command_filter')
      .values({ id: filter, name: filter, created_at: 0 })
      .execute();
    const rule = (token: string, pattern: string, action: string) =>
      kit.call<{ id: string }>('POST', '/command-filter-rules', token, {
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
    await kit.grant(admin, asset.id, me.id, { commandFilterId: filter });
    const refused = { error: 'reach.own_terms' };
    expect(await rule(me.token, 'rm', 'allow')).toMatchObject(refused);
    expect(
      await kit.call('PUT', `/command-filter-rules/${denying.id}`, me.token, { enabled: false }),
    ).toMatchObject(refused);
    expect(await kit.call('DELETE', `/command-filter-rules/${denying.id}`, me.token)).toMatchObject(refused);
    expect(await rule(me.token, 'dd', 'deny')).toMatchObject({ code: 1 });
  });

  it('is not taken away: a narrow grant of one’s own before a wide one of a group', async () => {
    const me = await kit.as('asset-authorised-user-del', 'user-group-edit');
    const asset = await anAsset(server.current);
    const group = await aGroup(server.current, me.id);
    const [narrow, wide] = [await aStrategy(server.current), await aStrategy(server.current, { upload: 1 })];
    await kit.grant(admin, asset.id, me.id, { strategyId: narrow.id });
    const body = { assetId: asset.id, userGroupIds: [group.id], strategyId: wide.id };
    await kit.call('POST', '/authorised/user-groups', admin, body);
    const direct = await server.current.db
      .selectFrom('authorised')
      .select('id')
      .where('user_id', '=', me.id)
      .executeTakeFirstOrThrow();
    expect(await kit.call('DELETE', `/authorised/${direct.id}`, me.token)).toMatchObject({
      error: 'authorised.not_for_oneself',
    });
    // Leaving the group takes away only what it gave.
    const left = { name: group.name, members: [] };
    expect(await kit.call('PUT', `/user-groups/${group.id}`, me.token, left)).toMatchObject({ code: 1 });
    expect(await kit.call('DELETE', `/authorised/${direct.id}`, me.token)).toMatchObject({ code: 1 });
  });

  it('is not taken off: a login policy', async () => {
    const me = await kit.as(
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
    const { data } = await kit.call<{ id: string }>('POST', '/login-policies', admin, policy);
    await kit.call('POST', `/login-policies/${data.id}/bind`, admin, [{ userId: me.id }]);
    const refused = { error: 'reach.own_policy' };
    expect(
      await kit.call('POST', `/login-policies/${data.id}/unbind`, me.token, [{ userId: me.id }]),
    ).toMatchObject(refused);
    expect(
      await kit.call('PUT', `/login-policies/${data.id}`, me.token, { ...policy, enabled: false }),
    ).toMatchObject(refused);
    expect(await kit.call('DELETE', `/login-policies/${data.id}`, me.token)).toMatchObject(refused);
    const { data: other } = await kit.call<{ id: string }>('POST', '/login-policies', admin, policy);
    expect(await kit.call('DELETE', `/login-policies/${other.id}`, me.token)).toMatchObject({ code: 1 });
  });
});

describe('files of others', () => {
  it('are not reached by joining a group that they are shared with, from the page of the person either', async () => {
    const me = await kit.as('user-group-edit', 'asset-access');
    const group = await aGroup(server.current);
    const share = { kind: 'user-group', id: group.id, mode: 'write' };
    const space = { name: `s ${newId()}`, isShare: true, limitSize: -1, shares: [share] };
    expect(await kit.call('POST', '/storages', admin, space)).toMatchObject({ code: 1 });
    const join = { ids: [group.id] };
    expect(await kit.call('PUT', `/users/${me.id}/user-groups`, me.token, join)).toMatchObject({
      error: 'storage.not_for_oneself',
    });
  });

  it('are not reached by giving their person a new password', async () => {
    const desk = await kit.as('user-change-password', 'user-reset-totp', 'asset-access');
    const person = await server.current.loginAs({});
    const file = { file: '/diary.txt', fileContent: 'secret' };
    // Everybody has a space of their own from the first look at it on.
    await kit.call('GET', '/account/storage', person.token);
    expect(await kit.call('POST', `/storages/${person.id}/edit`, person.token, file)).toMatchObject({
      code: 1,
    });
    const reset = { password: 'given by the desk' };
    expect(await kit.call('POST', `/users/${person.id}/change-password`, desk.token, reset)).toMatchObject({
      error: 'user.reaches_more',
    });
    expect(await server.current.login(person.username, USER_PASSWORD)).not.toBe('');
  });
});

it('nobody gets at files by joining a group and sharing with it at the same moment, at two servers', async () => {
  const me = await kit.as('user-group-edit', 'storage-edit');
  const beside = await server.current.startBeside();
  try {
    for (let round = 0; round < 6; round++) {
      const group = await aGroup(server.current);
      const space = { name: `s ${newId()}`, isShare: true, limitSize: -1 };
      const { data } = await kit.call<{ id: string }>('POST', '/storages', admin, space);
      const shares = [{ kind: 'user-group', id: group.id, mode: 'write' }];
      const answers = await Promise.all([
        kit.call('PUT', `/users/${me.id}/user-groups`, me.token, { ids: [group.id] }),
        beside.call('PUT', `/storages/${data.id}`, { token: me.token, body: { ...space, shares } }),
      ]);
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(await kit.call('POST', `/storages/${data.id}/ls`, me.token, { dir: '/' })).toMatchObject({
        error: 'storage.not_found',
      });
    }
  } finally {
    await beside.stop();
  }
});

describe('an act that makes or widens power', () => {
  it('asks a login of long ago to prove again who it is, and then does it', async () => {
    const me = await kit.as('user-add');
    server.current.passTime(RECENT_PROOF_MINUTES * MINUTE_MS + 1);
    const body = { username: `p-${newId().slice(-10)}`, nickname: 'late', type: 'user', password: kit.known };
    const make = () => server.current.call('POST', '/users', { token: me.token, body, provesAgain: false });
    expect(await make()).toMatchObject({ code: -1, error: 'auth.recent_proof_needed' });
    const prove = (password: string) => kit.call('POST', '/account/recent-proof', me.token, { password });
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
      return (await kit.call<{ token: string; scope: string }>('POST', '/account/access-tokens', admin, body))
        .data;
    };
    const plain = await token();
    expect(plain.scope).toBe('use');
    const system = { type: 'admin', roles: ['system-administrator'], mustChangePassword: false };
    expect(await kit.made(plain.token, system)).toMatchObject({ code: 403, error: 'auth.token_scope' });
    expect(await kit.made((await token('administration')).token)).toMatchObject({ code: 1 });
  });
});
