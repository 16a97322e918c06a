import { listLoginLogs } from '@jadegate/contract/identity/login-log';
import { listRoleOptions } from '@jadegate/contract/identity/role-endpoints';
import { listSshKeysOfUser, removeSshKeyOfUser } from '@jadegate/contract/identity/ssh-key';
import {
  listSshTicketsOfUser,
  revokeSshTicketOfUser,
  type SshTicketRow,
} from '@jadegate/contract/identity/ssh-ticket';
import { confirmUser, getUser, type User } from '@jadegate/contract/identity/user';
import { listGroupsOfUser } from '@jadegate/contract/identity/user-group';
import type { MenuId } from '@jadegate/contract/menu';
import { NEVER } from '@jadegate/contract/scalars';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi, type Refusal } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aLoginRow, aRole, aUser } from './user.builders.ts';
import { UserDetailPage } from './UserDetailPage.tsx';

const t = i18n.getFixedT('zh-TW', 'user');
const parts = i18n.getFixedT('zh-TW', 'parts');

function open(user: User | Refusal, { menus, tab = 'info' }: { menus?: MenuId[]; tab?: string } = {}) {
  const api = stubApi().on(getUser, () => user);
  const page = (
    <Routes>
      <Route path="/user/:userId" element={<UserDetailPage />} />
    </Routes>
  );
  const account = anAccount(menus && { menus });
  return { api, ...renderPart(page, { account, path: `/user/user-2?activeKey=${tab}` }) };
}

it('shows the person with the names of their roles', async () => {
  const { api } = open(aUser({ type: 'admin', roles: ['role-1'], enableTotp: true }));
  api.on(listRoleOptions, () => [aRole()]);

  expect(await screen.findByText('Auditor')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Ming' })).toBeDefined();
  expect(screen.getByText('ming@example.com')).toBeDefined();
  expect(screen.getByText(t('status.totpOn'))).toBeDefined();
  expect(api.callsTo(getUser)[0]?.params.id).toBe('user-2');
});

it('leads from the groups to each group', async () => {
  const { api } = open(aUser(), { tab: 'group' });
  api.on(listGroupsOfUser, () => [{ id: 'group-1', name: 'Operators', created: '2026-11-15 03:20:00' }]);

  const link = await screen.findByRole('link', { name: 'Operators' });
  expect(link.getAttribute('href')).toBe('/user-group/group-1');
});

it('shows the logins of this person only, although the filter finds longer names too', async () => {
  const { api } = open(aUser(), { tab: 'login-log' });
  api.on(listLoginLogs, () => ({
    total: 2,
    items: [
      aLoginRow({ state: '0', reason: 'wrong password' }),
      aLoginRow({ id: 'login-2', username: 'ming2', clientIp: '10.9.9.9' }),
    ],
  }));

  expect(await screen.findByText('wrong password')).toBeDefined();
  expect(screen.getByText('10.0.0.7')).toBeDefined();
  expect(screen.queryByText('10.9.9.9')).toBeNull();
  expect(api.callsTo(listLoginLogs)[0]?.query.get('username')).toBe('ming');
});

it('does not offer to edit without the right', async () => {
  open(aUser(), { menus: ['user', 'user-detail'] });

  expect(await screen.findByText('ming@example.com')).toBeDefined();
  expect(screen.queryByRole('button', { name: t('action.edit') })).toBeNull();
});

const MAKER = { id: 'user-9', nickname: 'Hua' };

it('says whose password it is until another administrator confirms the account', async () => {
  const person = aUser({ knownTo: [MAKER] });
  const { api, user } = open(person);
  api.on(confirmUser, () => {
    person.knownTo = [];
    return null;
  });
  expect(await screen.findByText(t('custody.others', { maker: 'Hua' }))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('action.confirmOwn') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('action.confirmOwn') }));
  await waitFor(() => expect(screen.queryByText(t('custody.others', { maker: 'Hua' }))).toBeNull());
  expect(api.callsTo(confirmUser)[0]?.params.id).toBe('user-2');
});

