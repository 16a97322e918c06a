import {
  changeCredentialOwner,
  deleteCredentials,
  listCredentials,
  type CredentialRow,
} from '@jadegate/contract/access/credential';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aCredentialRow, aKeyRow } from './credential.builders.ts';
import { CredentialListPage } from './CredentialListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'credential');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function openList(rows: CredentialRow[]) {
  const held = [...rows];
  const api = stubApi().on(listCredentials, () => ({ total: held.length, items: held }));
  const view = renderPart(<CredentialListPage />, { account: anAccount() });
  const { user } = view;
  await screen.findByText(rows[0]!.name);
  const choose = async (name: string, action: string) => {
    await user.click(screen.getByRole('button', { name: parts('action.more', { name }) }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...view, api, held, choose };
}

describe('deleting', () => {
  it('names the credential, deletes it only after a confirmation, and reads the list again', async () => {
    const { user, api, held, choose } = await openList([aCredentialRow(), aKeyRow()]);
    api.on(deleteCredentials, () => {
      held.shift();
      return null;
    });

    const dialog = await choose('db-primary', t('action.delete'));
    expect(dialog.getByText(t('confirm.delete.title', { name: 'db-primary' }))).toBeDefined();
    expect(api.callsTo(deleteCredentials)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() => expect(screen.queryByText('db-primary')).toBeNull());
    expect(api.callsTo(deleteCredentials).map(({ params }) => params.ids)).toEqual(['cred-1']);
  });

  it('keeps the dialog open and says why when the server refuses', async () => {
    const { user, api, choose } = await openList([aCredentialRow({ assetCount: 2 })]);
    api.on(deleteCredentials, () => refuse('credential.in_use', 'two assets use it'));

    const dialog = await choose('db-primary', t('action.delete'));
    expect(dialog.getByText(t('confirm.delete.inUse', { count: 2 }))).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    expect((await dialog.findByRole('alert')).textContent).toContain('two assets use it');
  });

  it('deletes everything that is ticked in one go and clears the ticks', async () => {
    const { user, api } = await openList([aCredentialRow(), aKeyRow()]);
    api.on(deleteCredentials, () => null);

    await user.click(screen.getByRole('checkbox', { name: parts('list.selectPage'), hidden: false }));
    const bar = within(screen.getByRole('region', { name: parts('list.selection') }));
    expect(bar.getByText(parts('list.selected', { count: 2 }))).toBeDefined();
    await user.click(bar.getByRole('button', { name: t('action.delete') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('jump-key')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() => expect(screen.queryByRole('region', { name: parts('list.selection') })).toBeNull());
    expect(api.callsTo(deleteCredentials).map(({ params }) => params.ids)).toEqual(['cred-1,cred-2']);
  });

  it('ticks everything the filters match, on pages that are out of sight too', async () => {
    const all = [aCredentialRow(), aKeyRow(), aCredentialRow({ id: 'cred-3', name: 'far-away' })];
    const { user, api } = await openList([aCredentialRow()]);
    api.on(listCredentials, ({ query }) => ({
      total: all.length,
      items: query.get('pageSize') === '1000' ? all : all.slice(0, 1),
    }));
    await user.click(screen.getByRole('button', { name: parts('action.refresh') }));
    await user.click(screen.getByRole('checkbox', { name: parts('list.selectRow', { name: 'db-primary' }) }));

    await user.click(await screen.findByRole('button', { name: parts('list.selectAll', { count: 3 }) }));

    expect(await screen.findByText(parts('list.selected', { count: 3 }))).toBeDefined();
  });
});

describe('changing the owner', () => {
  it('offers everybody by name and sends the chosen one', async () => {
    const { user, api, choose } = await openList([aCredentialRow()]);
    api.on(listUserOptions, () => [
      { id: 'user-1', nickname: 'Mei', username: 'mei' },
      { id: 'user-2', nickname: 'Ming', username: 'ming' },
    ]);
    api.on(changeCredentialOwner, () => null);

    const drawer = await choose('db-primary', t('action.changeOwner'));
    await user.click(drawer.getByRole('combobox'));
    await user.click(await screen.findByTitle('Ming'));
    await user.click(drawer.getByRole('button', { name: t('action.changeOwner') }));

    await waitFor(() => expect(api.callsTo(changeCredentialOwner)).toHaveLength(1));
    const { params, query } = api.callsTo(changeCredentialOwner)[0]!;
    expect([params.id, query.get('owner')]).toEqual(['cred-1', 'user-2']);
  });
});
