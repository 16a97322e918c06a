import { listUserOptions } from '@jadegate/contract/identity/user';
import {
  createUserGroup,
  deleteUserGroups,
  getUserGroup,
  listUserGroups,
  updateUserGroup,
} from '@jadegate/contract/identity/user-group';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aUserGroup, aUserGroupRow } from './user-group.builders.ts';
import { UserGroupDetailPage } from './UserGroupDetailPage.tsx';
import { UserGroupListPage } from './UserGroupListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'user-group');
const parts = i18n.getFixedT('zh-TW', 'parts');

const PEOPLE = [
  { id: 'user-1', nickname: 'Mei', username: 'mei' },
  { id: 'user-2', nickname: 'Ming', username: 'ming' },
  { id: 'user-3', nickname: 'Hua', username: 'hua' },
];

async function openList(menus?: MenuId[]) {
  const api = stubApi()
    .on(listUserGroups, () => ({ total: 1, items: [aUserGroupRow()] }))
    .on(listUserOptions, () => PEOPLE);
  const view = renderPart(<UserGroupListPage />, {
    account: anAccount(menus && { menus }),
    path: '/user-group',
  });
  const { user } = view;
  await screen.findByText('Operators');
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...view, api, press };
}

describe('the list of groups', () => {
  it('shows how many are in each group and leads to it', async () => {
    await openList();

    const row = within(screen.getByText('Operators').closest('tr') as HTMLElement);
    expect(row.getByText('2')).toBeDefined();
    expect(row.getByRole('link', { name: 'Operators' }).getAttribute('href')).toBe('/user-group/group-1');
  });

  it('offers only what the person may do', async () => {
    await openList(['user-group']);

    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} Operators` })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.delete')} Operators` })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Operators' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('deletes a group only after a confirmation that says what happens to its members', async () => {
    const { api, user, press } = await openList();
    api.on(deleteUserGroups, () => null);

    const dialog = await press(`${t('action.delete')} Operators`);
    expect(dialog.getByText(t('confirm.delete.help'))).toBeDefined();
    expect(api.callsTo(deleteUserGroups)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() =>
      expect(api.callsTo(deleteUserGroups).map(({ params }) => params.ids)).toEqual(['group-1']),
    );
  });
});

describe('the form', () => {
  it('finds members by name and sends their ids', async () => {
    const { api, user, press } = await openList();
    api.on(createUserGroup, () => aUserGroup());

    const drawer = await press(t('action.create'));
    await user.type(await drawer.findByLabelText(t('field.name')), 'Night shift');
    await user.type(drawer.getByRole('combobox', { name: t('field.members') }), 'hu');
    await waitFor(() => expect(screen.queryByTitle('Mei')).toBeNull());
    await user.click(await screen.findByTitle('Hua'));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));

    await waitFor(() => expect(api.callsTo(createUserGroup)).toHaveLength(1));
    expect(api.callsTo(createUserGroup)[0]?.body).toEqual({ name: 'Night shift', members: ['user-3'] });
  });

  it('adds to the members that are there', async () => {
    const { api, user, press } = await openList();
    api.on(getUserGroup, () => aUserGroup()).on(updateUserGroup, () => null);

    const drawer = await press(`${t('action.edit')} Operators`);
    expect(await drawer.findByText('Ming')).toBeDefined();
    await user.click(drawer.getByRole('combobox', { name: t('field.members') }));
    await user.click(await screen.findByTitle('Mei'));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));

    await waitFor(() => expect(api.callsTo(updateUserGroup)).toHaveLength(1));
    const { params, body } = api.callsTo(updateUserGroup)[0]!;
    expect(params.id).toBe('group-1');
    expect(body).toEqual({ name: 'Operators', members: ['user-2', 'user-1'] });
  });

  it('shows at the name that it is taken', async () => {
    const { api, user, press } = await openList();
    const taken = { path: 'name', rule: 'user_group.name_taken', message: 'name is taken' };
    api.on(createUserGroup, () => refuse('user_group.name_taken', 'name is taken', { fields: [taken] }));

    const drawer = await press(t('action.create'));
    const name = await drawer.findByLabelText(t('field.name'));
    await user.type(name, 'Operators{Enter}');

    expect(await drawer.findByText('name is taken')).toBeDefined();
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });
});

it('leads from a group to its members', async () => {
  stubApi().on(getUserGroup, () => aUserGroup());
  renderPart(
    <Routes>
      <Route path="/user-group/:userGroupId" element={<UserGroupDetailPage />} />
    </Routes>,
    { account: anAccount(), path: '/user-group/group-1?activeKey=member' },
  );

  const link = await screen.findByRole('link', { name: 'Ming' });
  expect(link.getAttribute('href')).toBe('/user/user-2');
  expect(screen.getByRole('heading', { name: 'Operators' })).toBeDefined();
});
