import {
  clearLoginLogs,
  deleteLoginLogs,
  endLogins,
  listLoginLogs,
  type LoginLogQuery,
} from '@jadegate/contract/identity/login-log';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function loginLogsQuery(query: LoginLogQuery) {
  return queryOptions({
    queryKey: ['login-log', 'list', query],
    queryFn: ({ signal }) => call(listLoginLogs, { query, signal }),
  });
}

const TOUCHED = ['login-log'];

export function useDeleteLoginLogs() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteLoginLogs, { params: { ids: part } })),
  );
}

export function useClearLoginLogs() {
  return useChange(TOUCHED, () => call(clearLoginLogs, {}));
}

export function useEndLogin() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(endLogins, { params: { ids: part } })),
  );
}
