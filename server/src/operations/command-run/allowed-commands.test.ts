import type { AccessAnswer } from '@jadegate/contract/access/authorised';
import type { Strategy } from '@jadegate/contract/access/strategy';
import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
import type { RunChoice } from '@jadegate/contract/operations/command-run';
import type { JobResult } from '@jadegate/contract/operations/job-run';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';
import type { Page } from '@jadegate/contract/paging';
import type { CreatedSession } from '@jadegate/contract/session/session';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new RunKit(server);
beforeAll(() => kit.start());
beforeEach(() => void kit.commands.splice(0));
afterAll(() => kit.stop());

const RESTART = { name: '重啟服務', content: 'echo restart "{{service}}"' };
const UPTIME = { name: '負載', content: 'echo up' };
const REFUSED = '授權政策只允許執行列出的指令，且參數只能是不含空白與符號的值';

const SHELL_OFF = '授權政策不允許在這個資產使用終端機';

const SIZE = { cols: '80', rows: '24' };
type Method = 'GET' | 'POST' | 'PUT';
const call = <Data>(method: Method, path: string, body?: object, token = kit.token) =>
  server.current.call<Data>(method, path, { token, ...(body && { body }) });

async function limitedTo(allowedCommands: readonly object[], more: object = {}): Promise<string> {
  const body = { name: `only ${newId()}`, commandsOnly: true, allowedCommands, ...more };
  return (await call<Strategy>('POST', '/strategies', body)).data.id;
}

/** Somebody at a login, with one machine on which only listed commands can be run. */
async function aLimitedPerson(strategyId: string) {
  const person = await server.current.loginAs({ type: 'user' });
  const assetId = await kit.machine();
  await kit.grant(person.id, assetId, { strategyId });
  const as = <Data>(method: Method, path: string, body?: object) =>
    call<Data>(method, path, body, person.token);
  const run = async (script: string, values?: object) => {
    const body = { assetIds: [assetId], script, ...(values && { values }) };
    const plan = (await as<RunPlan>('POST', '/command-runs/plan', body)).data.hosts[0];
    const { data } = await as<{ id: string }>('POST', '/command-runs', body);
    const read = async () =>
      (await as<{ hosts: { state: string; message: string }[] }>('GET', `/command-runs/${data.id}`)).data
        .hosts[0];
    await expect.poll(async () => (await read())?.state).toMatch(/^(?:refused|succeeded|failed)$/);
    return { plan, host: await read() };
  };
  return { ...person, assetId, as, run };
}

it('only what the strategy lists is run, for a client of one’s own making too', async () => {
  const { run } = await aLimitedPerson(await limitedTo([RESTART, UPTIME]));
  expect(await run('echo up')).toMatchObject({ plan: { verdict: 'run' }, host: { state: 'succeeded' } });
  const values = { service: 'nginx' };
  expect(await run('echo restart "nginx"', values)).toMatchObject({ host: { state: 'succeeded' } });
  expect(kit.commands).toEqual(['echo up', 'echo restart "nginx"']);
  const refused: [string, object?][] = [
    ['id'],
    ['echo up; id'],
    ['echo up\nid'],
    ['echo up\u2028id'],
    ['echo restart "nginx"'],
    ['echo restart ""', { service: '' }],
    ['echo restart "$(id)"', { service: '$(id)' }],
    ['echo restart "a"; id; ""', { service: 'a"; id; "' }],
    ['echo restart "nginx"; id', values],
  ];
  for (const [script, given] of refused) {
    expect(await run(script, given)).toMatchObject({
      plan: { verdict: 'refused', message: REFUSED },
      host: { state: 'refused', message: REFUSED },
    });
  }
  expect(kit.commands).toHaveLength(2);
});

it('nothing can be opened there, and what is open ends when a strategy becomes such', async () => {
  const { data: open } = await call<Strategy>('POST', '/strategies', { name: `open ${newId()}` });
  const { as, assetId, token, id: userId } = await aLimitedPerson(open.id);
  const path = `/sessions?assetId=${assetId}&mode=native`;
  const before = await as<CreatedSession>('POST', path);
  expect(before.code).toBe(1);
  const client = kit.connect(`/sessions/${before.data.id}/ssh`, token, SIZE);
  await expect.poll(() => client.shown).toBe('$ ');
  const limit = { name: open.name, commandsOnly: true, allowedCommands: [UPTIME] };
  expect(await call('PUT', `/strategies/${open.id}`, limit)).toMatchObject({ code: 1 });
  await expect.poll(() => client.reason).toBe('使用這個資產的授權已失效');
  expect(await as('POST', path)).toMatchObject({ code: 403, error: 'session.commands_only' });
  const { data: mine } = await as<Page<WorkerAsset>>('GET', '/worker/assets/paging');
  expect(mine.items).toMatchObject([{ id: assetId, usableNow: true, commandsOnly: true }]);
  const why = await call<AccessAnswer>('GET', `/authorised/why?userId=${userId}&assetId=${assetId}`);
  expect(why.data).toMatchObject({ allowed: true, commandsOnly: true });
  expect(why.data.steps.at(-1)?.message).toContain('只允許執行列出的指令，不能開啟連線');
});

