import { deleteRoles, listRoles, type RoleRow } from '@jadegate/contract/identity/role-endpoints';
import type { MenuId } from '@jadegate/contract/menu';
import { roleName } from '@jadegate/contract/words/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aBuiltInRow, aRoleRow } from './role.builders.ts';
import { RoleListPage } from './RoleListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'role');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function open(rows: RoleRow[], menus?: MenuId[]) {
  const api = stubApi().on(listRoles, () => ({ total: rows.length, items: rows }));
  const view = renderPart(<RoleListPage />, { account: anAccount(menus && { menus }), path: '/role' });
  await screen.findByText(rows[0] ? roleName(rows[0], 'zh-TW') : '');
  return { ...view, api };
}

const button = (action: string, name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${action} ${name}`) });

describe('the role list', () => {
  it('offers no change of a built-in role, and says why', async () => {
    const { user } = await open([aBuiltInRow(), aRoleRow()]);

    expect(button(t('action.edit'), '稽核管理員').disabled).toBe(true);
    expect(button(t('action.delete'), '稽核管理員').disabled).toBe(true);
    expect(button(t('action.edit'), 'operators').disabled).toBe(false);
    await user.hover(button(t('action.edit'), '稽核管理員').parentElement ?? document.body);

    expect((await screen.findByRole('tooltip')).textContent).toBe(t('help.builtInEdit'));
  });

  it('does not delete a selection that holds a built-in role', async () => {
    const { user } = await open([aBuiltInRow(), aRoleRow()]);

    await user.click(screen.getByRole('checkbox', { name: parts('list.selectPage'), hidden: false }));
    const bar = within(screen.getByRole('region', { name: parts('list.selection') }));

    expect(bar.getByRole<HTMLButtonElement>('button', { name: t('action.delete') }).disabled).toBe(true);
  });

  it('names the role and who loses it, and deletes it after a confirmation', async () => {
    const { user, api } = await open([aRoleRow({ userCount: 3 })]);
    api.on(deleteRoles, () => null);

    await user.click(button(t('action.delete'), 'operators'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.delete.title', { name: 'operators' }))).toBeDefined();
    expect(dialog.getByText(t('confirm.delete.inUse', { count: 3 }))).toBeDefined();
    expect(api.callsTo(deleteRoles)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() => expect(api.callsTo(deleteRoles).map(({ params }) => params.ids)).toEqual(['role-1']));
  });

  it('offers only what the person may do', async () => {
    await open([aRoleRow()], ['role']);

    expect(screen.queryByRole('link', { name: 'operators' })).toBeNull();
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: /operators/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('leads to the role itself for those who may see it', async () => {
    await open([aRoleRow()], ['role', 'role-detail']);

    expect(screen.getByRole('link', { name: 'operators' }).getAttribute('href')).toBe('/role/role-1');
  });
});
