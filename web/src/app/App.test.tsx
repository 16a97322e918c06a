import { getAccountInfo, logout } from '@jadegate/contract/identity/account';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { readToken, readUser } from '../api/storage.ts';
import { catalogue } from '../i18n/zh-TW.ts';
import { NETWORK_DOWN, refuse, stubApi } from '../test/api-stub.ts';
import { aBranding, anAccount, aUser } from '../test/builders.ts';
import { answerDashboard } from '../test/dashboard-stub.ts';
import { currentPath, renderApp, signIn } from '../test/render.tsx';

const words = catalogue.app;

/** Whoever it names. */
const ACCOUNT_MENU = new RegExp(words.nav.account.replace('{{name}}', ''));

describe('the root', () => {
  it('reads who is signed in, stores it, and sends an administrator to the dashboard', async () => {
    const api = answerDashboard(stubApi()).on(getAccountInfo, () => anAccount({ nickname: '新名字' }));
    signIn(anAccount({ nickname: '舊名字' }));
    renderApp('/', { api });
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
    expect(readUser()?.nickname).toBe('新名字');
    expect(await screen.findByRole('heading', { name: words.menu.dashboard, level: 1 })).toBeTruthy();
  });

  it('sends an ordinary user to their machines', async () => {
    renderApp('/', { account: aUser() });
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
  });

  it('goes by what the server says, not by what was stored', async () => {
    const api = stubApi();
    signIn(anAccount());
    renderApp('/', { api: api.on(getAccountInfo, () => aUser()) });
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
  });

  it('sends nobody in without a token', async () => {
    const { api } = renderApp('/');
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(api.callsTo(getAccountInfo)).toEqual([]);
  });

  it('goes to the login page when the token is no longer good', async () => {
    signIn(anAccount());
    renderApp('/', { api: stubApi().on(getAccountInfo, () => refuse('auth.required')) });
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(readToken()).toBeNull();
  });

  it('says what went wrong and tries again when asked', async () => {
    let isBroken = true;
    signIn(aUser());
    const api = stubApi().on(getAccountInfo, () =>
      isBroken ? refuse('internal', '伺服器發生錯誤') : aUser(),
    );
    const { user } = renderApp('/', { api });
    expect(await screen.findByText('伺服器發生錯誤')).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: catalogue.common.action.retry }));
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
  });
});

