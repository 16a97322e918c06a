// On a real sshd. What would stop a machine is a stand-in there: see `PoweredHost`.
import type { NodeAction, NodeImpact } from '@jadegate/contract/fleet/node-power';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { PoweredHost } from '../../testing/powered-host.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { aSession } from '../../testing/session-rows.ts';
import { isSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const SOON = { timeout: 20_000, interval: 200 };
const NAME = 'rack-one';
const server = useTestServer();
const kit = new SessionKit(server);
const { assets } = kit;
let host: PoweredHost;
let nodeId = '';
let assetId = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  host = await PoweredHost.open();
  ({ id: assetId } = await assets.created({ ip: '127.0.0.1', port: host.port, ...host.account }));
  const { data } = await call<{ id: string }>('POST', '/nodes', { name: NAME, assetId });
  nodeId = data.id;
  await server.current.services.nodeScheduler.settled();
});
afterEach(async () => {
  await server.current.services.work.settled();
  await call('DELETE', `/nodes/${nodeId}`);
  await host.remove();
});

const call = <Data>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, token = assets.token) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const order = (change: object = {}, token = assets.token) =>
  call<{ actionId: string }>(
    'POST',
    `/nodes/${nodeId}/power`,
    { action: 'reboot', confirm: NAME, reason: 'kernel update', ...change },
    token,
  );
const last = async () => (await call<Page<NodeAction>>('GET', `/nodes/${nodeId}/actions`)).data.items[0];
const ended = async () => {
  await expect.poll(async () => (await last())?.state, SOON).not.toBe('running');
  return last();
};

it('a host is restarted with the rights of its account, and that it came back is seen by its run', async () => {
  host.answers(`echo 22222222-2222-4222-8222-222222222222 > "$(dirname "$0")/next"; exit 0`);
  expect((await order()).code).toBe(1);
  await expect.poll(() => host.called(), SOON).toEqual(['systemctl reboot']);
  expect((await order()).error).toBe('node.power_busy');
  expect((await last())?.state).toBe('running');
  host.beginsRun('22222222-2222-4222-8222-222222222222');
  expect(await ended()).toMatchObject({
    action: 'reboot',
    state: 'succeeded',
    reason: 'kernel update',
    message: '',
  });
  // Given once, however long it took.
  expect(host.called()).toEqual([]);
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select(['action', 'result'])
    .where('object_id', '=', nodeId)
    .where('action', 'in', ['node.power', 'node.power-ended'])
    .orderBy('seq')
    .execute();
  expect(rows).toEqual([
    { action: 'node.power', result: 'success' },
    { action: 'node.power-ended', result: 'success' },
  ]);
});

it('an account that is root asks no sudo', async () => {
  host.tool('id', '[ "$1" = -u ] && echo 0 && exit; exec /usr/bin/id "$@"');
  host.sudoAnswers('echo "sudo: a password is required" >&2; exit 1');
  await order();
  await expect.poll(() => host.called(), SOON).toEqual(['systemctl reboot']);
  host.beginsRun('66666666-6666-4666-8666-666666666666');
  expect((await ended())?.state).toBe('succeeded');
});

it('people there are told and have a moment, whoever else they are connected to is not', async () => {
  await call('POST', `/assets/${assetId}/tcping`);
  const { data } = await kit.create(assetId);
  const there = kit.connect(`/sessions/${data.id}/ssh`, kit.token, { cols: '100', rows: '30' });
  const elsewhere = await kit.opened();
  await expect.poll(() => there.shown, SOON).not.toBe('');
  await server.current.db
    .updateTable('session')
    .set({ ip: '127.0.0.2' })
    .where('id', '=', elsewhere.id)
    .execute();
  const words = (client: typeof there) =>
    client.frames.flatMap((frame) =>
      frame.type === 'notice' && frame.notice.kind === 'message' ? [frame.notice.text] : [],
    );
  expect((await order()).code).toBe(1);
  await expect
    .poll(() => words(there), SOON)
    .toEqual([expect.stringMatching(/10 秒後重新開機.*kernel update/)]);
  expect(host.called()).toEqual([]);
  expect((await last())?.state).toBe('running');
  await expect.poll(() => host.called(), SOON).toEqual(['systemctl reboot']);
  host.beginsRun('77777777-7777-4777-8777-777777777777');
  expect((await ended())?.state).toBe('succeeded');
  // Without a word where somebody says so: then nobody waits either.
  expect((await order({ notify: false })).code).toBe(1);
  await expect.poll(() => host.called()).toEqual(['systemctl reboot']);
  host.beginsRun('88888888-8888-4888-8888-888888888888');
  await ended();
  expect([words(there), words(elsewhere.client)]).toEqual([[expect.anything()], []]);
  const audited = await assets.audited(nodeId);
  expect(
    audited.filter(({ action }) => action === 'node.power').map(({ detail }) => detail['notify']),
  ).toEqual([true, false]);
  // Those of another server hear of it there, once.
  const { db, services } = server.current;
  const open = {
    state: 'running',
    ended_at: null,
    process_id: 'another',
    notice_until: server.current.now() + 8000,
  };
  await db
    .updateTable('node_action')
    .set(open as never)
    .where('id', '=', (await last())?.id ?? '')
    .execute();
  await services.powerNotice.notifyForOthers();
  await services.powerNotice.notifyForOthers();
  await expect.poll(() => words(there).length).toBe(2);
  expect(words(there)[1]).toContain('8 秒後');
  // The next test counts who is there.
  const over = new Promise((resolve) => there.socket.once('close', resolve));
  await call('POST', `/sessions/${data.id}/disconnect`);
  await over;
});

