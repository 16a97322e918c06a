import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import { createLogger } from '../../kernel/logger.ts';
import { CommandKit } from '../../testing/command-kit.ts';
import { terminalOf } from '../../testing/terminal-of.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new CommandKit(server);
const PATIENT = { timeout: 30_000, interval: 20 };
const NO_RM = [{ pattern: 'rm' }];
const ASK_REBOOT = [{ pattern: 'reboot', action: 'warn' }];

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

describe('a denied command', () => {
  it('does not reach the target; the person, the recording, the audit log and the list know', async () => {
    const session = await kit.filtered(NO_RM);
    const { client, shell, id, person } = session;
    client.type('ls\r');
    await expect.poll(() => client.shown, PATIENT).toContain('ran ls');
    client.type('rm -rf /data\r');
    await expect.poll(() => client.shown, PATIENT).toContain('已禁止');
    await expect.poll(() => client.shown, PATIENT).toMatch(/\^C\r\n\$ $/);
    client.type('pwd\r');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['ls', 'pwd']);
    await expect.poll(() => client.shown, PATIENT).toContain('ran pwd');
    const rows = await kit.commandsOf(session);
    expect(
      rows.map(({ command, action, risk_level, sent, typed_by }) => [
        command,
        action,
        risk_level,
        sent,
        typed_by,
      ]),
    ).toEqual([
      ['ls', 'allow', 0, 1, person.username],
      ['rm -rf /data', 'deny', 1, 0, person.username],
      ['pwd', 'allow', 0, 1, person.username],
    ]);
    expect(await kit.auditOf(id)).toEqual([
      {
        action: 'session.command-denied',
        actor_name: person.username,
        detail: {
          command: 'rm -rf /data',
          by: person.username,
          filter: session.filterId,
          reason: 'rule',
          rule: expect.any(String),
          pattern: 'rm',
        },
      },
    ]);
    expect((await kit.row(id)).commandCount).toBe(3);
    expect(await kit.recordingOf(id)).toContain('已禁止');
  });

  it.each([
    ['carriage return', '\r'],
    ['line feed, Ctrl-J', '\n'],
    ['both', '\r\n'],
    ['Ctrl-O', '\u000F'],
    ['escape before it', '\u001B\r'],
    ['inside a sequence', '\u001B[\r'],
    ['inside a string', '\u001B]0;\r'],
    ['a paste nobody asked for', '\u001B[200~\r'],
  ])('by %s', async (_name, ending) => {
    const { client, shell } = await kit.filtered(NO_RM);
    client.type(`rm x${ending}`);
    await expect.poll(() => client.shown, PATIENT).toContain('已禁止');
    expect(shell.ran).toEqual([]);
  });

  it('is not run by another line end when the target did not drop it', async () => {
    const { client, shell, id } = await kit.filtered(NO_RM);
    client.type('stty intr undef\r');
    await expect.poll(() => client.shown, PATIENT).toContain('ran stty');
    client.type('rm x\r');
    for (const [count, keys] of [
      [1, '\r'],
      [2, 'ls\r'],
      [3, ''],
    ] as const) {
      await expect.poll(() => client.shown.match(/已禁止/g)?.length, PATIENT).toBe(count);
      client.type(keys);
    }
    expect(shell.ran).toEqual(['stty intr undef']);
    await expect.poll(async () => (await kit.auditOf(id)).length, PATIENT).toBe(3);
  });

  it('is found in text frames, key by key, after editing, and recalled from history', async () => {
    const { client, shell, filterId } = await kit.filtered([{ pattern: 'shutdown' }], { protocol: 'text' });
    for (const key of 'rn\u007Fm old') {
      client.socket.send(`2${key}`);
    }
    client.socket.send('2\r');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['rm old']);
    await kit.addRule(filterId, { pattern: 'rm' });
    await server.current.patrolled();
    client.socket.send('2\u001B[A');
    client.socket.send('2\r');
    await expect.poll(() => client.shown, PATIENT).toContain('已禁止');
    client.socket.send('2lx\u007Fs;\u007F && rm y\r');
    await expect.poll(() => client.shown.match(/已禁止/g)?.length, PATIENT).toBe(2);
    expect(shell.ran).toEqual(['rm old']);
  });

  it('in the middle of a paste stops what stands behind it', async () => {
    const session = await kit.filtered(NO_RM);
    const { client, shell } = session;
    client.type('echo 1\recho 2\rrm x\recho 3\recho 4\r');
    await expect.poll(() => client.shown, PATIENT).toContain('也已捨棄');
    await expect.poll(() => client.shown, PATIENT).toMatch(/\^C\r\n\$ $/);
    client.type('echo 5\r');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['echo 1', 'echo 2', 'echo 5']);
    const rows = await kit.commandsOf(session);
    expect(rows.map(({ command }) => command)).toEqual(['echo 1', 'echo 2', 'rm x', 'echo 5']);
  });

  it('is put together over lines that end with a backslash', async () => {
    const { client, shell } = await kit.filtered(NO_RM);
    client.type('r\\\r');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['r\\']);
    client.type('m x\r');
    await expect.poll(() => client.shown, PATIENT).toContain('已禁止');
    expect(shell.ran).toHaveLength(1);
  });

  it('is said in the language of the person', async () => {
    const { client, id } = await kit.filtered(NO_RM);
    const live = server.current.services.liveSessions.find(id);
    if (live) {
      live.actor = { ...live.actor, language: 'en' };
    }
    client.type('rm x\r');
    await expect.poll(() => client.shown, PATIENT).toContain('does not allow “rm x”');
  });
});

