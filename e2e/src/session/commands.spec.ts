// Command filters and the command log in Chromium, against a real bash on a real sshd.
import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';

const OWN_PASSWORD = 'my own password';
const SECRET = 'quite-hidden-7731';

const browser = useBrowser();
let bed: SessionBed;
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  const { id } = await bed.make<CommandFilter>('/command-filters', { name: '正式環境' });
  const rule = { commandFilterId: id, type: 'prefix' };
  await bed.make('/command-filter-rules', { ...rule, pattern: 'rm', action: 'deny' });
  await bed.make('/command-filter-rules', { ...rule, pattern: 'uptime', action: 'warn' });
  const first = 'first password';
  await bed.make('/users', { username: 'mei', nickname: '陳美玲', type: 'user', password: first });
  const mei = new Client(bed.product.url);
  await mei.login('mei', first);
  await mei.call('POST', '/account/change-password', { oldPassword: first, newPassword: OWN_PASSWORD });
  const { data: people } = await bed.admin.call<{ id: string; nickname: string }[]>('GET', '/users');
  const userIds = people.filter(({ nickname }) => nickname === '陳美玲').map((person) => person.id);
  await bed.make('/authorised/users', { userIds, assetId, commandFilterId: id });
});
afterAll(() => bed.product.dispose());

async function openPage(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, ...options });
  return page;
}

const screenOf = (page: Page) => async () => {
  const rows = await page.locator('.xterm-rows').first().innerText();
  return rows.replaceAll('\u00A0', ' ');
};

/** The last line of the screen is a prompt. */
const isReady = (page: Page) => async () => /[$#]\s*$/.test((await screenOf(page)()).trimEnd());

async function past(): Promise<SessionRow> {
  const path = '/sessions/paging?status=disconnected&pageSize=1';
  const row = async () => (await bed.admin.call<Rows<SessionRow>>('GET', path)).data.items[0];
  await expect.poll(async () => (await row())?.commandCount, PATIENT).toBe(10);
  const found = await row();
  if (!found) {
    throw new Error('there is no past session');
  }
  return found;
}

describe('commands', () => {
  it('are stopped, asked about, listed, and lead to their moment in the player', async () => {
    const page = await openPage();
    await signIn(page, { username: 'mei', password: OWN_PASSWORD, path: '/my-asset' });
    const href = await page.getByRole('link', { name: '連線 web-01' }).getAttribute('href');
    await page.goto(href ?? '');
    await page.getByRole('status').getByText('已連線').waitFor();
    await expect.poll(isReady(page), PATIENT).toBe(true);
    const run = async (keys: string, seen: RegExp | string) => {
      await page.keyboard.type(keys, { delay: 15 });
      await expect.poll(screenOf(page), PATIENT).toMatch(seen);
      await expect.poll(isReady(page), PATIENT).toBe(true);
    };
    await run('echo $((6*7))\n', /^42$/m);
    await run('rm -rf /tmp/nothing-here\n', '已禁止');
    await shot(page, 'command-denied');

    await page.keyboard.type('uptime\n', { delay: 15 });
    await expect.poll(screenOf(page), PATIENT).toContain('[y/N]');
    await shot(page, 'command-asked');
    await page.keyboard.type('n');
    await expect.poll(screenOf(page), PATIENT).toContain('已取消');
    await expect.poll(isReady(page), PATIENT).toBe(true);
    await page.keyboard.type('uptime\n', { delay: 15 });
    await expect.poll(async () => (await screenOf(page)()).match(/\[y\/N\]/g)?.length, PATIENT).toBe(2);
    await run('y', 'load average');

    // Recalled, found and completed: what the shell puts on the line is judged as well.
    await page.keyboard.type('echo rm;', { delay: 15 });
    await page.keyboard.press('Enter');
    await expect.poll(screenOf(page), PATIENT).toMatch(/^rm$/m);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type(' rm /x\n', { delay: 15 });
    await expect.poll(async () => (await screenOf(page)()).match(/已禁止/g)?.length, PATIENT).toBe(2);
    await expect.poll(isReady(page), PATIENT).toBe(true);

    await page.keyboard.type('read -s -p "Password: " P; echo got\n', { delay: 15 });
    await expect.poll(screenOf(page), PATIENT).toMatch(/Password:\s*$/);
    await run(`${SECRET}\n`, /got/);
    await run('echo 玉門\n', /^玉門$|^\\347/m);
    await page.keyboard.type('exit\n');
    await page.getByText('遠端工作階段已結束').first().waitFor();

    const session = await past();
    const { data } = await bed.admin.call<Rows<SessionCommandRow>>(
      'GET',
      `/sessions/${session.id}/commands/paging?pageSize=50`,
    );
    expect(data.items.map(({ command, action, wasSent }) => [command, action, wasSent])).toEqual([
      ['echo $((6*7))', 'allow', true],
      ['rm -rf /tmp/nothing-here', 'deny', false],
      ['uptime', 'warn', false],
      ['uptime', 'warn', true],
      ['echo rm;', 'allow', true],
      ['echo rm; rm /x', 'deny', false],
      ['read -s -p "Password: " P; echo got', 'allow', true],
      ['', 'allow', true],
      ['echo 玉門', 'allow', true],
      ['exit', 'allow', true],
    ]);
    expect(data.items.filter(({ isHidden }) => isHidden)).toHaveLength(1);
    expect(data.items[0]?.result).toContain('42');
    expect(JSON.stringify(data)).not.toContain(SECRET);
  });

  it.runIf(isSoak)('are read in the drawer and in the log, in both themes, and played', async () => {
    const page = await openPage();
    await signIn(page, { password: PASSWORD, path: '/offline-session' });
    await page.getByRole('button', { name: '指令紀錄（10） 陳美玲 web-01' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('rm -rf /tmp/nothing-here').waitFor();
    await shot(page, 'session-commands');
    await drawer.getByText('只看高風險').click();
    await expect.poll(() => drawer.locator('tbody tr.ant-table-row').count(), PATIENT).toBe(4);
    await drawer.getByText('全部').click();
    await drawer.getByRole('searchbox', { name: '搜尋指令' }).fill('6*7');
    await drawer.getByRole('searchbox', { name: '搜尋指令' }).press('Enter');
    await expect.poll(() => drawer.locator('tbody tr.ant-table-row').count(), PATIENT).toBe(1);
    const [player] = await Promise.all([
      page.context().waitForEvent('page'),
      drawer.getByRole('button', { name: /從 .* 播放「echo \$\(\(6\*7\)\)」/ }).click(),
    ]);
    await player.getByRole('button', { name: '指令', exact: true }).click();
    const list = player.getByRole('complementary', { name: '指令' });
    await list
      .getByRole('button', { name: /已禁止/ })
      .first()
      .click();
    await expect.poll(screenOf(player), PATIENT).toContain('rm -rf /tmp/nothing-here');
    await list.getByRole('button', { name: /exit/ }).click();
    await expect.poll(screenOf(player), PATIENT).toContain('got');
    await shot(player, 'player-commands');

    const dark = await openPage({ theme: 'dark' });
    await signIn(dark, { password: PASSWORD, path: '/session-command' });
    await dark.getByText('rm -rf /tmp/nothing-here').waitFor();
    await shot(dark, 'command-log-dark');
    await dark.goto('/offline-session');
    await dark.getByText('web-01').first().waitFor();
    await shot(dark, 'offline-session-dark');
  });
});
