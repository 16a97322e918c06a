// Machines that are down and cards that are lost are told by mail and above the pages.
import type { NodeChange } from '@jadegate/contract/fleet/node';
import type { Page } from '@jadegate/contract/paging';
import type { Notice } from '@jadegate/contract/platform/notice';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { AssetKit } from '../../testing/assets.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { shellExec } from '../../testing/shell-exec.ts';
import { startSshHost } from '../../testing/ssh-host.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
let mailbox: Mailbox;
let port: number;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  port = await closedPort();
  await assets.login();
  const mail = { 'mail-host': '127.0.0.1', 'mail-port': mailbox.port, 'mail-security': 'none' };
  await put({ ...mail, 'mail-from': 'jadegate@example.test' });
  await server.current.db.updateTable('user').set({ mail: 'root@example.test' }).execute();
});
afterAll(() => mailbox.close());

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token = assets.token) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const put = (body: object) => call('PUT', '/properties', body);

async function letters(): Promise<string[]> {
  await server.current.services.alerts.check('node', 'gpu');
  await server.current.services.notifications.settled();
  return mailbox.received.splice(0).map(({ subject }) => subject);
}
const banners = async (token = assets.token) =>
  (await call<Notice[]>('GET', '/notices', undefined, token)).data.map(({ text }) => text);

async function aNode(name: string, change: object = {}): Promise<string> {
  const asset = await assets.created({ ip: '127.0.0.1', port });
  const { data } = await call<{ id: string }>('POST', '/nodes', { name, assetId: asset.id, ...change });
  await server.current.services.nodeScheduler.settled();
  return data.id;
}
/** One that nobody answers for, asked until that is sure. */
async function goesDown(id: string): Promise<void> {
  for (let times = 0; times < 3; times++) {
    server.current.passTime(3 * MINUTE_MS);
    await call('POST', `/nodes/${id}/collect`);
  }
}

it('a node that is down is told once, and once when it is over; one in maintenance is not', async () => {
  const down = await aNode('falls-one');
  const resting = await aNode('rests-one', { lifecycle: 'maintenance' });
  expect(await letters()).toEqual([]);
  await goesDown(down);
  await goesDown(resting);
  expect(await letters()).toEqual([expect.stringContaining('實體主機「falls-one」離線')]);
  expect(await letters()).toEqual([]);
  expect(await banners()).toContainEqual(expect.stringContaining('falls-one'));
  const [notice] = server.current.services.alerts.notices().filter(({ path }) => path === `/node/${down}`);
  expect(notice?.text('zh-TW')).toMatch(/falls-one.*：/);
  expect(notice?.text('en')).not.toMatch(/\p{Script=Han}/u);
  const { token } = await server.current.loginAs({ type: 'admin', menus: ['asset'] });
  expect(await banners(token)).not.toContainEqual(expect.stringContaining('falls-one'));
  await call('POST', `/nodes/${down}/lifecycle`, { lifecycle: 'maintenance' });
  expect(await letters()).toEqual([expect.stringContaining('已恢復')]);
  expect(await banners()).not.toContainEqual(expect.stringContaining('falls-one'));
});

it('many at once are ten letters and one', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) {
    ids.push(await aNode(`rack ${count}`));
  }
  const state = { status: 'offline' as const, problem: JSON.stringify({ kind: 'tcp' }), failures: 3 };
  await server.current.db.updateTable('node_state').set(state).where('node_id', 'in', ids).execute();
  const told = await letters();
  expect(told).toHaveLength(11);
  expect(told.filter((subject) => subject.includes('另有多台'))).toHaveLength(1);
  await server.current.db
    .updateTable('node_state')
    .set({ status: 'online' })
    .where('node_id', 'in', ids)
    .execute();
  expect(await letters()).toHaveLength(11);
});

it('a card that is lost, sick or missing is told, and nothing of it where the switch is off', async () => {
  const id = await aNode('gpu-one');
  const set = (change: object) =>
    server.current.db.updateTable('node_state').set(change).where('node_id', '=', id).execute();
  const lost = { kind: 'gpu-lost', section: 'gpu', rc: 15, detail: 'GPU is lost' };
  await set({ status: 'degraded', problems: JSON.stringify([lost]) });
  expect(await letters()).toEqual([expect.stringContaining('「gpu-one」的 GPU 掉卡')]);
  expect(await banners()).toContainEqual(expect.stringContaining('GPU is lost'));
  await set({ problems: '[]', gpus: JSON.stringify([{ recoveryAction: 'none', rowRemapFailure: false }]) });
  expect(await letters()).toEqual([expect.stringContaining('已恢復')]);
  await set({ gpus: JSON.stringify([{ recoveryAction: 'none' }, { recoveryAction: 'reset' }]) });
  expect(await letters()).toEqual([expect.stringContaining('GPU 故障')]);
  await put({ 'notify-gpu': 'false' });
  expect(await letters()).toEqual([]);
  expect(await banners()).not.toContainEqual(expect.stringContaining('gpu-one'));
  await put({ 'notify-gpu': 'true' });
  expect(await letters()).toEqual([expect.stringContaining('GPU 故障')]);
});

it('fewer cards than there should be are told until somebody confirms it', async () => {
  const host = await startSshHost({ password: 'x', shell: (channel) => channel.end(), exec: shellExec() });
  try {
    const asset = await assets.created({
      ip: '127.0.0.1',
      port: host.port,
      username: 'root',
      password: 'x',
    });
    const body = { name: 'gpu-two', assetId: asset.id, expect: { gpuCount: 800 } };
    const { data } = await call<{ id: string }>('POST', '/nodes', body);
    await server.current.services.nodeScheduler.settled();
    expect((await letters()).filter((subject) => subject.includes('gpu-two'))).toHaveLength(1);
    expect(await banners()).toContainEqual(expect.stringContaining('800'));
    expect((await letters()).filter((subject) => subject.includes('gpu-two'))).toEqual([]);
    const { data: changes } = await call<Page<NodeChange>>('GET', `/nodes/${data.id}/changes?open=true`);
    const ids = changes.items.map(({ id }) => id);
    await call('POST', `/nodes/${data.id}/changes/ack`, { ids, note: 'sold', baseline: true });
    expect((await letters()).filter((subject) => subject.includes('gpu-two'))).toEqual([
      expect.stringContaining('已恢復'),
    ]);
    expect(await banners()).not.toContainEqual(expect.stringContaining('gpu-two'));
  } finally {
    await host.close();
  }
});