it.runIf(isSoak)(
  'a host that is shut down is gone when it answers no more',
  async () => {
    expect((await order({ action: 'shutdown' })).code).toBe(1);
    await expect.poll(() => host.called(), SOON).toEqual(['systemctl poweroff']);
    await host.goDown();
    await expect.poll(async () => (await last())?.state, { timeout: 40_000 }).toBe('succeeded');
  },
  60_000,
);

it('an account without the right is told what to allow it', async () => {
  host.sudoAnswers('echo "sudo: a password is required" >&2; exit 1');
  await order();
  const failed = await ended();
  expect(failed).toMatchObject({ state: 'failed', detail: 'sudo: a password is required' });
  expect(failed?.message).toContain('NOPASSWD: /usr/bin/systemctl reboot');
  expect(host.called()).toEqual([]);
});

it.runIf(isSoak)(
  'without systemd the next tool is asked, and what none of them does is said in their words',
  async () => {
    host.answers('case "$0" in */systemctl) echo "not booted with systemd" >&2; exit 1;; esac; exit 0');
    await order();
    const called: string[] = [];
    await expect.poll(() => called.push(...host.called()), SOON).toBe(2);
    host.beginsRun('33333333-3333-4333-8333-333333333333');
    expect((await ended())?.state).toBe('succeeded');
    host.answers('echo "held up by backup.service" >&2; exit 1');
    await order();
    expect(await ended()).toMatchObject({ state: 'failed', detail: 'held up by backup.service' });
    expect(host.called()).toEqual(['systemctl reboot', 'shutdown -r now', 'reboot ']);
  },
);

it.runIf(isSoak)(
  'one that goes on as before is told so at the deadline, and is not ordered again',
  async () => {
    await order();
    await expect.poll(() => host.called(), SOON).toEqual(['systemctl reboot']);
    server.current.passTime(HOUR_MS);
    const late = await ended();
    expect(late?.state).toBe('unanswered');
    expect(late?.message).toContain('仍在執行同一次開機');
    expect(host.called()).toEqual([]);
  },
);

it('what would be lost is named, and a protected machine stands in the way', async () => {
  const { db } = server.current;
  await aSession(server.current, {
    asset_id: assetId,
    asset_name: 'web-01',
    ip: '127.0.0.1',
    user_name: '林美',
  });
  const { data } = await call<NodeImpact>('GET', `/nodes/${nodeId}/impact`);
  expect(data.sessions).toMatchObject([{ person: '林美', target: 'web-01', protocol: 'ssh' }]);
  const [vm] = data.vms;
  expect(vm?.isProtected).toBe(false);
  const protect = (is: 0 | 1) =>
    db
      .updateTable('vm')
      .set({ is_protected: is })
      .where('id', '=', vm?.id ?? '')
      .execute();
  await protect(1);
  const refused = await order();
  expect(refused.error).toBe('node.vms_protected');
  expect(refused.message).toContain(vm?.name);
  await protect(0);
  expect((await order()).code).toBe(1);
  await expect.poll(() => host.called(), SOON).toEqual(['systemctl reboot']);
  host.beginsRun('44444444-4444-4444-8444-444444444444');
  expect(await ended()).toMatchObject({ sessionCount: 1, vmCount: data.vmCount });
});

it('needs the right, the name and a reason, and a host that can be reached', async () => {
  for (const menus of [['node'], ['node', 'node-collect', 'node-edit', 'vm-power']] as const) {
    const { token } = await server.current.loginAs({ type: 'admin', menus: [...menus] });
    expect((await order({}, token)).code).toBe(403);
    expect((await call('GET', `/nodes/${nodeId}/impact`, undefined, token)).code).toBe(403);
    expect((await call('GET', `/nodes/${nodeId}/actions`, undefined, token)).code).toBe(1);
  }
  const { token } = await server.current.loginAs({ type: 'user' });
  expect((await order({}, token)).code).toBe(403);
  expect((await call('GET', `/nodes/${nodeId}/actions`, undefined, token)).code).toBe(403);
  expect((await order({ confirm: 'rack-two' })).error).toBe('node.confirm_mismatch');
  expect((await order({ reason: 'why' })).error).toBe('node.reason_missing');
  expect((await order({ action: 'explode' })).code).toBe(400);
  await host.goDown();
  expect((await order()).error).toBe('node.unreachable');
  await assets.remove(assetId);
  expect((await order()).error).toBe('node.unlinked');
  expect(host.called()).toEqual([]);
  expect(await last()).toBeUndefined();
});

it('with the right alone it is done, and one that a dead server began is not begun again', async () => {
  const { token } = await server.current.loginAs({ type: 'admin', menus: ['node', 'node-power'] });
  expect((await order({}, token)).code).toBe(1);
  await expect.poll(() => host.called(), SOON).toEqual(['systemctl reboot']);
  host.beginsRun('55555555-5555-4555-8555-555555555555');
  const done = await ended();
  expect(done?.state).toBe('succeeded');
  const { db, services } = server.current;
  await db
    .updateTable('node_action')
    .set({ state: 'running', ended_at: null, process_id: 'long-dead' })
    .where('id', '=', done?.id ?? '')
    .execute();
  await services.work.recoverOrphans();
  await services.work.settled();
  expect((await last())?.state).toBe('interrupted');
  expect(host.called()).toEqual([]);
});
