import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import {
  changeUserStatus,
  deleteUsers,
  listUsers,
  resetUserTotp,
  setUserPasswords,
  type UserRow,
} from '@jadegate/contract/identity/user';
import { MENU_IDS, type MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aUserRow } from './user.builders.ts';
import { UserListPage } from './UserListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'user');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function openList(
  rows: UserRow[],
  { menus, path = '/user' }: { menus?: MenuId[]; path?: string } = {},
) {
  const api = stubApi().on(listUsers, () => ({ total: rows.length, items: rows }));
  const view = renderPart(<UserListPage />, { account: anAccount(menus && { menus }), path });
  await screen.findByText(rows[0]?.nickname ?? '');
  const rowOf = (nickname: string) => within(screen.getByText(nickname).closest('tr') as HTMLElement);
  const statusOf = (name: string) => screen.queryByRole('switch', { name: t('label.status', { name }) });
  return { ...view, api, rowOf, statusOf };
}

describe('the list of people', () => {
  it('shows who they are, and whether they are online and have a second factor', async () => {
    const { rowOf } = await openList([
      aUserRow(),
      aUserRow({
        id: 'user-3',
        nickname: 'Mei',
        username: 'mei',
        type: 'admin',
        online: true,
        totpSecret: '1',
      }),
    ]);

    const mei = rowOf('Mei');
    expect(mei.getByText(t('type.admin'))).toBeDefined();
    expect(mei.getByText(t('status.online'))).toBeDefined();
    expect(mei.getByText(t('status.totpOn'))).toBeDefined();
    expect(mei.getByRole('link', { name: 'Mei' }).getAttribute('href')).toBe('/user/user-3');
    expect(rowOf('Ming').getByText(t('status.offline'))).toBeDefined();
  });

  it('reads the presence filter from the address and shows it by name', async () => {
    const { api } = await openList([aUserRow()], { path: '/user?online=false' });

    expect(api.callsTo(listUsers)[0]?.query.get('online')).toBe('false');
    expect(within(screen.getByRole('search')).getByText(t('status.offline'))).toBeDefined();
  });

  it('offers only what the person may do', async () => {
    const { statusOf, rowOf } = await openList([aUserRow()], { menus: ['user', 'user-edit'] });

    expect(screen.getByRole('button', { name: `${t('action.edit')} Ming` })).toBeDefined();
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: parts('action.more', { name: 'Ming' }) })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Ming' })).toBeNull();
    expect(statusOf('Ming')).toBeNull();
    expect(rowOf('Ming').getByText(t('status.enabled'))).toBeDefined();
  });

  it('offers neither a switch nor a deletion for oneself and the first administrator', async () => {
    const menus: MenuId[] = ['user', 'user-enable-disable', 'user-del'];
    const { statusOf } = await openList(
      [
        aUserRow({ id: 'user-1', nickname: 'Self' }),
        aUserRow({ id: SUPER_ADMIN_ID, nickname: 'First' }),
        aUserRow(),
      ],
      { menus },
    );

    expect(['Self', 'First', 'Ming'].map((name) => statusOf(name) !== null)).toEqual([false, false, true]);
    const deletions = screen.getAllByRole('button', { name: new RegExp(`^${t('action.delete')} `) });
    expect(deletions.map((button) => button.getAttribute('aria-label'))).toEqual([
      `${t('action.delete')} Ming`,
    ]);
  });

  it('offers neither a new password nor the loss of the second factor for oneself: the profile page does', async () => {
    await openList(
      [aUserRow({ id: 'user-1', nickname: 'Self', totpSecret: '1' }), aUserRow({ totpSecret: '1' })],
      {
        menus: ['user', 'user-change-password', 'user-reset-totp'],
      },
    );
    for (const action of ['changePassword', 'resetTotp'] as const) {
      const buttons = screen.getAllByRole('button', { name: new RegExp(`^${t(`action.${action}`)} `) });
      expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
        `${t(`action.${action}`)} Ming`,
      ]);
    }
  });
});

