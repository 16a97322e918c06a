// One box over everything that was recorded: printed on a real host, found in the console, opened at the moment.
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionSearchPage } from '@jadegate/contract/session/session-search';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';

const browser = useBrowser();
let bed: SessionBed;
let sessionId = '';

/** Two prints so far apart that a player can be at one of them and not at the other. */
const APART_MS = 2500;
const EARLY = '磁碟空間不足 disk-almost-full';
const LATE = '服務已重新啟動 service-restarted';

beforeAll(async () => {
  bed = await SessionBed.start();
});
afterAll(() => bed.product.dispose());

/** A session on the real host that is over and recorded. */
async function record(): Promise<string> {
  const { id, terminal } = await bed.open(await bed.asset('db-01', { port: hosts.ssh.port }));
  await bed.says(terminal, EARLY);
  await sleep(APART_MS);
  terminal.type('clear\r');
  await bed.says(terminal, LATE);
  terminal.type('exit\r');
  await bed.over(id);
  return id;
}

async function openPage(path: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ baseURL: bed.product.url, theme });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

async function found(text: string): Promise<SessionSearchPage['items']> {
  const path = `/session-search/paging?kind=output&text=${encodeURIComponent(text)}`;
  return (await bed.admin.call<SessionSearchPage>('GET', path)).data.items;
}

const screenOf = (page: Page) => async () =>
  (await page.getByTestId('screen').locator('.xterm-rows').innerText()).replaceAll('\u00A0', ' ');

describe('searching recordings', () => {
  it('finds what was printed, in Chinese and in Latin letters, and opens the player at that moment', async () => {
    sessionId = await record();
    await expect.poll(async () => (await found('已重新啟動')).length, PATIENT).toBeGreaterThan(0);
    const page = await openPage('/offline-session');
    await page.getByRole('button', { name: '搜尋內容' }).click();
    await page.waitForURL('**/session-search');
    const box = page.getByRole('searchbox', { name: /搜尋指令/ });
    await box.fill('字');
    await box.press('Enter');
    await page.getByText('請至少輸入兩個字').waitFor();

    await box.fill('空間不足 disk-almost');
    await box.press('Enter');
    const card = page.getByRole('article').first();
    await card.getByText('db-01').waitFor();
    expect(await card.locator('mark').first().innerText()).toBe('空間不足 disk-almost');
    expect(new URL(page.url()).searchParams.get('text')).toBe('空間不足 disk-almost');
    await shot(page, 'session-search');

    const [player] = await Promise.all([
      page.context().waitForEvent('page'),
      card.getByRole('link').first().click(),
    ]);
    await expect.poll(screenOf(player), PATIENT).toContain('disk-almost-full');
    expect(await screenOf(player)()).not.toContain('service-restarted');

    await box.fill('重新啟動');
    await page.getByRole('button', { name: '搜尋', exact: true }).click();
    await page.locator('mark').filter({ hasText: '重新啟動' }).first().waitFor();
    // The command that printed it is found too, and was typed before the screen was cleared.
    const [later] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link').filter({ hasText: '服務已重新啟動' }).first().click(),
    ]);
    await expect.poll(screenOf(later), PATIENT).toContain('service-restarted');
    expect(await screenOf(later)()).not.toContain('disk-almost-full');
  });

  it('shows in the dark what it shows in the light, and says when there is nothing', async () => {
    const page = await openPage('/session-search?text=db-01', 'dark');
    await page.getByRole('article').first().waitFor();
    expect(await page.locator('mark').first().innerText()).toBe('db-01');
    await shot(page, 'session-search-dark');
    await page.goto('/session-search');
    await page.getByText('想找什麼？').waitFor();
    await shot(page, 'session-search-empty');
    await page.goto(`/session-search?text=${encodeURIComponent('不存在的字')}&kind=output`);
    await page.getByText('找不到「不存在的字」').waitFor();
  });

  it('is on record, and forgets a session that was deleted', async () => {
    const { data } = await bed.admin.call<Rows<{ action: string; detail: string }>>(
      'GET',
      '/audit-logs/paging?action=session.searched',
    );
    expect(JSON.stringify(data.items)).toContain('空間不足 disk-almost');
    await bed.admin.call('DELETE', `/sessions/${sessionId}`);
    expect((await found('空間不足')).filter((match) => match.sessionId === sessionId)).toEqual([]);
  });
});
