import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import { listAssetOptions } from '@jadegate/contract/access/asset';
import { listCredentialOptions } from '@jadegate/contract/access/credential';
import type {
  NodeFilters,
  NodeInput,
  NodeLifecycle,
  NodeQuery,
  NodeSpan,
} from '@jadegate/contract/fleet/node';
import { setNodeAsset, testNode, type NodeConnection } from '@jadegate/contract/fleet/node-connection';
import {
  collectNode,
  confirmNodeChanges,
  createNode,
  createNodesFromAssets,
  deleteNodes,
  exportNodes,
  getNode,
  getNodeHistory,
  getNodeSummary,
  importNodes,
  listNodeChanges,
  listNodeRacks,
  listNodes,
  setNodeLifecycle,
  updateNode,
} from '@jadegate/contract/fleet/node-endpoints';
import {
  getNodeImpact,
  listNodeActions,
  powerNode,
  type NodePower,
} from '@jadegate/contract/fleet/node-power';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

const LIST_MS = 15_000;
const HISTORY_MS = 60_000;
const ACTION_MS = 2000;

export function nodesQuery(query: NodeQuery) {
  return queryOptions({
    queryKey: ['node', 'list', query],
    queryFn: ({ signal }) => call(listNodes, { query, signal }),
    refetchInterval: LIST_MS,
  });
}

/** Every host that the filters match, whatever page is shown. */
export function exportMatching(filters: NodeFilters): Promise<void> {
  return download(exportNodes, { query: filters });
}

export function nodeSummaryQuery() {
  return queryOptions({
    queryKey: ['node', 'summary'],
    queryFn: ({ signal }) => call(getNodeSummary, { query: {}, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export const nodeRacksQuery = queryOptions({
  queryKey: ['node', 'racks'],
  queryFn: ({ signal }) => call(listNodeRacks, { signal }),
  refetchInterval: LIST_MS,
  meta: { errors: 'caller' },
});

export function nodeQuery(id: string) {
  return queryOptions({
    queryKey: ['node', 'one', id],
    queryFn: ({ signal }) => call(getNode, { params: { id }, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function nodeHistoryQuery(id: string, span: NodeSpan) {
  return queryOptions({
    queryKey: ['node', 'history', id, span],
    queryFn: ({ signal }) => call(getNodeHistory, { params: { id }, query: { span }, signal }),
    refetchInterval: HISTORY_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}

export function nodeChangesQuery(id: string, pageIndex: number, pageSize: number) {
  return queryOptions({
    queryKey: ['node', 'changes', id, pageIndex],
    queryFn: ({ signal }) =>
      call(listNodeChanges, { params: { id }, query: { pageIndex, pageSize }, signal }),
    meta: { errors: 'caller' },
  });
}

/** Read when it is about to be acted on: what was so a minute ago is of no use. */
export function nodeImpactQuery(id: string) {
  return queryOptions({
    queryKey: ['node', 'impact', id],
    queryFn: ({ signal }) => call(getNodeImpact, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function nodeActionsQuery(id: string, pageIndex: number, pageSize: number) {
  return queryOptions({
    queryKey: ['node', 'actions', id, pageIndex],
    queryFn: ({ signal }) =>
      call(listNodeActions, { params: { id }, query: { pageIndex, pageSize }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ endedAt }) => endedAt === null) ? ACTION_MS : LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function sshAssetsQuery() {
  return queryOptions({
    queryKey: ['asset', 'options', 'ssh'],
    queryFn: ({ signal }) => call(listAssetOptions, { query: { protocol: 'ssh' }, signal }),
    meta: { errors: 'caller' },
  });
}

export function credentialsQuery() {
  return queryOptions({
    queryKey: ['credential', 'options'],
    queryFn: ({ signal }) => call(listCredentialOptions, { signal }),
  });
}

export function gatewaysQuery() {
  return queryOptions({
    queryKey: ['access-gateway', 'options'],
    queryFn: ({ signal }) => call(listAccessGatewayOptions, { signal }),
  });
}

const TOUCHED = ['node'];
export type NodeBody = z.input<typeof NodeInput>;

export function useCreateNode() {
  return useChange(TOUCHED, (body: NodeBody) => call(createNode, { body }));
}

export function useUpdateNode() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: NodeBody }) =>
    call(updateNode, { params: { id }, body }),
  );
}

export function useDeleteNodes() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteNodes, { params: { ids: part } })),
  );
}

export function useCollectNode() {
  return useChange(TOUCHED, (id: string) => call(collectNode, { params: { id } }), { errors: 'toast' });
}

export function useSetLifecycle() {
  return useChange(
    TOUCHED,
    ({ ids, lifecycle }: { ids: readonly string[]; lifecycle: NodeLifecycle }) =>
      inParts(ids, (part) => call(setNodeLifecycle, { params: { ids: part }, body: { lifecycle } })),
    { errors: 'toast' },
  );
}

export function useTestNode() {
  return useChange([], (body: NodeConnection) => call(testNode, { body }));
}

export function useSetNodeAsset() {
  return useChange(['node', 'asset'], ({ id, way }: { id: string; way: NodeConnection }) =>
    call(setNodeAsset, { params: { id }, body: way }),
  );
}

export function useNodesFromAssets() {
  return useChange(TOUCHED, (assetIds: string[]) => call(createNodesFromAssets, { body: { assetIds } }));
}

export function useImportNodes() {
  return useChange(TOUCHED, (body: { csv: string; dryRun: boolean }) => call(importNodes, { body }));
}

export function useConfirmChanges(id: string) {
  return useChange(
    TOUCHED,
    (body: { ids: string[]; baseline: boolean }) => call(confirmNodeChanges, { params: { id }, body }),
    { errors: 'toast' },
  );
}

export function usePowerNode() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: NodePower }) =>
    call(powerNode, { params: { id }, body }),
  );
}
