import type {
  GpuInput,
  GpuQuery,
  GpuRemindInput,
  GpuSignalInput,
  GpuSpan,
} from '@jadegate/contract/fleet/gpu';
import {
  forgetGpus,
  getGpu,
  getGpuHistory,
  getGpuMap,
  getGpuSummary,
  listGpus,
  remindGpuUsers,
  signalGpuProcess,
  updateGpu,
} from '@jadegate/contract/fleet/gpu-endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

const LIST_MS = 15_000;
const HISTORY_MS = 60_000;

export function gpusQuery(query: GpuQuery) {
  return queryOptions({
    queryKey: ['gpu', 'list', query],
    queryFn: ({ signal }) => call(listGpus, { query, signal }),
    refetchInterval: LIST_MS,
  });
}

/** All that a host can have. */
const MOST_PER_NODE = 200;

export function gpusOfNodeQuery(nodeId: string) {
  const query = { nodeId, pageIndex: 1, pageSize: MOST_PER_NODE };
  return queryOptions({
    queryKey: ['gpu', 'of-node', nodeId],
    queryFn: ({ signal }) => call(listGpus, { query, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function gpuSummaryQuery() {
  return queryOptions({
    queryKey: ['gpu', 'summary'],
    queryFn: ({ signal }) => call(getGpuSummary, { query: {}, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function gpuMapQuery() {
  return queryOptions({
    queryKey: ['gpu', 'map'],
    queryFn: ({ signal }) => call(getGpuMap, { query: {}, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function gpuQuery(id: string) {
  return queryOptions({
    queryKey: ['gpu', 'one', id],
    queryFn: ({ signal }) => call(getGpu, { params: { id }, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function gpuHistoryQuery(id: string, span: GpuSpan) {
  return queryOptions({
    queryKey: ['gpu', 'history', id, span],
    queryFn: ({ signal }) => call(getGpuHistory, { params: { id }, query: { span }, signal }),
    refetchInterval: HISTORY_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['gpu'];
type GpuBody = z.input<typeof GpuInput>;

export function useUpdateGpu() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: GpuBody }) =>
    call(updateGpu, { params: { id }, body }),
  );
}

export function useForgetGpus() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(forgetGpus, { params: { ids: part } })),
  );
}

export function useSignalProcess(gpuId: string) {
  return useChange(TOUCHED, ({ pid, body }: { pid: number; body: z.input<typeof GpuSignalInput> }) =>
    call(signalGpuProcess, { params: { id: gpuId, pid }, body }),
  );
}

export function useRemindUsers() {
  return useChange(TOUCHED, (body: z.input<typeof GpuRemindInput>) => call(remindGpuUsers, { body }));
}
