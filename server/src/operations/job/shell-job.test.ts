// A script on three real hosts, one of which is down and one slow.
import { rmSync, writeFileSync } from 'node:fs';

import { LIMITS } from '@jadegate/contract/limits';
import type { JobRow } from '@jadegate/contract/operations/job';
import type { JobResult, JobRun } from '@jadegate/contract/operations/job-run';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new RunKit(server);
let mailbox: Mailbox;
beforeAll(async () => {
  await kit.start();
  mailbox = await Mailbox.open();
});
afterAll(async () => {
  await mailbox.close();
  await kit.stop();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = kit.token) =>
  server.current.call<Data>(method, path, { token: by, ...(body && { body }) });

async function jobOn(
  assetIds: readonly string[],
  shell: string,
  by = kit.token,
  over: object = {},
): Promise<JobRow> {
  const name = `job ${newId()}`;
  const metadata = JSON.stringify({ shell });
  const body = { name, func: 'shell-job', cron: '@daily', mode: 'custom', resourceIds: assetIds, metadata };
  expect(await call('POST', '/jobs', { ...body, timeoutSeconds: 60, ...over }, by)).toMatchObject({
    code: 1,
  });
  const { data } = await call<Page<JobRow>>('GET', `/jobs/paging?name=${encodeURIComponent(name)}`);
  const [job] = data.items;
  if (!job) {
    throw new Error('the job is not listed');
  }
  return job;
}

async function follow(job: JobRow) {
  const { data } = await call<{ runId: string }>('POST', `/jobs/${job.id}/runs`);
  const path = `/jobs/${job.id}/runs/${data.runId}`;
  const look = async () => (await call<JobRun & { results: JobResult[] }>('GET', path)).data;
  const state = async () => (await look()).state;
  return { path, look, state };
}

it('streams what hosts print, tells how each went, and mails that it failed', async () => {
  await call('PUT', '/properties', {
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
  });
  await server.current.db.updateTable('user').set({ mail: 'root@example.test' }).execute();
  const [quick, slow] = [await kit.machine(), await kit.machine()];
  const body = { name: newId(), protocol: 'ssh', ip: '127.0.0.1', username: 'r', password: 'x' };
  const { data: down } = await call<{ id: string }>('POST', '/assets', { ...body, port: await closedPort() });
  const flag = `/tmp/jadegate-test-${newId()}`;
  // The first to come is quick; the other waits until it was seen to print.
  const script = `echo begun; mkdir ${flag} 2>/dev/null || while [ ! -e ${flag}/go ]; do sleep 0.05; done; echo done`;
  const job = await jobOn([quick, slow, down.id], script);
  const { path, look, state } = await follow(job);
  const waiting = async () => (await look()).results.find((result) => result.state === 'running');
  await expect
    .poll(async () => (await look()).results.filter((one) => one.state === 'succeeded').length, {
      timeout: 20_000,
    })
    .toBe(1);
  const output = async () => {
    const result = await waiting();
    return result && (await call<{ text: string }>('GET', `${path}/results/${result.id}`)).data.text;
  };
  await expect.poll(output, { timeout: 20_000 }).toBe('begun\n');
  expect(await state()).toBe('running');
  writeFileSync(`${flag}/go`, '');
  await expect.poll(state, { timeout: 20_000 }).toBe('failed');
  rmSync(flag, { recursive: true });
  const { results, total, succeeded, failed } = await look();
  expect({ total, succeeded, failed }).toEqual({ total: 3, succeeded: 2, failed: 1 });
  const of = (id: string) => results.find(({ assetId }) => assetId === id);
  for (const id of [quick, slow]) {
    expect(of(id)).toMatchObject({
      state: 'succeeded',
      exitCode: 0,
      sessionId: expect.stringMatching(/.+/) as string,
    });
  }
  expect(of(down.id)).toMatchObject({
    state: 'failed',
    exitCode: null,
    reason: expect.stringMatching(/.+/) as string,
  });
  await expect.poll(() => mailbox.received.length, { timeout: 15_000 }).toBe(1);
  expect(mailbox.received[0]).toMatchObject({
    to: ['root@example.test'],
    subject: `玉門 Jadegate：排程工作「${job.name}」執行失敗`,
    text: expect.stringContaining(`${body.name}：失敗`) as string,
  });
});

it('runs only where its owner may, whoever starts it', async () => {
  const machine = await kit.machine();
  const menus = ['job', 'job-add', 'job-edit'] as const;
  const owner = await server.current.loginAs({ type: 'admin', menus });
  const job = await jobOn([machine], 'echo secret', owner.token);
  const { look, state } = await follow(job);
  await expect.poll(state, { timeout: 20_000 }).toBe('failed');
  expect((await look()).results).toMatchObject([{ state: 'refused', outputLength: 0 }]);
  expect(kit.commands.filter((command) => command.includes('secret'))).toEqual([]);
});

it('tries again what failed, and only that', async () => {
  const folder = `/tmp/jadegate-test-${newId()}`;
  // The first of all succeeds, the second fails, and the third succeeds: that is the second once more.
  const script = `mkdir -p ${folder}; mkdir ${folder}/1 && exit 0; mkdir ${folder}/2 && exit 1; mkdir ${folder}/3`;
  const job = await jobOn([await kit.machine(), await kit.machine()], script, kit.token, { retries: 3 });
  const { look, state } = await follow(job);
  await expect.poll(state, { timeout: 20_000 }).toBe('succeeded');
  rmSync(folder, { recursive: true });
  expect(await look()).toMatchObject({ attempt: 2, total: 2, succeeded: 2, failed: 0 });
});

it('gives up after as many tries as it may have', async () => {
  const mark = newId();
  const job = await jobOn([await kit.machine()], `exit 7 # ${mark}`, kit.token, { retries: 2 });
  const { look, state } = await follow(job);
  await expect.poll(state, { timeout: 20_000 }).toBe('failed');
  expect(await look()).toMatchObject({ attempt: 3, results: [{ state: 'failed', exitCode: 7 }] });
  expect(kit.commands.filter((command) => command.includes(mark))).toHaveLength(3);
});

it('keeps a limited piece of long output, and says that there was more', async () => {
  const job = await jobOn([await kit.machine()], `head -c 200000 /dev/zero | tr '\\0' x; echo end`);
  const { look, state } = await follow(job);
  await expect.poll(state, { timeout: 20_000 }).toBe('succeeded');
  const { results, message } = await look();
  expect(results).toMatchObject([{ outputLength: LIMITS.jobOutput.each, isCut: true, exitCode: 0 }]);
  expect(message).toMatch(/x …$/);
  expect(message.length).toBeLessThan(5000);
});
