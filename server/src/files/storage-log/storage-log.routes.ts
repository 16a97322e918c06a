import {
  clearStorageLogs,
  deleteStorageLogs,
  getStorageLog,
  listNewestStorageLogs,
  listStorageLogs,
} from '@jadegate/contract/files/storage-log';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { StorageLogService } from './storage-log.service.ts';

interface Services {
  storageLogs: StorageLogService;
  roles: RoleService;
}

export function storageLogRoutes(api: Api, { storageLogs, roles }: Services): void {
  api.on(listStorageLogs, async ({ actor, query }) =>
    storageLogs.list(await roles.withPeopleSearch(actor, query, query.userName)),
  );
  api.on(listNewestStorageLogs, async () => (await storageLogs.list(LONGEST_PAGE)).items);
  api.on(getStorageLog, ({ params }) => storageLogs.get(params.id));
  api.on(deleteStorageLogs, ({ actor, params }) => storageLogs.delete(actor, params.ids));
  api.on(clearStorageLogs, ({ actor }) => storageLogs.clear(actor));
}
