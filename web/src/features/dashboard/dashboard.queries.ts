import { getDashboard } from '@jadegate/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

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
