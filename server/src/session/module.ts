import { join } from 'node:path';

import type { AccessModule } from '../access/module.ts';
import type { FilesModule } from '../files/module.ts';
import type { IdentityModule } from '../identity/module.ts';
import type { PeerLink } from '../kernel/peer-link.ts';
import { MEGABYTE } from '../kernel/size.ts';
import type { PlatformModule } from '../platform/module.ts';
import { guacdReach } from '../protocols/guacd/guacd-group.ts';
import { SegmentCompressor } from '../recorders/compressor.ts';
import { forThread, storeOfRecordings } from '../recorders/stored-recordings.ts';
import { Screens } from '../recorders/terminal/screens.ts';
import type { S3Options } from '../storage/s3/s3-bucket.ts';
import { desktopRecordingRoutes } from './desktop-session/desktop-recording.routes.ts';
import { DesktopRecordingService } from './desktop-session/desktop-recording.service.ts';
import { desktopSessionRoutes } from './desktop-session/desktop-session.routes.ts';
import { createEvidence, type EvidenceNeeds } from './evidence.ts';
import { hostPanelRoutes } from './host-panel/host-panel.routes.ts';
import { HostPanelService } from './host-panel/host-panel.service.ts';
import { createSessionKinds } from './kinds.ts';
import { sshDoorRoutes } from './native-ssh/ssh-door.routes.ts';
import { RecordingImportService } from './recording-import/recording-import.service.ts';
import { RecordingMoverService } from './recording-storage/recording-mover.service.ts';
import { RecordingPlacesService } from './recording-storage/recording-places.service.ts';
import { RecordingRemovalService } from './recording-storage/recording-removal.service.ts';
import { CommandLogService } from './session-command/command-log.service.ts';
import { sessionCommandRoutes } from './session-command/session-command.routes.ts';
import { SessionCommandService } from './session-command/session-command.service.ts';
import { SessionDriveService } from './session-drive/session-drive.service.ts';
import { sessionEvidenceRoutes } from './session-evidence/session-evidence.routes.ts';
import { ArchiveService } from './session-files/archive.service.ts';
import { FileAccess } from './session-files/file-access.ts';
import { FileCopyService } from './session-files/file-copy.service.ts';
import { FileSendingService } from './session-files/file-sending.service.ts';
import { FileTransferService } from './session-files/file-transfer.service.ts';
import { sessionFilesRoutes } from './session-files/session-files.routes.ts';
import { SessionFilesService } from './session-files/session-files.service.ts';
import { SessionLoginService } from './session-login/session-login.service.ts';
import { OutputIndex } from './session-search/output-index.ts';
import { SearchIndexerService } from './session-search/search-indexer.service.ts';
import { sessionSearchRoutes } from './session-search/session-search.routes.ts';
import { SessionSearchService } from './session-search/session-search.service.ts';
import { sessionShareRoutes } from './session-share/session-share.routes.ts';
import { SessionShareService } from './session-share/session-share.service.ts';
import { ShareRights } from './session-share/share-rights.ts';
import { ShareRoomService } from './session-share/share-room.service.ts';
import { LiveSessionService } from './session/live-session.service.ts';
import { LostLeaseGuard } from './session/lost-lease-guard.ts';
import { OwnRecordings } from './session/own-recordings.ts';
import { readRecordedIn } from './session/read-recorded.ts';
import { RecordingPartsService } from './session/recording-parts.service.ts';
import { RecordingViewService } from './session/recording-view.service.ts';
import { SessionPlaces, type ConsolePlaces } from './session/session-places.ts';
import { SessionQuota } from './session/session-quota.ts';
import { sessionRecordingRoutes } from './session/session-recording.routes.ts';
import { sessionScreenRoutes } from './session/session-screen.routes.ts';
import { SessionScreenService } from './session/session-screen.service.ts';
import { SessionWatchService } from './session/session-watch.service.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { SessionService } from './session/session.service.ts';
import type { AskConsole } from './session/vm-consoles.interface.ts';
import { sshClientRoutes } from './ssh-client/ssh-client.routes.ts';
import { createSshDoor, type SshDoorNeeds, type SshDoorOptions } from './ssh-door.ts';
import { ExecSessionService } from './terminal-session/exec-session.service.ts';
import { TerminalPreviews } from './terminal-session/terminal-previews.ts';
import { terminalRecordingRoutes } from './terminal-session/terminal-recording.routes.ts';
import { TerminalRecordingService } from './terminal-session/terminal-recording.service.ts';
import { terminalSessionRoutes } from './terminal-session/terminal-session.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const SESSION_ROUTES = [
  desktopRecordingRoutes,
  desktopSessionRoutes,
  hostPanelRoutes,
  sessionCommandRoutes,
  sessionEvidenceRoutes,
  sessionFilesRoutes,
  sessionRecordingRoutes,
  sessionRoutes,
  sessionScreenRoutes,
  sessionSearchRoutes,
  sessionShareRoutes,
  sshClientRoutes,
  sshDoorRoutes,
  terminalRecordingRoutes,
  terminalSessionRoutes,
];

