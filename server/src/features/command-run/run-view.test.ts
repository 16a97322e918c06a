import type { CommandRun, RunPlan } from '@jadegate/contract/command-run';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { RunKit } from '../../testing/run-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new RunKit(server);
beforeAll(() => kit.start());
afterAll(() => kit.stop());

type Method = 'GET' | 'POST';
const callAs =
  (token: string) =>
  <Data>(method: Method, url: string, body?: object) =>
    server.current.call<Data>(method, url, { token, ...(body && { body }) });

/** A person at a login with one machine of their own, and one that is not theirs. */
async function aPerson() {
  const person = await server.current.loginAs({ type: 'user' });
  const [own, foreign] = [await kit.machine(), await kit.machine()];
  await kit.grant(person.id, own);
  return { ...person, own, foreign, as: callAs(person.token) };
}

async function over(as: ReturnType<typeof callAs>, id: string): Promise<CommandRun> {
  const read = async () => (await as<CommandRun>('GET', `/command-runs/${id}`)).data;
  await expect.poll(async () => (await read()).state, { timeout: 15_000 }).toBe('over');
  return read();
}

it('people see what would run, run it, read what was printed and take it with them', async () => {
  const { as, own, foreign, token } = await aPerson();
  const request = { assetIds: [own, foreign], script: 'echo =1+1\r\necho 二' };
  const plan = await as<RunPlan>('POST', '/command-runs/plan', request);
  expect(plan.data.hosts.map(({ verdict }) => verdict)).toEqual(['run', 'refused']);
  const { data, code } = await as<{ id: string }>('POST', '/command-runs', request);
  expect(code).toBe(1);
  const run = await over(as, data.id);
  expect(run).toMatchObject({ kind: 'command', origin: 'batch', script: 'echo =1+1\necho 二' });
  expect(run.hosts).toMatchObject([
    { assetId: own, state: 'succeeded', exitCode: 0 },
    { assetId: foreign, assetName: '', state: 'refused', sessionId: '' },
  ]);
  const path = `/command-runs/${data.id}`;
  expect((await as('GET', `${path}/output?assetId=${own}&from=4`)).data).toEqual({
    text: '\n二\n',
    isCut: false,
  });
  const download = (format: string) =>
    server.current.inject('GET', `${path}/export?format=${format}`, { token });
  expect((await download('csv')).body.split('\r\n')[1]).toMatch(/,succeeded,0,,\d+,,[\w-]+,"'=1\+1\n二\n"$/);
  expect((await download('json')).json()).toMatchObject({
    hosts: [{ output: '=1+1\n二\n' }, { output: '' }],
  });
  expect(await as('POST', `${path}/stop`)).toMatchObject({ error: 'command_run.over' });
});

it('a run of somebody else is not there, for administrators neither', async () => {
  const { as, own } = await aPerson();
  const { data } = await as<{ id: string }>('POST', '/command-runs', { assetIds: [own], script: 'sleep 30' });
  const stranger = await aPerson();
  for (const other of [stranger.as, callAs(kit.token)]) {
    for (const [method, url] of [
      ['GET', ''],
      ['GET', `/output?assetId=${own}`],
      ['GET', '/export'],
      ['POST', '/stop'],
    ] as const) {
      expect(await other(method, `/command-runs/${data.id}${url}`)).toMatchObject({
        code: 404,
        error: 'command_run.not_found',
      });
    }
  }
  expect(await as('POST', `/command-runs/${data.id}/stop`)).toMatchObject({ code: 1 });
  expect((await over(as, data.id)).hosts[0]).toMatchObject({ state: 'stopped' });
});

it('only the hosts that changed are told again', async () => {
  const { as, own } = await aPerson();
  const { data } = await as<{ id: string }>('POST', '/command-runs', { assetIds: [own], script: 'sleep 30' });
  const read = async (after: number) =>
    (await as<CommandRun>('GET', `/command-runs/${data.id}?after=${after}`)).data;
  await expect.poll(async () => (await read(0)).hosts[0]?.sessionId).not.toBe('');
  const { version } = await read(0);
  expect((await read(version)).hosts).toEqual([]);
  await as('POST', `/command-runs/${data.id}/stop`);
  expect((await read(version)).hosts).toMatchObject([{ state: 'stopped' }]);
});

it.each([
  ['no asset', { assetIds: [], script: 'true' }],
  ['a blank script', { assetIds: ['a'], script: ' \n ' }],
  ['no time', { assetIds: ['a'], script: 'true', timeoutSeconds: 0 }],
])('%s is refused', async (_what, body) => {
  expect(await callAs(kit.token)('POST', '/command-runs', body)).toMatchObject({ code: 400 });
});

it('all that many hosts printed is sent host by host, and comes whole', async () => {
  const { as, own, token } = await aPerson();
  const { data } = await as<{ id: string }>('POST', '/command-runs', { assetIds: [own], script: 'true' });
  await over(as, data.id);
  const { db } = server.current;
  const row = await db
    .selectFrom('command_run_host')
    .selectAll()
    .where('run_id', '=', data.id)
    .executeTakeFirstOrThrow();
  const output = '"long", \n'.repeat(6000);
  const hosts = 200;
  for (let host = 1; host < hosts; host++) {
    const more = { ...row, asset_id: `${own}-${host}`, position: host, output };
    await db.insertInto('command_run_host').values(more).execute();
  }
  const path = `/command-runs/${data.id}/export`;
  const json = await server.current.inject('GET', `${path}?format=json`, { token });
  const read = json.json<{ id: string; hosts: { output: string }[] }>();
  expect(read).toMatchObject({ id: data.id, hosts: { length: hosts } });
  expect(read.hosts.at(-1)?.output).toBe(output);
  const { body } = await server.current.inject('GET', `${path}?format=csv`, { token });
  expect(body.match(/,succeeded,/g)).toHaveLength(hosts);
});
