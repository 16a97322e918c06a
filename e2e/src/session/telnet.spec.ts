// Telnet sessions keep the promises that SSH ones keep: lines are judged before the host gets them, commands are on
// record, and passwords are not.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Client } from '../support/client.ts';
import { newHostFolder } from '../support/host-files.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';
import type { SteadyTerminal } from '../support/steady-terminal.ts';
import { until } from '../support/until.ts';

const { username, password, port } = hosts.telnet;

let bed: SessionBed;
let folder = '';
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  // Everything that is typed goes on record, if it may.
  await bed.admin.call('PUT', '/properties', { 'record-input': 'true' });
  folder = await newHostFolder();
  assetId = await bed.asset('switch-01', { protocol: 'telnet', port });
});
afterAll(async () => {
  await bed.product.dispose();
  await rm(folder, { recursive: true, force: true });
});

interface Person {
  id: string;
  client: Client;
  token: string;
}

async function person(name: string): Promise<Person> {
  const account = { username: name, nickname: name, type: 'user', password: PASSWORD };
  const { id } = await bed.make<{ id: string }>('/users', { ...account, mustChangePassword: false });
  const client = new Client(bed.product.url);
  const login = { username: name, password: PASSWORD };
  const { token } = (await client.call<{ token: string }>('POST', '/login', login)).data;
  return { id, client: client.useToken(token), token };
}

/** A machine of the shared telnetd with an account and expressions of its own. */
async function machine(name: string, more: object): Promise<string> {
  const place = { protocol: 'telnet', ip: hosts.LOOPBACK, port, accountType: 'custom' };
  return (await bed.make<{ id: string }>('/assets', { name, ...place, ...more })).id;
}

async function shows(terminal: SteadyTerminal, text: RegExp): Promise<void> {
  await expect.poll(() => terminal.shown, PATIENT).toMatch(text);
}

async function commandsOf(id: string): Promise<SessionCommandRow[]> {
  const path = `/sessions/${id}/commands/paging?pageSize=50`;
  return (await bed.admin.call<Rows<SessionCommandRow>>('GET', path)).data.items;
}

/** What the audit log says about the lines of a session, oldest first. */
async function judgedIn(id: string): Promise<unknown[][]> {
  const { data } = await bed.admin.call<Rows<AuditLogRow>>('GET', '/audit-logs/paging?pageSize=100');
  return data.items
    .filter(({ objectId, action }) => objectId === id && action.startsWith('session.command-'))
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ action, actorName, detail }) => [action, actorName, detail['command'], detail['outcome']]);
}

describe('command filters', () => {
  let mei: Person;
  const made = (name: string) => existsSync(join(folder, name));

  beforeAll(async () => {
    mei = await person('mei');
    const { id } = await bed.make<CommandFilter>('/command-filters', { name: '交換器' });
    const rule = { commandFilterId: id, type: 'prefix' };
    await bed.make('/command-filter-rules', { ...rule, pattern: 'touch', action: 'deny' });
    await bed.make('/command-filter-rules', { ...rule, pattern: 'mkdir', action: 'warn' });
    await bed.make('/authorised/users', { userIds: [mei.id], assetId, commandFilterId: id });
  });

  it('a denied line never reaches the host, and one that is asked about only after a yes', async () => {
    const { id, terminal } = await bed.open(assetId, mei);
    terminal.type(`touch ${folder}/denied\r`);
    await shows(terminal, /已禁止：指令過濾規則不允許「touch .*denied」，沒有送出。/);
    await bed.says(terminal, 'after-the-refusal');
    // The host marks an interrupt in the middle of its output; that is no character.
    expect(terminal.shown).not.toContain('\uFFFD');

    terminal.type(`mkdir ${folder}/cancelled\r`);
    await shows(terminal, /請確認：「mkdir .*cancelled」.*\[y\/N\]/);
    terminal.type('n');
    await shows(terminal, /已取消，沒有送出。/);
    await bed.says(terminal, 'after-the-cancelling');
    terminal.type(`mkdir ${folder}/confirmed\r`);
    await shows(terminal, /請確認：「mkdir .*confirmed」.*\[y\/N\]/);
    expect(made('confirmed')).toBe(false);
    terminal.type('y');
    // That it is made shows that the others could have been.
    await expect.poll(() => made('confirmed'), PATIENT).toBe(true);
    await bed.says(terminal, 'after-the-yes');
    expect([made('denied'), made('cancelled')]).toEqual([false, false]);

    terminal.leave();
    await bed.over(id);
    const lines = ['touch denied', 'mkdir cancelled', 'mkdir confirmed'];
    const [denied, cancelled, confirmed] = lines.map((line) => line.replace(' ', ` ${folder}/`));
    expect(await judgedIn(id)).toEqual([
      ['session.command-denied', 'mei', denied, undefined],
      ['session.command-warned', 'mei', cancelled, 'cancelled'],
      ['session.command-warned', 'mei', confirmed, 'confirmed'],
    ]);
    const rows = (await commandsOf(id)).filter(({ action }) => action !== 'allow');
    expect(rows.map(({ command, wasSent }) => [command, wasSent])).toEqual([
      [denied, false],
      [cancelled, false],
      [confirmed, true],
    ]);
    expect(await bed.recordedText(id)).toContain('已禁止');
  });

  it.runIf(isSoak)(
    'a denied line inside a paste stops it, whether the shell knows it for a paste or not',
    async () => {
      const { id, terminal } = await bed.open(assetId, mei);
      terminal.type(`: > ${folder}/before\rtouch ${folder}/pasted\r: > ${folder}/behind\r`);
      await shows(terminal, /已禁止.*pasted.*一併貼上的後續內容也已捨棄/);
      await bed.says(terminal, 'after-the-paste');
      expect([made('before'), made('pasted'), made('behind')]).toEqual([true, false, false]);

      expect(terminal.shown).toContain('\u001B[?2004h');
      terminal.type(`\u001B[200~: > ${folder}/first\ntouch ${folder}/second\u001B[201~\r`);
      await expect.poll(() => terminal.shown.match(/已禁止/g)?.length, PATIENT).toBe(2);
      await bed.says(terminal, 'after-the-second');
      expect([made('first'), made('second')]).toEqual([false, false]);
      terminal.leave();
      await bed.over(id);
      const actions = (await judgedIn(id)).map(([action]) => action);
      expect(actions).toEqual(['session.command-denied', 'session.command-denied']);
    },
  );

  it.runIf(isSoak)(
    'a denied line that the host did not drop is run by nothing that is typed behind it',
    async () => {
      const { id, terminal } = await bed.open(assetId, mei);
      terminal.type('stty intr undef\r');
      await shows(terminal, /stty intr undef\r\n[^]*\$ $/);
      terminal.type(`touch ${folder}/kept\r`);
      for (const [count, keys] of [
        [1, '\r'],
        [2, ' ; true\r'],
        [3, ''],
      ] as const) {
        await expect.poll(() => terminal.shown.match(/已禁止/g)?.length, PATIENT).toBe(count);
        terminal.type(keys);
      }
      terminal.leave();
      await bed.over(id);
      expect(made('kept')).toBe(false);
      expect(await judgedIn(id)).toHaveLength(3);
    },
  );

  it.runIf(isSoak)('nobody without a grant gets a session, nor into that of somebody else', async () => {
    const stranger = await person('stranger');
    const { id, terminal } = await bed.open(assetId, mei);
    const before = bed.connectionsTo(port);
    expect(before).toBe(1);
    const asked = await stranger.client.call('POST', `/sessions?assetId=${assetId}&mode=native`);
    expect(asked).not.toMatchObject({ code: 1 });
    const intruder = bed.terminal(id, { token: stranger.token });
    intruder.type(`: > ${folder}/intruded\r`);
    await until('the refusal', () => intruder.reason);
    expect(intruder.received).toBe(0);
    await bed.says(terminal, 'mine-alone');
    expect(made('intruded')).toBe(false);
    expect(bed.connectionsTo(port)).toBe(before);
    terminal.leave();
    await bed.over(id);
  });
});

