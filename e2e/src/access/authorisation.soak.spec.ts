import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';

const browser = useBrowser();
const PASSWORD = 'a password for tests';
const OWN_PASSWORD = 'my own password';

let product: Product;
let api: Client;
const ids = { web: '', desk: '', night: '', mei: '', ming: '', group: '' };

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  api = new Client(product.url);
  await api.login('admin', PASSWORD);
  await api.make('/strategies', { name: '唯讀維運', download: true, copy: true });
  ids.web = await anAsset('web-01', 'ssh', '正式,網站');
  ids.desk = await anAsset('desk-01', 'rdp', '辦公室');
  ids.night = await anAsset('db-night', 'ssh', '正式');
  ids.mei = await aPerson('mei', '陳美玲');
  ids.ming = await aPerson('ming', '林志明');
  ids.group = (await api.make<{ id: string }>('/user-groups', { name: '夜班', members: [ids.ming] })).id;
});
afterAll(() => product.dispose());

async function anAsset(name: string, protocol: string, tags: string): Promise<string> {
  const port = protocol === 'rdp' ? 3389 : 22;
  await api.make('/assets', {
    name,
    protocol,
    ip: '127.0.0.1',
    port,
    accountType: 'custom',
    username: 'root',
    tags,
  });
  const { data } = await api.call<{ items: { id: string }[] }>('GET', `/assets/paging?name=${name}`);
  return data.items[0]?.id ?? '';
}

async function aPerson(username: string, nickname: string): Promise<string> {
  await api.make('/users', { username, nickname, type: 'user', password: 'first password' });
  const theirs = new Client(product.url);
  await theirs.login(username, 'first password');
  const body = { oldPassword: 'first password', newPassword: OWN_PASSWORD };
  expect((await theirs.call('POST', '/account/change-password', body)).code).toBe(1);
  const { data } = await api.call<{ id: string; nickname: string }[]>('GET', '/users');
  return data.find((person) => person.nickname === nickname)?.id ?? '';
}

const open = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  browser.newPage({ baseURL: product.url, ...options });

async function asAdmin(path: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await open(options);
  await signIn(page, { password: PASSWORD, path });
  return page;
}

async function as(username: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await open(options);
  await signIn(page, { username, password: OWN_PASSWORD, path: '/my-asset' });
  return page;
}

async function choose(page: Page, label: string, option: string) {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label });
  await box.click();
  await box.fill(option);
  // A person's account stands behind the name.
  await page.locator(`.ant-select-item-option[title^="${option}"]`).last().click();
  // A list of several choices stays open until one goes on elsewhere.
  await page.getByRole('dialog').locator('.ant-drawer-title').click();
}

describe('granting', () => {
  it('from an asset to a person, who then sees it and nothing else', async () => {
    const page = await asAdmin(`/asset/${ids.web}?activeKey=bind-user`);
    await page.getByText('還沒有授權給任何使用者').waitFor();
    await page.getByRole('button', { name: '授權使用者' }).click();
    await choose(page, '使用者', '陳美玲');
    await choose(page, '授權政策', '唯讀維運');
    await page.getByText(/允許：.*下載檔案/).waitFor();
    await shot(page, 'grant-form');
    await page.getByRole('dialog').getByRole('button', { name: '授權使用者' }).click();
    const row = page.getByRole('row', { name: /陳美玲/ });
    await row.getByText('生效中').waitFor();
    await row.getByText('唯讀維運').waitFor();
    await shot(page, 'grant-list');

    const theirs = await as('mei');
    await theirs.getByText('web-01').waitFor();
    expect(await theirs.getByText('desk-01').count()).toBe(0);
    const link = theirs.getByRole('link', { name: '連線 web-01' });
    expect(await link.getAttribute('href')).toContain(`/term?assetId=${ids.web}&assetName=web-01`);
    expect(await link.getAttribute('target')).toBe('_blank');
    await shot(theirs, 'my-asset');
  });

  it('from a person, and from a group to its members', async () => {
    const page = await asAdmin(`/user/${ids.mei}?activeKey=asset`);
    await page.getByRole('link', { name: 'web-01' }).waitFor();
    await page.getByRole('button', { name: '授權資產' }).click();
    await choose(page, '資產', 'desk-01');
    await page.getByRole('dialog').getByRole('button', { name: '授權資產' }).click();
    await page.getByRole('link', { name: 'desk-01' }).waitFor();

    await page.goto(`/user-group/${ids.group}?activeKey=asset`);
    await page.getByRole('button', { name: '授權資產' }).click();
    await choose(page, '資產', 'db-night');
    await page.getByRole('dialog').getByRole('button', { name: '授權資產' }).click();
    await page.getByRole('link', { name: 'db-night' }).waitFor();

    const theirs = await as('ming');
    await theirs.getByText('db-night').waitFor();
    expect(await theirs.getByText('web-01').count()).toBe(0);
  });

  it('ends by itself', async () => {
    const theirs = await as('ming');
    await theirs.getByText('db-night').waitFor();
    const endsAt = new Date(Date.now() + 10_000).toISOString();
    await api.make('/authorised/users', { userIds: [ids.ming], assetId: ids.desk, endsAt });
    await theirs.reload();
    await theirs.getByText('desk-01').waitFor();
    await theirs.waitForTimeout(Math.max(0, Date.parse(endsAt) - Date.now()) + 500);
    await theirs.reload();
    await theirs.getByText('db-night').waitFor();
    expect(await theirs.getByText('desk-01').count()).toBe(0);
    const page = await asAdmin(`/asset/${ids.desk}?activeKey=bind-user`);
    await page
      .getByRole('row', { name: /林志明/ })
      .getByText('已到期')
      .waitFor();
  });

  it('is taken away after a confirmation', async () => {
    const page = await asAdmin(`/asset/${ids.desk}?activeKey=bind-user`);
    await page.getByRole('button', { name: '撤銷 林志明' }).click();
    await page.getByText(/撤銷「林志明.*」的授權？/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '撤銷' }).click();
    await page.getByRole('row', { name: /林志明/ }).waitFor({ state: 'detached' });
    const { data } = await api.call<{ total: number }>(
      'GET',
      `/authorised/users/paging?assetId=${ids.desk}&name=${encodeURIComponent('林志明')}`,
    );
    expect(data.total).toBe(0);
  });
});

