import type { Language } from '@jadegate/contract/language';
import { listMenus } from '@jadegate/contract/menu-endpoints';
import {
  createRole,
  deleteRoles,
  getRole,
  listRoles,
  updateRole,
  type RoleInput,
  type RoleQuery,
} from '@jadegate/contract/role-endpoints';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

export function rolesQuery(query: RoleQuery) {
  return queryOptions({
    queryKey: ['role', 'list', query],
    queryFn: ({ signal }) => call(listRoles, { query, signal }),
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function roleQuery(id: string) {
  return queryOptions({
    queryKey: ['role', 'one', id],
    queryFn: ({ signal }) => call(getRole, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

/** The titles come in the language of the request. */
export function menusQuery(language: Language) {
  return queryOptions({
    queryKey: ['menu', 'tree', language],
    queryFn: ({ signal }) => call(listMenus, { signal }),
    staleTime: Infinity,
    meta: { errors: 'caller' },
  });
}

/** A mutation whose form or dialog shows the failure, and after which every role read is asked again. */
function useRoleMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { errors: 'caller' },
    onSettled: () => client.invalidateQueries({ queryKey: ['role'] }),
  });
}

export function useCreateRole() {
  return useRoleMutation((body: RoleInput) => call(createRole, { body }));
}

export function useUpdateRole() {
  return useRoleMutation(({ id, body }: { id: string; body: RoleInput }) =>
    call(updateRole, { params: { id }, body }),
  );
}

export function useDeleteRoles() {
  return useRoleMutation((ids: readonly string[]) => call(deleteRoles, { params: { ids: ids.join(',') } }));
}