describe('what is on record', () => {
  /** Nothing the product shows or keeps of a session has the password, and what is looked through is what it should be. */
  async function keepsPassword(id: string, shown: string): Promise<void> {
    const text = async (path: string) => (await bed.fetch(path)).text();
    const kept = await bed.keptFiles();
    const recording = await text(`/sessions/${id}/recording`);
    const commands = await text(`/sessions/${id}/commands/paging`);
    const audit = await text('/audit-logs/paging?pageSize=100');
    // What was typed is part of it.
    expect(recording).toMatch(/"i",\s*"/);
    expect(recording).toContain(shown);
    expect(audit).toContain(id);
    expect(kept.join('\n')).toContain(id);
    for (const one of [
      recording,
      commands,
      audit,
      bed.product.output,
      await text(`/sessions/${id}`),
      ...kept,
    ]) {
      expect(one).not.toContain(password);
    }
  }

  it('commands with what they printed; the password of the asset nowhere', async () => {
    const prompts = { 'username-regex': 'login: $', 'password-regex': 'Password: $' };
    const outcome = { 'login-success-regex': String.raw`\$ $`, 'login-failure-regex': 'incorrect' };
    const asset = await machine('with expressions', { username, password, ...prompts, ...outcome });
    const { id, terminal } = await bed.open(asset);
    terminal.type('echo $((6*7))\r');
    await shows(terminal, /^42\r$/m);
    terminal.type('printf "%s-%s\\n" one two\r');
    await shows(terminal, /^one-two\r$/m);
    terminal.type('exit\r');
    await bed.over(id);
    const rows = await commandsOf(id);
    expect(rows.map(({ command, action, wasSent }) => [command, action, wasSent])).toEqual([
      ['echo $((6*7))', 'allow', true],
      ['printf "%s-%s\\n" one two', 'allow', true],
      ['exit', 'allow', true],
    ]);
    expect(rows[0]?.result).toMatch(/^42$/m);
    expect(rows[1]?.result).toMatch(/^one-two$/m);
    expect((await bed.row(id)).commandCount).toBe(3);
    await keepsPassword(id, 'one-two');
  });

  it.runIf(isSoak)('a login that is typed by hand, without its password', async () => {
    const asset = await machine('without an account', { username: '', password: '' });
    const id = await bed.prepare(asset);
    const terminal = bed.terminal(id);
    await shows(terminal, /login: $/);
    terminal.type(`${username}\r`);
    await shows(terminal, /Password: $/);
    terminal.type(`${password}\r`);
    await shows(terminal, /[$#] $/);
    await bed.says(terminal, 'logged-in-by-hand');
    terminal.leave();
    await bed.over(id);
    expect((await commandsOf(id)).at(-1)?.command).toMatch(/^printf/);
    await keepsPassword(id, 'logged-in-by-hand');
  });

  it.runIf(isSoak)('a login that the host refuses, as such', async () => {
    const wrong = { username, password: 'not-the-right-one', 'login-failure-regex': 'Login incorrect' };
    const terminal = bed.terminal(await bed.prepare(await machine('wrong account', wrong)));
    await expect.poll(() => terminal.reason, PATIENT).toContain('帳號');
    await expect.poll(() => bed.connectionsTo(port), PATIENT).toBe(0);
  });
});