it('offers that neither to who set the password, nor to the account itself, nor without the right', async () => {
  const mine = { id: anAccount().id, nickname: 'me' };
  const shown = async (user: User, sentence: string, menus?: MenuId[]) => {
    const { unmount } = open(user, menus && { menus });
    await screen.findByText(sentence);
    expect(screen.queryByRole('button', { name: t('action.confirmOwn') })).toBeNull();
    unmount();
  };
  await shown(aUser({ knownTo: [mine] }), t('custody.own'));
  await shown(aUser({ id: mine.id, knownTo: [MAKER] }), t('custody.others', { maker: 'Hua' }));
  await shown(aUser({ knownTo: [MAKER] }), t('custody.others', { maker: 'Hua' }), ['user', 'user-detail']);
});

it('says so when the person is gone', async () => {
  open(refuse('user.not_found'));

  expect(await screen.findByText(parts('missing.title'))).toBeDefined();
});

const KEY = {
  id: 'key-1',
  name: 'work laptop',
  source: '',
  algorithm: 'ssh-ed25519',
  fingerprint: 'SHA256:abc',
  created: '2026-01-01 08:00:00',
  expires: NEVER,
  isExpired: false,
  lastUsed: NEVER,
  lastAddress: '',
};

it('shows the SSH keys of the person, which only who may edit people deletes', async () => {
  const { api } = open(aUser(), { menus: ['user', 'user-detail'], tab: 'ssh-key' });
  api.on(listSshKeysOfUser, () => [KEY]);
  expect(await screen.findByText('SHA256:abc')).toBeDefined();
  expect(screen.queryByRole('button', { name: parts('sshKey.delete') })).toBeNull();
});

it('deletes an SSH key of the person', async () => {
  const { api, user } = open(aUser(), { tab: 'ssh-key' });
  api.on(listSshKeysOfUser, () => [{ ...KEY, id: 'key-9' }]).on(removeSshKeyOfUser, () => null);
  await user.click(await screen.findByRole('button', { name: parts('sshKey.delete') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: parts('sshKey.delete') }));
  await waitFor(() =>
    expect(api.callsTo(removeSshKeyOfUser)[0]?.params).toEqual({ id: 'user-2', keyId: 'key-9' }),
  );
});

const TICKET: SshTicketRow = {
  id: 'ticket-9',
  name: 'nightly copy',
  masked: 'ticket-…ab12',
  assetId: 'asset-1',
  assetName: 'web-1',
  account: 'deploy',
  kinds: ['files'],
  ipGroup: '',
  uses: 0,
  used: 0,
  created: '2026-01-01 08:00:00',
  expires: '2026-01-02 08:00:00',
  isOver: false,
  lastUsed: NEVER,
  lastAddress: '',
};

it('shows the SSH tickets of the person, which only who may edit people revokes', async () => {
  const tickets = i18n.getFixedT('zh-TW', 'ssh-ticket');
  const looking = open(aUser(), { menus: ['user', 'user-detail'], tab: 'ssh-ticket' });
  looking.api.on(listSshTicketsOfUser, () => [TICKET]);
  expect(await screen.findByText('nightly copy')).toBeDefined();
  expect(screen.queryByRole('button', { name: tickets('action.revoke') })).toBeNull();
  looking.unmount();

  const { api, user } = open(aUser(), { tab: 'ssh-ticket' });
  api.on(listSshTicketsOfUser, () => [TICKET]).on(revokeSshTicketOfUser, () => null);
  await user.click(await screen.findByRole('button', { name: tickets('action.revoke') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: tickets('action.revoke') }));
  await waitFor(() =>
    expect(api.callsTo(revokeSshTicketOfUser)[0]?.params).toEqual({ id: 'user-2', ticketId: 'ticket-9' }),
  );
});
