import { join } from 'node:path';

import type { IdentityModule } from '../identity/module.ts';
import { AppError } from '../kernel/app-error.ts';
import type { PlatformModule } from '../platform/module.ts';
import { FolderListings } from '../protocols/files/folder-listings.ts';
import { storageLogRoutes } from './storage-log/storage-log.routes.ts';
import { StorageLogService } from './storage-log/storage-log.service.ts';
import { DefaultStorageService } from './storage/default-storage.service.ts';
import { StorageArchiveService } from './storage/storage-archive.service.ts';
import { StorageBounds } from './storage/storage-bounds.ts';
import { StorageDriveService } from './storage/storage-drive.service.ts';
import { StorageFileAccess } from './storage/storage-file-access.ts';
import { StorageFilesService } from './storage/storage-files.service.ts';
import { StorageImportService } from './storage/storage-import.service.ts';
import { StorageLedger } from './storage/storage-ledger.ts';
import { StorageMoveService } from './storage/storage-move.service.ts';
import { StorageRemovals } from './storage/storage-removals.ts';
import { StorageSweepService } from './storage/storage-sweep.service.ts';
import { StorageTransferService } from './storage/storage-transfer.service.ts';
import { StorageUploads } from './storage/storage-uploads.ts';
import { StorageRepository } from './storage/storage.repository.ts';
import { storageRoutes } from './storage/storage.routes.ts';
import { StorageService } from './storage/storage.service.ts';
import { TreeWalkLimiter } from './storage/tree-walk-limiter.ts';

/** Every endpoint of the area has its handler in one of these. */
export const FILES_ROUTES = [storageLogRoutes, storageRoutes];

interface FilesNeeds {
  platform: Pick<
    PlatformModule,
    | 'dataDir'
    | 'database'
    | 'storage'
    | 'audit'
    | 'eventOutbox'
    | 'settings'
    | 'clock'
    | 'logger'
    | 'processes'
    | 'diskSpace'
  >;
  identity: Pick<IdentityModule, 'users' | 'roles' | 'reach'>;
}

export type FilesModule = ReturnType<typeof createFilesModule>;

/** Storage spaces, the files in them, and what was done with files. */
export function createFilesModule({ platform, identity }: FilesNeeds) {
  const { dataDir, database, storage, audit, settings, clock, logger, processes, diskSpace } = platform;
  const { eventOutbox } = platform;
  const { users, roles, reach } = identity;
  const store = storage.spaces;

  const storageLogs = new StorageLogService({ database, audit, outbox: eventOutbox, users, clock });
  const defaultStorages = new DefaultStorageService({ database, settings, clock });
  const removals = new StorageRemovals({ database, store });
  const processId = async () => {
    await processes.register();
    return processes.id;
  };
  const ledger = new StorageLedger({ database, store, processId, clock });
  const bounds = new StorageBounds({ store, ledger, settings });
  const uploads = new StorageUploads({ database, store, ledger, bounds, processes, clock });
  const spaces = new StorageRepository(database);
  const fileAccess = new StorageFileAccess({ spaces, users, roles, storageLogs, logger });
  const refuseFullDisk = () => {
    if (!storage.bucket && diskSpace.level === 'full') {
      throw new AppError('storage.disk_full');
    }
  };
  const storageTransfers = new StorageTransferService({ fileAccess, store, uploads, refuseFullDisk });
  const storageMove = new StorageMoveService({ dataDir, storage });
  const walks = new TreeWalkLimiter({ clock });
  // One for the files of spaces and of sessions: what they take, they take together.
  const folderListings = new FolderListings();

  return {
    storageLogs,
    defaultStorages,
    storages: new StorageService({
      database,
      store,
      defaults: defaultStorages,
      removals,
      reach,
      audit,
      clock,
    }),
    storageDrives: new StorageDriveService({
      database,
      fileAccess,
      store,
      ledger,
      bounds,
      settings,
      uploads,
      root: storage.bucket ? undefined : join(dataDir, 'spaces'),
    }),
    storageFiles: new StorageFilesService({
      fileAccess,
      store,
      ledger,
      bounds,
      walks,
      listings: folderListings,
    }),
    folderListings,
    storageTransfers,
    storageImports: new StorageImportService({ store, uploads, refuseFullDisk }),
    storageMove,
    storageArchives: new StorageArchiveService({ fileAccess, store, walks, transfers: storageTransfers }),
    storageSweep: new StorageSweepService({
      database,
      ledger,
      uploads,
      removals,
      defaults: defaultStorages,
      processes,
      move: storageMove,
      audit,
      clock,
      logger,
    }),
  };
}
