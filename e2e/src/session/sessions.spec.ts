// Live and past sessions in Chromium against a real sshd: on the wall, watched, written to, shared and ended; found by what
// they printed, played, reviewed and deleted.
import { setTimeout as sleep } from 'node:timers/promises';

import type { SessionSearchPage } from '@jadegate/contract/session/session-search';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { RawTerminal } from '../support/raw-terminal.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';
import { closePanel, connected, openPanel, runIn, shows } from '../support/terminal-page.ts';

const PATIENT = { timeout: 15_000 };
/** Whoever loses the right is out within this. */
const CUT = { timeout: 5000 };
const browser = useBrowser();
let bed: SessionBed;
let assetId = '';
beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
});
afterAll(() => bed.product.dispose());

async function openPage(path: string): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

const screenOf = (page: Page) => async () =>
  (await page.locator('.xterm-rows').innerText()).replaceAll('\u00A0', ' ');

it('a live one is listed, on the wall, watched with its current screen, written to and disconnected', async () => {
  const id = await bed.prepare(assetId);
  const terminal = new RawTerminal(bed.product.url, id, bed.token);
  await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
  const says = async (text: string) => {
    // The shell puts the two together, so that the echo of the command is not taken for its answer.
    terminal.type(`printf '%s%s\\n' '${text.slice(0, 3)}' '${text.slice(3)}'\r`);
    await expect.poll(() => terminal.shown, PATIENT).toContain(text);
  };
  await says('before-watching');
  const page = await openPage('/online-session');
  await page.getByRole('cell', { name: 'web-01' }).first().waitFor();
  await page.getByText('畫面牆', { exact: true }).click();
  await page.getByTestId('thumbnail').getByText('before-watching').waitFor(PATIENT);
  await shot(page, 'online-wall');
  await page.getByText('清單', { exact: true }).click();

  const monitor = await openPage(`/term-monitor?sessionId=${id}&assetName=web-01&userName=admin`);
  await expect.poll(screenOf(monitor), PATIENT).toContain('before-watching');
  await says('while-watching');
  await expect.poll(screenOf(monitor), PATIENT).toContain('while-watching');
  await monitor.getByRole('button', { name: '傳送訊息' }).click();
  await monitor.getByRole('textbox', { name: '訊息' }).fill('請先存檔');
  await monitor.getByRole('button', { name: '傳送', exact: true }).click();
  const notice = () => terminal.frames.findLast((frame) => frame.type === 'notice')?.notice.text;
  await expect.poll(notice, PATIENT).toContain('請先存檔');

  await page
    .getByRole('button', { name: /更多操作/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: '中斷連線', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '中斷連線' }).click();
  await expect.poll(() => terminal.reason, PATIENT).toBe('已由管理員中斷連線');
  await monitor.getByText('已由管理員中斷連線').waitFor();
  await page.getByText('目前沒有人連線').waitFor();
});

it('a past one is found by what it printed, played from that moment, reviewed and deleted', async () => {
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'first-thing');
  // A colour of its own is drawn with a style, which the policy for content has to let through.
  terminal.type(String.raw`printf '\e[38;2;9;8;7mcoloured\e[0m\n'` + '\r');
  await sleep(1500);
  terminal.type('clear\r');
  await sleep(500);
  await bed.says(terminal, 'second-thing');
  terminal.type('exit\r');
  expect(await bed.over(id)).toMatchObject({ reviewed: false });
  const path = '/session-search/paging?kind=output&text=first-thing';
  await expect
    .poll(async () => (await bed.admin.call<SessionSearchPage>('GET', path)).data.items.length, PATIENT)
    .toBeGreaterThan(0);

  const list = await openPage('/offline-session');
  await list.getByText('未檢閱').first().waitFor();
  await list.getByRole('button', { name: '搜尋內容' }).click();
  const box = list.getByRole('searchbox', { name: /搜尋指令/ });
  await box.fill('first-thing');
  await box.press('Enter');
  const link = list.getByRole('article').first().getByRole('link').first();
  const page = await openPage((await link.getAttribute('href')) ?? '');
  const screen = screenOf(page);
  await expect.poll(screen, PATIENT).toContain('first-thing');
  expect(await screen()).not.toContain('second-thing');
  await page.keyboard.press('Space');
  await expect.poll(screen, PATIENT).toContain('second-thing');
  expect(await screen()).not.toContain('first-thing');
  await shot(page, 'term-playback');
  // On a phone, larger than its place: all of it can be reached, the left side too.
  await page.setViewportSize({ width: 390, height: 844 });
  const zoomIn = page.getByRole('button', { name: '放大' });
  for (let times = 0; times < 3; times += 1) {
    await zoomIn.click();
  }
  const stage = page.getByTestId('screen');
  await expect
    .poll(() => stage.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), PATIENT)
    .toBeGreaterThan(100);
  const fromLeft = await stage.evaluate((holder) => {
    holder.scrollLeft = 0;
    const drawn = holder.querySelector('.xterm-screen');
    return (drawn?.getBoundingClientRect().left ?? -1) - holder.getBoundingClientRect().left;
  });
  expect(fromLeft).toBeGreaterThanOrEqual(0);
  expect((await bed.row(id)).reviewed).toBe(true);

  await list.goBack();
  await list.goBack();
  const row = list.getByRole('row').filter({ hasText: '已檢閱' });
  await row.getByRole('button', { name: /更多操作/ }).click();
  await list.getByRole('menuitem', { name: '刪除' }).click();
  await list.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
  await expect
    .poll(async () => (await bed.admin.call('GET', `/sessions/${id}`)).error, PATIENT)
    .toBe('session.not_found');
});

it.runIf(isSoak)(
  'a shared one is typed into by both, shows who is there, and revoking puts the other out',
  async () => {
    await bed.person({ username: 'han', nickname: '林志翰' });
    const owner = await openPage(`/term?assetId=${assetId}&assetName=web-01`);
    await connected(owner);
    const own = owner.locator('section[data-focused]').first();
    await runIn(owner, own, 'echo before-$((1+1))');
    await shows(own, 'before-2');
    const panel = await openPanel(owner, '分享連線');
    await panel.getByText('可輸入', { exact: true }).first().click();
    await panel.getByLabel('帳號', { exact: true }).fill('han');
    await owner.keyboard.press('Enter');
    await panel.getByRole('button', { name: '新增連結' }).click();
    const link = await panel.getByLabel('分享連結').inputValue();
    expect(link).toMatch(/\/share-session#[\w-]{43}$/);

    // Somebody who is not signed in follows it: the login page leads back to it.
    const other = await browser.newTerminalPage({ baseURL: bed.product.url });
    await other.goto(link);
    await typeLogin(other, 'han', PASSWORD);
    const shared = other.getByTestId('shared-screen');
    // The screen as it was, then both at one keyboard.
    await shows(shared, 'before-2');
    // In the head; the list of shares says it, too.
    await owner.getByLabel('1 位參與者：林志翰（可輸入）').first().waitFor();
    await runIn(other, shared, 'echo guest-$((2+2))');
    await shows(own, 'guest-4');
    await runIn(owner, own, 'echo owner-$((3+3))');
    await shows(shared, 'owner-6');
    await shot(other, 'share-guest');

    await panel.getByRole('button', { name: '撤銷' }).click();
    const sure = owner.getByRole('dialog', { name: '撤銷這個分享？' });
    await sure.getByRole('button', { name: '撤銷' }).click();
    await other.getByText('分享已撤銷').waitFor(CUT);
    await closePanel(owner);
    await owner.getByLabel(/位參與者/).waitFor({ state: 'hidden', ...CUT });
  },
);
