// On both engines: of many at once, only so many are let in.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** A busy machine is slow, and right all the same. */
const SOON = { timeout: 15_000 };

const server = useTestServer();
const kit = new SessionKit(server);
beforeAll(() => kit.start());
afterEach(async () => {
  await limit({ 'session-max-per-asset': '0', 'session-max-per-user': '0' });
  await server.current.call('POST', `/sessions/disconnect-user`, {
    token: kit.token,
    query: { userId: await adminId() },
  });
  kit.leave();
});
afterAll(() => kit.stop());

async function adminId(): Promise<string> {
  return (await server.current.call<{ id: string }>('GET', '/account/info', { token: kit.token })).data.id;
}

async function limit(body: Record<string, string>): Promise<void> {
  expect(await server.current.call('PUT', '/properties', { token: kit.token, body })).toMatchObject({
    code: 1,
  });
}

const open = (id: string, token = kit.token) => kit.connect(`/sessions/${id}/ssh`, token);

async function opened(assetId: string, token = kit.token) {
  const { data } = await kit.create(assetId, token);
  const client = open(data.id, token);
  await expect.poll(() => client.shown, SOON).toBe('$ ');
  return { id: data.id, client };
}

describe('sessions on one asset', () => {
  it('are refused beyond the limit, whoever has the others, and the refusal names it', async () => {
    await limit({ 'session-max-per-asset': '1' });
    const asset = await kit.machine();
    const first = await opened(asset);
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    expect(await kit.create(asset, person.token)).toMatchObject({
      error: 'session.too_many_on_asset',
      message: '這個資產同時開啟的連線已達上限（1 個），請稍後再試',
    });
    // Another asset is free, and so is this one when the first is over.
    await opened(await kit.machine(), person.token);
    first.client.socket.send(Buffer.from('0'));
    await expect.poll(async () => (await kit.row(first.id)).status, SOON).toBe('disconnected');
    await opened(asset, person.token);
  });

  it('that were prepared before the limit was reached are refused when they are opened', async () => {
    await limit({ 'session-max-per-asset': '1' });
    const asset = await kit.machine();
    const prepared = (await kit.create(asset)).data.id;
    await opened(asset);
    const late = open(prepared);
    await expect.poll(() => late.reason, SOON).toBe('這個資產同時開啟的連線已達上限（1 個），請稍後再試');
    expect(await kit.row(prepared)).toMatchObject({ status: 'disconnected', code: -1, recording: '0' });
  });

  it('do not slip through together', async () => {
    await limit({ 'session-max-per-asset': '2' });
    const asset = await kit.machine();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await kit.create(asset)).data.id));
    const clients = ids.map((id) => open(id));
    await expect
      .poll(() => clients.filter(({ shown, reason }) => shown !== '' || reason !== undefined).length, {
        timeout: 10_000,
      })
      .toBe(6);
    expect(clients.filter(({ shown }) => shown === '$ ')).toHaveLength(2);
    expect(clients.filter(({ reason }) => reason?.includes('已達上限（2 個）'))).toHaveLength(4);
  });

  it('count only while they are open: not what was only prepared, failed or is over', async () => {
    await limit({ 'session-max-per-asset': '1' });
    const asset = await kit.machine({ password: 'wrong' });
    const failed = open((await kit.create(asset)).data.id);
    await expect.poll(() => failed.reason, SOON).toContain('拒絕登入');
    await kit.create(asset);
    expect(await kit.create(asset)).toMatchObject({ code: 1 });
    const again = open((await kit.create(asset)).data.id);
    await expect.poll(() => again.reason, SOON).toContain('拒絕登入');
  });

  it('are not limited by 0, and one can come back to one’s own at the limit', async () => {
    const asset = await kit.machine();
    const { id } = await opened(asset);
    await opened(asset);
    await limit({ 'session-max-per-asset': '1' });
    const back = open(id);
    await expect.poll(() => back.shown, SOON).toContain('$ ');
  });
});

it('one person’s sessions are limited in the same way when they are opened', async () => {
  await limit({ 'session-max-per-user': '1' });
  const prepared = (await kit.create(await kit.machine())).data.id;
  await opened(await kit.machine());
  const late = open(prepared);
  await expect.poll(() => late.reason, SOON).toBe('同時開啟的連線已達上限（1 個），請先關閉其他連線');
  expect(await kit.create(await kit.machine())).toMatchObject({ error: 'session.too_many' });
});
