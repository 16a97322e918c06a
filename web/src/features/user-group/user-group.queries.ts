import { listUserOptions } from '@jadegate/contract/user';
import {
  createUserGroup,
  deleteUserGroups,
  getUserGroup,
  listUserGroups,
  updateUserGroup,
  type UserGroupInput,
  type UserGroupQuery,
} from '@jadegate/contract/user-group';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

/** Ids stand in the path, and servers and proxies bound its length. */
const IDS_PER_CALL = 100;

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

/** A mutation whose form or dialog shows the failure, and after which groups and people are asked again. */
function useUserGroupMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { errors: 'caller' },
    onSettled: () =>
      Promise.all(['user-group', 'user'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

export function useCreateUserGroup() {
  return useUserGroupMutation((body: UserGroupInput) => call(createUserGroup, { body }));
}

export function useUpdateUserGroup() {
  return useUserGroupMutation(({ id, body }: { id: string; body: UserGroupInput }) =>
    call(updateUserGroup, { params: { id }, body }),
  );
}

export function useDeleteUserGroups() {
  return useUserGroupMutation(async (ids: readonly string[]) => {
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      await call(deleteUserGroups, { params: { ids: ids.slice(start, start + IDS_PER_CALL).join(',') } });
    }
  });
}
