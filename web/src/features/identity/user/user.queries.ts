import { listLoginLogs } from '@jadegate/contract/identity/login-log';
import {
  bindLoginPolicy,
  listAllLoginPolicies,
  listLoginPolicies,
  unbindLoginPolicy,
} from '@jadegate/contract/identity/login-policy';
import { listPasskeysOfUser, removePasskeyOfUser } from '@jadegate/contract/identity/passkey';
import { listRoleOptions } from '@jadegate/contract/identity/role-endpoints';
import { listSshKeysOfUser, removeSshKeyOfUser } from '@jadegate/contract/identity/ssh-key';
import { listSshTicketsOfUser, revokeSshTicketOfUser } from '@jadegate/contract/identity/ssh-ticket';
import {
  changeUserStatus,
  confirmUser,
  createUser,
  deleteUsers,
  listUserOptions,
  type FilesFate,
  getUser,
  listUsers,
  resetUserTotp,
  setUserPasswords,
  updateUser,
  type UserStatus,
} from '@jadegate/contract/identity/user';
import {
  listGroupsOfUser,
  listUserGroupOptions,
  setGroupsOfUser,
} from '@jadegate/contract/identity/user-group';
import { importUsers, previewUserImport } from '@jadegate/contract/identity/user-import';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';
import type { UserListQuery } from './user-schemas.ts';

export const RECENT_LOGINS = 20;
/** The filter matches parts of a name, so more is asked for than is shown. */
const LOGINS_ASKED = 100;

export function usersQuery(query: UserListQuery) {
  return queryOptions({
    queryKey: ['user', 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
  });
}

/** Not kept when the form or the page closes: an edit starts from what is stored now. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function groupsOfUserQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'groups', id],
    queryFn: ({ signal }) => call(listGroupsOfUser, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export function passkeysOfUserQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'passkeys', id],
    queryFn: ({ signal }) => call(listPasskeysOfUser, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export function useRemovePasskeyOf(id: string) {
  return useChange(['user'], (passkeyId: string) => call(removePasskeyOfUser, { params: { id, passkeyId } }));
}

export function sshKeysOfUserQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'ssh-keys', id],
    queryFn: ({ signal }) => call(listSshKeysOfUser, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export function useRemoveSshKeyOf(id: string) {
  return useChange(['user'], (keyId: string) => call(removeSshKeyOfUser, { params: { id, keyId } }));
}

export function sshTicketsOfUserQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'ssh-tickets', id],
    queryFn: ({ signal }) => call(listSshTicketsOfUser, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export function useRevokeSshTicketOf(id: string) {
  return useChange(['user'], (ticketId: string) => call(revokeSshTicketOfUser, { params: { id, ticketId } }));
}

/** The latest logins of exactly this account, not of others whose name contains it. */
export function recentLoginsQuery(username: string) {
  const query = { username, pageIndex: 1, pageSize: LOGINS_ASKED, field: 'loginTime', order: 'descend' };
  return queryOptions({
    queryKey: ['login-log', 'of-user', username],
    queryFn: ({ signal }) => call(listLoginLogs, { query, signal }),
    select: ({ items }) => {
      const own = items.filter((row) => row.username.toLowerCase() === username.toLowerCase());
      return own.slice(0, RECENT_LOGINS);
    },
    meta: { errors: 'caller' },
  });
}

/** Far more than anybody binds to one person. */
const POLICIES_ASKED = 200;

export function policiesOfUserQuery(userId: string) {
  const query = { userId, pageIndex: 1, pageSize: POLICIES_ASKED };
  return queryOptions({
    queryKey: ['login-policy', 'of-user', userId],
    queryFn: ({ signal }) => call(listLoginPolicies, { query, signal }),
    select: ({ items }) => items,
    meta: { errors: 'caller' },
  });
}

export function useUnbindPolicy(userId: string) {
  return useChange(['login-policy'], (id: string) =>
    call(unbindLoginPolicy, { params: { id }, body: [{ userId }] }),
  );
}

export function policyOptionsQuery() {
  return queryOptions({
    queryKey: ['login-policy', 'options'],
    queryFn: ({ signal }) => call(listAllLoginPolicies, { signal }),
  });
}

export function useBindPolicies(userId: string) {
  return useChange(['login-policy'], async (ids: readonly string[]) => {
    for (const id of ids) {
      await call(bindLoginPolicy, { params: { id }, body: [{ userId }] });
    }
  });
}

export function groupOptionsQuery() {
  return queryOptions({
    queryKey: ['user-group', 'options'],
    queryFn: ({ signal }) => call(listUserGroupOptions, { signal }),
  });
}

export function roleOptionsQuery() {
  return queryOptions({
    queryKey: ['role', 'options'],
    queryFn: ({ signal }) => call(listRoleOptions, { signal }),
  });
}

/** What a change of these may alter elsewhere. */
const TOUCHED = ['user', 'user-group', 'login-log'];

export function useSetGroups(id: string) {
  return useChange(TOUCHED, (ids: string[]) => call(setGroupsOfUser, { params: { id }, body: { ids } }));
}

export function useCreateUser() {
  return useChange(TOUCHED, (body: z.input<typeof createUser.body>) => call(createUser, { body }));
}

export function useUpdateUser() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: z.input<typeof updateUser.body> }) =>
    call(updateUser, { params: { id }, body }),
  );
}

export function useConfirmUser() {
  return useChange(TOUCHED, (id: string) => call(confirmUser, { params: { id } }));
}

function changeStatus({ id, status }: { id: string; status: UserStatus }) {
  return call(changeUserStatus, { params: { id }, query: { status } });
}

/** Everybody, for pickers. */
export function peopleQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

/** A refusal is shown by the dialog that asked. */
export function useDisableUser() {
  return useChange(TOUCHED, (id: string) => changeStatus({ id, status: 'disabled' }));
}

/** Takes nothing away, so nobody asks first, and a refusal is a toast. */
export function useEnableUser() {
  return useChange(TOUCHED, (id: string) => changeStatus({ id, status: 'enabled' }), { errors: 'toast' });
}

export function useDeleteUsers() {
  return useChange(
    TOUCHED,
    ({ ids, ...query }: { ids: readonly string[]; files: FilesFate; filesTo?: string | undefined }) =>
      inParts(ids, (part) => call(deleteUsers, { params: { ids: part }, query })),
  );
}

export function useResetUserTotp() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(resetUserTotp, { params: { ids: part } })),
  );
}

type NewPasswords = z.input<typeof setUserPasswords.body> & { ids: readonly string[] };

export function useSetUserPasswords() {
  return useChange(TOUCHED, ({ ids, ...body }: NewPasswords) =>
    inParts(ids, (part) => call(setUserPasswords, { params: { ids: part }, body })),
  );
}

/** Changes nothing, so nothing is asked again. */
export function usePreviewUserImport() {
  return useChange([], (file: Blob) => call(previewUserImport, { file }));
}

export function useImportUsers() {
  return useChange(TOUCHED, (file: Blob) => call(importUsers, { file }));
}