export interface SessionOptions extends SshDoorOptions {
  /** How often sessions are looked at, where that is not two seconds. */
  patrolMs?: number | undefined;
  /** Keeps recordings in S3 once they are done. */
  s3?: S3Options | undefined;
}

interface SessionNeeds {
  platform: Pick<
    PlatformModule,
    | 'dataDir'
    | 'database'
    | 'storage'
    | 'audit'
    | 'eventOutbox'
    | 'eventGate'
    | 'vault'
    | 'settings'
    | 'clock'
    | 'logger'
    | 'processes'
    | 'distributedLock'
    | 'serverDisks'
    | 'diskSpace'
    | 'guacd'
  > &
    EvidenceNeeds['platform'];
  identity: Pick<IdentityModule, 'roles'> & SshDoorNeeds['identity'];
  access: Pick<AccessModule, 'accessGateways' | 'hostKeys'> & SshDoorNeeds['access'];
  files: Pick<FilesModule, 'storageDrives' | 'folderListings'> & SshDoorNeeds['files'];
  /** The consoles of virtual machines. Of `fleet`, which stands above. */
  vmConsoles: ConsolePlaces & { ask: AskConsole };
  /** The way to the other servers, which is there once all is put together. */
  peerLink: () => PeerLink | undefined;
  options: SessionOptions;
}

export type SessionModule = ReturnType<typeof createSessionModule>;

