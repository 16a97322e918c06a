import { LIMITS } from '@jadegate/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/id.ts';
import { filesIn } from '../../recorders/recording-files.ts';
import { TerminalReader } from '../../recorders/terminal/reader.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { clockLimit } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new RunKit(server);
beforeAll(() => kit.start());
beforeEach(() => void kit.commands.splice(0));
afterAll(() => kit.stop());

const runs = () => server.current.services.commandRuns;
const MINUTE = { timeoutMs: 60_000, origin: 'batch' } as const;

async function printed(sessionId: string): Promise<string> {
  const reader = await TerminalReader.open(filesIn(server.current.services.liveSessions.folderOf(sessionId)));
  let text = '';
  for await (const event of reader?.events() ?? []) {
    text += event.kind === 'output' ? Buffer.from(event.bytes).toString() : '';
  }
  return text;
}

describe('before anything runs', () => {
  it('each host is judged as a terminal there would be, and refused with the reason', async () => {
    const commandFilterId = await kit.filter([{ pattern: 'rm' }, { pattern: 'reboot', action: 'warn' }]);
    const { actor, assetIds } = await kit.person(2);
    const [free = '', other = ''] = assetIds;
    const filtered = await kit.machine();
    await kit.grant(actor.userId, filtered, { commandFilterId });
    const telnet = (await kit.assets.created({ protocol: 'telnet', port: 23 })).id;
    await kit.grant(actor.userId, telnet);
    const foreign = await kit.machine();
    const all = [free, other, filtered, telnet, foreign, 'nothing'];
    const script = 'uptime\nsudo rm \\\n  -rf /tmp/x\n# rm is not run here';
    const { hosts, warnings } = await runs().plan(actor, { assetIds: all, script });
    expect(hosts.map(({ verdict }) => verdict)).toEqual([
      'run',
      'run',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    expect(hosts[2]).toMatchObject({
      message: '指令過濾禁止執行「sudo rm   -rf /tmp/x」',
      lines: [{ action: 'deny', pattern: 'rm' }],
    });
    expect(hosts[3]?.message).toBe('只有 SSH 資產可以執行');
    // One that is not theirs and one that is not there look the same.
    expect(hosts[4]).toEqual({ ...hosts[5], assetId: foreign });
    expect(warnings).toBe('');
    expect(kit.commands).toEqual([]);
  });

  it('runs that are refused wholly are kept a few times an hour, and the rest is only written down (SEC-49)', async () => {
    const { actor } = await kit.person(0);
    const assetIds = Array.from({ length: 400 }, () => newId());
    const start = () =>
      runs()
        .start(actor, { ...MINUTE, assetIds: [...assetIds], script: 'x'.repeat(1000) })
        .then(({ done }) => done)
        .catch((error: unknown) => (error instanceof AppError ? error.code : 'other'));
    for (let count = 0; count < 30; count++) {
      expect(await start()).toMatchObject({ state: 'over' });
    }
    expect(await start()).toBe('command_run.refused_too_often');
    const { db } = server.current;
    const kept = await db
      .selectFrom('command_run')
      .select('id')
      .where('user_id', '=', actor.userId)
      .execute();
    expect(kept).toHaveLength(30);
    const entries = await db
      .selectFrom('audit_log')
      .select(['result', 'detail'])
      .where('actor_id', '=', actor.userId)
      .where('action', '=', 'command-run.started')
      .orderBy('seq')
      .execute();
    expect(entries).toHaveLength(31);
    expect(entries.every(({ detail }) => Buffer.byteLength(detail) <= 4096)).toBe(true);
    expect(entries.at(-1)?.result).toBe('failure');
    expect(JSON.parse(entries[0]?.detail ?? '')).toMatchObject({
      hosts: 400,
      cut: { bytes: expect.any(Number) as number },
    });
  });

  it('what a rule asks to confirm runs only with the very warnings that were shown', async () => {
    const commandFilterId = await kit.filter([{ pattern: 'echo', action: 'warn' }]);
    const { actor, assetIds } = await kit.person(1, { commandFilterId });
    const request = { assetIds, script: 'echo a' };
    const plan = await runs().plan(actor, request);
    expect(plan.hosts[0]).toMatchObject({ verdict: 'confirm', lines: [{ line: 'echo a', action: 'warn' }] });
    const unseen = await (await runs().start(actor, { ...request, ...MINUTE })).done;
    expect(unseen.hosts[0]).toMatchObject({ state: 'refused', message: '指令過濾要求先確認「echo a」' });
    const other = await runs().plan(actor, { ...request, script: 'echo b' });
    const confirmed = other.warnings;
    const wrong = await (await runs().start(actor, { ...request, ...MINUTE, confirmed })).done;
    expect(wrong.hosts[0]?.state).toBe('refused');
    expect(kit.commands).toEqual([]);
    const seen = await (await runs().start(actor, { ...request, ...MINUTE, confirmed: plan.warnings })).done;
    expect(seen.hosts[0]).toMatchObject({ state: 'succeeded', output: 'a\n' });
  });
});

describe('a run', () => {
  it('answers exit code and output of each host, in a recorded session of the person', async () => {
    const { actor, assetIds } = await kit.person(2);
    const foreign = await kit.machine();
    const mark = newId();
    const script = `echo ${mark}; echo oops >&2\nexit 3`;
    const { id, done } = await runs().start(actor, {
      ...MINUTE,
      assetIds: [...assetIds, foreign],
      script,
      parallelism: 1,
    });
    const { state, hosts } = await done;
    expect(state).toBe('over');
    expect(hosts.map((host) => host.state)).toEqual(['failed', 'failed', 'refused']);
    expect(hosts[2]?.sessionId).toBe('');
    expect(kit.commands).toEqual([script, script]);
    for (const host of hosts.slice(0, 2)) {
      expect(host).toMatchObject({ exitCode: 3, message: '', isCut: false });
      expect(host.output).toBe(`${mark}\noops\n`);
      expect(await kit.row(host.sessionId)).toMatchObject({
        mode: 'native',
        isUnattended: true,
        creator: actor.userId,
        assetId: host.assetId,
        status: 'disconnected',
        recording: '1',
        reviewed: false,
      });
      expect(await printed(host.sessionId)).toBe(
        `$ echo ${mark}; echo oops >&2\r\nexit 3\r\n${mark}\r\noops\r\n`,
      );
    }
    const sessionIds = hosts.slice(0, 2).map(({ sessionId }) => sessionId);
    const rows = () =>
      server.current.db
        .selectFrom('session_command')
        .select(['command', 'action', 'typed_by'])
        .where('session_id', 'in', sessionIds)
        .orderBy('offset_ms')
        .execute();
    await expect.poll(rows).toHaveLength(4);
    expect((await rows())[0]).toEqual({
      command: `echo ${mark}; echo oops >&2`,
      action: 'allow',
      typed_by: actor.username,
    });
    const audit = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'detail'])
      .where('object_id', '=', id)
      .execute();
    expect(audit).toMatchObject([{ action: 'command-run.started', actor_id: actor.userId }]);
    expect(JSON.parse(audit[0]?.detail ?? '')).toMatchObject({ hosts: 3, refused: [foreign] });
  });

  it('tells who follows what is printed while it runs', async () => {
    const { actor, assetIds } = await kit.person(1);
    const script = 'echo one; sleep 60';
    const { id, done } = await runs().start(actor, { ...MINUTE, assetIds, script });
    const seen: string[] = [];
    runs().follow(id, ({ printed: text }) => seen.push(text));
    await expect.poll(() => seen.join('')).toBe('one\n');
    await runs().stop(id);
    expect((await done).hosts[0]?.state).toBe('stopped');
  });

  it('takes none of the sessions a person may have, and has a limit of its own', async () => {
    const limit = (body: Record<string, string>) =>
      server.current.call('PUT', '/properties', { token: kit.token, body });
    await limit({ 'session-max-per-user': '1', 'command-run-max-per-user': '1' });
    try {
      const { actor, assetIds } = await kit.person(3);
      const request = { ...MINUTE, assetIds, script: 'sleep 60' };
      const { id, done } = await runs().start(actor, request);
      await expect.poll(() => kit.commands.length).toBe(3);
      await expect(runs().start(actor, request)).rejects.toMatchObject({ code: 'command_run.too_many' });
      // Nobody sits at them: they are not offered to come back to.
      expect(server.current.services.liveSessions.listOf(actor.userId)).toEqual([]);
      await runs().stop(id);
      expect((await done).hosts.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
      await (
        await runs().start(actor, { ...request, script: 'true' })
      ).done;
    } finally {
      await limit({ 'session-max-per-user': '0', 'command-run-max-per-user': '3' });
    }
  });

  it('keeps the beginning of a long output and says that it was cut; the recording has it all', async () => {
    const { actor, assetIds } = await kit.person(1);
    const lines = 20_000;
    const { done } = await runs().start(actor, { ...MINUTE, assetIds, script: `seq 1 ${lines}` });
    const [host] = (await done).hosts;
    expect(host).toMatchObject({ state: 'succeeded', isCut: true, outputBytes: 108_894 });
    expect(host?.output).toHaveLength(LIMITS.runOutput.max);
    expect(await printed(host?.sessionId ?? '')).toMatch(/\n20000\r\n$/);
  });
});

describe('a run ends', () => {
  it('within two seconds when it is stopped, and what waits does not begin', async () => {
    const { actor, assetIds } = await kit.person(3);
    const request = { ...MINUTE, assetIds, script: 'sleep 60', parallelism: 2 };
    const { id, done } = await runs().start(actor, request);
    await expect.poll(() => kit.commands.length).toBe(2);
    const before = performance.now();
    await runs().stop(id);
    expect(performance.now() - before).toBeLessThan(clockLimit(2000));
    const { hosts } = await done;
    expect(hosts.map(({ state, message }) => [state, message])).toEqual([
      ['stopped', '執行已由使用者停止'],
      ['stopped', '執行已由使用者停止'],
      ['stopped', '尚未開始就已停止'],
    ]);
    expect(kit.commands).toHaveLength(2);
    expect(await kit.row(hosts[0]?.sessionId ?? '')).toMatchObject({
      status: 'disconnected',
      message: '執行已由使用者停止',
    });
  });

  it('on a host that takes longer than it may', async () => {
    const { actor, assetIds } = await kit.person(1);
    const script = 'echo begun; sleep 60';
    const { done } = await runs().start(actor, { assetIds, script, origin: 'batch', timeoutMs: 1000 });
    expect((await done).hosts[0]).toMatchObject({
      state: 'timed-out',
      message: '執行超過時限，已停止',
      output: 'begun\n',
    });
  });

  it('where the right is taken away', async () => {
    const { actor, assetIds } = await kit.person(1);
    const { done } = await runs().start(actor, { ...MINUTE, assetIds, script: 'sleep 60' });
    await expect.poll(() => kit.commands.length).toBe(1);
    await server.current.db.deleteFrom('authorised').where('user_id', '=', actor.userId).execute();
    expect((await done).hosts[0]).toMatchObject({ state: 'failed', message: '使用這個資產的授權已失效' });
  });

  it('on a host that cannot be reached, with the reason', async () => {
    const { actor } = await kit.person(0);
    const asset = await kit.assets.created({ ip: '127.0.0.1', port: 1 });
    await kit.grant(actor.userId, asset.id);
    const { done } = await runs().start(actor, { ...MINUTE, assetIds: [asset.id], script: 'true' });
    const [host] = (await done).hosts;
    expect(host).toMatchObject({ state: 'failed', exitCode: null });
    expect(host?.message).toBe('127.0.0.1 的連接埠 1 拒絕連線');
  });

  it('as interrupted when its process died', async () => {
    const { actor, assetIds } = await kit.person(1);
    const { id, done } = await runs().start(actor, { ...MINUTE, assetIds, script: 'true' });
    await done;
    const { db } = server.current;
    const dead = newId();
    await db
      .updateTable('command_run')
      .set({ state: 'running', process_id: dead })
      .where('id', '=', id)
      .execute();
    await db.updateTable('command_run_host').set({ state: 'running' }).where('run_id', '=', id).execute();
    const states = async () => [
      (await db.selectFrom('command_run').select('state').where('id', '=', id).executeTakeFirst())?.state,
      (await db.selectFrom('command_run_host').select('state').where('run_id', '=', id).executeTakeFirst())
        ?.state,
    ];
    await server.current.services.work.recoverOrphans();
    await server.current.services.work.settled();
    expect(await states()).toEqual(['interrupted', 'interrupted']);
  });
});
