import {
  clearLoginLogs,
  deleteLoginLogs,
  endLogins,
  listLoginLogs,
  type LoginLogQuery,
} from '@jadegate/contract/login-log';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

/** Ids stand in the path, and servers and proxies bound its length. */
const IDS_PER_CALL = 100;

export function loginLogsQuery(query: LoginLogQuery) {
  return queryOptions({
    queryKey: ['login-log', 'list', query],
    queryFn: ({ signal }) => call(listLoginLogs, { query, signal }),
  });
}

/** A mutation whose dialog shows the failure, and after which the list is read again. */
function useLoginLogMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { errors: 'caller' },
    onSettled: () => client.invalidateQueries({ queryKey: ['login-log'] }),
  });
}

export function useDeleteLoginLogs() {
  return useLoginLogMutation(async (ids: readonly string[]) => {
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      await call(deleteLoginLogs, { params: { ids: ids.slice(start, start + IDS_PER_CALL).join(',') } });
    }
  });
}

export function useClearLoginLogs() {
  return useLoginLogMutation(() => call(clearLoginLogs, {}));
}

export function useEndLogin() {
  return useLoginLogMutation((id: string) => call(endLogins, { params: { ids: id } }));
}
