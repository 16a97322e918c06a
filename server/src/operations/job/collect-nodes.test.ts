import type { Node } from '@jadegate/contract/fleet/node';
import type { JobRow } from '@jadegate/contract/operations/job';
import type { JobResult, JobRun } from '@jadegate/contract/operations/job-run';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { shellExec } from '../../testing/shell-exec.ts';
import { startSshHost } from '../../testing/ssh-host.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new RunKit(server);
beforeAll(() => kit.start());
afterAll(() => kit.stop());

const call = <Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = kit.token) =>
  server.current.call<Data>(method, path, { token: by, ...(body && { body }) });

async function aNode(name: string, port: number, labels: object, by = kit.token): Promise<string> {
  const asset = { name, protocol: 'ssh', ip: '127.0.0.1', port, username: 'root', password: 'x' };
  const { data } = await call<{ id: string }>('POST', '/assets', asset);
  const node = await call<{ id: string }>('POST', '/nodes', { name, assetId: data.id, labels }, by);
  await server.current.services.nodeScheduler.settled();
  return node.data.id;
}

async function made(metadata: object, by = kit.token) {
  const name = `collect ${newId()}`;
  const body = { name, func: 'collect-node-job', cron: '@daily', metadata: JSON.stringify(metadata) };
  const answer = await call('POST', '/jobs', body, by);
  const { data } = await call<Page<JobRow>>('GET', `/jobs/paging?name=${encodeURIComponent(name)}`);
  return { answer, job: data.items[0] };
}

async function run(job: JobRow | undefined) {
  const { data } = await call<{ runId: string }>('POST', `/jobs/${job?.id}/runs`);
  const look = async () =>
    (await call<JobRun & { results: JobResult[] }>('GET', `/jobs/${job?.id}/runs/${data.runId}`)).data;
  await expect.poll(async () => (await look()).state, { timeout: 30_000 }).not.toMatch(/running|queued/);
  return look();
}

it('asks the chosen nodes and those with the label, with a result for each', async () => {
  const port = await closedPort();
  const one = await aNode('chosen', port, {});
  const two = await aNode('labelled', port, { env: 'prod' });
  const other = await aNode('neither', port, { env: 'test' });
  const before = (await call<Node>('GET', `/nodes/${other}`)).data.collectedAt;
  server.current.passTime(60_000);
  const { job } = await made({ nodeIds: [one], label: 'env=prod' });
  const done = await run(job);
  expect(done).toMatchObject({ state: 'succeeded', total: 2, succeeded: 0, failed: 2 });
  expect(done.results.map(({ assetId, state }) => [assetId, state])).toEqual([
    [one, 'failed'],
    [two, 'failed'],
  ]);
  expect(done.results[0]?.reason).toContain('拒絕連線');
  expect((await call<Node>('GET', `/nodes/${other}`)).data.collectedAt).toBe(before);
  const all = await made({});
  expect((await run(all.job)).total).toBe(3);
});

it('a node that answers is a success, with new figures', async () => {
  const host = await startSshHost({ password: 'x', shell: (channel) => channel.end(), exec: shellExec() });
  try {
    const id = await aNode('answers', host.port, { kind: 'well' });
    const before = (await call<Node>('GET', `/nodes/${id}`)).data;
    expect(before.status).toBe('online');
    server.current.passTime(60_000);
    const { job } = await made({ label: 'kind=well' });
    const done = await run(job);
    expect(done).toMatchObject({ state: 'succeeded', total: 1, succeeded: 1, failed: 0 });
    expect(done.results).toMatchObject([{ assetId: id, state: 'succeeded' }]);
    const after = (await call<Node>('GET', `/nodes/${id}`)).data;
    expect(Date.parse(after.seenAt ?? '')).toBeGreaterThan(Date.parse(before.seenAt ?? ''));
  } finally {
    await host.close();
  }
});

it('teaches no key of a host: that is for somebody who is there', async () => {
  const { db } = server.current;
  const host = await startSshHost({ password: 'x', shell: (channel) => channel.end(), exec: shellExec() });
  try {
    await call('PUT', '/properties', { 'host-key-policy': 'administrator' });
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node-add', 'asset-edit'] });
    const nodeId = await aNode('untaught', host.port, {}, token);
    await db.deleteFrom('host_key').execute();
    const { job } = await made({ nodeIds: [nodeId] });
    expect((await run(job)).results).toMatchObject([{ state: 'failed', reason: '主機金鑰尚未確認' }]);
    expect(await db.selectFrom('host_key').selectAll().where('state', '=', 'pinned').execute()).toEqual([]);
    expect((await call('POST', `/nodes/${nodeId}/collect`)).code).toBe(1);
    expect((await run(job)).results).toMatchObject([{ state: 'succeeded' }]);
  } finally {
    await host.close();
  }
});

it('needs the right to collect, when it is saved and when it runs', async () => {
  const menus = ['job', 'job-add', 'job-run', 'job-log'] as const;
  const { token } = await server.current.loginAs({ type: 'admin', menus: [...menus] });
  expect((await made({}, token)).answer.error).toBe('job.collect_forbidden');
  const { job } = await made({});
  const { id } = await server.current.seedUser({ type: 'admin', menus: [...menus] });
  await server.current.db
    .updateTable('job')
    .set({ owner_id: id })
    .where('id', '=', job?.id ?? '')
    .execute();
  const done = await run(job);
  expect(done.state).toBe('failed');
  expect(done.message).toContain('立即採集');
});
