import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { LiveFilterService } from './access/command-filter/live-filter.service.ts';
import type { CommonServices } from './common-services.ts';
import type { ConnectionServices } from './connection-services.ts';
import type { VmConsoleService } from './fleet/vm-console/vm-console.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import type { Actor } from './kernel/actor.ts';
import type { PeerLink } from './kernel/peer-link.ts';
import { MEGABYTE } from './kernel/size.ts';
import { timeZoneInUse } from './kernel/time-zone.ts';
import { CommandRunService } from './operations/command-run/command-run.service.ts';
import { FileRunService } from './operations/command-run/file-run.service.ts';
import { RunHistoryService } from './operations/command-run/run-history.service.ts';
import { RunViewService } from './operations/command-run/run-view.service.ts';
import type { GuacdService } from './platform/setting/guacd.service.ts';
import type { AssetTarget } from './protocols/dial/target.ts';
import { guacdReach } from './protocols/guacd/guacd-group.ts';
import { CertificateRefused, checkCertificate } from './protocols/rdp/certificate.ts';
import { SegmentCompressor } from './recorders/compressor.ts';
import { forThread, storeOfRecordings } from './recorders/stored-recordings.ts';
import { Screens } from './recorders/terminal/screens.ts';
import { desktopDefaults } from './session/desktop-session/desktop-defaults.ts';
import { DesktopKind } from './session/desktop-session/desktop-kind.ts';
import { DesktopRecordingService } from './session/desktop-session/desktop-recording.service.ts';
import { findScreen } from './session/desktop-session/screen-console.ts';
import { HostPanelService } from './session/host-panel/host-panel.service.ts';
import { RecordingMoverService } from './session/recording-storage/recording-mover.service.ts';
import { RecordingPlacesService } from './session/recording-storage/recording-places.service.ts';
import { RecordingRemovalService } from './session/recording-storage/recording-removal.service.ts';
import { CommandLogService } from './session/session-command/command-log.service.ts';
import { SessionCommandService } from './session/session-command/session-command.service.ts';
import { SessionDriveService } from './session/session-drive/session-drive.service.ts';
import { ArchiveService } from './session/session-files/archive.service.ts';
import { FileAccess } from './session/session-files/file-access.ts';
import { FileCopyService } from './session/session-files/file-copy.service.ts';
import { FileSendingService } from './session/session-files/file-sending.service.ts';
import { FileTransferService } from './session/session-files/file-transfer.service.ts';
import { SessionFilesService } from './session/session-files/session-files.service.ts';
import { OutputIndex } from './session/session-search/output-index.ts';
import { SearchIndexerService } from './session/session-search/search-indexer.service.ts';
import { SessionSearchService } from './session/session-search/session-search.service.ts';
import { SessionShareService } from './session/session-share/session-share.service.ts';
import { ShareRights } from './session/session-share/share-rights.ts';
import { ShareRoomService } from './session/session-share/share-room.service.ts';
import { LiveSessionService } from './session/session/live-session.service.ts';
import { OutOfTouch } from './session/session/out-of-touch.ts';
import { OwnRecordings } from './session/session/own-recordings.ts';
import { RecordingPartsService } from './session/session/recording-parts.service.ts';
import { RecordingViewService } from './session/session/recording-view.service.ts';
import type { SessionKinds, StreamOpening } from './session/session/session-kind.ts';
import { SessionPlaces } from './session/session/session-places.ts';
import { SessionQuota } from './session/session/session-quota.ts';
import { SessionScreenService } from './session/session/session-screen.service.ts';
import { SessionWatchService } from './session/session/session-watch.service.ts';
import { SessionService } from './session/session/session.service.ts';
import { ExecKind } from './session/terminal-session/exec-kind.ts';
import { ExecSessionService } from './session/terminal-session/exec-session.service.ts';
import { SSH, TELNET } from './session/terminal-session/open-terminal.ts';
import { TerminalKind } from './session/terminal-session/terminal-kind.ts';
import { TerminalPreviews } from './session/terminal-session/terminal-previews.ts';
import { TerminalRecordingService } from './session/terminal-session/terminal-recording.service.ts';
import { textConsole } from './session/terminal-session/text-console.ts';
import type { StorageServices } from './storage-services.ts';
import type { S3Options } from './storage/s3/s3-bucket.ts';

type Parts = Foundation &
  IdentityServices &
  ConnectionServices &
  CommonServices &
  Pick<StorageServices, 'storageDrives' | 'storageTransfers' | 'folderListings'> & {
    patrolMs?: number | undefined;
    s3?: S3Options | undefined;
    guacd: GuacdService;
    vmConsoles: VmConsoleService;
    peerLink: () => PeerLink | undefined;
  };

