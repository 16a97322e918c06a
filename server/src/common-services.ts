import { join } from 'node:path';

import { StorageLogService } from './files/storage-log/storage-log.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import { PersonLimits } from './kernel/person-limits.ts';
import { AlertService } from './operations/alert/alert.service.ts';
import { ServerDrainService } from './operations/server-drain/server-drain.service.ts';
import { WorkListService } from './operations/work-list/work-list.service.ts';
import { DiskArchiveFiles, StoredArchiveFiles } from './platform/audit/archive-files.ts';
import { AuditArchiveService } from './platform/audit/audit-archive.service.ts';
import { DiskSpaceService, type ReadVolume } from './platform/disk-space/disk-space.service.ts';
import { ServerDiskService } from './platform/server-process/server-disk.service.ts';
import type { ServerProcessService } from './platform/server-process/server-process.service.ts';
import { SoleWorkService } from './platform/server-process/sole-work.service.ts';
import { BUCKET_PREFIXES } from './storage/bucket-prefixes.ts';
import { S3Store } from './storage/s3/s3-store.ts';
import type { WorkEngine } from './work/work-engine.ts';

type Parts = Foundation &
  IdentityServices & {
    processes: ServerProcessService;
    work: WorkEngine;
    readVolume?: ReadVolume | undefined;
  };

export type CommonServices = ReturnType<typeof createCommonServices>;

/**
 * What both storage spaces and sessions need: who this process is, how full the disk is, what was done with
 * files, and whom to tell when something is the matter.
 */
export function createCommonServices(parts: Parts) {
  const { dataDir, storage, processes, work } = parts;
  const soleWork = new SoleWorkService(parts);
  return {
    alerts: new AlertService({ ...parts, processes }),
    processes,
    work,
    soleWork,
    serverDisks: new ServerDiskService({ ...parts, processes }),
    serverDrain: new ServerDrainService({ ...parts, processes }),
    workList: new WorkListService(parts),
    diskSpace: new DiskSpaceService({ ...parts, folders: [dataDir, join(dataDir, 'recordings')] }),
    storageLogs: new StorageLogService(parts),
    auditArchives: new AuditArchiveService({
      ...parts,
      processes,
      soleWork,
      ownFiles: new DiskArchiveFiles(join(dataDir, 'archive')),
      storedFiles:
        storage.bucket && new StoredArchiveFiles(new S3Store(storage.bucket, BUCKET_PREFIXES.archive)),
    }),
    personLimits: new PersonLimits(parts.clock),
  };
}
