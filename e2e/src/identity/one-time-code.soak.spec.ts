// A host that wants a one-time code after the password, as sshd with PAM asks for it: who answers what, and where the code
// must never be found.
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { OneTimeCodes } from '../support/one-time-codes.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { RawTerminal } from '../support/raw-terminal.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { connected, lines, openTerminal, run, shows } from '../support/terminal-page.ts';
import { until } from '../support/until.ts';

const ASKED = 'Verification code:';
const REFUSED = '目標主機不接受輸入的回答，因此拒絕登入；請確認密碼或驗證碼後重新連線';
const CODES_ONLY = ['PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];

interface Raw {
  id: string;
  terminal: RawTerminal;
  port: number;
}

const browser = useBrowser();
const codes = new OneTimeCodes();
const started: OwnSshd[] = [];
let bed: SessionBed;
let assetId = '';
let silent: Raw;
let silence: Promise<number>;

beforeAll(async () => {
  bed = await SessionBed.start();
  // Everything that is typed goes on record, if it is recorded at all.
  await bed.admin.call('PUT', '/properties', { 'record-input': 'true' });
  assetId = (await machine('guarded', CODES_ONLY)).id;
  // It has a minute; the other tests pass meanwhile.
  silent = await raw('nobody there', CODES_ONLY);
  const since = Date.now();
  silence = until('its end', () => silent.terminal.reason, 70_000).then(() => Date.now() - since);
  silence.catch(() => undefined);
});
afterAll(() => codes.remove());
afterAll(() => Promise.all(started.map((sshd) => sshd.remove())));
afterAll(() => bed.product.dispose());

async function machine(name: string, config: readonly string[], account = {}) {
  const sshd = await OwnSshd.start({ program: codes.program, config });
  started.push(sshd);
  return { id: await bed.asset(name, { port: sshd.port, ...account }), port: sshd.port };
}

/** The socket of a session on a machine of its own, which has asked something. */
async function raw(name: string, config: readonly string[], account = {}): Promise<Raw> {
  const { id: asset, port } = await machine(name, config, account);
  const id = await bed.prepare(asset);
  const terminal = new RawTerminal(bed.product.url, id, bed.token);
  await until('a question', () => /: $/.exec(terminal.shown)?.[0] ?? terminal.reason);
  return { id, terminal, port };
}

async function openPage(options: PageOptions = {}): Promise<{ page: Page; id: string }> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, ...options });
  await signIn(page, { password: PASSWORD });
  const id = await openTerminal(page, assetId, 'guarded');
  await asks(page, 1);
  return { page, id };
}

/** Waits until the person was asked so many times. */
async function asks(page: Page, times: number): Promise<void> {
  const asked = async () => (await lines(page)).filter((line) => line === ASKED).length;
  await expect.poll(asked, PATIENT).toBe(times);
  await page.getByRole('status').getByText('等待輸入').waitFor();
}

describe('in the page', () => {
  it('a mistake may be corrected', async () => {
    const { page } = await openPage({ theme: 'dark' });
    await run(page, codes.wrong());
    await asks(page, 2);
    expect(await lines(page)).toContain('目標主機不接受，請再試一次');
    await shot(page, 'terminal-one-time-code-again-dark');
    await run(page, codes.right());
    await connected(page);
    await run(page, 'echo corrected-$((1+1))');
    await shows(page, 'corrected-2');
  });

  it('three wrong codes are the end, and the page says why', async () => {
    const { page, id } = await openPage();
    for (const round of [1, 2, 3]) {
      await asks(page, round);
      await run(page, codes.wrong());
    }
    await page.getByText(REFUSED).first().waitFor();
    await shot(page, 'terminal-one-time-code-refused');
    expect(await bed.over(id)).toMatchObject({
      status: 'disconnected',
      message: REFUSED,
      recording: '0',
    });
  });
});

describe('a client that is not the page', () => {
  it('gets in with the code where sshd takes passwords as well, and with nothing less', async () => {
    const { id, terminal } = await raw('both', [
      'PasswordAuthentication yes',
      'KbdInteractiveAuthentication yes',
    ]);
    expect(await bed.row(id)).toMatchObject({ status: 'connecting' });
    expect(terminal.frames.filter(({ type }) => type === 'connected')).toEqual([]);
    terminal.type(`${codes.right()}\r`);
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
    expect(await bed.row(id)).toMatchObject({ status: 'connected' });
    terminal.close();
  });

  it('is asked for password and code where only the key is stored, and the host wants all three', async () => {
    const { terminal } = await raw(
      'key and code',
      [
        ...CODES_ONLY,
        'AuthenticationMethods publickey,keyboard-interactive',
        `AuthorizedKeysFile ${hosts.RUN_FOLDER}/ssh/authorized/%u`,
        'StrictModes no',
      ],
      { privateKey: await readFile(hosts.ssh.privateKeyFile, 'utf8') },
    );
    expect(terminal.shown).toMatch(/Password: $/);
    terminal.type(`${hosts.ssh.password}\r`);
    await expect.poll(() => terminal.shown, PATIENT).toContain(ASKED);
    terminal.type(`${codes.right()}\r`);
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
    terminal.close();
  });

  it('learns that the host lost its patience first', async () => {
    const { id, terminal, port } = await raw('hasty', [...CODES_ONLY, 'LoginGraceTime 3']);
    const reason = '目標主機等不到回答而關閉了連線，請重新連線並盡快回答';
    await expect.poll(() => terminal.reason, PATIENT).toBe(reason);
    expect(await bed.over(id)).toMatchObject({ code: -1, message: reason, recording: '0' });
    expect(bed.connectionsTo(port)).toBe(0);
  });

  it('leaves nothing behind when it goes away during the question', async () => {
    const { id, terminal, port } = await raw('left alone', CODES_ONLY);
    expect(bed.connectionsTo(port)).toBe(1);
    terminal.close();
    expect(await bed.over(id)).toMatchObject({ message: '使用者已離開', recording: '0' });
    await expect.poll(() => bed.connectionsTo(port), PATIENT).toBe(0);
  });

  it('is ended after a minute when it answers nothing', async () => {
    const { id, terminal, port } = silent;
    const reason = '沒有在時限內回答目標主機的登入問題';
    expect(Math.abs((await silence) - 60_000)).toBeLessThan(5000);
    expect(terminal.reason).toBe(reason);
    expect(await bed.over(id)).toMatchObject({ code: -1, message: reason, recording: '0' });
    expect(bed.connectionsTo(port)).toBe(0);
  });
});
