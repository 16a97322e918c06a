import { findThisMachine } from '@jadegate/contract/access/asset-reachability';
import {
  getDashboard,
  getDashboardActivity,
  getDashboardPresent,
  type ActivitySpan,
} from '@jadegate/contract/operations/dashboard';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';

const REFRESH_MS = 60_000;

/** Steps are done on other pages, so it is asked anew whenever one comes back to it. */
export function dashboardQuery() {
  return queryOptions({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call(getDashboard, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
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

export function presentQuery() {
  return queryOptions({
    queryKey: ['dashboard', 'present'],
    queryFn: ({ signal }) => call(getDashboardPresent, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    meta: { errors: 'caller' },
  });
}

export function activityQuery(span: ActivitySpan) {
  return queryOptions({
    queryKey: ['dashboard', 'activity', span],
    queryFn: ({ signal }) => call(getDashboardActivity, { query: { d: span }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}
