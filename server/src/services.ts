import path from 'node:path';

import { watchInstallation, type WatchOptions } from './alert-services.ts';
import { createCommonServices, type CommonServices } from './common-services.ts';
import { createConnectionServices, type ConnectionServices } from './connection-services.ts';
import type { GpuSignalService } from './fleet/gpu/gpu-signal.service.ts';
import { VmConsoleService } from './fleet/vm-console/vm-console.service.ts';
import { layFoundation, type Foundation, type FoundationOptions } from './platform/foundation.ts';
import { createGpuServices, type GpuServices } from './gpu-services.ts';
import type { Part } from './http/health.ts';
import type { PeerOptions } from './http/peer-forward.ts';
import { HttpPeerLink } from './http/peer-link.ts';
import { PeerPasses } from './http/peer-pass.ts';
import { createIdentityServices, type IdentityServices } from './identity-services.ts';
import type { FirstAdmin } from './identity/user/user.service.ts';
import { initialise } from './initialise.ts';
import { createJobServices, type JobServices, type WholeBackupOptions } from './job-services.ts';
import { MINUTE_MS, SECOND_MS } from './kernel/clock.ts';
import { logDefects, runInBackground } from './kernel/defects.ts';
import type { Logger } from './kernel/logger.ts';
import type { PeerLink } from './kernel/peer-link.ts';
import { Rounds } from './kernel/rounds.ts';
import type { Secret } from './kernel/secret.ts';
import { createNodeServices, type NodeServices } from './node-services.ts';
import { BackupService } from './operations/backup/backup.service.ts';
import { DashboardService } from './operations/dashboard/dashboard.service.ts';
import { MonitoringService } from './operations/monitoring/monitoring.service.ts';
import { OverviewService } from './operations/overview/overview.service.ts';
import { guardOwnParts } from './platform/own-part-guard.ts';
import { AdvisoryService } from './platform/advisory/advisory.service.ts';
import type { ReadVolume } from './platform/disk-space/disk-space.service.ts';
import { defectNotices } from './platform/notice/defect-notices.ts';
import { NoticeRepository } from './platform/notice/notice.repository.ts';
import { NoticeService } from './platform/notice/notice.service.ts';
import { ServerProcessService } from './platform/server-process/server-process.service.ts';
import { GuacdService, type GuacdAddress } from './platform/setting/guacd.service.ts';
import { findGuacd, GuacdProcess } from './protocols/guacd/guacd-process.ts';
import { probeGuacd } from './protocols/guacd/probe-guacd.ts';
import { retentionRules } from './retention-rules.ts';
import { createSessionServices, type SessionServices } from './session-services.ts';
import { createStorageServices, type StorageServices } from './storage-services.ts';
import { productVersion } from './version.ts';
import { WorkEngine } from './work/work-engine.ts';

export interface ServiceOptions extends FoundationOptions, WholeBackupOptions, WatchOptions {
  firstAdmin: FirstAdmin;
  /**
   * `isOurs`: on this machine, and started by us if it is installed and nobody else did; `picksPort`: then not here, but
   * where nobody would look for it.
   */
  guacd?: GuacdOptions;
  /** Where advisories may lie; `advisories.json` of the data directory unless said otherwise. */
  advisoryFile?: string | undefined;
  /** Instead of the file system's word on how much room is left. */
  readVolume?: ReadVolume | undefined;
  /** Shares its sessions with other servers on the same database. */
  peer?: { url: string; ca?: string[] | undefined } | undefined;
  /** How often sessions are looked at, where that is not two seconds. */
  patrolMs?: number | undefined;
  /** How long others take it to be alive after a sign of life, where that is not twelve seconds. */
  leaseMs?: number | undefined;
  /** How long a job waits before it is tried again, where that is not ten seconds. */
  jobRetryMs?: number | undefined;
  /** How soon a host that was told to restart is looked at, where that is not after two seconds. */
  powerLookMs?: number | undefined;
}

type GuacdOptions = GuacdAddress & { isOurs: boolean; picksPort?: boolean };

export interface Services
  extends
    Omit<Foundation, 'dataDir' | 'clock'>,
    IdentityServices,
    ConnectionServices,
    CommonServices,
    Omit<SessionServices, 'start' | 'close'>,
    StorageServices,
    Omit<JobServices, 'start' | 'close'>,
    Omit<GpuServices, 'start' | 'close' | 'signalsWith'>,
    Omit<NodeServices, 'start' | 'close'> {
  gpuSignals: GpuSignalService;
  advisories: AdvisoryService;
  backups: BackupService;
  dashboard: DashboardService;
  overview: OverviewService;
  monitoring: MonitoringService;
  /** What tells whether people can be served. */
  readinessParts: Readonly<Record<string, Part>>;
  notices: NoticeService;
  /** How this server and the others lead people to each other; undefined for one that is alone. */
  peers: PeerOptions | undefined;
  /** What it says to them by itself. */
  peerLink: PeerLink | undefined;
  guacd: GuacdService;
  /** To be printed once; undefined after the first start. */
  firstPassword: Secret | undefined;
  /**
   * Begins what goes on by itself: closing what a dead process left open, sweeps, retention, indexing, reachability. Only
   * the server does, once it listens; a command beside a running server must not.
   */
  start(): Promise<void>;
  close(): Promise<void>;
}

