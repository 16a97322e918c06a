import {
  createRole,
  deleteRoles,
  getRole,
  listRoles,
  updateRole,
  type RoleInput,
  type RoleQuery,
} from '@jadegate/contract/identity/role-endpoints';
import type { Language } from '@jadegate/contract/language';
import { listMenus } from '@jadegate/contract/menu-endpoints';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

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

const TOUCHED = ['role'];

export function useCreateRole() {
  return useChange(TOUCHED, (body: RoleInput) => call(createRole, { body }));
}

export function useUpdateRole() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: RoleInput }) =>
    call(updateRole, { params: { id }, body }),
  );
}

export function useDeleteRoles() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteRoles, { params: { ids: part } })),
  );
}
