import {
  bindLoginPolicy,
  createLoginPolicy,
  deleteLoginPolicies,
  getLoginPolicy,
  listLoginPolicies,
  listLoginPolicyUserIds,
  listLoginPolicyUsers,
  testLoginPolicies,
  unbindLoginPolicy,
  updateLoginPolicy,
  type LoginPolicyInput,
  type LoginPolicyQuery,
} from '@jadegate/contract/identity/login-policy';
import { listUserOptions, listUsers, type UserQuery } from '@jadegate/contract/identity/user';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export const BoundUserQuery = listLoginPolicyUsers.query;
export type BoundUserQuery = z.output<typeof BoundUserQuery>;

export const PolicyQuestion = testLoginPolicies.body;
export type PolicyQuestion = z.output<typeof PolicyQuestion>;
export type PolicyAnswer = z.output<typeof testLoginPolicies.response>;

export function loginPoliciesQuery(query: LoginPolicyQuery) {
  return queryOptions({
    queryKey: ['login-policy', 'list', query],
    queryFn: ({ signal }) => call(listLoginPolicies, { query, signal }),
  });
}

/** Not kept when the form or the page closes: an edit starts from what is stored now. */
export function loginPolicyQuery(id: string) {
  return queryOptions({
    queryKey: ['login-policy', 'one', id],
    queryFn: ({ signal }) => call(getLoginPolicy, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function boundUsersQuery(id: string, query: BoundUserQuery) {
  return queryOptions({
    queryKey: ['login-policy', 'users', id, query],
    queryFn: ({ signal }) => call(listLoginPolicyUsers, { params: { id }, query, signal }),
  });
}

export function boundUserIdsQuery(id: string) {
  return queryOptions({
    queryKey: ['login-policy', 'user-ids', id],
    queryFn: ({ signal }) => call(listLoginPolicyUserIds, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export function peopleQuery(query: UserQuery) {
  return queryOptions({
    queryKey: ['user', 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
    meta: { errors: 'caller' },
  });
}

export function personOptionsQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

const TOUCHED = ['login-policy'];

export function useCreateLoginPolicy() {
  return useChange(TOUCHED, (body: LoginPolicyInput) => call(createLoginPolicy, { body }));
}

export function useUpdateLoginPolicy() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: LoginPolicyInput }) =>
    call(updateLoginPolicy, { params: { id }, body }),
  );
}

export function useDeleteLoginPolicies() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteLoginPolicies, { params: { ids: part } })),
  );
}

const toBindings = (userIds: readonly string[]) => userIds.map((userId) => ({ userId }));

export function useBindUsers(id: string) {
  return useChange(TOUCHED, (userIds: readonly string[]) =>
    call(bindLoginPolicy, { params: { id }, body: toBindings(userIds) }),
  );
}

export function useUnbindUsers(id: string) {
  return useChange(TOUCHED, (userIds: readonly string[]) =>
    call(unbindLoginPolicy, { params: { id }, body: toBindings(userIds) }),
  );
}

export function useTestLoginPolicies() {
  return useMutation({
    mutationFn: (body: PolicyQuestion) => call(testLoginPolicies, { body }),
    meta: { errors: 'caller' },
  });
}
