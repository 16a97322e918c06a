import {
  clearStorageLogs,
  deleteStorageLogs,
  listStorageLogs,
  type StorageLogQuery,
} from '@jadegate/contract/files/storage-log';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function storageLogsQuery(query: StorageLogQuery) {
  return queryOptions({
    queryKey: ['storage-log', 'list', query],
    queryFn: ({ signal }) => call(listStorageLogs, { query, signal }),
  });
}

const TOUCHED = ['storage-log'];

export function useDeleteStorageLogs() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteStorageLogs, { params: { ids: part } })),
  );
}

export function useClearStorageLogs() {
  return useChange(TOUCHED, () => call(clearStorageLogs, {}));
}
