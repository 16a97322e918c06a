import { join } from 'node:path';

import type { Part } from '../http/health.ts';
import type { Logger } from '../kernel/logger.ts';
import { PersonRateLimit } from '../kernel/person-rate-limit.ts';
import { findGuacd, GuacdProcess } from '../protocols/guacd/guacd-process.ts';
import { probeGuacd } from '../protocols/guacd/probe-guacd.ts';
import { BUCKET_PREFIXES } from '../storage/bucket-prefixes.ts';
import { LockedObjects, type LockOptions } from '../storage/s3/locked-objects.ts';
import { S3Store } from '../storage/s3/s3-store.ts';
import { productVersion } from '../version.ts';
import { WorkEngine } from '../work/work-engine.ts';
import { AdvisoryService } from './advisory/advisory.service.ts';
import { auditCheckpointRoutes } from './audit-checkpoint/audit-checkpoint.routes.ts';
import { AuditCheckpointService } from './audit-checkpoint/audit-checkpoint.service.ts';
import { DiskArchiveFiles, StoredArchiveFiles } from './audit/archive-files.ts';
import { AuditArchiveService } from './audit/audit-archive.service.ts';
import { AuditLogService } from './audit/audit-log.service.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { brandingRoutes } from './branding/branding.routes.ts';
import { BrandingService } from './branding/branding.service.ts';
import { DiskSpaceService, type ReadVolume } from './disk-space/disk-space.service.ts';
import { eventDestinationRoutes } from './event-destination/event-destination.routes.ts';
import { eventPullRoutes } from './event-destination/event-pull.routes.ts';
import { EventPullService } from './event-destination/event-pull.service.ts';
import { createEventDestinations, type EventOptions } from './event-destinations.ts';
import { EventLogService } from './event/event-log.service.ts';
import type { Foundation } from './foundation.ts';
import type { HoldSubjects } from './legal-hold/hold-subjects.interface.ts';
import { legalHoldRoutes } from './legal-hold/legal-hold.routes.ts';
import { LegalHoldService } from './legal-hold/legal-hold.service.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import { MailService } from './mail/mail.service.ts';
import { defectNotices } from './notice/defect-notices.ts';
import { NoticeRepository } from './notice/notice.repository.ts';
import { noticeRoutes } from './notice/notice.routes.ts';
import { NoticeService, type NoticeSource } from './notice/notice.service.ts';
import { NotificationService } from './notification/notification.service.ts';
import type { MenuHolders, PeopleDirectory, PeopleNames } from './people/people.interface.ts';
import { DistributedLockService } from './server-process/distributed-lock.service.ts';
import { ServerDiskService } from './server-process/server-disk.service.ts';
import { ServerProcessService } from './server-process/server-process.service.ts';
import { GuacdService, type GuacdAddress } from './setting/guacd.service.ts';
import { settingRoutes } from './setting/setting.routes.ts';
import { signingRoutes } from './signing/signing.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const PLATFORM_ROUTES = [
  auditRoutes,
  brandingRoutes,
  eventDestinationRoutes,
  eventPullRoutes,
  legalHoldRoutes,
  mailRoutes,
  noticeRoutes,
  settingRoutes,
  auditCheckpointRoutes,
  signingRoutes,
];

/**
 * `isOurs`: on this machine, and started by us if it is installed and nobody else did; `picksPort`: then not here, but
 * where nobody would look for it.
 */
type GuacdOptions = GuacdAddress & { isOurs: boolean; picksPort?: boolean };

export interface PlatformOptions extends EventOptions {
  guacd?: GuacdOptions;
  /** Where advisories may lie; `advisories.json` of the data directory unless said otherwise. */
  advisoryFile?: string | undefined;
  /** Where signed checkpoints of the audit log are locked. */
  lock?: LockOptions | undefined;
  /** Instead of the file system's word on how much room is left. */
  readVolume?: ReadVolume | undefined;
  /** Shares its sessions with other servers on the same database. */
  peer?: { url: string; ca?: string[] | undefined } | undefined;
  /** How long others take it to be alive after a sign of life, where that is not twelve seconds. */
  leaseMs?: number | undefined;
}

interface PlatformNeeds {
  foundation: Foundation;
  options: PlatformOptions;
  /** Of `identity`, which stands above. */
  people: PeopleDirectory & PeopleNames & MenuHolders;
  /** What can be held. Of `identity`, `access` and `session`. */
  holdSubjects: HoldSubjects;
  /** What the areas above have to tell administrators. */
  noticeSources: readonly NoticeSource[];
}

