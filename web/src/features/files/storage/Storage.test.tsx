import {
  createStorage,
  deleteStorages,
  listOwnStorages,
  listStorages,
  type StorageRow,
} from '@jadegate/contract/files/storage';
import { storageFileEndpoints } from '@jadegate/contract/files/storage-files';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { aFolderPage, anEntry } from '../../../components/files/file.builders.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { MyFilePage } from './MyFilePage.tsx';
import { unitOf } from './SizeField.tsx';
import { aStorageRow, aVisibleStorage } from './storage.builders.ts';
import { StorageListPage } from './StorageListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'storage');
const files = i18n.getFixedT('zh-TW', 'files');
const parts = i18n.getFixedT('zh-TW', 'parts');

function openList(rows: StorageRow[], menus?: MenuId[]) {
  const api = stubApi()
    .on(listStorages, () => ({ total: rows.length, items: rows }))
    .on(listUserOptions, () => [{ id: 'user-2', nickname: 'Ann', username: 'ann' }])
    .on(listUserGroupOptions, () => [])
    .on(storageFileEndpoints.page, () => aFolderPage([anEntry({ path: '/file.txt' })]));
  const view = renderPart(<StorageListPage />, { account: anAccount(menus && { menus }), path: '/storage' });
  return { ...view, api };
}

async function choose(user: ReturnType<typeof openList>['user'], name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: parts('action.more', { name }) }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the list of spaces', () => {
  it('shows what is used as a bar, and that there is no limit', async () => {
    openList([aStorageRow(), aStorageRow({ id: 'space-2', name: 'free', limitSize: -1, usedSize: 0 })]);
    const row = within((await screen.findByText('reports')).closest('tr') as HTMLElement);
    expect(row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    const free = within(screen.getByText('free').closest('tr') as HTMLElement);
    expect(free.queryByRole('progressbar')).toBeNull();
    expect(free.getByText(t('field.unlimited'))).toBeTruthy();
  });

  it('makes a space with its limit in bytes', async () => {
    const { api, user } = openList([]);
    api.on(createStorage, () => ({ ...aStorageRow(), shares: [] }));
    await user.click((await screen.findAllByRole('button', { name: t('action.create') }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText(t('field.name')), 'plans');
    const amount = screen.getByRole('spinbutton');
    await user.clear(amount);
    await user.type(amount, '3');
    await user.click(screen.getByRole('button', { name: parts('action.save') }));
    await waitFor(() =>
      expect(api.callsTo(createStorage)[0]?.body).toMatchObject({ name: 'plans', limitSize: 3 * 1024 ** 3 }),
    );
  });

  it.each([
    ['full', 1000, 'full'],
    ['empty', 0, null],
  ])('deletes one that is %s', async (name, usedSize, typed) => {
    const { api, user } = openList([aStorageRow({ name, usedSize })]);
    api.on(deleteStorages, () => null);
    await choose(user, name, t('action.delete'));
    await screen.findByText(t('confirm.delete.title', { name }));
    const remove = screen.getAllByRole('button', { name: t('action.delete') }).at(-1) as HTMLButtonElement;
    expect(remove.disabled).toBe(typed !== null);
    if (typed !== null) {
      await user.type(screen.getByRole('textbox', { name: /full/ }), typed);
    }
    await user.click(remove);
    await waitFor(() => expect(api.callsTo(deleteStorages)).toHaveLength(1));
    expect(api.callsTo(deleteStorages)[0]?.query.get('name')).toBe(typed);
  });

  it('browses a space with the rights of the role', async () => {
    const { user } = openList([aStorageRow()], ['storage', 'storage-browse', 'storage-browse-download']);
    await user.click(await screen.findByRole('button', { name: `${t('action.browse')} reports` }));
    await screen.findByRole('button', { name: 'file.txt' });
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: files('action.uploadFiles') }).disabled,
    ).toBe(true);
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: `${files('action.download')} file.txt` })
        .disabled,
    ).toBe(false);
  });
});

describe('my files', () => {
  it('are one’s own and those that are shared, each with what may be done', async () => {
    const api = stubApi()
      .on(listOwnStorages, () => [
        aVisibleStorage({ id: 'own', name: 'mine' }),
        aVisibleStorage({ id: 'other', name: 'theirs', access: 'read', ownerName: 'Mei' }),
      ])
      .on(storageFileEndpoints.page, () => aFolderPage([anEntry({ path: '/file.txt' })]))
      .on(storageFileEndpoints.search, () => ({
        items: [anEntry({ name: 'deep.txt', path: '/a/deep.txt' })],
        isWhole: true,
      }));
    const { user } = renderPart(<MyFilePage title="我的檔案" />, { account: anAccount({ menus: [] }) });
    await screen.findByRole('button', { name: 'file.txt' });
    const upload = () => screen.getByRole<HTMLButtonElement>('button', { name: files('action.uploadFiles') });
    expect(upload().disabled).toBe(false);
    expect(api.callsTo(storageFileEndpoints.page)[0]?.params.id).toBe('own');
    await user.click(screen.getByRole('tab', { name: /theirs/ }));
    await waitFor(() => expect(api.callsTo(storageFileEndpoints.page).at(-1)?.params.id).toBe('other'));
    await waitFor(() => expect(upload().disabled).toBe(true));
    expect(screen.getByText(t('own.sharedRead', { name: 'Mei' }))).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: files('filter.label') }), 'deep');
    await user.click(screen.getByRole('button', { name: files('search.below') }));
    expect(await screen.findByRole('button', { name: 'deep.txt' })).toBeTruthy();
  });
});

describe('a size', () => {
  it.each([
    [5 * 1024 ** 3, 'GB'],
    [1536 * 1024 ** 2, 'MB'],
    [2 * 1024 ** 4, 'TB'],
    [-1, 'MB'],
  ])('of %d is shown in %s, so that nothing is rounded away', (bytes, unit) => {
    expect(unitOf(bytes)).toBe(unit);
  });
});
