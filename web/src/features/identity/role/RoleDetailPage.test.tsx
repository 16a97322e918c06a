import { getRole } from '@jadegate/contract/identity/role-endpoints';
import { menuTree } from '@jadegate/contract/menu';
import { listMenus } from '@jadegate/contract/menu-endpoints';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aRole } from './role.builders.ts';
import { RoleDetailPage } from './RoleDetailPage.tsx';

const t = i18n.getFixedT('zh-TW', 'role');

function open(role = aRole()) {
  stubApi()
    .on(listMenus, () => menuTree((menu) => `menu ${menu}`))
    .on(getRole, () => role);
  renderPart(
    <Routes>
      <Route path="/role/:roleId" element={<RoleDetailPage />} />
    </Routes>,
    { account: anAccount(), path: `/role/${role.id}` },
  );
}

it('shows what the role opens, and nothing else of the tree', async () => {
  open();

  const menus = within(await screen.findByRole('region', { name: t('field.menus') }));
  expect(menus.getByText(/menu role$/)).toBeDefined();
  expect(menus.getByText(/menu identity$/)).toBeDefined();
  expect(menus.queryByText(/menu role-add$/)).toBeNull();
  expect(screen.getByRole('button', { name: t('action.edit') })).toBeDefined();
});

it('offers no edit of a built-in role', async () => {
  open(aRole({ type: 'default', modifiable: false, deletable: false }));

  expect(await screen.findByText(t('type.default'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('action.edit') })).toBeNull();
});
