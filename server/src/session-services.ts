import { join } from 'node:path';

import type { Database } from './db/database.ts';
import type { AccessGatewayService } from './features/access-gateway/access-gateway.service.ts';
import type { AssetTargetService } from './features/asset/asset-target.service.ts';
import type { AuditService } from './features/audit/audit.service.ts';
import type { LoginService } from './features/auth/login.service.ts';
import type { AccessService } from './features/authorised/access.service.ts';
import type { HostKeyService } from './features/host-key/host-key.service.ts';
import { FileAccess } from './features/session-files/file-access.ts';
import { FileTransferService } from './features/session-files/file-transfer.service.ts';
import { SessionFilesService } from './features/session-files/session-files.service.ts';
import { LiveSessionService } from './features/session/live-session.service.ts';
import { RecordingService } from './features/session/recording.service.ts';
import { SessionWatchService } from './features/session/session-watch.service.ts';
import { SessionService } from './features/session/session.service.ts';
import type { SettingService } from './features/setting/setting.service.ts';
import { StorageLogService } from './features/storage-log/storage-log.service.ts';
import type { UserService } from './features/user/user.service.ts';
import type { Clock } from './kernel/clock.ts';
import { newId } from './kernel/id.ts';
import type { Logger } from './kernel/logger.ts';
import { SegmentCompressor } from './recorders/terminal/compressor.ts';
import { Screens } from './recorders/terminal/screens.ts';

interface Parts {
  dataDir: string;
  database: Database;
  users: UserService;
  logins: LoginService;
  access: AccessService;
  audit: AuditService;
  settings: SettingService;
  hostKeys: HostKeyService;
  assetTargets: AssetTargetService;
  accessGateways: AccessGatewayService;
  clock: Clock;
  logger: Logger;
}

export interface SessionServices {
  sessions: SessionService;
  liveSessions: LiveSessionService;
  sessionWatch: SessionWatchService;
  recordings: RecordingService;
  sessionFiles: SessionFilesService;
  fileTransfers: FileTransferService;
  storageLogs: StorageLogService;
  close(): Promise<void>;
}

const DEFAULT_TERM = 'xterm-256color';

/** The part of the composition root that sessions need: settings become limits, assets become ways. */
export async function createSessionServices(parts: Parts): Promise<SessionServices> {
  const { dataDir, settings, hostKeys, assetTargets, accessGateways, clock, logger } = parts;
  const processId = newId(clock.now());
  const compressor = new SegmentCompressor(logger);
  const screens = new Screens();
  const liveSessions = new LiveSessionService({
    ...parts,
    processId,
    compressor,
    recordingRoot: join(dataDir, 'recordings'),
    resolve: (id) => assetTargets.resolve(id),
    attributes: (id) => assetTargets.attributes(id),
    dial: (target, options) => accessGateways.open(target, options),
    hostKey: async (id, actor) => {
      const mayLearn = (await settings.get('host-key-policy')) === 'first-use';
      return hostKeys.policy(`asset:${id}`, mayLearn ? { learnFor: actor } : {});
    },
    limits: async () => ({
      idleMinutes: await settings.get('session-idle-minutes'),
      maxMinutes: await settings.get('session-max-minutes'),
      reattachSeconds: await settings.get('session-reattach-seconds'),
      recordInput: await settings.get('record-input'),
      failOpen: await settings.get('recording-fail-open'),
      term: (await settings.get('terminal-type')) || DEFAULT_TERM,
    }),
  });
  const sessions = new SessionService({
    ...parts,
    processId,
    live: liveSessions,
    resolve: (id) => assetTargets.resolve(id),
    isRecording: () => settings.get('enable-recording'),
    maxPerPerson: () => settings.get('session-max-per-user'),
  });
  const storageLogs = new StorageLogService(parts);
  const fileAccess = new FileAccess({ live: liveSessions, logs: storageLogs, logger });
  await liveSessions.closeOrphans();
  return {
    sessions,
    liveSessions,
    sessionWatch: new SessionWatchService({ ...parts, live: liveSessions, screens }),
    recordings: new RecordingService({ ...parts, screens, folderOf: (id) => liveSessions.folderOf(id) }),
    sessionFiles: new SessionFilesService(fileAccess),
    fileTransfers: new FileTransferService(fileAccess),
    storageLogs,
    close: async () => {
      await liveSessions.close();
      await compressor.close();
      await screens.close();
    },
  };
}
