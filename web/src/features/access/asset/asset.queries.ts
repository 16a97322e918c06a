import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import {
  changeAssets,
  copyAsset,
  createAsset,
  deleteAssets,
  getAsset,
  listAssets,
  listTags,
  updateAsset,
  type AssetBulkChange,
  type AssetInput,
} from '@jadegate/contract/access/asset';
import { findThisMachine } from '@jadegate/contract/access/asset-reachability';
import { listCredentialOptions } from '@jadegate/contract/access/credential';
import {
  acceptAssetHostKey,
  forgetAssetHostKeys,
  listAssetHostKeys,
} from '@jadegate/contract/access/host-key';
import { listSharedStorages } from '@jadegate/contract/files/storage';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { getSshHelp } from '@jadegate/contract/session/ssh-client';
import { getSshDoor } from '@jadegate/contract/session/ssh-door';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';
import { toAssetQuery, type AssetListQuery } from './asset-schemas.ts';

export function assetsQuery(query: AssetListQuery) {
  return queryOptions({
    queryKey: ['asset', 'list', query],
    queryFn: ({ signal }) => call(listAssets, { query: toAssetQuery(query), signal }),
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function assetQuery(id: string) {
  return queryOptions({
    queryKey: ['asset', 'one', id],
    queryFn: ({ signal }) => call(getAsset, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function tagsQuery() {
  return queryOptions({
    queryKey: ['asset', 'tags'],
    queryFn: ({ signal }) => call(listTags, { signal }),
    meta: { errors: 'caller' },
  });
}

/** The server's own machine, as a first host; asked for only where there is none yet. */
export function thisMachineQuery() {
  return queryOptions({
    queryKey: ['this-machine'],
    queryFn: ({ signal }) => call(findThisMachine, { signal }),
    meta: { errors: 'caller' },
  });
}

export function gatewayOptionsQuery() {
  return queryOptions({
    queryKey: ['access-gateway', 'options'],
    queryFn: ({ signal }) => call(listAccessGatewayOptions, { signal }),
  });
}

export function credentialOptionsQuery() {
  return queryOptions({
    queryKey: ['credential', 'options'],
    queryFn: ({ signal }) => call(listCredentialOptions, { signal }),
  });
}

export function peopleOptionsQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

export function driveSpacesQuery() {
  return queryOptions({
    queryKey: ['storage', 'shares'],
    queryFn: ({ signal }) => call(listSharedStorages, { signal }),
  });
}

export function hostKeysQuery(id: string) {
  return queryOptions({
    queryKey: ['asset', 'host-keys', id],
    queryFn: ({ signal }) => call(listAssetHostKeys, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

/** A credential counts the assets that use it. */
const TOUCHED = ['asset', 'credential'];

type Body = z.input<typeof AssetInput>;

export function useCreateAsset() {
  return useChange(TOUCHED, (body: Body) => call(createAsset, { body }));
}

export function useUpdateAsset() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: Body }) =>
    call(updateAsset, { params: { id }, body }),
  );
}

export function useDeleteAssets() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteAssets, { params: { ids: part } })),
  );
}

export function useCopyAsset() {
  return useChange(TOUCHED, ({ id, name }: { id: string; name: string }) =>
    call(copyAsset, { params: { id }, body: { name } }),
  );
}

export function useChangeAssets() {
  return useChange(TOUCHED, ({ ids, change }: { ids: string[]; change: Partial<AssetBulkChange> }) =>
    call(changeAssets, { body: { ids, change } }),
  );
}

export function useAcceptHostKey(id: string) {
  return useChange(['asset'], (fingerprint: string) =>
    call(acceptAssetHostKey, { params: { id }, body: { fingerprint } }),
  );
}

export function useForgetHostKeys(id: string) {
  return useChange(['asset'], () => call(forgetAssetHostKeys, { params: { id } }));
}

/** How it is reached with a client of one's own, and where the door for that is. */
export function sshHelpQuery(id: string) {
  return queryOptions({
    queryKey: ['ssh-help', id],
    queryFn: async ({ signal }) => {
      const [help, door] = await Promise.all([
        call(getSshHelp, { params: { id }, signal }),
        call(getSshDoor, { signal }),
      ]);
      return { help, door };
    },
    meta: { errors: 'caller' },
  });
}
