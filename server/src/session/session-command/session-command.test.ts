import type { Page } from '@jadegate/contract/paging';
import type { CommandListRow, SessionCommandRow } from '@jadegate/contract/session/session-command';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { CommandKit, type FilteredSession } from '../../testing/command-kit.ts';
import { LineShell } from '../../testing/line-shell.ts';
import { seedRecording } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { SessionCommandRepository } from './session-command.repository.ts';

const server = useTestServer();
const kit = new CommandKit(server);
const PATIENT = { timeout: 30_000, interval: 20 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

const listOf = (id: string, query: Record<string, string> = {}, token = kit.token) =>
  server.current.call<Page<SessionCommandRow>>('GET', `/sessions/${id}/commands/paging`, { token, query });
const listAll = (query: Record<string, string> = {}, token = kit.token) =>
  server.current.call<Page<CommandListRow>>('GET', '/session-commands/paging', { token, query });

async function run({ client }: FilteredSession, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    client.type(line);
    await expect.poll(() => client.shown, PATIENT).toContain(line);
    client.type('\r');
    await expect.poll(() => client.shown, PATIENT).toContain(`ran ${line}`);
  }
}

describe('the commands of a session', () => {
  it('are listed in order with their output, found by text, and counted', async () => {
    const session = await kit.filtered([{ pattern: 'reboot' }]);
    await run(session, 'echo 玉門', 'ls -la');
    session.client.type('reboot\r');
    await expect.poll(() => session.client.shown, PATIENT).toMatch(/\^C\r\n\$ $/);
    await run(session, 'df -h');
    await kit.commandsOf(session);
    const { data } = await listOf(session.id);
    expect(
      data.items.map(({ command, riskLevel, action, wasSent, result }) => [
        command,
        riskLevel,
        action,
        wasSent,
        result,
      ]),
    ).toEqual([
      ['echo 玉門', 0, 'allow', true, 'ran echo 玉門'],
      ['ls -la', 0, 'allow', true, expect.stringMatching(/^ran ls -la/)],
      ['reboot', 1, 'deny', false, ''],
      ['df -h', 0, 'allow', true, expect.stringMatching(/^ran df -h/)],
    ]);
    expect(data.items[0]).toMatchObject({
      typedBy: session.person.username,
      typedByName: `Nick ${session.person.id.slice(-8)}`,
      created: expect.any(String),
    });
    const offsets = data.items.map(({ offset }) => offset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect((await listOf(session.id, { command: 'LS' })).data.items.map(({ command }) => command)).toEqual([
      'ls -la',
    ]);
    expect((await listOf(session.id, { riskLevel: '1' })).data.total).toBe(1);
    expect((await listOf(session.id, { order: 'descend', pageSize: '1' })).data).toMatchObject({
      total: 4,
      items: [{ command: 'df -h' }],
    });
    expect((await kit.row(session.id)).commandCount).toBe(4);
    const read = await server.current.db
      .selectFrom('audit_log')
      .select('seq')
      .where('object_id', '=', session.id)
      .where('action', '=', 'session.commands-read')
      .execute();
    expect(read).toHaveLength(1);
  });

  it('have their output behind a paste of thousands, too', async () => {
    const names = Array.from({ length: 3000 }, (_, at) => `job-${at}`);
    const { id, startedAt } = await seedRecording(server.current, {
      printed: [{ at: 1000, text: `$ ${names.map((name) => `${name}\r\nran ${name}\r\n$ `).join('')}` }],
    });
    const rows = names.map((command) => ({ id: newId(startedAt), session_id: id, user_id: 'u', command }));
    const said = { risk_level: 0, action: 'allow', offset_ms: 1000, created_at: startedAt } as const;
    await server.current.services.database.transact((tx) =>
      new SessionCommandRepository(server.current.services.database).insert(
        rows.map((row) => ({ ...row, ...said, sent: 1, hidden: 0, unchecked: 0, shown_ms: 0, typed_by: '' })),
        tx,
      ),
    );
    for (const pageIndex of ['1', '150', '299']) {
      const { data } = await listOf(id, { pageIndex, pageSize: '10' });
      expect(data.items.map(({ result }) => result)).toEqual(
        data.items.map(({ command }) => `ran ${command}`),
      );
    }
  });

  it('know when the screen had shown them, which is later for what was typed ahead', async () => {
    const session = await kit.filtered([]);
    session.client.type('sleep\rcat late.txt\r');
    await expect.poll(() => session.client.shown, PATIENT).toContain('ran cat late.txt');
    const [first, ahead] = await kit.commandsOf(session);
    expect([first?.command, ahead?.command]).toEqual(['sleep', 'cat late.txt']);
    expect((ahead?.offset_ms ?? 0) - (first?.offset_ms ?? 0)).toBeLessThan(LineShell.SLEEP_MS / 2);
    expect((ahead?.shown_ms ?? 0) - (ahead?.offset_ms ?? 0)).toBeGreaterThan(LineShell.SLEEP_MS / 2);
    const { items } = (await listOf(session.id)).data;
    expect(items[0]?.result).toContain('ran sleep');
    expect(items[1]?.result).toMatch(/^ran cat late.txt/);
  });

  it('are found over all sessions by person, asset, text, risk and time', async () => {
    const session = await kit.filtered([{ pattern: 'reboot' }]);
    const word = newId().slice(-12);
    await run(session, `echo ${word}`);
    session.client.type('reboot\r');
    await expect.poll(() => session.client.shown, PATIENT).toContain('已禁止');
    await kit.commandsOf(session);
    const { asset_name: assetName, user_name: userName } = await server.current.db
      .selectFrom('session')
      .selectAll()
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow();
    const commands = async (query: Record<string, string>) =>
      (await listAll({ userId: session.person.id, ...query })).data.items.map(({ command }) => command);
    expect((await listAll({ command: word })).data.items).toMatchObject([
      {
        command: `echo ${word}`,
        sessionId: session.id,
        assetName,
        userName,
        userAccount: session.person.username,
        isRecorded: true,
      },
    ]);
    expect(await commands({})).toEqual(['reboot', `echo ${word}`]);
    expect(await commands({ riskLevel: '1' })).toEqual(['reboot']);
    expect(await commands({ action: 'warn' })).toEqual([]);
    expect(await commands({ assetId: session.assetId, assetName, userName })).toHaveLength(2);
    expect(await commands({ assetName: 'no such asset' })).toEqual([]);
    expect(await commands({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await commands({ from: '2020-01-01T00:00:00Z' })).toHaveLength(2);
  });

  it('are shown to nobody without the right, not even to whoever typed them', async () => {
    const session = await kit.filtered([]);
    await run(session, 'id');
    await kit.commandsOf(session);
    const auditor = await server.current.loginAs({ type: 'admin', menus: ['offline-session-playback'] });
    for (const token of [session.person.token, auditor.token]) {
      expect(await listOf(session.id, {}, token)).toMatchObject({ code: 403 });
      expect(await listAll({}, token)).toMatchObject({ code: 403 });
    }
    const reader = await server.current.loginAs({ type: 'admin', menus: ['offline-session-command'] });
    expect((await listOf(session.id, {}, reader.token)).data.total).toBe(1);
    expect(await listAll({}, reader.token)).toMatchObject({ code: 403 });
    expect(await listOf(newId(), {}, reader.token)).toMatchObject({ code: 404, error: 'session.not_found' });
  });

  it('go with it', async () => {
    const session = await kit.filtered([]);
    await run(session, 'id');
    expect(await kit.commandsOf(session)).toHaveLength(1);
    await server.current.call('DELETE', `/sessions/${session.id}`, { token: kit.token });
    expect(await kit.rowsOf(session.id)).toEqual([]);
  });
});

describe('a secret typed where nothing is echoed', () => {
  it.each([
    ['without a filter', []],
    ['with one', [{ pattern: 'rm' }]],
  ])(
    'reaches the target and nothing else, %s',
    async (_name, rules) => {
      const body = { 'record-input': 'true' };
      expect(await server.current.call('PUT', '/properties', { token: kit.token, body })).toMatchObject({
        code: 1,
      });
      await fc.assert(
        fc.asyncProperty(
          fc.stringMatching(/^[a-z0-9]{12,20}x$/),
          fc.boolean(),
          fc.constantFrom('\r', '\n'),
          async (secret, isCut, ending) => {
            const session = await kit.filtered(rules);
            const { client, shell, id } = session;
            client.type(`sudo -i${ending}`);
            await expect.poll(() => client.shown, PATIENT).toContain('password for');
            for (const part of isCut ? [...secret, ending] : [secret + ending]) {
              client.type(part);
            }
            await expect.poll(() => shell.secrets, PATIENT).toEqual([secret]);
            await run(session, 'true');
            const rows = await kit.commandsOf(session);
            expect(rows.map(({ command, hidden, unchecked }) => [command, hidden, unchecked])).toEqual([
              ['sudo -i', 0, 0],
              ['', 1, 0],
              ['true', 0, 0],
            ]);
            const recording = await kit.recordingOf(id);
            expect(recording).toContain('••••••');
            expect(recording).toContain('<input>sudo -i');
            const audit = await server.current.db.selectFrom('audit_log').select('detail').execute();
            for (const text of [
              recording,
              JSON.stringify(rows),
              JSON.stringify(audit),
              ...server.current.logLines,
            ]) {
              expect(text.includes(secret)).toBe(false);
            }
          },
        ),
        { numRuns: 3 },
      );
    },
    60_000,
  );

  it('is judged all the same, and a match is on record without it', async () => {
    const session = await kit.filtered([{ type: 'regex', pattern: '^[a-z0-9]{8,}x$', action: 'deny' }]);
    const { client, shell, id } = session;
    const secret = 'swordfish2x';
    client.type('sudo -i\r');
    await expect.poll(() => client.shown, PATIENT).toContain('password for');
    client.type(`${secret}\r`);
    await expect.poll(() => client.shown, PATIENT).toContain('不允許「（未顯示的輸入）」');
    await expect.poll(() => client.shown, PATIENT).toMatch(/\^C\r\n\$ $/);
    expect(shell.secrets).toEqual([]);
    const rows = await kit.commandsOf(session);
    expect(rows.map(({ command, hidden, action, sent }) => [command, hidden, action, sent])).toEqual([
      ['sudo -i', 0, 'allow', 1],
      ['', 1, 'deny', 0],
    ]);
    const audit = await kit.auditOf(id);
    expect(audit.map(({ detail }) => detail)).toEqual([
      {
        isHidden: true,
        by: session.person.username,
        filter: session.filterId,
        reason: 'rule',
        rule: expect.any(String),
      },
    ]);
    const { data } = await listOf(id);
    expect(data.items.map(({ isHidden }) => isHidden)).toEqual([false, true]);
    for (const text of [await kit.recordingOf(id), JSON.stringify(rows), JSON.stringify(data)]) {
      expect(text.includes(secret)).toBe(false);
    }
  });
});
