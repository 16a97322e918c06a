import { listUserOptions } from '@jadegate/contract/identity/user';
import {
  createUserGroup,
  deleteUserGroups,
  getUserGroup,
  listUserGroups,
  updateUserGroup,
  type UserGroupInput,
  type UserGroupQuery,
} from '@jadegate/contract/identity/user-group';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function userGroupsQuery(query: UserGroupQuery) {
  return queryOptions({
    queryKey: ['user-group', 'list', query],
    queryFn: ({ signal }) => call(listUserGroups, { query, signal }),
  });
}

/** Not kept when the form or the page closes: an edit starts from what is stored now. */
export function userGroupQuery(id: string) {
  return queryOptions({
    queryKey: ['user-group', 'one', id],
    queryFn: ({ signal }) => call(getUserGroup, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function memberOptionsQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

/** What a change of these may alter elsewhere. */
const TOUCHED = ['user-group', 'user'];

export function useCreateUserGroup() {
  return useChange(TOUCHED, (body: UserGroupInput) => call(createUserGroup, { body }));
}

export function useUpdateUserGroup() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: UserGroupInput }) =>
    call(updateUserGroup, { params: { id }, body }),
  );
}

export function useDeleteUserGroups() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteUserGroups, { params: { ids: part } })),
  );
}
