import {
  createStorage,
  deleteStorages,
  getOwnStorage,
  getStorage,
  listAllStorages,
  listOwnStorages,
  listSharedStorages,
  listStorages,
  updateStorage,
} from '@jadegate/contract/files/storage';
import { storageFileEndpoints } from '@jadegate/contract/files/storage-files';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import { filePlaceRoutes } from '../file-place/file-place.routes.ts';
import type { StorageArchiveService } from './storage-archive.service.ts';
import type { StorageFilesService } from './storage-files.service.ts';
import type { StorageTransferService } from './storage-transfer.service.ts';
import type { StorageService } from './storage.service.ts';

interface Services {
  storages: StorageService;
  storageFiles: StorageFilesService;
  storageTransfers: StorageTransferService;
  storageArchives: StorageArchiveService;
}

export function storageRoutes(api: Api, services: Services): void {
  const { storages, storageFiles, storageTransfers, storageArchives } = services;
  api.on(listStorages, ({ query }) => storages.list(query));
  api.on(listAllStorages, async () => (await storages.list(LONGEST_PAGE)).items);
  api.on(listSharedStorages, () => storages.listShared());
  api.on(getStorage, ({ params }) => storages.get(params.id));
  api.on(createStorage, ({ actor, body }) => storages.create(actor, body));
  api.on(updateStorage, ({ actor, params, body }) => storages.update(actor, params.id, body));
  api.on(deleteStorages, ({ actor, params, query }) => storages.delete(actor, params.ids, query.name));
  api.on(getOwnStorage, ({ actor }) => storages.getOwn(actor));
  api.on(listOwnStorages, ({ actor }) => storages.listVisible(actor));
  filePlaceRoutes(api, storageFileEndpoints, {
    files: storageFiles,
    copies: storageFiles,
    transfers: storageTransfers,
    archives: storageArchives,
  });
  api.on(storageFileEndpoints.search, ({ actor, params, query }) =>
    storageFiles.search(actor, params.id, query.dir, query.name),
  );
}
