import path from 'node:path';

import type { AccessModule } from '../access/module.ts';
import type { FilesModule } from '../files/module.ts';
import type { FleetModule } from '../fleet/module.ts';
import type { IdentityModule } from '../identity/module.ts';
import { AppError } from '../kernel/app-error.ts';
import type { PlatformModule } from '../platform/module.ts';
import { inspectPrivateKey } from '../protocols/ssh/inspect-private-key.ts';
import type { SessionModule } from '../session/module.ts';
import type { S3Options } from '../storage/s3/s3-bucket.ts';
import { productVersion } from '../version.ts';
import { AlertService } from './alert/alert.service.ts';
import type { EndingCertificate } from './alert/certificate-watch.ts';
import { backupRoutes } from './backup/backup.routes.ts';
import { BackupService } from './backup/backup.service.ts';
import { commandRunRoutes } from './command-run/command-run.routes.ts';
import { CommandRunService } from './command-run/command-run.service.ts';
import { FileRunService } from './command-run/file-run.service.ts';
import { RunHistoryService } from './command-run/run-history.service.ts';
import { RunViewService } from './command-run/run-view.service.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { DashboardService } from './dashboard/dashboard.service.ts';
import { FullBackupService } from './full-backup/full-backup.service.ts';
import { jobRoutes } from './job/job.routes.ts';
import { createJobs, type JobOptions } from './jobs.ts';
import { monitoringRoutes } from './monitoring/monitoring.routes.ts';
import { MonitoringService } from './monitoring/monitoring.service.ts';
import { ImportDeskService } from './next-terminal-import/import-desk.service.ts';
import { ImportFolder } from './next-terminal-import/import-folder.ts';
import { NextTerminalImportKind } from './next-terminal-import/next-terminal-import.kind.ts';
import { nextTerminalImportRoutes } from './next-terminal-import/next-terminal-import.routes.ts';
import {
  IMPORTS_FOLDER,
  NextTerminalImportService,
} from './next-terminal-import/next-terminal-import.service.ts';
import { OpenImportRepository } from './next-terminal-import/open-import.repository.ts';
import { SentFile } from './next-terminal-import/sent-file.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { OverviewService } from './overview/overview.service.ts';
import { retentionRules } from './retention-rules.ts';
import { retentionRoutes } from './retention/retention.routes.ts';
import { serverDrainRoutes } from './server-drain/server-drain.routes.ts';
import { ServerDrainService } from './server-drain/server-drain.service.ts';
import { watchInstallation } from './watches.ts';
import { workListRoutes } from './work-list/work-list.routes.ts';
import { WorkListService } from './work-list/work-list.service.ts';

/** Every endpoint of the area has its handler in one of these. */
export const OPERATIONS_ROUTES = [
  backupRoutes,
  commandRunRoutes,
  dashboardRoutes,
  jobRoutes,
  monitoringRoutes,
  nextTerminalImportRoutes,
  overviewRoutes,
  retentionRoutes,
  serverDrainRoutes,
  workListRoutes,
];

export interface OperationsOptions extends JobOptions {
  databaseUrl?: string | undefined;
  /** Where an old installation lies that is to be brought here; beside our own data where nothing is said. */
  importFolder?: string | undefined;
  /** Keeps files in S3 instead of the data directory. */
  s3?: S3Options | undefined;
  /** The one that it shows, where it speaks TLS itself. */
  certificate?: EndingCertificate | undefined;
}

interface OperationsNeeds {
  platform: Pick<
    PlatformModule,
    | 'dataDir'
    | 'database'
    | 'vault'
    | 'audit'
    | 'eventOutbox'
    | 'auditArchives'
    | 'auditCheckpoints'
    | 'settings'
    | 'storage'
    | 'clock'
    | 'logger'
    | 'processes'
    | 'work'
    | 'distributedLock'
    | 'diskSpace'
    | 'eventWatch'
    | 'mail'
    | 'notifications'
    | 'guacd'
    | 'isGuacdNamed'
  >;
  identity: Pick<
    IdentityModule,
    | 'users'
    | 'roles'
    | 'signInMeans'
    | 'loginLogs'
    | 'reauthentication'
    | 'accessSecurity'
    | 'personMenus'
    | 'sourceVisits'
    | 'passkeys'
  >;
  access: Pick<AccessModule, 'access' | 'assetTargets' | 'strategies' | 'liveFilters' | 'reachability'>;
  files: Pick<
    FilesModule,
    'defaultStorages' | 'storageLogs' | 'storages' | 'storageFiles' | 'storageTransfers' | 'storageImports'
  >;
  session: Pick<
    SessionModule,
    | 'recordingImports'
    | 'sessions'
    | 'liveSessions'
    | 'execSessions'
    | 'fileSending'
    | 'searchIndexer'
    | 'recordingMover'
    | 'evidenceChecks'
  >;
  fleet: Pick<FleetModule, 'nodes' | 'nodeWatches' | 'nodePower' | 'vmTasks'>;
  options: OperationsOptions;
}

