import type { AccessModule } from '../access/module.ts';
import type { FilesModule } from '../files/module.ts';
import type { IdentityModule } from '../identity/module.ts';
import type { PlatformModule } from '../platform/module.ts';
import { NativeSshService, type NativeSshOptions } from './native-ssh/native-ssh.service.ts';
import { OwnHostKeyService, type SshDoorPlace } from './native-ssh/own-host-key.service.ts';
import type { LiveSessionService } from './session/live-session.service.ts';
import type { SessionService } from './session/session.service.ts';
import { SshClientService } from './ssh-client/ssh-client.service.ts';

export interface SshDoorOptions {
  /** Where SSH clients of people's own are taken in; nowhere without it. */
  ssh?: NativeSshOptions | undefined;
  trustedProxies?: readonly string[] | undefined;
  publicUrls?: readonly string[] | undefined;
}

export interface SshDoorNeeds {
  platform: Pick<
    PlatformModule,
    'database' | 'storage' | 'audit' | 'vault' | 'settings' | 'clock' | 'logger'
  >;
  identity: Pick<
    IdentityModule,
    | 'users'
    | 'logins'
    | 'passwordLogins'
    | 'signInRules'
    | 'personMenus'
    | 'accessSecurity'
    | 'sshKeys'
    | 'sshTickets'
    | 'sshApprovals'
    | 'userPreferences'
  >;
  access: Pick<AccessModule, 'access' | 'assetTargets' | 'liveFilters' | 'strategies' | 'workerAssets'>;
  files: Pick<FilesModule, 'storageLogs' | 'storages' | 'storageFiles' | 'storageTransfers'>;
  sessions: SessionService;
  liveSessions: LiveSessionService;
  options: SshDoorOptions;
}

/** The door for SSH clients of people's own: who comes in, what it is known by, and how clients are set up for it. */
export function createSshDoor({
  platform: { database, storage, audit, vault, settings, clock, logger },
  identity,
  access: { access, assetTargets, liveFilters, strategies, workerAssets },
  files: { storageLogs, storages, storageFiles, storageTransfers },
  sessions,
  liveSessions,
  options,
}: SshDoorNeeds) {
  const { ssh, trustedProxies = [], publicUrls = [] } = options;
  const ownHostKeys = new OwnHostKeyService({
    database,
    vault,
    audit,
    clock,
    logger,
    place: () => doorPlace(ssh, publicUrls),
  });
  return {
    ownHostKeys,
    nativeSsh: new NativeSshService({
      database,
      clock,
      logger,
      audit,
      users: identity.users,
      logins: identity.logins,
      passwordLogins: identity.passwordLogins,
      sshKeys: identity.sshKeys,
      sshTickets: identity.sshTickets,
      sshApprovals: identity.sshApprovals,
      accessSecurity: identity.accessSecurity,
      personMenus: identity.personMenus,
      preferences: identity.userPreferences,
      access,
      assetTargets,
      workerAssets,
      filters: liveFilters,
      strategies,
      storageLogs,
      storages,
      storageFiles,
      storageTransfers,
      checksums: storage.checksums,
      sessions,
      live: liveSessions,
      hostKeys: ownHostKeys,
      language: () => settings.get('language'),
      trustedProxies,
      consoleUrl: publicUrls[0],
      options: ssh ?? { host: '127.0.0.1', port: undefined },
    }),
    sshClients: new SshClientService({
      database,
      access,
      workerAssets,
      assetTargets,
      audit,
      clock,
      rules: identity.signInRules,
      door: (reachedAt) => ownHostKeys.describe(reachedAt),
    }),
  };
}

/** The port that clients are told is not always the one that is listened on: there may be a balancer in front. */
function doorPlace(ssh: SshDoorOptions['ssh'], publicUrls: readonly string[]): SshDoorPlace {
  const [url] = publicUrls;
  return {
    isEnabled: ssh?.port !== undefined,
    host: ssh?.publicHost ?? (url === undefined ? undefined : new URL(url).hostname),
    port: ssh?.publicPort ?? ssh?.port ?? 0,
  };
}
