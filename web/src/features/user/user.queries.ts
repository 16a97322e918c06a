import { listLoginLogs } from '@jadegate/contract/login-log';
import { listRoleOptions } from '@jadegate/contract/role-endpoints';
import {
  changeUserStatus,
  createUser,
  deleteUsers,
  getUser,
  listUsers,
  resetUserTotp,
  setUserPasswords,
  updateUser,
  type UserStatus,
} from '@jadegate/contract/user';
import { listGroupsOfUser } from '@jadegate/contract/user-group';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../api/call.ts';
import type { UserListQuery } from './user-schemas.ts';

/** Ids stand in the path, and servers and proxies bound its length. */
const IDS_PER_CALL = 100;

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

export function roleOptionsQuery() {
  return queryOptions({
    queryKey: ['role', 'options'],
    queryFn: ({ signal }) => call(listRoleOptions, { signal }),
  });
}

/**
 * A mutation after which everything that shows people is asked again. What was sent may hold a password, so the cache
 * drops it as soon as the form resets the mutation or goes.
 */
function useUserMutation<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  meta: { errors?: 'caller' } = { errors: 'caller' },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    meta,
    onSettled: () =>
      Promise.all(
        ['user', 'user-group', 'login-log'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}

/** One call after another, each with as many ids as a path can hold. */
async function inParts(ids: readonly string[], send: (ids: string) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
    await send(ids.slice(start, start + IDS_PER_CALL).join(','));
  }
}

export function useCreateUser() {
  return useUserMutation((body: z.input<typeof createUser.body>) => call(createUser, { body }));
}

export function useUpdateUser() {
  return useUserMutation(({ id, body }: { id: string; body: z.input<typeof updateUser.body> }) =>
    call(updateUser, { params: { id }, body }),
  );
}

function changeStatus({ id, status }: { id: string; status: UserStatus }) {
  return call(changeUserStatus, { params: { id }, query: { status } });
}

/** A refusal is shown by the dialog that asked. */
export function useDisableUser() {
  return useUserMutation((id: string) => changeStatus({ id, status: 'disabled' }));
}

/** Takes nothing away, so nobody asks first, and a refusal is a toast. */
export function useEnableUser() {
  return useUserMutation((id: string) => changeStatus({ id, status: 'enabled' }), {});
}

export function useDeleteUsers() {
  return useUserMutation((ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteUsers, { params: { ids: part } })),
  );
}

export function useResetUserTotp() {
  return useUserMutation((ids: readonly string[]) =>
    inParts(ids, (part) => call(resetUserTotp, { params: { ids: part } })),
  );
}

type NewPasswords = z.input<typeof setUserPasswords.body> & { ids: readonly string[] };

export function useSetUserPasswords() {
  return useUserMutation(({ ids, ...body }: NewPasswords) =>
    inParts(ids, (part) => call(setUserPasswords, { params: { ids: part }, body })),
  );
}
