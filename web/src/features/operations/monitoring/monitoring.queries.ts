import {
  getSystemFigures,
  listMonitoredServers,
  type MonitoredSpan,
} from '@jadegate/contract/operations/monitoring';
import { cancelWork, listWork } from '@jadegate/contract/operations/work';
import { drainServer, listServers, resumeServer } from '@jadegate/contract/platform/server';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** As often as the server looks. */
const NOW_MS = 5000;
const HISTORY_MS = 60_000;

export function systemFiguresQuery() {
  return queryOptions({
    queryKey: ['monitoring', 'now'],
    queryFn: ({ signal }) => call(getSystemFigures, { signal }),
    staleTime: 0,
    refetchInterval: NOW_MS,
    meta: { errors: 'caller' },
  });
}

export function monitoredServersQuery(span: MonitoredSpan) {
  return queryOptions({
    queryKey: ['monitoring', 'history', span],
    queryFn: ({ signal }) => call(listMonitoredServers, { query: { span }, signal }),
    staleTime: 0,
    refetchInterval: HISTORY_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}

export function serversQuery() {
  return queryOptions({
    queryKey: ['monitoring', 'servers'],
    queryFn: ({ signal }) => call(listServers, { signal }),
    staleTime: 0,
    refetchInterval: NOW_MS,
    meta: { errors: 'caller' },
  });
}

export function useDrain() {
  return useChange(['monitoring'], ({ id, drains }: { id: string; drains: boolean }) =>
    call(drains ? drainServer : resumeServer, { params: { id } }),
  );
}

export function workQuery() {
  return queryOptions({
    queryKey: ['monitoring', 'work'],
    queryFn: ({ signal }) => call(listWork, { signal }),
    staleTime: 0,
    refetchInterval: NOW_MS,
    meta: { errors: 'caller' },
  });
}

export function useCancelWork() {
  return useChange(['monitoring'], (id: string) => call(cancelWork, { params: { id } }));
}
