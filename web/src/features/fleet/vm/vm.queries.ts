import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import { listAssetOptions } from '@jadegate/contract/access/asset';
import { listCredentialOptions } from '@jadegate/contract/access/credential';
import type { NodeSpan } from '@jadegate/contract/fleet/node';
import type { VmInput, VmPower, VmQuery, VmRow } from '@jadegate/contract/fleet/vm';
import type { VmSnapshotWish } from '@jadegate/contract/fleet/vm';
import {
  createVmAsset,
  createVmSnapshot,
  forgetVms,
  getVm,
  getVmHistory,
  getVmSummary,
  getVmTask,
  listVms,
  listVmSources,
  listVmTasks,
  powerVm,
  powerVms,
  refreshVm,
  removeVmSnapshot,
  revertVmSnapshot,
  setVmAutostart,
  updateVm,
} from '@jadegate/contract/fleet/vm-endpoints';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

const LIST_MS = 15_000;
const HISTORY_MS = 60_000;
/** While something is done with a machine, people watch. */
const BUSY_MS = 2000;

const isBusy = ({ task }: Pick<VmRow, 'task'>) => task !== null;

export function vmsQuery(query: VmQuery) {
  return queryOptions({
    queryKey: ['vm', 'list', query],
    queryFn: ({ signal }) => call(listVms, { query, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? BUSY_MS : LIST_MS),
  });
}

export function vmSummaryQuery() {
  return queryOptions({
    queryKey: ['vm', 'summary'],
    queryFn: ({ signal }) => call(getVmSummary, { query: {}, signal }),
    refetchInterval: LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function vmSourcesQuery() {
  return queryOptions({
    queryKey: ['vm', 'sources'],
    queryFn: ({ signal }) => call(listVmSources, { signal }),
    meta: { errors: 'caller' },
  });
}

export function vmQuery(id: string) {
  return queryOptions({
    queryKey: ['vm', 'one', id],
    queryFn: ({ signal }) => call(getVm, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : LIST_MS),
    meta: { errors: 'caller' },
  });
}

export function vmHistoryQuery(id: string, span: NodeSpan) {
  return queryOptions({
    queryKey: ['vm', 'history', id, span],
    queryFn: ({ signal }) => call(getVmHistory, { params: { id }, query: { span }, signal }),
    refetchInterval: HISTORY_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}

export function vmTasksQuery(id: string, pageIndex: number, pageSize: number, busy: boolean) {
  return queryOptions({
    queryKey: ['vm', 'tasks', id, pageIndex],
    queryFn: ({ signal }) => call(listVmTasks, { params: { id }, query: { pageIndex, pageSize }, signal }),
    refetchInterval: busy ? BUSY_MS : LIST_MS,
    meta: { errors: 'caller' },
  });
}

export function vmTaskQuery(id: string, taskId: string) {
  return queryOptions({
    queryKey: ['vm', 'task', id, taskId],
    queryFn: ({ signal }) => call(getVmTask, { params: { id, taskId }, signal }),
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? BUSY_MS : false),
    meta: { errors: 'caller' },
  });
}

export const peopleQuery = queryOptions({
  queryKey: ['user', 'options'],
  queryFn: ({ signal }) => call(listUserOptions, { signal }),
  meta: { errors: 'caller' },
});

export const assetsQuery = queryOptions({
  queryKey: ['asset', 'options'],
  queryFn: ({ signal }) => call(listAssetOptions, { query: {}, signal }),
  meta: { errors: 'caller' },
});

export const credentialsQuery = queryOptions({
  queryKey: ['credential', 'options'],
  queryFn: ({ signal }) => call(listCredentialOptions, { signal }),
  meta: { errors: 'caller' },
});

export const gatewaysQuery = queryOptions({
  queryKey: ['access-gateway', 'options'],
  queryFn: ({ signal }) => call(listAccessGatewayOptions, { signal }),
  meta: { errors: 'caller' },
});

const TOUCHED = ['vm'];
type VmBody = z.input<typeof VmInput>;
type SnapshotBody = z.input<typeof VmSnapshotWish>;

export function useUpdateVm() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: VmBody }) =>
    call(updateVm, { params: { id }, body }),
  );
}

export function useForgetVms() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(forgetVms, { params: { ids: part } })),
  );
}

export function useRefreshVm() {
  return useChange(TOUCHED, (id: string) => call(refreshVm, { params: { id } }), { errors: 'toast' });
}

export function usePowerVm() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: z.input<typeof VmPower> }) =>
    call(powerVm, { params: { id }, body }),
  );
}

export function usePowerVms() {
  return useChange(TOUCHED, (body: { ids: string[]; action: 'start' | 'shutdown' }) =>
    call(powerVms, { body }),
  );
}

export function useSetAutostart() {
  return useChange(
    TOUCHED,
    ({ id, isOn }: { id: string; isOn: boolean }) => call(setVmAutostart, { params: { id }, body: { isOn } }),
    { errors: 'toast' },
  );
}

export function useCreateSnapshot(id: string) {
  return useChange(TOUCHED, (body: { name: string; reason: string }) =>
    call(createVmSnapshot, { params: { id }, body }),
  );
}

export function useRevertSnapshot(id: string) {
  return useChange(TOUCHED, (body: SnapshotBody) => call(revertVmSnapshot, { params: { id }, body }));
}

export function useRemoveSnapshot(id: string) {
  return useChange(TOUCHED, (body: SnapshotBody) => call(removeVmSnapshot, { params: { id }, body }));
}

type VmAssetBody = z.input<typeof createVmAsset.body>;

export function useCreateVmAsset(id: string) {
  return useChange([...TOUCHED, 'asset'], (body: VmAssetBody) =>
    call(createVmAsset, { params: { id }, body }),
  );
}
