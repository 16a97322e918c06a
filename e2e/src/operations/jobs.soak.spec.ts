// Two real servers on one database, a job on real hosts, and the death of the server that runs it.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { JobRow } from '@jadegate/contract/operations/job';
import type { JobResult, JobRun } from '@jadegate/contract/operations/job-run';
import type { Page } from '@jadegate/contract/paging';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { LOOPBACK, ssh } from '../hosts.ts';
import { Client } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase, query, type Database } from '../support/postgres.ts';
import { Product } from '../support/product.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'a password for tests';
const PATIENT = { timeout: 40_000, interval: 200 };

const letters: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, session, done) => {
    stream.resume();
    stream.on('end', () => {
      letters.push(session.envelope.rcptTo.map(({ address }) => address).join());
      done();
    });
  },
});

let database: Database;
let products: [Product, Product];
let clients: [Client, Client];
const assets: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  await new Promise<void>((resolve) => smtp.listen(0, LOOPBACK, resolve));
  const env = {
    JADEGATE_ADMIN_PASSWORD: PASSWORD,
    JADEGATE_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const first = await Product.start({ databaseUrl: database.url, env });
  products = [first, await Product.start({ databaseUrl: database.url, env })];
  clients = [new Client(products[0].url), new Client(products[1].url)];
  for (const client of clients) {
    await client.login('admin', PASSWORD);
  }
  const [admin] = clients;
  const settings = {
    'host-key-policy': 'first-use',
    'mail-host': LOOPBACK,
    'mail-port': (smtp.server.address() as AddressInfo).port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
    'alert-recipients': 'ops@example.test',
    // Whatever the disk of this machine is like.
    'notify-disk': 'false',
  };
  await admin.call('PUT', '/properties', settings);
  const { port, username, password } = ssh;
  for (const [name, at] of [
    ['quick', port],
    ['slow', port],
    ['down', await freePort()],
  ] as const) {
    const body = { name, protocol: 'ssh', ip: LOOPBACK, port: at, username, password };
    assets.push((await admin.make<{ id: string }>('/assets', body)).id);
  }
});
afterAll(async () => {
  await Promise.all(products.map((product) => product.dispose()));
  await new Promise<void>((resolve) => smtp.close(resolve));
  await database.drop();
});

interface Script {
  /** Who has begun, a line each. */
  begun: string;
  release(): Promise<void>;
  remove(): Promise<void>;
  text: string;
}

/** Every host but the first to come waits until it is let go, and not for ever: nobody ends what a dead server began. */
function waiting(): Script {
  const folder = join('/tmp', `jadegate-job-${randomUUID()}`);
  const wait = 'i=0; while [ ! -e ' + folder + '/go ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done';
  return {
    begun: `${folder}.begun`,
    release: () => writeFile(join(folder, 'go'), ''),
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      await rm(`${folder}.begun`, { force: true });
    },
    text: `echo begun >> ${folder}.begun; echo begun; mkdir -m 777 ${folder} 2>/dev/null || { ${wait}; }; echo done`,
  };
}

async function jobOn(resourceIds: readonly string[], script: Script, over: object): Promise<JobRow> {
  const name = `job ${randomUUID()}`;
  const metadata = JSON.stringify({ shell: script.text });
  const failureMail = 'administrators';
  const body = { name, func: 'shell-job', cron: '@daily', mode: 'custom', resourceIds, failureMail };
  await clients[0].make('/jobs', { ...body, metadata, ...over });
  const { data } = await clients[1].call<Page<JobRow>>(
    'GET',
    `/jobs/paging?name=${encodeURIComponent(name)}`,
  );
  return until('the job is listed', () => data.items[0]);
}

const runsOf = async (client: Client, { id }: JobRow) =>
  (await client.call<Page<JobRun>>('GET', `/jobs/${id}/runs/paging?pageSize=100`)).data.items;
const states = async (client: Client, job: JobRow) =>
  (await runsOf(client, job)).map(({ state }) => state).filter((state) => state !== 'skipped');

it('runs once with two servers, is seen live at both, and tells how each host went', async () => {
  const script = waiting();
  const job = await jobOn(assets, script, { cron: '0/2 * * * * ?', status: 'running' });
  const run = await until('it runs', async () =>
    (await runsOf(clients[1], job)).find((one) => one.state === 'running'),
  );
  const look = async (client: Client) =>
    (await client.call<JobRun & { results: JobResult[] }>('GET', `/jobs/${job.id}/runs/${run.id}`)).data;
  for (const client of clients) {
    const slow = await until('one host is still at it', async () => {
      const { results } = await look(client);
      const done = results.filter(({ state }) => state === 'succeeded').length === 1;
      return done ? results.find(({ state }) => state === 'running') : undefined;
    });
    const path = `/jobs/${job.id}/runs/${run.id}/results/${slow.id}`;
    await expect
      .poll(async () => (await client.call<{ text: string }>('GET', path)).data.text, PATIENT)
      .toBe('begun\n');
  }
  // Its times have come up again meanwhile, and were passed over.
  await expect.poll(async () => (await runsOf(clients[0], job)).length, PATIENT).toBeGreaterThan(2);
  expect(await states(clients[0], job)).toEqual(['running']);
  await clients[0].call('POST', `/jobs/${job.id}/change-status?status=not-running`);
  await script.release();
  await expect.poll(async () => (await look(clients[1])).state, PATIENT).toBe('failed');
  const { total, succeeded, failed, results } = await look(clients[0]);
  expect({ total, succeeded, failed }).toEqual({ total: 3, succeeded: 2, failed: 1 });
  expect(results.find(({ assetName }) => assetName === 'down')).toMatchObject({
    state: 'failed',
    exitCode: null,
  });
  expect((await readFile(script.begun, 'utf8')).split('\n').filter(Boolean)).toHaveLength(2);
  const planned = (await runsOf(clients[0], job)).map((one) => one.planned);
  expect(new Set(planned).size).toBe(planned.length);
  await expect.poll(() => letters, PATIENT).toEqual(['ops@example.test']);
  await script.remove();
}, 120_000);

it('is interrupted by the death of its server, which the other one says, and is free to run again', async () => {
  const script = waiting();
  const job = await jobOn(assets.slice(0, 2), script, { overlap: 'skip' });
  await clients[0].make(`/jobs/${job.id}/runs`);
  const pid = await until('somebody runs it', async () => {
    const rows = await query(
      database.url,
      `select pid from server_process p join job_run r on r.process_id = p.id where r.state = 'running' and r.job_id = '${job.id}'`,
    );
    return rows[0]?.pid;
  });
  await expect.poll(() => readFile(script.begun, 'utf8').catch(() => ''), PATIENT).toContain('begun\nbegun');
  const dead = products[0].pid === Number(pid) ? 0 : 1;
  const other = clients[1 - dead] as Client;
  await products[dead].kill9();
  expect(await other.call('POST', `/jobs/${job.id}/runs`)).toMatchObject({ error: 'job.already_running' });
  await expect.poll(() => states(other, job), PATIENT).toEqual(['interrupted']);
  expect((await runsOf(other, job))[0]?.message).toContain('伺服器程序已停止');
  await expect.poll(() => letters.length, PATIENT).toBe(2);
  await script.release();
  expect(await other.call('POST', `/jobs/${job.id}/runs`)).toMatchObject({ code: 1 });
  await expect.poll(() => states(other, job), PATIENT).toEqual(['succeeded', 'interrupted']);
  // That it failed, and that it is well again.
  await expect.poll(() => letters.length, PATIENT).toBe(3);
  await script.remove();
}, 120_000);