describe('who may be where', () => {
  it('sends a user without a token from a personal page to the login page, with the way back', async () => {
    renderApp('/my-command');
    await waitFor(() => expect(currentPath()).toBe('/login?from=%2Fmy-command'));
  });

  it('sends somebody who is no administrator from the back office to their machines', async () => {
    renderApp('/credential', { account: aUser({ menus: ['credential'] }) });
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
  });

  it('holds somebody with a one-time password on the login page', async () => {
    renderApp('/dashboard', {
      account: anAccount({ mustChangePassword: true, owedStep: 'change-password' }),
    });
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(await screen.findByRole('heading', { name: catalogue.auth.forced.title })).toBeTruthy();
  });

  it('shows a page outside the menus as denied and keeps the menu', async () => {
    renderApp('/setting', { account: anAccount({ menus: ['dashboard'] }) });
    expect(await screen.findByText(words.denied.title)).toBeTruthy();
    expect(screen.getByRole('link', { name: words.menu.dashboard })).toBeTruthy();
  });

  it('leaves when another tab signs out', async () => {
    renderApp('/my-file', { account: aUser() });
    await screen.findByRole('heading', { name: words.page['my-file'] });
    localStorage.removeItem('X-Auth-Token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'X-Auth-Token' }));
    await waitFor(() => expect(currentPath()).toBe('/login?from=%2Fmy-file'));
  });
});

describe('the back office', () => {
  it('shows only the groups and pages of the person’s menus', async () => {
    renderApp('/credential', { account: anAccount({ menus: ['resource', 'command', 'job'] }) });
    const menu = within(await screen.findByRole('navigation', { name: words.nav.main }));
    expect(await menu.findByText(words.menu.resource)).toBeTruthy();
    expect(await menu.findByText(words.menu.command)).toBeTruthy();
    expect(menu.queryByText(words.menu.credential)).toBeNull();
    expect(menu.queryByText(words.menu.ops)).toBeNull();
  });

  it('keeps the open group of this tab', async () => {
    const { user } = renderApp('/vm', { account: anAccount() });
    const menu = within(await screen.findByRole('navigation', { name: words.nav.main }));
    await user.click(menu.getByText(words.menu.ops));
    await waitFor(() => expect(sessionStorage.getItem('openKeys')).toBe('["ops"]'));
    expect(await menu.findByText(words.menu.job)).toBeTruthy();
  });

  it('opens the group of the list that a detail belongs to', async () => {
    sessionStorage.clear();
    renderApp('/asset/a-1', { account: anAccount() });
    const menu = within(await screen.findByRole('navigation', { name: words.nav.main }));
    expect(await menu.findByText(words.menu.asset)).toBeTruthy();
  });

  it('brings the page one comes to into sight in the side menu', async () => {
    const shown: (string | null)[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.textContent);
    });
    renderApp('/vm', { account: anAccount() });
    await waitFor(() => expect(shown).toContain(words.menu.vm));
  });

  it('titles the document with the page and the branding name', async () => {
    renderApp('/user-group/7', { account: anAccount() });
    await waitFor(() => expect(document.title).toBe(`${words.detail['user-group']}｜測試堡壘`));
  });

  it('shows copyright and version in the footer', async () => {
    renderApp('/vm', { account: anAccount() });
    expect(await screen.findByText('© 測試')).toBeTruthy();
    expect(screen.getByText('版本 9.9.9')).toBeTruthy();
  });

  it('works under the product’s own name when branding cannot be read', async () => {
    renderApp('/my-file', { account: aUser(), branding: refuse('internal') });
    await screen.findByRole('heading', { name: words.page['my-file'] });
    await waitFor(() => expect(document.title).toBe(`${words.page['my-file']}｜${words.brand.name}`));
  });

  it('asks before logging out, tells the server, forgets the login and goes to the login page', async () => {
    const { user, api } = renderApp('/vm', { account: anAccount() });
    api.on(logout, () => null);
    await user.click(await screen.findByRole('button', { name: ACCOUNT_MENU }));
    await user.click(await screen.findByText(words.nav.logout));
    const dialog = within(await screen.findByRole('dialog', { name: '確定要登出嗎？' }));
    await user.click(dialog.getByRole('button', { name: words.logout.confirm }));
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(api.callsTo(logout)).toHaveLength(1);
    expect([readToken(), localStorage.getItem('user')]).toEqual([null, null]);
  });

  it('forgets the login even when the server cannot be reached', async () => {
    const { user, api } = renderApp('/vm', { account: anAccount() });
    api.on(logout, () => NETWORK_DOWN);
    await user.click(await screen.findByRole('button', { name: ACCOUNT_MENU }));
    await user.click(await screen.findByText(words.nav.logout));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: words.logout.confirm }),
    );
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(readToken()).toBeNull();
  });
});

describe('the personal shell', () => {
  it('links to machines, commands and profile, and offers the back office to administrators only', async () => {
    const { user, unmount } = renderApp('/my-file', { account: aUser() });
    const nav = within(await screen.findByRole('navigation', { name: words.nav.main }));
    expect(nav.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/my-asset',
      '/my-command',
      '/my-info',
    ]);
    await user.click(screen.getByRole('button', { name: ACCOUNT_MENU }));
    await screen.findByText(words.nav.logout);
    expect(screen.queryByText(words.nav.backOffice)).toBeNull();
    unmount();

    const api = answerDashboard(stubApi());
    const second = renderApp('/my-file', { account: anAccount(), api });
    await second.user.click(await screen.findByRole('button', { name: ACCOUNT_MENU }));
    await second.user.click(await screen.findByText(words.nav.backOffice));
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
  });
});

describe('pages without a shell', () => {
  const actions = words.errorPage.action;

  it('offers the three ways out of a page that does not exist, the last to administrators', async () => {
    renderApp('/no/such/page', { account: anAccount() });
    expect(await screen.findByText(words.errorPage.notFound.title)).toBeTruthy();
    expect(screen.getByRole('button', { name: actions.back })).toBeTruthy();
    expect(screen.getByRole('link', { name: actions.myMachines }).getAttribute('href')).toBe('/my-asset');
    expect(screen.getByRole('link', { name: actions.backOffice }).getAttribute('href')).toBe('/dashboard');
  });

  it('does not offer the back office to a user on the denied page', async () => {
    renderApp('/permission-denied', { account: aUser() });
    expect(await screen.findByText(words.errorPage.denied.title)).toBeTruthy();
    expect(screen.getByRole('link', { name: actions.myMachines })).toBeTruthy();
    expect(screen.queryByRole('link', { name: actions.backOffice })).toBeNull();
  });
});

it('uses the branding of the server', async () => {
  renderApp('/login', { api: stubApi() });
  expect(await screen.findByText(aBranding().name)).toBeTruthy();
});
