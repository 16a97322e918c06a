import type { CommandRun } from '@jadegate/contract/operations/command-run';
import type { RunRow } from '@jadegate/contract/operations/run-history';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
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

it('a run of somebody else is not there', async () => {
  const { as, own } = await aPerson();
  const { data } = await as<{ id: string }>('POST', '/command-runs', { assetIds: [own], script: 'sleep 30' });
  const stranger = await aPerson();
  const admin = await server.current.loginAs({ type: 'admin', menus: ['command-exec', 'offline-session'] });
  for (const other of [stranger.as, callAs(admin.token)]) {
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

it('whoever may play recordings reads the runs of everybody, which is written down once, and stops none', async () => {
  const { as, own, id } = await aPerson();
  const { data } = await as<{ id: string }>('POST', '/command-runs', {
    assetIds: [own],
    script: 'echo seen',
  });
  await over(as, data.id);
  const menus = ['offline-session', 'offline-session-playback'] as const;
  const auditor = callAs((await server.current.loginAs({ type: 'admin', menus })).token);
  const path = `/command-runs/${data.id}`;
  expect((await auditor<CommandRun>('GET', path)).data).toMatchObject({ userId: id, state: 'over' });
  expect((await auditor('GET', `${path}/output?assetId=${own}`)).data).toMatchObject({ text: 'seen\n' });
  expect(await auditor('POST', `${path}/stop`)).toMatchObject({ error: 'command_run.not_found' });
  const read = await server.current.db
    .selectFrom('audit_log')
    .select('object_id')
    .where('action', '=', 'command-run.read')
    .where('object_id', '=', data.id)
    .execute();
  expect(read).toHaveLength(1);
});

it('past runs are listed with what became of them, one’s own and for those who may those of everybody', async () => {
  const { as, own, foreign, id, token } = await aPerson();
  const other = await aPerson();
  const mark = `mark-${newId().slice(-8)}`;
  const start = async (who: typeof as, assetIds: string[], script: string) => {
    const { data } = await who<{ id: string }>('POST', '/command-runs', {
      assetIds,
      script,
      timeoutSeconds: 77,
    });
    await over(who, data.id);
    return data.id;
  };
  const first = await start(as, [own, foreign], `echo ${mark} one`);
  const second = await start(as, [own], 'exit 3');
  const third = await start(other.as, [other.own], `echo ${mark} three`);
  const list = async (who: typeof as, path: string, query: string) =>
    (await who<Page<RunRow>>('GET', `/command-runs/${path}?${query}`)).data;
  const { total, items } = await list(as, 'paging', '');
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { id: second, script: 'exit 3', hosts: 1, succeeded: 0, failed: 1, state: 'over', userId: id },
    { id: first, kind: 'command', origin: 'batch', hosts: 2, succeeded: 1, failed: 1 },
  ]);
  expect(items[0]?.durationMs).toBeGreaterThanOrEqual(0);
  expect((await list(as, 'paging', `script=${mark}`)).items.map((run) => run.id)).toEqual([first]);
  expect((await list(as, 'paging', 'kind=file')).total).toBe(0);
  expect((await list(as, 'paging', 'state=running')).total).toBe(0);
  expect((await as<CommandRun>('GET', `/command-runs/${first}`)).data).toMatchObject({ timeoutSeconds: 77 });
  const all = await list(callAs(kit.token), 'all/paging', `script=${mark}`);
  expect(all.items.map((run) => run.id)).toEqual([third, first]);
  const denied = await server.current.call('GET', '/command-runs/all/paging', { token });
  expect(denied).toMatchObject({ code: 403 });
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