describe('why', () => {
  it('is told rule by rule', async () => {
    const page = await asAdmin(`/asset/${ids.night}?activeKey=why`);
    const person = page.getByRole('combobox', { name: '使用者' });
    await person.click();
    await page.getByTitle('林志明').click();
    await page.getByRole('button', { name: '查看結果' }).click();
    await page.getByText('群組「夜班」的授權生效中，未指定授權政策，僅允許連線').waitFor();
    await page.getByText('由此決定').waitFor();
    await shot(page, 'why-allowed');
    await person.click();
    await page.getByTitle('陳美玲').last().click();
    await page.getByRole('button', { name: '查看結果' }).click();
    await page.getByText('沒有任何授權，因此不允許連線').waitFor();
    await page.getByText('不能使用', { exact: true }).waitFor();
    expect(await page.getByText('由此決定').count()).toBe(1);
  });
});

describe('a lesser role', () => {
  it('sees grants but cannot change them, and without the right sees none', async () => {
    const menus = ['asset', 'asset-detail', 'asset-authorised-user'].map((menuId) => ({
      menuId,
      checked: true,
    }));
    const role = await api.make<{ id: string }>('/roles', { name: '授權檢視員', menus });
    await api.make('/users', {
      username: 'hua',
      nickname: '王小華',
      type: 'admin',
      roles: [role.id],
      password: 'first password',
    });
    const theirs = new Client(product.url);
    await theirs.login('hua', 'first password');
    await theirs.call('POST', '/account/change-password', {
      oldPassword: 'first password',
      newPassword: OWN_PASSWORD,
    });
    const page = await open();
    await signIn(page, {
      username: 'hua',
      password: OWN_PASSWORD,
      path: `/asset/${ids.web}?activeKey=bind-user`,
    });
    await page.getByRole('row', { name: /陳美玲/ }).waitFor();
    expect(await page.getByRole('button', { name: '授權使用者' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /撤銷/ }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: '授權的群組' }).count()).toBe(0);
    await theirs.login('hua', OWN_PASSWORD);
    const body = { userIds: [ids.ming], assetId: ids.web };
    expect((await theirs.call('POST', '/authorised/users', body)).code).toBe(403);
    expect((await theirs.call('GET', `/authorised/assets/paging?userId=${ids.mei}`)).code).toBe(403);
  });
});

describe('my machines', () => {
  it('keep favourites first, are searched and filtered, and fit a phone', async () => {
    const page = await as('mei');
    const names = () => page.getByRole('listitem').getByRole('strong').allInnerTexts();
    await page.getByText('desk-01').waitFor();
    expect(await names()).toEqual(['desk-01', 'web-01']);
    await page.getByRole('button', { name: '加入最愛 web-01' }).click();
    await page.getByRole('button', { name: '移出最愛 web-01' }).waitFor();
    await page.reload();
    await page.getByText('desk-01').waitFor();
    expect(await names()).toEqual(['web-01', 'desk-01']);
    await page.getByRole('searchbox', { name: '搜尋名稱' }).fill('desk');
    await page.getByText('web-01').waitFor({ state: 'detached' });
    await page.getByText('清單', { exact: true }).click();
    await page.getByRole('row', { name: /desk-01/ }).waitFor();

    for (const theme of ['light', 'dark'] as const) {
      const phone = await as('mei', { theme, viewport: { width: 390, height: 844 } });
      await phone.getByText('web-01').waitFor();
      const width = await phone.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await shot(phone, `my-asset-phone-${theme}`);
    }
  });
});
