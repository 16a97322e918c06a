import { listUsers } from '@jadegate/contract/identity/user';
import { importUsers, previewUserImport } from '@jadegate/contract/identity/user-import';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aUserRow } from './user.builders.ts';
import { UserListPage } from './UserListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'user');
const parts = i18n.getFixedT('zh-TW', 'parts');

it('imports people and shows their one-time passwords once', async () => {
  const api = stubApi()
    .on(listUsers, () => ({ total: 1, items: [aUserRow()] }))
    .on(previewUserImport, () => ({
      columns: ['username'],
      counts: { new: 1, exists: 1, duplicate: 0, invalid: 0 },
      rows: [
        { line: 2, state: 'new' as const, cells: { username: 'amy' }, errors: [] },
        {
          line: 3,
          state: 'exists' as const,
          cells: { username: 'admin' },
          errors: [{ field: 'username', message: '帳號已存在' }],
        },
      ],
    }))
    .on(importUsers, () => ({ created: 1, skipped: 1, oneTime: [{ username: 'amy', secret: 'Once4Only' }] }));
  const { user } = renderPart(<UserListPage />, { account: anAccount() });
  await user.click(await screen.findByRole('button', { name: t('action.import') }));
  const picker = await screen.findByLabelText(parts('file.input'));
  await user.upload(picker, new File(['username\namy\nadmin\n'], 'people.csv', { type: 'text/csv' }));
  await user.click(screen.getByRole('button', { name: parts('import.look') }));
  expect(await screen.findByText('帳號已存在')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: parts('import.run', { count: 1 }) }));

  expect(await screen.findByText('Once4Only')).toBeDefined();
  expect(screen.getByText(t('import.done', { count: 1 }))).toBeDefined();
  expect(screen.getByText(t('import.skipped', { count: 1 }))).toBeDefined();
  expect(api.callsTo(importUsers)).toHaveLength(1);
});

it('is not offered without the right to add people', async () => {
  stubApi().on(listUsers, () => ({ total: 1, items: [aUserRow()] }));
  renderPart(<UserListPage />, { account: anAccount({ menus: ['user'] }) });
  expect(await screen.findByText('Ming')).toBeDefined();
  expect(screen.queryByRole('button', { name: t('action.import') })).toBeNull();
});
