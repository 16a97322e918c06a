import {
  clearLoginLogs,
  deleteLoginLogs,
  endLogins,
  listLoginLogs,
  type LoginLogRow,
} from '@jadegate/contract/identity/login-log';
import { listUserOptions } from '@jadegate/contract/identity/user';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aLiveRow, aLoginLogRow } from './login-log.builders.ts';
import { LoginLogListPage } from './LoginLogListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'login-log');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function open(rows: LoginLogRow[], menus?: MenuId[]) {
  const api = stubApi()
    .on(listLoginLogs, () => ({ total: rows.length, items: rows }))
    .on(listUserOptions, () => []);
  const view = renderPart(<LoginLogListPage />, {
    account: anAccount(menus && { menus }),
    path: '/login-log',
  });
  await screen.findByText(rows[0]?.username ?? '');
  return { ...view, api };
}

function rowOf(username: string) {
  return within(screen.getByText(username).closest('tr') as HTMLElement);
}

describe('the login log', () => {
  it('tells a login in use from one that is over and from a failed attempt', async () => {
    await open([
      aLiveRow(),
      aLoginLogRow(),
      aLoginLogRow({ id: 'log-3', username: 'eve', nickname: '', state: '0', reason: 'wrong password' }),
      aLoginLogRow({ id: 'log-4', username: 'lin', nickname: '林志明', loginTime: '2026-11-14 08:00:00' }),
    ]);

    expect(rowOf('ming').getByText(t('status.live'))).toBeDefined();
    expect(rowOf('mei').queryByText(t('status.live'))).toBeNull();
    expect(rowOf('mei').getByText('Firefox 133 · Linux')).toBeDefined();
    expect(rowOf('eve').getByText(t('state.0'))).toBeDefined();
    expect(rowOf('eve').getByText('wrong password')).toBeDefined();
    expect(rowOf('林志明（lin）').getByText('2026-11-14 08:00:00').title).not.toBe('');
  });

  it('asks before it signs somebody out', async () => {
    const { user, api } = await open([aLiveRow()]);
    api.on(endLogins, () => null);

    await user.click(screen.getByRole('button', { name: `${t('action.end')} ming` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.end.title', { name: 'ming' }))).toBeDefined();
    expect(api.callsTo(endLogins)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.end') }));

    await waitFor(() => expect(api.callsTo(endLogins).map(({ params }) => params.ids)).toEqual(['log-2']));
  });

  it('offers to end only live logins, and to delete only the entries of others', async () => {
    await open([aLiveRow(), aLoginLogRow()]);

    expect(screen.queryByRole('button', { name: `${t('action.delete')} ming` })).toBeNull();
    expect(screen.getByRole('button', { name: `${t('action.delete')} mei` })).toBeDefined();
    expect(screen.queryByRole('button', { name: `${t('action.end')} mei` })).toBeNull();
  });

  it('keeps live entries out of a deletion of many, and says so', async () => {
    const { user, api } = await open([aLiveRow(), aLoginLogRow()]);
    api.on(deleteLoginLogs, () => null);

    await user.click(screen.getByRole('checkbox', { name: parts('list.selectPage'), hidden: false }));
    const bar = within(screen.getByRole('region', { name: parts('list.selection') }));
    await user.click(bar.getByRole('button', { name: t('action.delete') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.delete.kept', { count: 1 }))).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() =>
      expect(api.callsTo(deleteLoginLogs).map(({ params }) => params.ids)).toEqual(['log-1']),
    );
  });

  it('is emptied only after the word was typed, and says that nobody is signed out', async () => {
    const { user, api } = await open([aLoginLogRow()]);
    api.on(clearLoginLogs, () => null);

    await user.click(screen.getByRole('button', { name: parts('action.moreOfList') }));
    await user.click(await screen.findByRole('menuitem', { name: t('action.clear') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.clear.help'))).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.clear') }));
    expect(api.callsTo(clearLoginLogs)).toHaveLength(0);
    await user.type(dialog.getByRole('textbox'), `${t('confirm.clear.word')}{Enter}`);

    await waitFor(() => expect(api.callsTo(clearLoginLogs)).toHaveLength(1));
  });

  it('searches by account and by address, and the slash key goes to the account', async () => {
    const { user, api } = await open([aLoginLogRow()]);

    await user.type(screen.getByRole('searchbox', { name: t('placeholder.clientIp') }), '192.0');
    await waitFor(() => expect(api.callsTo(listLoginLogs).at(-1)?.query.get('clientIp')).toBe('192.0'));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('/mei');

    await waitFor(() => expect(api.callsTo(listLoginLogs).at(-1)?.query.get('username')).toBe('mei'));
    expect(api.callsTo(listLoginLogs).at(-1)?.query.get('clientIp')).toBe('192.0');
  });

  it('offers only what the person may do', async () => {
    await open([aLiveRow(), aLoginLogRow()], ['login-log']);

    expect(screen.queryByRole('button', { name: parts('action.moreOfList') })).toBeNull();
    expect(screen.queryByRole('button', { name: /ming|mei/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('does not ask the server for those who may not see it', async () => {
    const api = stubApi();
    renderPart(<LoginLogListPage />, { account: anAccount({ menus: ['user-detail'] }) });

    expect(await screen.findByText(parts('denied.title'))).toBeDefined();
    expect(api.callsTo(listLoginLogs)).toHaveLength(0);
  });
});
