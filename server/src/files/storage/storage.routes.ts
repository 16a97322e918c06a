import type { IncomingHttpHeaders } from 'node:http';

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
import {
  cancelStorageUpload,
  copyStorageFile,
  downloadStorageArchive,
  downloadStorageFile,
  editStorageFile,
  listStorageFiles,
  listStorageFolder,
  makeStorageFolder,
  measureStorageFiles,
  newStorageFile,
  orderStorageArchive,
  removeStorageFile,
  renameStorageFile,
  searchStorageFiles,
  statStorageFile,
  storageRemoveProgress,
  storageUploadState,
  uploadStorageFile,
} from '@jadegate/contract/files/storage-files';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
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
  const { storages } = services;
  api.on(listStorages, ({ query }) => storages.list(query));
  api.on(listAllStorages, async () => (await storages.list(LONGEST_PAGE)).items);
  api.on(listSharedStorages, () => storages.listShared());
  api.on(getStorage, ({ params }) => storages.get(params.id));
  api.on(createStorage, ({ actor, body }) => storages.create(actor, body));
  api.on(updateStorage, ({ actor, params, body }) => storages.update(actor, params.id, body));
  api.on(deleteStorages, ({ actor, params, query }) => storages.delete(actor, params.ids, query.name));
  api.on(getOwnStorage, ({ actor }) => storages.getOwn(actor));
  api.on(listOwnStorages, ({ actor }) => storages.listVisible(actor));
  fileRoutes(api, services);
}

/** Of a bare body, whose length is that of the file; a form is longer. */
function bareLength(headers: Readonly<IncomingHttpHeaders>): number | undefined {
  const length = Number(headers['content-length']);
  const isBare = headers['content-type']?.startsWith('application/octet-stream') === true;
  return isBare && Number.isSafeInteger(length) ? length : undefined;
}

function fileRoutes(api: Api, { storageFiles, storageTransfers, storageArchives }: Services): void {
  api.on(listStorageFiles, ({ actor, params, body }) => storageFiles.list(actor, params.id, body.dir));
  api.on(listStorageFolder, ({ actor, params, body }) => storageFiles.page(actor, params.id, body));
  api.on(statStorageFile, ({ actor, params, query }) => storageFiles.stat(actor, params.id, query.file));
  api.on(makeStorageFolder, ({ actor, params, query }) => storageFiles.mkdir(actor, params.id, query.dir));
  api.on(renameStorageFile, ({ actor, params, query }) =>
    storageFiles.rename(actor, params.id, query.oldName, query.newName),
  );
  api.on(copyStorageFile, ({ actor, params, body }) =>
    storageFiles.copy(actor, params.id, body.from, body.to),
  );
  api.on(removeStorageFile, ({ actor, params, body }) =>
    storageFiles.remove(actor, params.id, body.file, body.taskId),
  );
  api.on(storageRemoveProgress, async ({ actor, params, query }) => ({
    removed: await storageFiles.removed(actor, params.id, query.taskId),
  }));
  api.on(measureStorageFiles, ({ actor, params, body }) =>
    storageFiles.measure(actor, params.id, body.files),
  );
  api.on(searchStorageFiles, ({ actor, params, query }) =>
    storageFiles.search(actor, params.id, query.dir, query.name),
  );
  api.on(downloadStorageFile, ({ actor, params, query, headers }) =>
    storageTransfers.download(actor, params.id, query.file, headers),
  );
  api.on(uploadStorageFile, ({ actor, params, query, incoming, headers }) =>
    storageTransfers.upload(actor, params.id, query, { incoming, announced: bareLength(headers) }),
  );
  api.on(storageUploadState, async ({ actor, params, query }) => ({
    received: await storageTransfers.received(actor, params.id, query.uploadId),
  }));
  api.on(cancelStorageUpload, ({ actor, params, query }) =>
    storageTransfers.cancelUpload(actor, params.id, query.uploadId),
  );
  api.on(editStorageFile, ({ actor, params, body }) => storageTransfers.edit(actor, params.id, body));
  api.on(newStorageFile, async ({ actor, params, body }) => {
    await storageTransfers.newFile(actor, params.id, body.file);
  });
  api.on(orderStorageArchive, ({ actor, params, body }) =>
    storageArchives.order(actor, params.id, body.files),
  );
  api.on(downloadStorageArchive, ({ actor, params, query }) =>
    storageArchives.download(actor, params.id, query.archiveId),
  );
}
