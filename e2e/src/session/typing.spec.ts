// What one allowed line can do to blind the command filter and the command log, on a real bash behind a real sshd; and a
// paste of megabytes that arrives whole.
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';

import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { CreatedSession } from '@jadegate/contract/session/session';
import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Client } from '../support/client.ts';
import { RawTerminal } from '../support/raw-terminal.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';
import { isSoak, shortOrSoak } from '../support/soak.ts';

const MEGABYTE = 1024 * 1024;
const FIRST = 'first password';
const OWN = 'my own password';
const BLOCKED = '已禁止';
const EDITED = `/tmp/jadegate-typing-${process.pid}.txt`;

let bed: SessionBed;
let assetId = '';
let mei: Client;
let token = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  const { id: commandFilterId } = await bed.make<CommandFilter>('/command-filters', { name: '正式環境' });
  const rule = { commandFilterId, type: 'prefix' };
  await bed.make('/command-filter-rules', { ...rule, pattern: 'rm', action: 'deny' });
  await bed.make('/command-filter-rules', { ...rule, pattern: 'uptime', action: 'warn' });
  const { id } = await bed.make<{ id: string }>('/users', {
    username: 'mei',
    nickname: '陳美玲',
    type: 'user',
    password: FIRST,
  });
  await bed.make('/authorised/users', { userIds: [id], assetId, commandFilterId });
  mei = new Client(bed.product.url);
  await mei.login('mei', FIRST);
  await mei.call('POST', '/account/change-password', { oldPassword: FIRST, newPassword: OWN });
  token = (await mei.call<{ token: string }>('POST', '/login', { username: 'mei', password: OWN })).data
    .token;
  mei.useToken(token);
});
afterAll(async () => {
  await bed.product.dispose();
  rmSync(EDITED, { force: true });
});

/** A session at its prompt: of mei, whom the filter binds, or of the administrator, whom none does. */
async function open(client = mei, of = token): Promise<{ id: string; terminal: RawTerminal }> {
  const { id } = await client.make<CreatedSession>(`/sessions?assetId=${assetId}&mode=native`);
  const terminal = new RawTerminal(bed.product.url, id, of);
  await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
  return { id, terminal };
}

async function entriesOf(id: string, terminal: RawTerminal): Promise<SessionCommandRow[]> {
  terminal.close();
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  await bed.over(id);
  const { data } = await bed.admin.call<Rows<SessionCommandRow>>(
    'GET',
    `/sessions/${id}/commands/paging?pageSize=50`,
  );
  return data.items;
}

const brief = (rows: SessionCommandRow[]) =>
  rows.map(({ command, isHidden, isUnchecked, action }) => [
    isHidden ? '(hidden)' : command,
    action,
    ...(isUnchecked ? ['unchecked'] : []),
  ]);