export type OperationsModule = ReturnType<typeof createOperationsModule>;

/** What keeps an installation going, by itself and by its administrators: jobs, backups, alerts and figures. */
export function createOperationsModule({
  platform,
  identity,
  access,
  files,
  session,
  fleet,
  options,
}: OperationsNeeds) {
  const { dataDir, database, vault, audit, settings, storage, clock, logger } = platform;
  const { eventOutbox, processes, work, distributedLock, diskSpace, mail, notifications, guacd } = platform;
  const { users, roles, personMenus } = identity;
  const { s3 } = options;
  const version = productVersion();

  const alerts = new AlertService({
    database,
    outbox: eventOutbox,
    settings,
    roles,
    mail,
    notifications,
    clock,
    logger,
    processes,
  });

  // Commands and files for many hosts at once: what may be done there is judged the same for both.
  const commandRuns = new CommandRunService({
    database,
    audit,
    users,
    settings,
    processes,
    work,
    exec: session.execSessions,
    clock,
    logger,
    access: access.access,
    strategies: access.strategies,
    filters: access.liveFilters,
    resolve: (id) => access.assetTargets.resolve(id),
  });
  const fileRuns = new FileRunService({
    runs: commandRuns,
    files: session.fileSending,
    transfers: files.storageTransfers,
    access: access.access,
    strategies: access.strategies,
    filters: access.liveFilters,
    resolve: (id) => access.assetTargets.resolve(id),
  });

  const backups = new BackupService({
    database,
    vault,
    roles,
    signInMeans: identity.signInMeans,
    reauthentication: identity.reauthentication,
    accessSecurity: identity.accessSecurity,
    audit,
    clock,
    version,
    distributedLock,
  });
  const fullBackups = new FullBackupService({
    database,
    databaseUrl: options.databaseUrl,
    dataDir,
    storage,
    s3,
    vault,
    backups,
    audit,
    diskSpace,
    clock,
    version,
  });
  const { jobWatches, ...jobs } = createJobs({
    platform,
    identity,
    access,
    files,
    fleet,
    alerts,
    backups,
    fullBackups,
    commandRuns,
    retentionRules: retentionRules({
      auditArchives: platform.auditArchives,
      loginLogs: identity.loginLogs,
      storageLogs: files.storageLogs,
      sessions: session.sessions,
      commandRuns,
      vmTasks: fleet.vmTasks,
      nodePower: fleet.nodePower,
    }),
    options,
  });
  const { certificate } = options;
  alerts.add(...watchInstallation({ platform, session, fleet, identity, jobWatches, certificate, s3 }));

  const nextTerminalImports = new NextTerminalImportService({
    database,
    vault,
    audit,
    users,
    defaultStorages: files.defaultStorages,
    inspectPrivateKey,
    distributedLock,
    clock,
    dataDir,
    recordingImports: session.recordingImports,
    storageImports: files.storageImports,
    settings,
    accessSecurity: identity.accessSecurity,
  });
  const oldImport = {
    rows: new OpenImportRepository(database),
    vault,
    processes,
    folder: new ImportFolder(options.importFolder ?? path.join(dataDir, 'next-terminal')),
    sentFile: new SentFile(path.join(dataDir, IMPORTS_FOLDER), async () => {
      if (await diskSpace.isLow()) {
        throw new AppError('storage.disk_full');
      }
    }),
  };
  const importKind = new NextTerminalImportKind({ ...oldImport, imports: nextTerminalImports, logger });
  work.declare(importKind);

  const overview = new OverviewService({ database, clock });
  const monitoring = new MonitoringService({
    database,
    dataDir,
    clock,
    logger,
    liveSessions: () => session.liveSessions.count,
    parts: {
      storageDelay: () => storage.ping(),
      guacdDelay: () => guacd.expectAnswer(),
    },
    queues: {
      waitingIndex: () => session.searchIndexer.waiting,
      waitingRecordings: () => session.recordingMover.countWaiting(),
      waitingMails: () => notifications.waiting,
    },
  });

  return {
    alerts,
    commandRuns,
    fileRuns,
    runHistory: new RunHistoryService({ database }),
    runViews: new RunViewService({ database, audit, runs: commandRuns, users, roles, clock }),
    backups,
    fullBackups,
    nextTerminalImports,
    importDesk: new ImportDeskService({
      ...oldImport,
      database,
      kind: importKind,
      work,
      roles,
      reauthentication: identity.reauthentication,
      audit,
      clock,
    }),
    ...jobs,
    overview,
    monitoring,
    dashboard: new DashboardService({
      database,
      roles,
      settings,
      overview,
      monitoring,
      countBadRecordings: (limit) => session.evidenceChecks.countBad(limit),
      clock,
    }),
    serverDrain: new ServerDrainService({ database, audit, processes }),
    workList: new WorkListService({ database, audit, processes, personMenus, work }),
  };
}