it('without a shell no terminal is opened and an open one ends; batch runs go on', async () => {
  const { data: open } = await call<Strategy>('POST', '/strategies', { name: `open ${newId()}` });
  const { as, assetId, token, run } = await aLimitedPerson(open.id);
  const path = `/sessions?assetId=${assetId}&mode=native`;
  const [live, prepared] = [await as<CreatedSession>('POST', path), await as<CreatedSession>('POST', path)];
  const client = kit.connect(`/sessions/${live.data.id}/ssh`, token, SIZE);
  await expect.poll(() => client.shown).toBe('$ ');
  await call('PUT', `/strategies/${open.id}`, { name: open.name, shell: false, exec: false });
  await expect.poll(() => client.reason).toBe(SHELL_OFF);
  const late = kit.connect(`/sessions/${prepared.data.id}/ssh`, token, SIZE);
  await expect.poll(() => late.reason).toBe(SHELL_OFF);
  expect(await as('POST', path)).toMatchObject({ code: 403, error: 'session.shell_off' });
  const { data: mine } = await as<Page<WorkerAsset>>('GET', '/worker/assets/paging');
  expect(mine.items).toMatchObject([{ id: assetId, usableNow: true, shellOff: true }]);
  expect(await run('echo up')).toMatchObject({ plan: { verdict: 'run' }, host: { state: 'succeeded' } });
});

it('a session that was made before cannot be opened afterwards', async () => {
  const { data: open } = await call<Strategy>('POST', '/strategies', { name: `open ${newId()}` });
  const { as, assetId, token } = await aLimitedPerson(open.id);
  const { data } = await as<CreatedSession>('POST', `/sessions?assetId=${assetId}&mode=native`);
  await call('PUT', `/strategies/${open.id}`, {
    name: open.name,
    commandsOnly: true,
    allowedCommands: [UPTIME],
  });
  const client = kit.connect(`/sessions/${data.id}/ssh`, token, SIZE);
  await expect.poll(() => client.reason).toBeDefined();
  expect(client.shown).toBe('');
});

it('people are told what they may run, and a saved command of theirs changes nothing of it', async () => {
  const { as, assetId, run } = await aLimitedPerson(await limitedTo([UPTIME]));
  const free = await kit.machine();
  const saved = await as<{ id: string }>('POST', '/worker/commands', UPTIME);
  expect(saved.code).toBe(1);
  const choice = await as<RunChoice>('POST', '/command-runs/choice', { assetIds: [assetId, free] });
  expect(choice.data).toEqual({ free: [], commands: [{ ...UPTIME, assetIds: [assetId] }] });
  const changed = { name: UPTIME.name, content: 'id' };
  expect(await as('PUT', `/worker/commands/${saved.data.id}`, changed)).toMatchObject({ code: 1 });
  expect((await run('id')).host?.state).toBe('refused');
});

it('jobs of such a person obey it', async () => {
  const strategyId = await limitedTo([RESTART]);
  const owner = await server.current.loginAs({ type: 'admin', menus: ['job', 'job-add', 'job-edit'] });
  const machine = await kit.machine();
  await kit.grant(owner.id, machine, { strategyId });
  const outcome = async (metadata: object) => {
    const name = `job ${newId()}`;
    const body = { name, func: 'shell-job', cron: '@daily', mode: 'custom', resourceIds: [machine] };
    const made = { ...body, metadata: JSON.stringify(metadata), timeoutSeconds: 60 };
    expect(await call('POST', '/jobs', made, owner.token)).toMatchObject({ code: 1 });
    const { data } = await call<Page<{ id: string }>>('GET', `/jobs/paging?name=${encodeURIComponent(name)}`);
    const path = `/jobs/${data.items[0]?.id}/runs`;
    const { runId } = (await call<{ runId: string }>('POST', path)).data;
    const results = async () =>
      (await call<{ results: JobResult[] }>('GET', `${path}/${runId}`)).data.results[0]?.state;
    await expect.poll(results, { timeout: 20_000 }).toMatch(/^(?:refused|succeeded|failed)$/);
    return results();
  };
  expect(await outcome({ shell: 'id' })).toBe('refused');
  const values = { service: 'nginx' };
  expect(await outcome({ shell: 'echo restart "nginx"; id', values })).toBe('refused');
  expect(kit.commands).toEqual([]);
  expect(await outcome({ shell: 'echo restart "nginx"', values })).toBe('succeeded');
});

it('a list without a command is refused, and only the names go into the audit log', async () => {
  const body = { name: `only ${newId()}`, commandsOnly: true, allowedCommands: [] };
  expect(await call('POST', '/strategies', body)).toMatchObject({
    error: 'strategy.commands_required',
    fields: [{ path: 'allowedCommands' }],
  });
  const id = await limitedTo([RESTART]);
  const { data: strategy } = await call<Strategy>('GET', `/strategies/${id}`);
  // The family's client knows nothing of it, and takes nothing away.
  expect(await call('PUT', `/strategies/${id}`, { name: strategy.name, upload: true })).toMatchObject({
    code: 1,
  });
  expect((await call<Strategy>('GET', `/strategies/${id}`)).data).toMatchObject({
    commandsOnly: true,
    allowedCommands: [RESTART],
  });
  const other = [{ ...RESTART, content: 'echo secret-text' }];
  await call('PUT', `/strategies/${id}`, { name: strategy.name, allowedCommands: other });
  const entries = await server.current.db
    .selectFrom('audit_log')
    .select('detail')
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute();
  const text = entries.map(({ detail }) => detail).join('\n');
  expect(text).toContain('"replaced":["allowedCommands"]');
  expect(text).toContain(RESTART.name);
  expect(text).not.toContain('secret-text');
});
