import { LONGEST_PAGE } from '@jadegate/contract/paging';
import {
  clearStorageLogs,
  deleteStorageLogs,
  getStorageLog,
  listNewestStorageLogs,
  listStorageLogs,
} from '@jadegate/contract/storage-log';

import type { Api } from '../../http/api.ts';
import type { StorageLogService } from './storage-log.service.ts';

export function storageLogRoutes(api: Api, { storageLogs }: { storageLogs: StorageLogService }): void {
  api.on(listStorageLogs, ({ query }) => storageLogs.list(query));
  api.on(listNewestStorageLogs, async () => (await storageLogs.list(LONGEST_PAGE)).items);
  api.on(getStorageLog, ({ params }) => storageLogs.get(params.id));
  api.on(deleteStorageLogs, ({ actor, params }) => storageLogs.delete(actor, params.ids));
  api.on(clearStorageLogs, ({ actor }) => storageLogs.clear(actor));
}
