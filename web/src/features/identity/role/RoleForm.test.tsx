import { createRole, getRole, updateRole } from '@jadegate/contract/identity/role-endpoints';
import { translate } from '@jadegate/contract/language';
import { menuTree, type MenuId } from '@jadegate/contract/menu';
import { listMenus } from '@jadegate/contract/menu-endpoints';
import { VALIDATION_WORDS } from '@jadegate/contract/words/validation';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aRole } from './role.builders.ts';
import { RoleFormDrawer } from './RoleFormDrawer.tsx';

const t = i18n.getFixedT('zh-TW', 'role');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function openForm(id?: string, menus?: MenuId[]) {
  const api = stubApi()
    .on(listMenus, () => menuTree((menu) => menu))
    .on(getRole, () => aRole())
    .on(createRole, () => aRole())
    .on(updateRole, () => null);
  const { user } = renderPart(<RoleFormDrawer open id={id} onClose={() => undefined} />, {
    account: anAccount(menus && { menus }),
  });
  const drawer = within(await screen.findByRole('dialog'));
  const name = await drawer.findByLabelText<HTMLInputElement>(t('field.name'));
  const search = async (text: string) => {
    await user.click(drawer.getByLabelText(t('placeholder.searchMenus')));
    await user.paste(text);
  };
  const box = async (menu: string) => {
    const node = (await drawer.findByText(menu, { selector: '.ant-tree-title' })).closest(
      '[role="treeitem"]',
    );
    return within(node as HTMLElement).getByRole('checkbox');
  };
  const save = () => user.click(drawer.getByRole('button', { name: parts('action.save') }));
  return { api, user, drawer, name, search, box, save };
}

describe('the role form', () => {
  it('sends what is ticked, and the way to it, once each', async () => {
    const { api, user, name, search, box, save } = await openForm();
    await user.type(name, 'helpdesk');
    await search('user-reset-totp');
    await user.click(await box('user-reset-totp'));
    await save();

    await waitFor(() => expect(api.callsTo(createRole)).toHaveLength(1));
    expect(api.callsTo(createRole)[0]?.body).toEqual({
      name: 'helpdesk',
      menus: [
        { menuId: 'identity', checked: false },
        { menuId: 'user', checked: false },
        { menuId: 'user-reset-totp', checked: true },
      ],
    });
  });

  it('starts an edit from what is stored, half ticks included, and sends it back unchanged', async () => {
    const { api, drawer, search, box, save } = await openForm('role-1');
    await search('role');

    expect((await box('identity')).getAttribute('aria-checked')).toBe('mixed');
    expect((await box('role')).getAttribute('aria-checked')).toBe('true');
    expect((await box('role-add')).getAttribute('aria-checked')).toBe('false');
    expect(drawer.getByText(t('help.ticked', { count: 1 }))).toBeDefined();
    await save();

    await waitFor(() => expect(api.callsTo(updateRole)).toHaveLength(1));
    expect(api.callsTo(updateRole)[0]?.body).toEqual({
      name: 'operators',
      menus: [
        { menuId: 'identity', checked: false },
        { menuId: 'role', checked: true },
      ],
    });
  });

  it('is not sent without any right, and says so', async () => {
    const { api, user, drawer, name, save } = await openForm();
    await user.type(name, 'nobody');
    await user.click(drawer.getByRole('button', { name: t('action.tickAll') }));
    await user.click(drawer.getByRole('button', { name: t('action.tickNone') }));
    await save();

    expect(await drawer.findByText(translate(VALIDATION_WORDS.required, 'zh-TW'))).toBeDefined();
    expect(api.callsTo(createRole)).toHaveLength(0);
  });

  it('ticks all that is shown, except what one does not hold oneself', async () => {
    const { api, user, drawer, name, search, save } = await openForm(undefined, [
      'identity',
      'role',
      'role-add',
    ]);
    await user.type(name, 'helpers');
    await search('role');
    await user.click(drawer.getByRole('button', { name: t('action.tickAll') }));
    await save();

    await waitFor(() => expect(api.callsTo(createRole)).toHaveLength(1));
    expect(api.callsTo(createRole)[0]?.body.menus.map(({ menuId }) => menuId)).toEqual([
      'identity',
      'role',
      'role-add',
    ]);
  });
});
