import type { OwnSshConfig, SshHelp } from '@jadegate/contract/session/ssh-client';
import { describe, expect, it } from 'vitest';

import { anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

const someone = () => server.current.loginAs({ type: 'user' });
const call = <Data>(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
async function grant(userId: string, assetId: string, strategyId?: string) {
  const admin = await server.current.login();
  const body = { userIds: [userId], assetId, ...(strategyId && { strategyId }) };
  expect(await call(admin, 'POST', '/authorised/users', body)).toMatchObject({ code: 1 });
}

describe('help for one asset', () => {
  const helpOf = (token: string, id: string) => call<SshHelp>(token, 'GET', `/assets/${id}/ssh-help`);

  it('is for whoever may use it: how it is called, and what may be opened', async () => {
    const me = await someone();
    const { username } = await server.current.db
      .selectFrom('user')
      .select('username')
      .where('id', '=', me.id)
      .executeTakeFirstOrThrow();
    const plain = await anAsset(server.current, { name: `web-${me.id.slice(-8)}`, username: 'root' });
    const han = await anAsset(server.current, { name: '資料庫 主機' });
    const strategy = await aStrategy(server.current, { channels: '["exec","ide"]' });
    await grant(me.id, plain.id, strategy.id);
    await grant(me.id, han.id);
    expect((await helpOf(me.token, plain.id)).data).toMatchObject({
      user: `${username}@${plain.name}`,
      person: username,
      asset: plain.name,
      account: 'root',
      channels: { shell: false, exec: true, localForward: true, x11: false },
      upload: false,
      download: true,
      commandsOnly: false,
    });
    expect((await helpOf(me.token, han.id)).data).toMatchObject({
      user: `${username}@${han.id.slice(-10)}`,
      channels: { shell: true, ide: false },
    });
  });

  it('is refused to everybody else, as if there were no such asset, and where there is no SSH', async () => {
    const [me, other] = [await someone(), await someone()];
    const asset = await anAsset(server.current);
    const desktop = await anAsset(server.current, { protocol: 'rdp' });
    await grant(me.id, asset.id);
    await grant(me.id, desktop.id);
    const refusal = { code: 404, error: 'asset.not_found' };
    expect(await helpOf(other.token, asset.id)).toMatchObject(refusal);
    expect(await helpOf(me.token, 'nothing')).toMatchObject(refusal);
    expect(await helpOf(me.token, desktop.id)).toMatchObject({ error: 'ssh_help.not_ssh' });
  });
});

describe('the configuration for all', () => {
  const fetched = async (token: string) => {
    const { statusCode, body, headers } = await server.current.app.inject({
      url: `/ssh-config?token=${encodeURIComponent(token)}`,
      headers: { host: 'gate.example:8088' },
    });
    return { status: statusCode, text: body, type: headers['content-type'] };
  };
  const made = async (login: string) =>
    (await call<{ token: string }>(login, 'POST', '/account/ssh-config')).data.token;
  const own = async (login: string) => (await call<OwnSshConfig>(login, 'GET', '/account/ssh-config')).data;

  it('holds what its person may use at that moment, and no address of an asset', async () => {
    const [me, other] = [await someone(), await someone()];
    const mine = await anAsset(server.current, { name: `mine-${me.id.slice(-8)}` });
    const theirs = await anAsset(server.current, { name: `theirs-${me.id.slice(-8)}` });
    const desktop = await anAsset(server.current, { name: `rdp-${me.id.slice(-8)}`, protocol: 'rdp' });
    await grant(me.id, mine.id);
    await grant(me.id, desktop.id);
    await grant(other.id, theirs.id);
    const { status, text, type } = await fetched(await made(me.token));
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain(`Host ${mine.name}\n  HostName gate.example\n`);
    for (const absent of [theirs.name, desktop.name, '10.9.8.7']) {
      expect(text).not.toContain(absent);
    }
    const admin = await server.current.login();
    const all = (await fetched(await made(admin))).text;
    expect(all).toContain(`Host ${theirs.name}\n`);
    await call(admin, 'DELETE', '/account/ssh-config');
  });

  it('is gone with its token: revoked, replaced, unknown, or of somebody disabled or reset', async () => {
    const me = await someone();
    expect(await own(me.token)).toMatchObject({ isMade: false });
    const first = await made(me.token);
    expect((await fetched(first)).status).toBe(200);
    expect(await own(me.token)).toMatchObject({ isMade: true, lastAddress: '127.0.0.1' });
    const second = await made(me.token);
    expect((await fetched(first)).status).toBe(404);
    expect((await fetched('nothing')).status).toBe(404);
    const set = (status: 'enabled' | 'disabled') =>
      server.current.db.updateTable('user').set({ status }).where('id', '=', me.id).execute();
    await set('disabled');
    expect((await fetched(second)).status).toBe(404);
    await set('enabled');
    expect((await fetched(second)).status).toBe(200);
    expect(await call(me.token, 'DELETE', '/account/ssh-config')).toMatchObject({ code: 1 });
    expect((await fetched(second)).status).toBe(404);
    expect(await call(me.token, 'DELETE', '/account/ssh-config')).toMatchObject({ code: 404 });
    const third = await made(me.token);
    const admin = await server.current.login();
    const password = 'another-Passw0rd-x';
    expect(await call(admin, 'POST', `/users/${me.id}/change-password`, { password })).toMatchObject({
      code: 1,
    });
    expect((await fetched(third)).status).toBe(404);
    const rows = await server.current.db.selectFrom('audit_log').select(['action', 'detail']).execute();
    const acts = rows.filter(({ action }) => action.startsWith('account.ssh-config'));
    expect(acts.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(rows)).not.toContain(second);
  });
});
