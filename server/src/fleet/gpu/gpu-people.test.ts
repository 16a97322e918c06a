// Whose processes are on a card: real processes of this machine, and a terminal whose host is this process.
import { spawn, type ChildProcess } from 'node:child_process';

import type { Gpu, GpuProcessRow, GpuReminder } from '@jadegate/contract/fleet/gpu';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Mailbox } from '../../testing/mailbox.ts';
import { ReplayedGpu } from '../../testing/replayed-gpu.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { shellExec } from '../../testing/shell-exec.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let tool: ReplayedGpu;
let mailbox: Mailbox;
let worker: ChildProcess;
let nodeId = '';
let gpuId = '';

const kit = new SessionKit(server, { exec: shellExec(() => tool.folder) });

beforeAll(async () => {
  tool = await ReplayedGpu.make();
  mailbox = await Mailbox.open();
  await kit.start();
  const { data } = await call<{ id: string }>('POST', '/nodes', {
    name: 'gpu-02',
    assetId: await kit.machine(),
  });
  nodeId = data.id;
  await server.current.services.nodeScheduler.settled();
  const { data: page } = await call<{ items: { id: string }[] }>('GET', '/gpu-resources/paging');
  gpuId = page.items[0]?.id ?? '';
  worker = spawn('sleep', ['600']);
}, 60_000);
afterAll(async () => {
  worker.kill('SIGKILL');
  await kit.stop();
  await mailbox.close();
  await tool.remove();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token = kit.token) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const pid = () => worker.pid ?? 0;
const row = async (): Promise<GpuProcessRow | undefined> => {
  await call('POST', `/nodes/${nodeId}/collect`);
  const { data } = await call<GpuProcessRow[]>('GET', `/gpu-resources/${gpuId}/processes`);
  return data.find((one) => one.pid === pid());
};
const signal = (body: object, at = pid(), token = kit.token) =>
  call<{ outcome: string }>('POST', `/gpu-resources/${gpuId}/processes/${at}/signal`, body, token);

it('a process is the person’s in whose recorded session it was started, within one look', async () => {
  await tool.show('busy', { pid: pid() });
  const person = await server.current.loginAs({ type: 'admin', menus: ['asset', 'asset-access'] });
  await server.current.db
    .updateTable('user')
    .set({ nickname: '林美', mail: 'mei@corp.example' })
    .where('id', '=', person.id)
    .execute();
  const session = await kit.opened(person.token);
  await server.current.services.sessionLogins.settled();
  const found = await row();
  expect(found).toMatchObject({
    person: { id: person.id, username: person.username, nickname: '林美' },
    sessionId: session.id,
    isSessionLive: true,
    attribution: 'session',
  });
  const { data } = await call<Gpu>('GET', `/gpu-resources/${gpuId}`);
  expect(data.people).toMatchObject([{ id: person.id }]);
  const mine = await call<{ total: number }>('GET', `/gpu-resources/paging?userId=${person.id}`);
  expect(mine.data.total).toBe(1);
  // By mail address only for those who see it.
  const byMail = async (token: string) => {
    const url = '/gpu-resources/paging?keyword=mei@corp';
    return (await call<{ total: number }>('GET', url, undefined, token)).data.total;
  };
  const watcher = await server.current.loginAs({ type: 'admin', menus: ['gpu-resource'] });
  expect([await byMail(kit.token), await byMail(watcher.token)]).toEqual([1, 0]);
  // Asking is no part of what the person sees.
  expect(session.client.shown).toBe('$ ');

  session.shell.exit(0);
  session.shell.end();
  await expect.poll(async () => (await kit.row(session.id)).status).toBe('disconnected');
  expect(await row()).toMatchObject({ sessionId: session.id, isSessionLive: false, attribution: 'session' });
});

it('whoever is behind it is reminded, by mail and in an open terminal', async () => {
  const [person] = (await call<Gpu>('GET', `/gpu-resources/${gpuId}`)).data.people;
  const settings = {
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
  };
  await call('PUT', '/properties', settings);
  await server.current.db
    .updateTable('user')
    .set({ mail: 'mei@example.test' })
    .where('id', '=', person?.id ?? '')
    .execute();
  const { data } = await call<GpuReminder[]>('POST', '/gpu-resources/remind', {
    gpuIds: [gpuId],
    text: '今晚要用',
  });
  expect(data).toMatchObject([{ person: { id: person?.id }, way: 'mail' }]);
  await server.current.services.notifications.settled();
  expect(mailbox.received).toMatchObject([{ to: ['mei@example.test'] }]);
  expect(mailbox.received[0]?.text).toContain('gpu-02 · GPU 0 · NVIDIA H200');
  expect(mailbox.received[0]?.text).toContain('今晚要用');
  const entries = await server.current.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('action', '=', 'gpu.reminded')
    .execute();
  expect(entries).toHaveLength(1);
});

it('a process is ended for a reason that is written down, and only the one that is meant', async () => {
  const { startTicks } = (await row()) ?? {};
  const body = { signal: 'TERM', startTicks, confirm: String(pid()), reason: '占用整張卡三天' };
  expect((await signal({ ...body, reason: 'no' })).code).toBe(400);
  expect((await signal({ ...body, confirm: '1' })).error).toBe('gpu.confirm_mismatch');
  expect((await signal({ ...body, startTicks: 5 })).error).toBe('gpu.process_changed');
  expect((await signal({ ...body, confirm: String(process.pid) }, process.pid)).error).toBe(
    'gpu.process_changed',
  );
  expect((await signal(body, 1)).code).toBe(400);
  expect(worker.exitCode).toBeNull();
  expect(worker.signalCode).toBeNull();

  expect((await signal(body)).data).toEqual({ outcome: 'ended' });
  expect(worker.signalCode).toBe('SIGTERM');
  const entries = await server.current.db
    .selectFrom('audit_log')
    .select(['object_id', 'detail', 'result'])
    .where('action', '=', 'gpu.process-signalled')
    .execute();
  expect(entries).toMatchObject([{ object_id: gpuId, result: 'success' }]);
  expect(entries[0]?.detail).toContain('占用整張卡三天');
  // By now the number is nobody's, though the last look still shows it.
  expect((await signal(body)).error).toBe('gpu.process_changed');
});

it('only those who hold the right for it end processes or remind people', async () => {
  const { token: looker } = await server.current.loginAs({ type: 'admin', menus: ['gpu-resource'] });
  const body = { signal: 'TERM', startTicks: 1, confirm: '5', reason: 'because I can' };
  expect((await signal(body, 5, looker)).code).toBe(403);
  expect((await call('POST', '/gpu-resources/remind', { gpuIds: [gpuId] }, looker)).code).toBe(403);
  expect((await call('GET', `/gpu-resources/${gpuId}`, undefined, looker)).code).toBe(1);
  const { token: user } = await server.current.loginAs({ type: 'user' });
  expect((await call('GET', `/gpu-resources/${gpuId}`, undefined, user)).code).toBe(403);
  expect((await call('GET', '/gpu-resources/heatmap', undefined, user)).code).toBe(403);
});
