import { join } from 'node:path';

import type { StorageLogService } from './files/storage-log/storage-log.service.ts';
import { PersonWalks } from './files/storage/person-walks.ts';
import { StorageAccessDoor } from './files/storage/storage-access.ts';
import { StorageArchiveService } from './files/storage/storage-archive.service.ts';
import { StorageBounds } from './files/storage/storage-bounds.ts';
import { StorageDriveService } from './files/storage/storage-drive.service.ts';
import { StorageFilesService } from './files/storage/storage-files.service.ts';
import { StorageLedger } from './files/storage/storage-ledger.ts';
import { StorageMoveService } from './files/storage/storage-move.service.ts';
import { StorageSweepService } from './files/storage/storage-sweep.service.ts';
import { StorageTransferService } from './files/storage/storage-transfer.service.ts';
import { StorageUploads } from './files/storage/storage-uploads.ts';
import { StorageRepository } from './files/storage/storage.repository.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import { AppError } from './kernel/app-error.ts';
import type { DiskSpaceService } from './platform/disk-space/disk-space.service.ts';
import type { ServerProcessService } from './platform/server-process/server-process.service.ts';
import { FolderListings } from './protocols/files/folder-listings.ts';

type Parts = Foundation &
  IdentityServices & {
    processes: ServerProcessService;
    storageLogs: StorageLogService;
    diskSpace: DiskSpaceService;
  };

export type StorageServices = ReturnType<typeof createStorageServices>;

/** The files of storage spaces. The spaces themselves belong to people, and are made with them. */
export function createStorageServices(parts: Parts) {
  const { database, storage, processes, diskSpace, settings, clock } = parts;
  const store = storage.spaces;
  const processId = async () => {
    await processes.register();
    return processes.id;
  };
  const ledger = new StorageLedger({ database, store, processId, clock });
  const bounds = new StorageBounds({ store, ledger, settings });
  const walks = new PersonWalks({ clock });
  const uploads = new StorageUploads({ database, store, ledger, bounds, processes, clock });
  const door = new StorageAccessDoor({ ...parts, spaces: new StorageRepository(database) });
  const refuseFullDisk = () => {
    if (!storage.bucket && diskSpace.level === 'full') {
      throw new AppError('storage.disk_full');
    }
  };
  const root = storage.bucket ? undefined : join(parts.dataDir, 'spaces');
  // One for the files of spaces and of sessions: what they take, they take together.
  const folderListings = new FolderListings();
  const storageMove = new StorageMoveService(parts);
  const storageTransfers = new StorageTransferService({ door, store, uploads, refuseFullDisk });
  return {
    storageDrives: new StorageDriveService({
      database,
      door,
      store,
      ledger,
      bounds,
      settings,
      uploads,
      root,
    }),
    storageFiles: new StorageFilesService({ door, store, ledger, bounds, walks, listings: folderListings }),
    folderListings,
    storageTransfers,
    storageMove,
    storageArchives: new StorageArchiveService({ door, store, walks, transfers: storageTransfers }),
    storageSweep: new StorageSweepService({
      ...parts,
      ledger,
      uploads,
      move: storageMove,
      removals: parts.storageRemovals,
      defaults: parts.defaultStorages,
    }),
  };
}
