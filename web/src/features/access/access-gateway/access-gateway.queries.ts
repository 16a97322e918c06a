import {
  createAccessGateway,
  deleteAccessGateways,
  getAccessGateway,
  listAccessGatewayOptions,
  listAccessGateways,
  testAccessGateway,
  updateAccessGateway,
  type AccessGatewayInput,
  type AccessGatewayQuery,
} from '@jadegate/contract/access/access-gateway';
import {
  acceptGatewayHostKey,
  forgetGatewayHostKeys,
  listGatewayHostKeys,
} from '@jadegate/contract/access/host-key';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function accessGatewaysQuery(query: AccessGatewayQuery) {
  return queryOptions({
    queryKey: ['access-gateway', 'list', query],
    queryFn: ({ signal }) => call(listAccessGateways, { query, signal }),
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function accessGatewayQuery(id: string) {
  return queryOptions({
    queryKey: ['access-gateway', 'one', id],
    queryFn: ({ signal }) => call(getAccessGateway, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function gatewayOptionsQuery() {
  return queryOptions({
    queryKey: ['access-gateway', 'options'],
    queryFn: ({ signal }) => call(listAccessGatewayOptions, { signal }),
  });
}

export function gatewayHostKeysQuery(id: string) {
  return queryOptions({
    queryKey: ['access-gateway', 'host-keys', id],
    queryFn: ({ signal }) => call(listGatewayHostKeys, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['access-gateway'];

export function useCreateAccessGateway() {
  return useChange(TOUCHED, (body: AccessGatewayInput) => call(createAccessGateway, { body }));
}

export function useUpdateAccessGateway() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: AccessGatewayInput }) =>
    call(updateAccessGateway, { params: { id }, body }),
  );
}

export function useDeleteAccessGateways() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteAccessGateways, { params: { ids: part } })),
  );
}

export function useTestAccessGateway() {
  return useChange(TOUCHED, (id: string) => call(testAccessGateway, { params: { id } }));
}

export function useAcceptGatewayHostKey(id: string) {
  return useChange(TOUCHED, (fingerprint: string) =>
    call(acceptGatewayHostKey, { params: { id }, body: { fingerprint } }),
  );
}

export function useForgetGatewayHostKeys(id: string) {
  return useChange(TOUCHED, () => call(forgetGatewayHostKeys, { params: { id } }));
}