const LOCAL_GUACD = { host: '127.0.0.1', port: 4822, isOurs: false };

const SWEEP_EVERY_MS = 5 * MINUTE_MS;
/** What was changed at another server counts here within five seconds. */
const LOOK_MS = 2 * SECOND_MS;

/** The composition root: every service of the process, area by area. Nothing runs by itself before `start`. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const foundation = await layFoundation(options);
  const { database, settings, clock, logger } = foundation;
  const stopLogging = logDefects(logger);
  try {
    // Nobody asks for it before everything is put together.
    let peerLink: PeerLink | undefined;
    const guacd = createGuacd(options.guacd ?? LOCAL_GUACD, logger);
    const processes = new ServerProcessService({
      ...foundation,
      version: productVersion(),
      peerUrl: options.peer?.url,
      leaseMs: options.leaseMs,
    });
    const work = new WorkEngine({ ...foundation, processes });
    const identity = createIdentityServices({ ...foundation, work });
    const common = createCommonServices({
      ...foundation,
      ...identity,
      processes,
      work,
      readVolume: options.readVolume,
    });
    const connections = createConnectionServices(foundation, identity, common);
    const storages = createStorageServices({ ...foundation, ...identity, ...common });
    // Machines are known by the hosts that carry them, whose services come after those of sessions.
    const vmConsoles = new VmConsoleService({
      ...connections,
      menus: identity.personMenus,
      vms: () => nodes.vms,
      resolveAsset: (id) => connections.assetTargets.resolve(id),
    });
    const {
      start: startSessions,
      close: closeSessions,
      ...sessions
    } = createSessionServices({
      ...foundation,
      ...identity,
      ...connections,
      ...common,
      storageDrives: storages.storageDrives,
      storageTransfers: storages.storageTransfers,
      folderListings: storages.folderListings,
      patrolMs: options.patrolMs,
      s3: options.s3,
      guacd,
      vmConsoles,
      peerLink: () => peerLink,
    });
    const {
      start: startGpus,
      close: closeGpus,
      signalsWith,
      ...gpus
    } = createGpuServices({ ...foundation, ...identity, ...connections, ...common, ...sessions });
    const {
      start: startNodes,
      close: closeNodes,
      ...nodes
    } = createNodeServices({
      ...foundation,
      ...identity,
      ...connections,
      ...common,
      liveSessions: sessions.liveSessions,
      observers: [gpus.gpuKeeper],
      powerLookMs: options.powerLookMs,
    });
    const backups = new BackupService({
      ...foundation,
      ...identity,
      soleWork: common.soleWork,
      version: productVersion(),
    });
    const {
      start: startJobs,
      close: closeJobs,
      ...jobs
    } = createJobServices({
      ...foundation,
      ...identity,
      ...connections,
      ...common,
      ...storages,
      ...sessions,
      nodes: nodes.nodes,
      backups,
      databaseUrl: options.databaseUrl,
      s3: options.s3,
      backupTarget: options.backupTarget,
      backupPassphrase: options.backupPassphrase,
      retryAfterMs: options.jobRetryMs,
      retentionRules: retentionRules({ ...identity, ...common, ...sessions, ...nodes }),
    });
    watchInstallation({
      ...foundation,
      ...common,
      ...sessions,
      ...jobs,
      nodeWatches: nodes.nodeWatches,
      guacd,
      isGuacdNamed: options.guacd?.isOurs === false,
      s3: options.s3,
      certificate: options.certificate,
    });
    const firstPassword = await initialise({ ...foundation, ...identity }, options.firstAdmin);

    const advisories = new AdvisoryService({
      file: options.advisoryFile ?? path.join(foundation.dataDir, 'advisories.json'),
      version: productVersion(),
      settings,
      clock,
      logger,
    });

    const sweep = async () => {
      await identity.logins.sweep();
      await identity.tickets.sweep();
      await identity.accessTokens.sweep();
    };
    const sweepSoon = () => {
      sweep().catch((error: unknown) => logger.warn({ err: error }, 'old logins could not be removed'));
    };
    let sweeper: NodeJS.Timeout | undefined;
    const look = new Rounds({
      everyMs: LOOK_MS,
      work: async () => {
        await foundation.audit.look();
        await foundation.audit.writeFolded();
        await common.storageLogs.writeFolded();
      },
      onFailure: (error) => logger.warn({ err: error }, 'what other servers did could not be read'),
    });
    const overview = new OverviewService(foundation);
    const monitoring = new MonitoringService({
      ...foundation,
      liveSessions: () => sessions.liveSessions.count,
      parts: {
        storageDelay: () => foundation.storage.ping(),
        guacdDelay: () => guacd.expectAnswer(),
      },
      queues: {
        waitingIndex: () => sessions.searchIndexer.waiting,
        waitingRecordings: () => sessions.recordingMover.countWaiting(),
        waitingMails: () => identity.notifications.waiting,
      },
    });

    const peers = options.peer && (await meetPeers(foundation, common, options.peer.ca));
    peerLink = peers && new HttpPeerLink(peers);
    const stopGuarding = guardOwnParts({ ...options, guacd, processes: common.processes });

    return {
      ...foundation,
      ...identity,
      ...connections,
      ...common,
      ...sessions,
      ...storages,
      ...jobs,
      ...gpus,
      gpuSignals: signalsWith(nodes),
      ...nodes,
      backups,
      advisories,
      dashboard: new DashboardService({ ...foundation, ...identity, overview, monitoring }),
      overview,
      monitoring,
      readinessParts: {
        database: { check: () => database.ping(), isNeeded: true },
        lease: { check: async () => common.processes.lease.expectHeld(), isNeeded: true },
        disk: { check: () => common.diskSpace.expectRoom(), isNeeded: true },
        // With S3, sessions go on without it; without, it is the data directory.
        storage: { check: () => foundation.storage.ping(), isNeeded: !foundation.storage.bucket },
        ...(options.guacd?.isOurs === false && {
          guacd: { check: () => guacd.expectAnswer(), isNeeded: false },
        }),
      },
      notices: new NoticeService({ ...identity, putAway: new NoticeRepository(database.db), clock }, [
        advisories.notices,
        () => common.alerts.notices(),
        () => sessions.searchIndexer.notices(),
        () => sessions.recordingMover.notices(),
        () => storages.storageSweep.notices(),
        () => storages.storageMove.notices(),
        defectNotices,
      ]),
      peers,
      peerLink,
      guacd,
      firstPassword,
      start: async () => {
        look.start();
        sweepSoon();
        sweeper = setInterval(sweepSoon, SWEEP_EVERY_MS).unref();
        advisories.start();
        monitoring.start();
        connections.reachability.start();
        await startSessions();
        // Nobody waits for it before somebody opens a desktop.
        runInBackground(guacd.ensure(), 'the start of guacd');
        await storages.storageSweep.start();
        await startJobs();
        common.alerts.start();
        startGpus();
        startNodes();
        work.start();
      },
      close: async () => {
        clearInterval(sweeper);
        look.stop();
        await look.settled();
        await closeJobs();
        // Letters that are about to be put in line are kept for the next start.
        await identity.notifications.close();
        await work.close();
        await common.alerts.close();
        await closeNodes();
        await closeGpus();
        await storages.storageSweep.close();
        await closeSessions();
        await guacd.stop();
        await connections.reachability.stop();
        await connections.commandFilters.judge.close();
        await connections.nodeCollection.close();
        connections.accessGateways.close();
        await advisories.close();
        await monitoring.close();
        stopGuarding();
        await writeAllFolded(foundation, common);
        await foundation.storage.close();
        await database.close();
        stopLogging();
      },
    };
  } catch (error) {
    stopLogging();
    await database.close();
    throw error;
  }
}

/** Before the database is closed. What cannot be written then was at least begun: the last entry of each kind says so. */
async function writeAllFolded({ audit, logger }: Foundation, { storageLogs }: CommonServices): Promise<void> {
  try {
    await audit.writeFolded({ all: true });
    await storageLogs.writeFolded({ all: true });
  } catch (error) {
    logger.warn({ err: error }, 'how often people were refused could not be written down');
  }
}

async function meetPeers(
  { vault, logger }: Foundation,
  { processes }: CommonServices,
  ca: string[] | undefined,
): Promise<PeerOptions> {
  const passes = new PeerPasses({
    key: await vault.systemSecret('peer-key'),
    processId: processes.id,
    databaseNow: () => processes.databaseNow(),
  });
  return {
    passes,
    holderOf: (sessionId, isRecorded) => processes.holderOf(sessionId, isRecorded),
    others: () => processes.others(),
    logger,
    ca,
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