export type PlatformModule = ReturnType<typeof createPlatformModule>;

const LOCAL_GUACD = { host: '127.0.0.1', port: 4822, isOurs: false };

/** The ground that every area stands on: who this process is, what it keeps, and how it reaches people. */
export function createPlatformModule({
  foundation,
  options,
  people,
  holdSubjects,
  noticeSources,
}: PlatformNeeds) {
  const { dataDir, database, eventOutbox, audit, settings, signing, storage, clock, logger } = foundation;
  const version = productVersion();
  const isGuacdNamed = options.guacd?.isOurs === false;
  const guacd = createGuacd(options.guacd ?? LOCAL_GUACD, logger);
  const processes = new ServerProcessService({
    database,
    version,
    dataDir,
    clock,
    outbox: eventOutbox,
    logger,
    peerUrl: options.peer?.url,
    leaseMs: options.leaseMs,
  });
  const work = new WorkEngine({ database, processes, clock, logger });
  const branding = new BrandingService(database, settings, audit);
  const mail = new MailService(settings, audit, () => branding.name('zh-TW'));
  audit.follow(({ action }) => {
    if (action === 'setting.updated' || action.startsWith('event-destination.')) {
      eventOutbox.forgetWanted();
    }
  });
  const events = new EventLogService({ database, outbox: eventOutbox, logger });
  const distributedLock = new DistributedLockService({ database, logger });
  const auditCheckpoints = new AuditCheckpointService({
    database,
    audit,
    signing,
    distributedLock,
    clock,
    logger,
    locked: options.lock && new LockedObjects(options.lock),
    tell: ({ seq, hash, at, key: keyId, statement: signed, signature }, tx) =>
      eventOutbox.add({ name: 'audit.checkpoint', at, detail: { seq, hash, keyId, signature, signed } }, tx),
  });
  const diskSpace = new DiskSpaceService({
    folders: [dataDir, join(dataDir, 'recordings')],
    readVolume: options.readVolume,
    settings,
    clock,
    logger,
  });
  const advisories = new AdvisoryService({
    file: options.advisoryFile ?? join(dataDir, 'advisories.json'),
    version,
    settings,
    clock,
    logger,
  });
  const readinessParts: Readonly<Record<string, Part>> = {
    database: { check: () => database.ping(), isNeeded: true },
    lease: { check: async () => processes.lease.expectHeld(), isNeeded: true },
    disk: { check: () => diskSpace.expectRoom(), isNeeded: true },
    // With S3, sessions go on without it; without, it is the data directory.
    storage: { check: () => storage.ping(), isNeeded: !storage.bucket },
    ...(isGuacdNamed && { guacd: { check: () => guacd.expectAnswer(), isNeeded: false } }),
  };
  return {
    ...foundation,
    processes,
    work,
    distributedLock,
    guacd,
    /** The operator has named one: it is missed whether or not there are desktops. */
    isGuacdNamed,
    branding,
    mail,
    events,
    ...createEventDestinations({ foundation, options, events, work, mail, branding }),
    eventPull: new EventPullService({ events, settings }),
    legalHolds: new LegalHoldService({ database, audit, clock, subjects: holdSubjects }),
    diskSpace,
    advisories,
    /** What tells whether people can be served. */
    readinessParts,
    serverDisks: new ServerDiskService({ database, processes }),
    auditCheckpoints,
    auditLogs: new AuditLogService(database, audit, people),
    auditArchives: new AuditArchiveService({
      database,
      audit,
      processes,
      distributedLock,
      clock,
      logger,
      checkpoints: auditCheckpoints,
      ownFiles: new DiskArchiveFiles(join(dataDir, 'archive')),
      storedFiles:
        storage.bucket && new StoredArchiveFiles(new S3Store(storage.bucket, BUCKET_PREFIXES.archive)),
    }),
    notifications: new NotificationService({ database, users: people, settings, mail, work, clock, logger }),
    notices: new NoticeService(
      { users: people, roles: people, putAway: new NoticeRepository(database.db), clock },
      [advisories.notices, ...noticeSources, defectNotices],
    ),
    personLimits: new PersonRateLimit(clock),
  };
}

function createGuacd({ isOurs, picksPort, ...address }: GuacdOptions, logger: Logger): GuacdService {
  const findOwn = async () => {
    const path = isOurs ? await findGuacd() : undefined;
    const port = picksPort ? undefined : address.port;
    return path === undefined ? undefined : new GuacdProcess({ path, port, logger });
  };
  return new GuacdService({ address, probe: probeGuacd, findOwn, logger });
}
