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
