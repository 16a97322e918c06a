import {
  createIdentitySource,
  deleteIdentitySources,
  getIdentitySource,
  getSourceAddresses,
  listIdentitySources,
  updateIdentitySource,
  type IdentitySourceQuery,
} from '@jadegate/contract/identity/identity-source';
import { listRoleOptions } from '@jadegate/contract/identity/role-endpoints';
import {
  finishSourceTest,
  startSourceTest,
  type SourceReturn,
} from '@jadegate/contract/identity/source-sign-in';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { keepAway } from '../../../api/source-sign-in.ts';
import { useChange } from '../../../hooks/useChange.ts';
import type { SourceInput } from './source-form.ts';

const LOOK_EVERY_MS = 5000;

export function identitySourcesQuery(query: IdentitySourceQuery) {
  return queryOptions({
    queryKey: ['identity-source', 'list', query],
    queryFn: ({ signal }) => call(listIdentitySources, { query, signal }),
    // Sources are looked after beside the page.
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function identitySourceQuery(id: string) {
  return queryOptions({
    queryKey: ['identity-source', 'one', id],
    queryFn: ({ signal }) => call(getIdentitySource, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function sourceAddressesQuery() {
  return queryOptions({
    queryKey: ['identity-source', 'addresses'],
    queryFn: ({ signal }) => call(getSourceAddresses, { signal }),
    meta: { errors: 'caller' },
  });
}

export function roleChoicesQuery() {
  return queryOptions({
    queryKey: ['role', 'options'],
    queryFn: ({ signal }) => call(listRoleOptions, { signal }),
  });
}

export function groupChoicesQuery() {
  return queryOptions({
    queryKey: ['user-group', 'options'],
    queryFn: ({ signal }) => call(listUserGroupOptions, { signal }),
  });
}

/** What the provider said in a test: asked once, the answer is good once. */
export function sourceTestQuery(body: SourceReturn) {
  return queryOptions({
    queryKey: ['identity-source', 'test', body.search],
    queryFn: () => call(finishSourceTest, { body }),
    staleTime: Infinity,
    retry: false,
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['identity-source', 'branding'];

export function useCreateIdentitySource() {
  return useChange(TOUCHED, (body: SourceInput) => call(createIdentitySource, { body }));
}

export function useUpdateIdentitySource() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: SourceInput }) =>
    call(updateIdentitySource, { params: { id }, body }),
  );
}

export function useDeleteIdentitySources() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteIdentitySources, { params: { ids: part } })),
  );
}

/** Leaves for the provider, and comes back to the list with what it said. */
export function useTestSource() {
  return useMutation({
    mutationFn: async ({ id, key }: { id: string; key: string }) => {
      const begun = await call(startSourceTest, { params: { id } });
      keepAway(begun, { key, purpose: 'test', next: '/identity-source' });
      window.location.assign(begun.url);
    },
  });
}