export type SessionServices = ReturnType<typeof createSessionServices>;

const DEFAULT_TERM = 'xterm-256color';

/** Sessions, live and past: opened with the settings' limits on the ways that connections know. */
export function createSessionServices(parts: Parts) {
  const { dataDir, settings, hostKeys, assetTargets, accessGateways, logger, guacd } = parts;
  const { processes, diskSpace, storageLogs } = parts;
  const stored = forThread(parts.s3);
  const index = new OutputIndex(dataDir, { stored });
  const recordingRoot = join(dataDir, 'recordings');
  const places = new RecordingPlacesService({ ...parts, recordingRoot });
  const openStore = storeOfRecordings(parts.s3, parts.storage.meters.recordings);
  const removals = new RecordingRemovalService({ ...parts, recordingRoot, openStore });
  const searchIndexer = new SearchIndexerService({
    ...parts,
    index,
    places,
    hasStore: parts.s3 !== undefined,
    isDraining: () => processes.isDraining,
    maxBytes: async () => (await settings.get('search-index-max-mb')) * MEGABYTE,
  });
  const compressor = new SegmentCompressor(logger, (path) => searchIndexer.onSegment(path));
  const screens = new Screens(stored);
  const quota = new SessionQuota({
    database: parts.database,
    maxPerPerson: () => settings.get('session-max-per-user'),
    maxPerAsset: () => settings.get('session-max-per-asset'),
  });
  const commands = new CommandLogService(parts);
  const previews = new TerminalPreviews({ ...parts, screens });
  /** What a session thinks of the key or certificate of its host. */
  const hostKey = async ({ id, vm }: AssetTarget, actor: Actor) => {
    // Whoever may open a console need not be one who may open its hypervisor, and teaches nothing about it.
    const mayLearn = !vm && (await settings.get('host-key-policy')) === 'first-use';
    return hostKeys.policy(`asset:${id}`, mayLearn ? { learnFor: actor } : {});
  };
  const terminals = {
    ...parts,
    compressor,
    screens,
    previews,
    commands,
    attributes: (id: string) => assetTargets.attributes(id),
    hostKey,
    term: async () => (await settings.get('terminal-type')) || DEFAULT_TERM,
    display: async () => ({
      scheme: await settings.get('color-scheme'),
      font: await settings.get('font-name'),
      fontSize: await settings.get('font-size'),
    }),
    recordInput: () => settings.get('record-input'),
  };
  const desktopCompressor = new SegmentCompressor(logger);
  const desktops = {
    ...parts,
    compressor: desktopCompressor,
    attributes: (id: string) => assetTargets.attributes(id),
    defaults: () => desktopDefaults(settings),
    logs: storageLogs,
    recordInput: () => settings.get('record-input'),
    recordClipboard: () => settings.get('record-clipboard'),
    timezone: async () => timeZoneInUse(),
  };
  const identify = async (stream: Duplex, { target, person, signal }: StreamOpening) => {
    const policy = await hostKey(target, person());
    if ((await checkCertificate(stream, policy, signal)) === 'unknown') {
      throw new CertificateRefused('certificate_unknown');
    }
  };
  const drives = new SessionDriveService({
    ...parts,
    attributes: desktops.attributes,
    guacdReach: () => guacdReach(guacd.address),
    everyMs: parts.patrolMs,
  });
  const kinds: SessionKinds = {
    ssh: new TerminalKind(SSH, terminals),
    telnet: new TerminalKind(TELNET, terminals),
    rdp: new DesktopKind('rdp', { ...desktops, drives, identify }),
    vnc: new DesktopKind('vnc', desktops),
  };
  const unattendedKinds: SessionKinds = { ssh: new ExecKind(terminals) };
  const { vmConsoles } = parts;
  const askConsole = vmConsoles.ask.bind(vmConsoles);
  const consoleKinds: SessionKinds = {
    ssh: new TerminalKind(textConsole(askConsole), terminals),
    vnc: new DesktopKind('vnc', {
      ...desktops,
      find: (opening) => findScreen({ ...desktops, ask: askConsole, hostKey }, opening),
    }),
  };
  const sessionPlaces = new SessionPlaces({
    access: parts.access,
    resolveAsset: (id) => assetTargets.resolve(id),
    consoles: vmConsoles,
  });
  const filters = new LiveFilterService({ ...parts, filters: parts.commandFilters });
  const liveSessions = new LiveSessionService({
    ...parts,
    kinds,
    unattendedKinds,
    consoleKinds,
    places: sessionPlaces,
    filters,
    quota,
    disk: diskSpace,
    processes,
    recordingRoot,
    dial: (target, options) => accessGateways.open(target, options),
    limits: async () => ({
      idleMinutes: await settings.get('session-idle-minutes'),
      maxMinutes: await settings.get('session-max-minutes'),
      reattachSeconds: await settings.get('session-reattach-seconds'),
      failOpen: await settings.get('recording-fail-open'),
      recordingMegabytes: await settings.get('recording-max-mb'),
      whenRecordingFull: await settings.get('recording-when-full'),
    }),
  });
  const outOfTouch = new OutOfTouch({ ...parts, endAll: (end) => liveSessions.endAll(end) });
  const sessions = new SessionService({
    ...parts,
    live: liveSessions,
    kinds,
    unattendedKinds,
    consoleKinds,
    places: sessionPlaces,
    removals,
    isRecording: () => settings.get('enable-recording'),
    quota,
    disk: diskSpace,
  });
  const commandRuns = new CommandRunService({
    ...parts,
    filters,
    exec: new ExecSessionService({ sessions, live: liveSessions, commands }),
    resolve: (id) => assetTargets.resolve(id),
  });
  const recordingMover = new RecordingMoverService({
    ...parts,
    recordingRoot,
    kinds,
    openStore,
    removals,
    isLive: (id) => liveSessions.find(id) !== undefined,
  });
  const fileAccess = new FileAccess({ live: liveSessions, logs: storageLogs, logger });
  const fileRuns = new FileRunService({
    ...parts,
    filters,
    resolve: (id) => assetTargets.resolve(id),
    runs: commandRuns,
    files: new FileSendingService(fileAccess),
    transfers: parts.storageTransfers,
  });
  const sessionScreens = new SessionScreenService({ ...parts, live: liveSessions });
  const sessionWatch = new SessionWatchService({ ...parts, live: liveSessions });
  const rights = new ShareRights(parts.personMenus);
  const shareRoom = new ShareRoomService({ ...parts, live: liveSessions, rights });
  const recordingViews = new RecordingViewService({
    ...parts,
    kinds,
    filesOf: (id) => places.filesOf(id),
    refuseElsewhere: (session) => places.refuseElsewhere(session),
  });
  const ownRecordings = new OwnRecordings({ ...parts, kinds, live: liveSessions });
  liveSessions.addCheck(async () => {
    if (await ownRecordings.settle()) {
      recordingMover.wake();
    }
    removals.wake();
  });
  return {
    sessions,
    commandRuns,
    fileRuns,
    runHistory: new RunHistoryService(parts),
    runViews: new RunViewService({ ...parts, runs: commandRuns }),
    sessionKinds: kinds,
    recordingViews,
    liveSessions,
    outOfTouch,
    sessionScreens,
    sessionWatch,
    sessionCommands: new SessionCommandService({
      ...parts,
      filesOf: (id) => places.filesOf(id),
    }),
    sessionShares: new SessionShareService({ ...parts, live: liveSessions, room: shareRoom, rights }),
    shareRoom,
    recordingParts: new RecordingPartsService({ ...parts, kinds, recordings: recordingViews }),
    desktopRecordings: new DesktopRecordingService(recordingViews),
    terminalRecordings: new TerminalRecordingService({ recordings: recordingViews }),
    hostPanel: new HostPanelService({ live: liveSessions }),
    sessionFiles: new SessionFilesService(fileAccess, parts.folderListings),
    fileTransfers: new FileTransferService(fileAccess),
    fileArchives: new ArchiveService(fileAccess),
    fileCopies: new FileCopyService(fileAccess),
    sessionSearch: new SessionSearchService({ ...parts, index, isIndexFull: () => searchIndexer.isFull }),
    searchIndexer,
    recordingMover,
    recordingRemovals: removals,
    sessionDrives: drives,
    start: async () => {
      diskSpace.start();
      await liveSessions.start();
      outOfTouch.start();
      drives.start();
      searchIndexer.start();
      recordingMover.start();
      await removals.start();
    },
    close: async () => {
      diskSpace.close();
      await outOfTouch.close();
      await liveSessions.close();
      await drives.close();
      filters.close();
      await commands.settle();
      await Promise.all([compressor.close(), desktopCompressor.close()]);
      await recordingMover.close();
      await removals.close();
      await searchIndexer.close();
      await screens.close();
      await previews.close();
    },
  };
}