describe('a command that asks', () => {
  it('goes with y, and not with anything else; both are on record', async () => {
    const session = await kit.filtered(ASK_REBOOT);
    const { client, shell, id } = session;
    client.type('reboot now\r');
    await expect.poll(() => client.shown, PATIENT).toContain('[y/N]');
    expect(shell.ran).toEqual([]);
    client.type('n');
    await expect.poll(() => client.shown, PATIENT).toContain('已取消');
    await expect.poll(() => client.shown, PATIENT).toMatch(/\^C\r\n\$ $/);
    client.type('reboot later\r');
    await expect.poll(() => client.shown.match(/\[y\/N\]/g)?.length, PATIENT).toBe(2);
    // What the terminal says by itself is no answer.
    client.type('\u001B[I\u001B[O');
    client.type('y');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['reboot later']);
    await expect.poll(() => client.shown, PATIENT).toContain('ran reboot later');
    const rows = await kit.commandsOf(session);
    expect(rows.map((row) => [row.command, row.action, row.risk_level, row.sent])).toEqual([
      ['reboot now', 'warn', 1, 0],
      ['reboot later', 'warn', 1, 1],
    ]);
    expect((await kit.auditOf(id)).map(({ detail }) => detail['outcome'])).toEqual([
      'cancelled',
      'confirmed',
    ]);
  });

  it('is not answered by what was pasted behind it, which waits', async () => {
    const { client, shell } = await kit.filtered(ASK_REBOOT);
    client.type('reboot\ryes\recho on\r');
    await expect.poll(() => client.shown, PATIENT).toContain('[y/N]');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(shell.ran).toEqual([]);
    client.type('y');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['reboot', 'yes', 'echo on']);
  });

  it('is answered only by whoever typed it', async () => {
    const { client, shell, id, person } = await kit.filtered(ASK_REBOOT);
    client.type('reboot\r');
    await expect.poll(() => client.shown, PATIENT).toContain('[y/N]');
    const terminal = terminalOf(server.current, id);
    terminal?.type(Buffer.from('y'), 'somebody else');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(shell.ran).toEqual([]);
    terminal?.type(Buffer.from('y'), person.username);
    await expect.poll(() => shell.ran, PATIENT).toEqual(['reboot']);
  });

  it('that is never answered was not confirmed', async () => {
    const session = await kit.filtered(ASK_REBOOT);
    session.client.type('reboot\r');
    await expect.poll(() => session.client.shown, PATIENT).toContain('[y/N]');
    expect(await kit.commandsOf(session)).toMatchObject([{ command: 'reboot', action: 'warn', sent: 0 }]);
    expect(session.shell.ran).toEqual([]);
  });
});

describe('a filter', () => {
  it('that is gone lets nothing through', async () => {
    const { commandFilters: filters, access } = server.current.services;
    const watch = new LiveFilterService({ filters, access, logger: createLogger('silent') });
    const filter = await watch.of('nowhere');
    expect(await filter?.judge('ls')).toMatchObject({ action: 'deny' });
    expect(await watch.of(null)).toBeUndefined();
    watch.close();
  });

  it('that is taken from the grant, or given to it, counts within seconds', async () => {
    const { client, shell, assetId, person } = await kit.filtered(NO_RM);
    const change = (command_filter_id: string | null) =>
      server.current.db
        .updateTable('authorised')
        .set({ command_filter_id })
        .where('asset_id', '=', assetId)
        .where('user_id', '=', person.id)
        .execute();
    await change(null);
    await server.current.patrolled();
    client.type('rm a\r');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['rm a']);
    await change(await kit.filter(NO_RM));
    await server.current.patrolled();
    client.type('rm b\r');
    await expect.poll(() => client.shown, PATIENT).toContain('已禁止');
    expect(shell.ran).toEqual(['rm a']);
  });

  it('that was never there costs no time, and everything passes', async () => {
    const { client, shell } = await kit.filtered([]);
    client.type('rm -rf /\rreboot\r');
    await expect.poll(() => shell.ran, PATIENT).toEqual(['rm -rf /', 'reboot']);
  });

  it('that only speaks of others lets a line through as soon as its echo is there', async () => {
    const { client, shell } = await kit.filtered(NO_RM);
    const waits: number[] = [];
    for (const line of ['echo one', 'echo two', 'echo three', 'echo four']) {
      client.type(line);
      await expect.poll(() => client.shown, PATIENT).toContain(line);
      const from = performance.now();
      client.type('\r');
      await expect.poll(() => shell.ran.at(-1), { timeout: 30_000, interval: 1 }).toBe(line);
      waits.push(performance.now() - from);
    }
    // A machine may stand still in between, and does not hurry; without its echo each would wait for 300 ms.
    expect(Math.min(...waits)).toBeLessThan(150);
  });
});