/** Sessions, live and past: opened with the settings' limits on the ways that `access` knows. */
export function createSessionModule({
  platform,
  identity,
  access: { access, accessGateways, assetTargets, hostKeys, liveFilters, strategies, workerAssets },
  files: { storageLogs, storageDrives, folderListings, storages, storageFiles, storageTransfers },
  vmConsoles,
  peerLink,
  options: { patrolMs, s3, ...doorOptions },
}: SessionNeeds) {
  const { dataDir, database, storage, audit, settings, clock, logger } = platform;
  const { processes, distributedLock, serverDisks, diskSpace, guacd, eventOutbox, eventGate } = platform;
  const { users, roles, logins, signInRules, personMenus } = identity;

  // Where recordings lie, and what is found in them.
  const stored = forThread(s3);
  const recordingRoot = join(dataDir, 'recordings');
  const places = new RecordingPlacesService({ database, recordingRoot, s3, storage, processes });
  const filesOf = (id: string) => places.filesOf(id);
  const openStore = storeOfRecordings(s3, storage.meters.recordings);
  const removals = new RecordingRemovalService({
    database,
    processes,
    clock,
    logger,
    recordingRoot,
    openStore,
  });
  const index = new OutputIndex(dataDir, { stored });
  const searchIndexer = new SearchIndexerService({
    database,
    audit,
    index,
    logger,
    places,
    serverDisks,
    hasStore: s3 !== undefined,
    isDraining: () => processes.isDraining,
    maxBytes: async () => (await settings.get('search-index-max-mb')) * MEGABYTE,
  });
  const terminalCompressor = new SegmentCompressor(logger, (path) => searchIndexer.onSegment(path));
  const desktopCompressor = new SegmentCompressor(logger);
  const screens = new Screens(stored);
  const previews = new TerminalPreviews({ screens, clock });

  const evidence = createEvidence({ platform, files: { storageLogs }, places, stored });
  const { chains, tombstones, evidenceChecks } = evidence;
  // What sessions can be, where they lead, and how many there may be.
  const commands = new CommandLogService({ database, audit, outbox: eventOutbox, logger });
  const sessionDrives = new SessionDriveService({
    dataDir,
    storageDrives,
    storageLogs,
    access,
    processes,
    logger,
    attributes: (id) => assetTargets.attributes(id),
    guacdReach: () => guacdReach(guacd.address),
    everyMs: patrolMs,
  });
  const { kinds, unattendedKinds, nativeKinds, consoleKinds } = createSessionKinds({
    platform,
    access: { hostKeys, assetTargets },
    files: { storageLogs },
    commands,
    drives: sessionDrives,
    screens,
    previews,
    terminalCompressor,
    desktopCompressor,
    askConsole: (client, vm, signal) => vmConsoles.ask(client, vm, signal),
  });
  const sessionPlaces = new SessionPlaces({
    access,
    resolveAsset: (id) => assetTargets.resolve(id),
    consoles: vmConsoles,
  });
  const quota = new SessionQuota({
    database,
    maxPerPerson: () => settings.get('session-max-per-user'),
    maxPerAsset: () => settings.get('session-max-per-asset'),
  });
  // Those that are open.
  const recorded = readRecordedIn(recordingRoot, { kinds, chains });
  const liveSessions = new LiveSessionService({
    database,
    logins,
    audit,
    clock,
    logger,
    processes,
    kinds,
    unattendedKinds,
    nativeKinds,
    consoleKinds,
    places: sessionPlaces,
    filters: liveFilters,
    quota,
    disk: diskSpace,
    eventGate,
    chains,
    recordingRoot,
    recorded,
    dial: (target, way) => accessGateways.open(target, way),
    limits: async () => ({
      idleMinutes: await settings.get('session-idle-minutes'),
      maxMinutes: await settings.get('session-max-minutes'),
      reattachSeconds: await settings.get('session-reattach-seconds'),
      failOpen: await settings.get('recording-fail-open'),
      recordingMegabytes: await settings.get('recording-max-mb'),
      whenRecordingFull: await settings.get('recording-when-full'),
    }),
    patrolMs,
    peerLink,
  });
  const lostLeaseGuard = new LostLeaseGuard({
    processes,
    peerLink,
    endAll: (end) => liveSessions.endAll(end),
    logger,
  });
  const sessions = new SessionService({
    database,
    kinds,
    unattendedKinds,
    nativeKinds,
    consoleKinds,
    places: sessionPlaces,
    users,
    audit,
    live: liveSessions,
    clock,
    isRecording: () => settings.get('enable-recording'),
    quota,
    disk: diskSpace,
    eventGate,
    removals,
    tombstones,
  });
  const sessionWatch = new SessionWatchService({
    live: liveSessions,
    audit,
    logins,
    roles,
    users,
    settings,
    logger,
  });
  const shareRights = new ShareRights(personMenus);
  const shareRoom = new ShareRoomService({
    database,
    live: liveSessions,
    rights: shareRights,
    logins,
    signInRules,
    users,
    settings,
    audit,
    clock,
    logger,
  });
  const sshDoor = createSshDoor({
    platform,
    identity,
    access: { access, assetTargets, liveFilters, strategies, workerAssets },
    sessions,
    files: { storageLogs, storages, storageFiles, storageTransfers },
    liveSessions,
    options: doorOptions,
  });
  const fileAccess = new FileAccess({ live: liveSessions, logs: storageLogs, logger });
  // What was recorded of them.
  const recordingMover = new RecordingMoverService({
    database,
    audit,
    clock,
    logger,
    recordingRoot,
    kinds,
    openStore,
    removals,
    distributedLock,
    isLive: (id) => liveSessions.find(id) !== undefined,
  });
  const recordingViews = new RecordingViewService({
    database,
    audit,
    clock,
    filesOf,
    refuseElsewhere: (session) => places.refuseElsewhere(session),
    kinds,
  });
  const ownRecordings = new OwnRecordings({ database, processes, chains, live: liveSessions, recorded });
  liveSessions.addCheck(async () => {
    if (await ownRecordings.settle()) {
      recordingMover.wake();
    }
    removals.wake();
  });

  return {
    sessionKinds: kinds,
    sessions,
    liveSessions,
    lostLeaseGuard,
    sessionScreens: new SessionScreenService({ live: liveSessions, audit, clock, logger }),
    sessionWatch,
    sessionShares: new SessionShareService({
      database,
      live: liveSessions,
      room: shareRoom,
      rights: shareRights,
      users,
      settings,
      audit,
      clock,
    }),
    shareRoom,
    ...sshDoor,
    sessionCommands: new SessionCommandService({ database, audit, users, clock, filesOf }),
    execSessions: new ExecSessionService({ sessions, live: liveSessions, commands }),
    sessionLogins: new SessionLoginService({ database, liveSessions, clock, logger }),
    hostPanel: new HostPanelService({ live: liveSessions }),
    sessionDrives,
    sessionFiles: new SessionFilesService(fileAccess, folderListings),
    fileTransfers: new FileTransferService(fileAccess, storage.checksums),
    fileSending: new FileSendingService(fileAccess),
    fileArchives: new ArchiveService(fileAccess, storage.checksums),
    fileCopies: new FileCopyService(fileAccess),
    recordingViews,
    recordingParts: new RecordingPartsService({ recordings: recordingViews, users, kinds }),
    desktopRecordings: new DesktopRecordingService(recordingViews),
    terminalRecordings: new TerminalRecordingService({ recordings: recordingViews }),
    recordingMover,
    recordingImports: new RecordingImportService({ database, places, processes, index: searchIndexer }),
    recordingRemovals: removals,
    ...evidence,
    searchIndexer,
    sessionSearch: new SessionSearchService({
      database,
      roles,
      audit,
      users,
      index,
      isIndexFull: () => searchIndexer.isFull,
      serverDisks,
      clock,
    }),
    start: async () => {
      await liveSessions.start();
      lostLeaseGuard.start();
      sessionDrives.start();
      searchIndexer.start();
      recordingMover.start();
      evidenceChecks.start();
      await removals.start();
    },
    close: async () => {
      await lostLeaseGuard.close();
      await liveSessions.close();
      await sshDoor.nativeSsh.close();
      await chains.close();
      await sessionDrives.close();
      liveFilters.close();
      await commands.settle();
      const writers = [terminalCompressor, desktopCompressor, recordingMover, evidenceChecks];
      await Promise.all(writers.map((one) => one.close()));
      await removals.close();
      await Promise.all([searchIndexer.close(), screens.close(), previews.close()]);
    },
  };
}