describe('the filter and the log see', () => {
  it('what is typed behind a prompt for a password that is none', async () => {
    const { id, terminal } = await open();
    terminal.type("PS1='Password: '; stty -echo\r");
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/Password: $/);
    terminal.type('echo o\\k-1\r');
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/ok-1\r\n(?:.*\r)?.*Password: $/);
    terminal.type('rm /tmp/never-there\r');
    await expect.poll(() => terminal.shown, PATIENT).toContain(BLOCKED);
    expect(terminal.shown).not.toContain('never-there');
    const rows = await entriesOf(id, terminal);
    expect(brief(rows)).toEqual([
      ["PS1='Password: '; stty -echo", 'allow'],
      ['(hidden)', 'allow'],
      ['(hidden)', 'deny'],
    ]);
    for (const file of await bed.keptFiles()) {
      expect(file.includes('never-there')).toBe(false);
    }
  });

  it('what is typed in a full screen, at a prompt that was never seen', async () => {
    const { id, terminal } = await open();
    terminal.type("PS1='new> '; printf '\\e[?1049h'\r");
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/new> $/);
    terminal.type('echo o\\k-2\r');
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/ok-2\r\n[^]*new> $/);
    terminal.type('rm /tmp/x\r');
    await expect.poll(() => terminal.shown, PATIENT).toContain(BLOCKED);
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/\^C[^]*new> $/);
    terminal.type('PS1=\r');
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/PS1=\r\n[^$>]*$/);
    terminal.type('rm /tmp/y\r');
    await expect.poll(() => terminal.shown.match(/已禁止/g)?.length, PATIENT).toBe(2);
    const rows = await entriesOf(id, terminal);
    expect(brief(rows)).toEqual([
      ["PS1='new> '; printf '\\e[?1049h'", 'allow'],
      ['echo o\\k-2', 'allow'],
      ['rm /tmp/x', 'deny'],
      ['PS1=', 'allow'],
      ['(hidden)', 'deny'],
    ]);
  });

  it.runIf(isSoak)(
    'what a key hands over that hands over nothing elsewhere, though too late to judge it',
    async () => {
      const { id, terminal } = await open();
      terminal.type(`bind '"~": accept-line'\r`);
      await expect.poll(() => terminal.shown, PATIENT).toMatch(/accept-line'\r\n[^]*\$ $/);
      terminal.type('echo o\\k-3~');
      await expect.poll(() => terminal.shown, PATIENT).toMatch(/ok-3\r\n[^]*\$ $/);
      terminal.type('echo o\\k-4\r');
      await expect.poll(() => terminal.shown, PATIENT).toMatch(/ok-4\r\n[^]*\$ $/);
      const rows = await entriesOf(id, terminal);
      expect(brief(rows)).toEqual([
        [`bind '"~": accept-line'`, 'allow'],
        ['echo o\\k-3', 'allow', 'unchecked'],
        ['echo o\\k-4', 'allow'],
      ]);
    },
  );

  it.runIf(isSoak)('a line whose window becomes three columns wide in the middle of it', async () => {
    const { id, terminal } = await open();
    terminal.type('r');
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/\$ r$/);
    terminal.resize({ cols: 3, rows: 2 });
    terminal.type('m /tmp/x\r');
    await expect.poll(() => terminal.shown, PATIENT).toContain(BLOCKED);
    terminal.resize({ cols: 100, rows: 30 });
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/\^C[^]*\$ $/);
    terminal.type('echo o\\k');
    terminal.resize({ cols: 40, rows: 10 });
    terminal.type('-5\r');
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/ok-5\r\n/);
    const rows = await entriesOf(id, terminal);
    expect(brief(rows)).toEqual([
      ['rm /tmp/x', 'deny'],
      ['echo o\\k-5', 'allow'],
    ]);
  });

  it.runIf(isSoak)('nothing of it in an editor, which works as ever', async () => {
    const { id, terminal } = await open();
    terminal.type(`vi ${EDITED}\r`);
    await expect.poll(() => terminal.shown, PATIENT).toContain('\u001B[?1049h');
    await expect.poll(() => terminal.shown, PATIENT).toContain('~');
    terminal.type('iuptime\ruptime now\r\u001B:wq\r');
    await expect.poll(() => terminal.shown, PATIENT).toContain('\u001B[?1049l');
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/\$ $/);
    terminal.type(`wc -l < ${EDITED}\r`);
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/\D3\r\n/);
    expect(terminal.shown).not.toContain('[y/N]');
    const rows = await entriesOf(id, terminal);
    expect(rows.map(({ command }) => command)).toContain(`wc -l < ${EDITED}`);
    expect(rows.some(({ isHidden }) => isHidden)).toBe(true);
  });
});

describe('a paste of megabytes', () => {
  it.each(['without a filter', 'with one'])(
    'arrives byte for byte, %s',
    async (how) => {
      const { terminal } = how === 'with one' ? await open() : await open(bed.admin, bed.token);
      // Line ends would be lines to judge, each with its echo: what a filter holds up is shown elsewhere.
      const bytes = randomBytes(shortOrSoak(1, 5) * MEGABYTE).map((byte) =>
        [10, 13, 15].includes(byte) ? 32 : byte,
      );
      const sha = createHash('sha256').update(bytes).digest('hex');
      // Raw, so that the terminal of the target neither eats nor answers any of it.
      terminal.type(`stty raw -echo; echo rea\\dy; head -c ${bytes.length} | sha256sum; stty sane\r`);
      await expect.poll(() => terminal.shown, PATIENT).toContain('ready');
      for (let at = 0; at < bytes.length; at += MEGABYTE / 2) {
        terminal.send(bytes.subarray(at, at + MEGABYTE / 2));
      }
      await expect.poll(() => terminal.shown, { timeout: 120_000, interval: 200 }).toContain(sha);
      terminal.close();
    },
    150_000,
  );
});
