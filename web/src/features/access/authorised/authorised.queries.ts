import { listAssetOptions, listAssets } from '@jadegate/contract/access/asset';
import {
  explainAccess,
  grantAssets,
  GrantedUserQuery,
  grantUserGroups,
  grantUsers,
  listGrantedAssets,
  listGrantedUserGroups,
  listGrantedUsers,
  listReachableAssets,
  listSelected,
  revokeGrants,
  updateGrant,
  type GrantChoice,
  type GrantedUser,
  type GrantTermsInput,
  type ReachableAssetQuery,
} from '@jadegate/contract/access/authorised';
import { listStrategyOptions } from '@jadegate/contract/access/strategy';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import type { Page } from '@jadegate/contract/paging';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { personName } from '../../../components/person-name.ts';
import { useChange } from '../../../hooks/useChange.ts';
import type { GrantObject, GrantSide } from './grant-side.ts';

/** The query of every list of grants: whose they are comes from the page, not from the address. */
export const GrantQuery = GrantedUserQuery.pick({
  pageIndex: true,
  pageSize: true,
  field: true,
  order: true,
  name: true,
});
export type GrantQuery = z.output<typeof GrantQuery>;

/** A grant as a page shows it: `target` is what stands on its other end. */
export type GrantView = Omit<GrantedUser, 'userId' | 'userName' | 'userAccount'> & {
  target: { id: string; name: string };
};

interface TargetOption {
  id: string;
  name: string;
}

/** Enough to choose from; whoever wants another types more of its name. */
const OPTIONS_PER_SEARCH = 50;

export function grantsQuery(side: GrantSide, query: GrantQuery) {
  return queryOptions({
    queryKey: ['authorised', 'list', side.anchor.kind, side.anchor.id, side.target, query],
    queryFn: ({ signal }) => listGrants(side, query, signal),
  });
}

async function listGrants(side: GrantSide, query: GrantQuery, signal: AbortSignal): Promise<Page<GrantView>> {
  const { kind, id } = side.anchor;
  if (kind !== 'asset') {
    const holder = kind === 'user' ? { userId: id } : { userGroupId: id };
    const { total, items } = await call(listGrantedAssets, { query: { ...query, ...holder }, signal });
    return {
      total,
      items: items.map(({ assetId, assetName, ...rest }) => ({
        ...rest,
        target: { id: assetId, name: assetName },
      })),
    };
  }
  if (side.target === 'user') {
    const { total, items } = await call(listGrantedUsers, { query: { ...query, assetId: id }, signal });
    return {
      total,
      items: items.map(({ userId, userName, userAccount, ...rest }) => ({
        ...rest,
        target: { id: userId, name: personName(userName, userAccount) },
      })),
    };
  }
  const { total, items } = await call(listGrantedUserGroups, { query: { ...query, assetId: id }, signal });
  return {
    total,
    items: items.map(({ userGroupId, userGroupName, ...rest }) => ({
      ...rest,
      target: { id: userGroupId, name: userGroupName },
    })),
  };
}

const ID_NAMES = { asset: 'assetId', user: 'userId', 'user-group': 'userGroupId' } as const;

/** What is granted already, so that a picker can say so. */
export function reachableAssetsQuery(query: ReachableAssetQuery) {
  return queryOptions({
    queryKey: ['authorised', 'reachable', query],
    queryFn: ({ signal }) => call(listReachableAssets, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}

export function grantedIdsQuery({ anchor, target }: GrantSide) {
  return queryOptions({
    queryKey: ['authorised', 'selected', anchor.kind, anchor.id, target],
    queryFn: ({ signal }) =>
      call(listSelected, { query: { key: ID_NAMES[target], [ID_NAMES[anchor.kind]]: anchor.id }, signal }),
    meta: { errors: 'caller' },
  });
}

/** Assets are searched on the server, because there may be very many; people and groups come all at once. */
export function targetOptionsQuery(target: GrantObject, search: string) {
  const name = target === 'asset' ? search : '';
  return queryOptions({
    queryKey: [target, 'grant-options', name],
    queryFn: async ({ signal }): Promise<TargetOption[]> => {
      if (target === 'user') {
        const people = await call(listUserOptions, { signal });
        return people.map(({ id, nickname, username }) => ({ id, name: personName(nickname, username) }));
      }
      if (target === 'user-group') {
        return call(listUserGroupOptions, { signal });
      }
      const query = { name, field: 'name', order: 'ascend', pageSize: OPTIONS_PER_SEARCH };
      return (await call(listAssets, { query, signal })).items;
    },
    meta: { errors: 'caller' },
  });
}

export function hostOptionsQuery() {
  return queryOptions({
    queryKey: ['asset', 'options', 'all'],
    queryFn: ({ signal }) => call(listAssetOptions, { query: {}, signal }),
  });
}

export function strategyOptionsQuery() {
  return queryOptions({
    queryKey: ['strategy', 'options'],
    queryFn: ({ signal }) => call(listStrategyOptions, { signal }),
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['authorised', 'asset', 'user-group'];

export function useGrant({ anchor, target }: GrantSide) {
  return useChange(TOUCHED, ({ targetIds, ...terms }: GrantChoice) => {
    if (anchor.kind === 'asset') {
      return target === 'user'
        ? call(grantUsers, { body: { ...terms, userIds: targetIds, assetId: anchor.id } })
        : call(grantUserGroups, { body: { ...terms, userGroupIds: targetIds, assetId: anchor.id } });
    }
    const holder = anchor.kind === 'user' ? { userId: anchor.id } : { userGroupId: anchor.id };
    return call(grantAssets, { body: { ...terms, ...holder, assetIds: targetIds } });
  });
}

export function useUpdateGrant() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: GrantTermsInput }) =>
    call(updateGrant, { params: { id }, body }),
  );
}

export function useRevokeGrants() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(revokeGrants, { params: { ids: part } })),
  );
}

export function useExplainAccess() {
  return useMutation({
    mutationFn: (query: { userId: string; assetId: string; at?: string | undefined }) =>
      call(explainAccess, { query }),
    meta: { errors: 'caller' },
  });
}
