// How people find the way with clients of their own: the door among the settings, lines for one asset, a generated
// configuration that OpenSSH uses as it is, a ticket for a program, and how to sign in without a password.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { settle, shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { command } from '../support/command.ts';
import { signIn } from '../support/console.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { until } from '../support/until.ts';

const PHONE = { width: 390, height: 844 };

const browser = useBrowser();
let bed: SessionBed;
let port = 0;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssh-client-'));
  port = await freePort();
  bed = await SessionBed.start({ env: { JADEGATE_SSH_PORT: String(port) } });
  await bed.make('/assets', {
    name: 'web-1',
    protocol: 'ssh',
    ip: '10.20.0.1',
    port: 22,
    accountType: 'custom',
    username: 'root',
  });
  await bed.asset('real', { port: hosts.ssh.port });
});
afterAll(async () => {
  await bed.product.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** OpenSSH with a configuration of its own, and with a password where one is to be typed. */
async function ssh(lines: string, args: readonly string[], password?: string) {
  const config = join(folder, 'config');
  const quiet = 'Host *\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n';
  await writeFile(config, `${lines}\n${quiet}`);
  const askPass = join(folder, 'give-password');
  await writeFile(askPass, '#!/bin/sh\nprintf "%s\\n" "$TEST_PASSWORD"\n', { mode: 0o700 });
  return command('ssh', ['-F', config, ...(password === undefined ? ['-o', 'BatchMode=yes'] : []), ...args], {
    SSH_ASKPASS: askPass,
    SSH_ASKPASS_REQUIRE: 'force',
    SSH_AUTH_SOCK: '',
    TEST_PASSWORD: password ?? '',
    HOME: folder,
  });
}

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ baseURL: bed.product.url, ...options });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

it('the door is among the settings, with what clients compare', async () => {
  const page = await open('/setting?activeKey=ssh');
  await page.getByText(`127.0.0.1:${port}`, { exact: true }).waitFor();
  const { stdout } = await command('ssh-keyscan', ['-p', String(port), '-t', 'ed25519', '127.0.0.1']);
  const [, , key = ''] = stdout.trim().split(' ');
  expect(await page.getByLabel('known_hosts', { exact: true }).textContent()).toContain(key);
  await shot(page, 'ssh-door');
  const dark = await open('/setting?activeKey=ssh', { theme: 'dark' });
  await dark.getByText(`127.0.0.1:${port}`, { exact: true }).waitFor();
  await shot(dark, 'ssh-door-dark');
});

it('an asset has lines for each client', async () => {
  const page = await open('/asset');
  await page.getByRole('link', { name: 'web-1' }).click();
  await page.getByRole('button', { name: '用自己的用戶端連線' }).click();
  const line = page.getByLabel('終端機', { exact: true });
  expect(await line.textContent()).toBe(`ssh -p ${port} admin@web-1@127.0.0.1`);
  await shot(page, 'ssh-help');
});

it('OpenSSH uses the generated configuration as it is, until its address is revoked', async () => {
  const page = await open('/info?activeKey=sshConfig');
  await page.getByRole('button', { name: '產生網址' }).click();
  const fetchLine = (await page.getByLabel('下載設定檔', { exact: true }).textContent()) ?? '';
  await shot(page, 'ssh-config');
  const address = /'(.*)'/.exec(fetchLine)?.[1] ?? '';
  const file = join(folder, 'jadegate.config');
  expect((await command('curl', ['-fsS', '-o', file, address])).code).toBe(0);
  const ran = await ssh(`Include ${file}`, ['real', 'echo by its name'], PASSWORD);
  expect(ran).toMatchObject({ stdout: 'by its name\n', code: 0 });
  await page.getByRole('button', { name: '撤銷' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤銷' }).click();
  await page.getByText('還沒有 SSH 設定檔網址').waitFor();
  expect((await command('curl', ['-fsS', '-o', file, address])).code).toBe(22);
});

it('a program comes with a ticket that a person made for it, until that is revoked', async () => {
  const page = await open('/info?activeKey=sshTicket');
  await page.getByRole('button', { name: '新增票證' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('名稱').fill('deployment');
  await drawer.getByLabel('主機').click();
  await page.getByTitle('real', { exact: true }).click();
  await shot(page, 'ssh-ticket-form');
  await drawer.getByRole('button', { name: '新增票證' }).click();
  const lines = (await page.getByLabel('加入程式的 ssh_config', { exact: true }).textContent()) ?? '';
  await settle(page);
  await shot(page, 'ssh-ticket-made');
  await page.getByRole('button', { name: '完成' }).click();
  expect(await ssh(lines, ['real', 'echo deployed'])).toMatchObject({ stdout: 'deployed\n', code: 0 });
  // It is for commands and files, and for no terminal.
  const shell = await ssh(lines, ['-tt', 'real']);
  expect([shell.code, shell.stdout]).toEqual([255, expect.stringContaining('票證')]);
  await page.reload();
  await page.getByText('來自 127.0.0.1').waitFor();
  await shot(page, 'ssh-tickets');
  await page.getByRole('button', { name: '撤銷' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤銷' }).click();
  await page.getByText('還沒有 SSH 票證').waitFor();
  expect((await ssh(lines, ['real', 'echo deployed'])).code).toBe(255);
});

it('who gives no password types in the browser what the terminal shows', async () => {
  const questions = join(folder, 'questions');
  // Presses Enter, whatever is asked.
  const askPass = join(folder, 'ask-pass');
  await writeFile(askPass, `#!/bin/sh\nprintf '%s\\n' "$1" >> ${questions}\necho\n`, { mode: 0o700 });
  const options = ['-F', 'none', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'];
  const connected = command('ssh', [...options, '-p', String(port), 'admin@real@127.0.0.1', 'echo inside'], {
    SSH_ASKPASS: askPass,
    SSH_ASKPASS_REQUIRE: 'force',
    SSH_AUTH_SOCK: '',
    HOME: folder,
  });
  const [, path = '', code = ''] = await until('the terminal shows a code', async () => {
    const asked = await readFile(questions, 'utf8').catch(() => '');
    return /(\/ssh-approval\?id=\S+)\n\S+ (\w{6}) /.exec(asked) ?? undefined;
  });
  const page = await open(path);
  await page.getByText('real', { exact: true }).waitFor();
  await page.getByLabel('終端機上的代碼').fill(code);
  await shot(page, 'ssh-approval');
  await page.getByRole('button', { name: '核准' }).click();
  await page.getByText('已核准這個 SSH 連線').waitFor();
  expect(await connected).toMatchObject({ code: 0, stdout: 'inside\n' });
});

it('all of it has room on a telephone', async () => {
  const page = await open('/setting?activeKey=ssh', { viewport: PHONE });
  await page.getByText(`127.0.0.1:${port}`, { exact: true }).waitFor();
  await shot(page, 'ssh-door-phone');
  await page.goto('/strategy');
  await page.getByRole('button', { name: '新增授權政策' }).first().click();
  await page.getByLabel('本機連接埠轉送（-L、-D）').click();
  await page.getByLabel('允許轉送的目的地').scrollIntoViewIfNeeded();
  await shot(page, 'strategy-channels-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});