describe('disabling', () => {
  it('asks first and names the consequence', async () => {
    const { api, user, statusOf } = await openList([aUserRow()]);
    api.on(changeUserStatus, () => null);

    await user.click(statusOf('Ming') as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.disable.title', { name: 'Ming' }))).toBeDefined();
    expect(dialog.getByText(t('confirm.disable.help'))).toBeDefined();
    expect(api.callsTo(changeUserStatus)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.disable') }));

    await waitFor(() =>
      expect(api.callsTo(changeUserStatus).map(({ url }) => url)).toEqual([
        '/users/user-2/status?status=disabled',
      ]),
    );
    await screen.findByText(t('message.disabled', { name: 'Ming' }));
  });

  it('enables again without a question', async () => {
    const { api, user, statusOf } = await openList([aUserRow({ status: 'disabled' })]);
    api.on(changeUserStatus, () => null);

    await user.click(statusOf('Ming') as HTMLElement);

    await waitFor(() =>
      expect(api.callsTo(changeUserStatus).map(({ query }) => query.get('status'))).toEqual(['enabled']),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('acting on several people', () => {
  const two = [aUserRow(), aUserRow({ id: 'user-3', nickname: 'Mei', username: 'mei' })];

  async function openBulk(action: 'changePassword' | 'resetTotp' | 'delete', menus?: MenuId[]) {
    const view = await openList(two, menus && { menus });
    await view.user.click(screen.getByRole('checkbox', { name: parts('list.selectPage'), hidden: false }));
    const bar = within(screen.getByRole('region', { name: parts('list.selection') }));
    await view.user.click(bar.getByRole('button', { name: t(`action.${action}`) }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Mei');
    // After a refusal the spinner is still fading out of the button's name.
    const label = new RegExp(`${t(`action.${action}`)}$`);
    const confirm = () => view.user.click(dialog.getByRole('button', { name: label }));
    return { ...view, dialog, confirm };
  }

  it('gives them one new password, good for one login', async () => {
    const { api, user, dialog, confirm, queryClient } = await openBulk('changePassword');
    api.on(setUserPasswords, () => null);
    await user.type(dialog.getByLabelText(t('field.newPassword')), 'a long phrase');
    await confirm();

    await waitFor(() => expect(api.callsTo(setUserPasswords)).toHaveLength(1));
    const { params, body } = api.callsTo(setUserPasswords)[0]!;
    expect(params.ids).toBe('user-2,user-3');
    expect(body).toEqual({ password: 'a long phrase', mustChangePassword: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const kept = queryClient.getMutationCache().getAll();
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('a long phrase');
  });

  it('cannot spare them the change unless one holds every right', async () => {
    const some = await openBulk(
      'changePassword',
      MENU_IDS.filter((menu) => menu !== 'setting'),
    );
    expect(some.dialog.getByRole<HTMLButtonElement>('switch').disabled).toBe(true);
    expect(some.dialog.getByText(t('help.mustChangeAlways'))).toBeTruthy();
  });

  it('refuses a short password before the server does', async () => {
    const { api, user, dialog, confirm } = await openBulk('changePassword');
    const password = dialog.getByLabelText(t('field.newPassword'));
    await user.type(password, 'short');
    await confirm();

    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
    expect(api.callsTo(setUserPasswords)).toHaveLength(0);
  });

  it('resets their second factor', async () => {
    const { api, confirm } = await openBulk('resetTotp');
    api.on(resetUserTotp, () => null);
    await confirm();

    await waitFor(() =>
      expect(api.callsTo(resetUserTotp).map(({ params }) => params.ids)).toEqual(['user-2,user-3']),
    );
  });

  it('deletes them and clears the ticks, or says why not and keeps them', async () => {
    const { api, dialog, confirm } = await openBulk('delete');
    api.on(deleteUsers, () => refuse('user.outranked', 'Mei holds more'));
    await confirm();
    expect((await dialog.findByRole('alert')).textContent).toContain('Mei holds more');
    expect(screen.getByText(parts('list.selected', { count: 2 }))).toBeDefined();

    api.on(deleteUsers, () => null);
    await confirm();

    await waitFor(() => expect(screen.queryByRole('region', { name: parts('list.selection') })).toBeNull());
    expect(api.callsTo(deleteUsers).at(-1)?.params.ids).toBe('user-2,user-3');
  });
});
