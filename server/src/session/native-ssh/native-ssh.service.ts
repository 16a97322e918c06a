import type { Language } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { sshHandle, type SshUserName } from '@jadegate/contract/session/ssh-user-name';
import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';

import type { AssetTargetService } from '../../access/asset/asset-target.service.ts';
import type { AccessService } from '../../access/authorised/access.service.ts';
import type { WorkerAssetService } from '../../access/authorised/worker-asset.service.ts';
import type { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import type { StrategyService } from '../../access/strategy/strategy.service.ts';
import type { Database } from '../../db/database.ts';
import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import type { StorageFilesService } from '../../files/storage/storage-files.service.ts';
import type { StorageTransferService } from '../../files/storage/storage-transfer.service.ts';
import type { StorageService } from '../../files/storage/storage.service.ts';
import type { AccessSecurityService } from '../../identity/access-security/access-security.service.ts';
import type { LoginService } from '../../identity/auth/login.service.ts';
import type { PasswordLoginService } from '../../identity/auth/password-login.service.ts';
import type { SshApprovalService } from '../../identity/ssh-approval/ssh-approval.service.ts';
import type { SshKeyService } from '../../identity/ssh-key/ssh-key.service.ts';
import type { ShownTicket, SshTicketService } from '../../identity/ssh-ticket/ssh-ticket.service.ts';
import type { UserPreferenceService } from '../../identity/user-preference/user-preference.service.ts';
import type { PersonMenuService } from '../../identity/user/person-menu.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { addressKey } from '../../kernel/address-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { newId } from '../../kernel/id.ts';
import { compileIpSet } from '../../kernel/ip-set.ts';
import type { Logger } from '../../kernel/logger.ts';
import { registerOwnPart } from '../../kernel/own-parts.ts';
import { RateLimit } from '../../kernel/rate-limit.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { authenticate } from '../../protocols/ssh-server/authentication.ts';
import { hangUp } from '../../protocols/ssh-server/bound-client.ts';
import { ChannelLimiter } from '../../protocols/ssh-server/channel-limiter.ts';
import { serveChannels, type ChannelOpening } from '../../protocols/ssh-server/client-connection.ts';
import { SshListener, type ClientFacts, type Connection } from '../../protocols/ssh-server/listener.ts';
import { ToClient } from '../../protocols/ssh-server/to-client.ts';
import { verifySignature } from '../../protocols/ssh-server/verify-signature.ts';
import type { Checksums } from '../../storage/checksum/checksums.ts';
import type { LiveSessionService } from '../session/live-session.service.ts';
import type { SessionService } from '../session/session.service.ts';
import { AssetFinder, type NamedAsset } from './asset-finder.ts';
import { AssetResolver } from './asset-resolver.ts';
import { CommandRules } from './command-rules.ts';
import { ConnectionForwards, type Forwarded, type ListeningPlace } from './connection-forwards.ts';
import { ConnectionSessions } from './connection-sessions.ts';
import { FileChannels } from './files/file-channels.ts';
import { InnerSignIn } from './inner-sign-in.ts';
import { NativeConnection } from './native-connection.ts';
import type { OwnHostKeyService } from './own-host-key.service.ts';
import { inPlainEnglish, refused } from './refused.ts';
import { SshSignIn, type SignedIn, type SignInFailures } from './ssh-sign-in.ts';

export interface NativeSshOptions {
  host: string;
  /** Undefined where nobody is to come this way. */
  port: number | undefined;
  publicHost?: string | undefined;
  publicPort?: number | undefined;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  audit: AuditService;
  logins: LoginService;
  users: UserService;
  sshKeys: SshKeyService;
  sshTickets: SshTicketService;
  sshApprovals: SshApprovalService;
  passwordLogins: PasswordLoginService;
  preferences: UserPreferenceService;
  accessSecurity: AccessSecurityService;
  access: AccessService;
  assetTargets: AssetTargetService;
  workerAssets: WorkerAssetService;
  personMenus: PersonMenuService;
  filters: LiveFilterService;
  strategies: StrategyService;
  sessions: SessionService;
  live: LiveSessionService;
  hostKeys: OwnHostKeyService;
  storageLogs: StorageLogService;
  storages: StorageService;
  storageFiles: StorageFilesService;
  storageTransfers: StorageTransferService;
  checksums: Checksums;
  /** Of those who have not said who they are, or have not chosen. */
  language: () => Promise<Language>;
  trustedProxies: readonly string[];
  /** What stands before paths of the console; undefined where nobody has said. */
  consoleUrl: string | undefined;
  options: NativeSshOptions;
}

/** Of one address, as at the login page. */
const FAILURES_PER_MINUTE = 60;

interface Present {
  client: Connection;
  signIn: SshSignIn;
  /** Its own, and those of connections that go through it. */
  sessions: Set<ConnectionSessions>;
  /** For the channels of all connections of its person. */
  channels: ChannelLimiter;
}

/** On whose behalf a connection is served, and what its user name says. */
interface Who {
  actor: Actor;
  meant: SshUserName;
  others: readonly SshUserName[];
  ticket?: ShownTicket | undefined;
}

/** Variables that say how text is to look; nothing that changes what runs. */
const ENV = /^(?:LANG|LC_[A-Z]+|TERM|COLORTERM|TZ)$/;

/** The door for SSH clients of people's own. A connection is a login, and what it opens are sessions like any other. */
export class NativeSshService {
  readonly #deps: Dependencies;
  readonly #assets: AssetFinder;
  readonly #rules: CommandRules;
  readonly #files: FileChannels;
  readonly #present = new Set<Present>();
  readonly #failures: SignInFailures;
  readonly #warned: RateLimit;
  #listener: SshListener | undefined;
  #address: { host: string; port: number } | undefined;
  #giveBack: () => void = () => undefined;
  #following: { stop(): void } | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#assets = new AssetFinder(dependencies);
    this.#rules = new CommandRules(dependencies);
    this.#files = new FileChannels(dependencies);
    const { clock } = dependencies;
    const failures = new RateLimit({ max: FAILURES_PER_MINUTE, clock });
    this.#failures = {
      note: (address) => {
        failures.take(addressKey(address));
      },
      isSpent: (address) => failures.isSpent(addressKey(address)),
    };
    this.#warned = new RateLimit({ max: 1, clock });
    dependencies.live.addCheck(() => this.#endWithoutLogin());
  }

  /** Where it listens, or would; nowhere where it is switched off. */
  describe(): { isListening: boolean; host: string; port: number } {
    const { host, port = 0 } = this.#address ?? this.#deps.options;
    return { isListening: this.#address !== undefined, host, port };
  }

  /** Connections of people who are signed in. */
  get connectionCount(): number {
    return this.#present.size;
  }

  /** Those on which nobody is. */
  get unprovenCount(): number {
    return this.#listener?.unproven ?? 0;
  }

  /** Never fails: the rest of the product goes on without it. */
  async start(): Promise<void> {
    const { options, logger, accessSecurity, trustedProxies, hostKeys } = this.#deps;
    if (options.port === undefined || this.#listener) {
      return;
    }
    try {
      const listener = new SshListener({
        isProxy: compileIpSet(trustedProxies.join(',')),
        allows: async (address) => !this.#failures.isSpent(address) && (await accessSecurity.allows(address)),
        onFull: (address) => this.#warnFull(address),
        onClient: (client, facts, prove) => this.#welcome(client, facts, prove),
      });
      this.#following = await hostKeys.follow(({ privateKeys, announced }) =>
        listener.setHostKeys(privateKeys, announced),
      );
      const { address, port } = await listener.listen(options.host, options.port);
      this.#listener = listener;
      this.#address = { host: address, port };
      // Whoever is led back to us by ourselves would come from this machine.
      this.#giveBack = registerOwnPart(() => (this.#address ? [this.#address] : []));
      logger.info({ host: address, port }, 'SSH clients are taken in');
    } catch (error) {
      this.#following?.stop();
      const { host, port } = options;
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      logger.error(
        { host, port, code },
        'the port for SSH clients cannot be listened on; set JADEGATE_SSH_PORT',
      );
    }
  }

  async close(): Promise<void> {
    this.#giveBack();
    this.#following?.stop();
    this.#address = undefined;
    this.#listener?.stop();
    await Promise.all([...this.#present].map((one) => this.#part(one, 'server_stopped')));
    await this.#listener?.close();
  }

  #welcome(client: Connection, { address, version }: ClientFacts, prove: () => void): void {
    const signIn = new SshSignIn(
      { ...this.#deps, failures: this.#failures, languageOf: (userId) => this.#languageOf(userId) },
      { address, userAgent: version, language: 'zh-TW', requestId: newId() },
    );
    authenticate(client, {
      authenticator: signIn,
      verify: verifySignature,
      onFailure: this.#onLoginFailure,
    });
    client.once('ready', () => {
      prove();
      this.#admit(client, signIn);
    });
    client.once('close', () => runInBackground(signIn.end(), 'the end of a login by SSH'));
  }

  #admit(client: Connection, signIn: SshSignIn): void {
    const { signedIn, meant, others } = signIn;
    if (!signedIn) {
      client.end();
      return;
    }
    const { actor, ticket } = signedIn;
    const limit = LIMITS.openPerPerson.sshConnections;
    const beside = [...this.#present].filter((one) => one.signIn.signedIn?.actor.userId === actor.userId);
    if (beside.length >= limit) {
      hangUp(client, inPlainEnglish(refused('too_many_connections', { limit }).reason));
      return;
    }
    const channels = beside[0]?.channels ?? new ChannelLimiter(LIMITS.openPerPerson.sshChannels);
    const present = { client, signIn, sessions: new Set<ConnectionSessions>(), channels };
    this.#present.add(present);
    client.once('close', () => runInBackground(this.#part(present), 'the end of an SSH connection'));
    this.#serve(client, { actor, meant, others, ticket }, present);
  }

  #serve(client: Connection, who: Who, present: Present): void {
    const { actor, meant, ticket } = who;
    const { channels } = present;
    const sessions = new ConnectionSessions(this.#deps, actor);
    present.sessions.add(sessions);
    client.once('close', () => {
      present.sessions.delete(sessions);
      runInBackground(sessions.end(), 'the end of an SSH connection');
    });
    const toClient = new ToClient(client);
    const handlers = new NativeConnection({
      actor,
      ticket,
      resolver: new AssetResolver({ ...who, assets: this.#assets }),
      sessions,
      toClient,
      logger: this.#deps.logger,
      assets: this.#assets,
      rules: this.#rules,
      files: this.#files,
      spaces: this.#deps,
      jump: (opening, asset) => this.#jump(opening, asset, { actor, meant }, present),
      forwards: new ConnectionForwards({
        sessions,
        toClient,
        countChannels: () => countChannels(),
        noteForward: (forward) => this.#note(actor, 'session.forwarded', forward),
        noteListening: (listening) => this.#note(actor, 'session.listening', listening),
      }),
    });
    const countChannels = serveChannels(client, {
      handlers,
      channels,
      takesEnv: (name) => ENV.test(name),
      tooMany: inPlainEnglish(refused('too_many_channels').reason),
    });
  }

  /** SSH inside of SSH ends here: what goes on to the asset is decided and recorded as if its client had come directly. */
  async #jump(
    opening: ChannelOpening,
    asset: NamedAsset,
    { actor, meant: { person } }: Pick<Who, 'actor' | 'meant'>,
    present: Present,
  ): Promise<void> {
    const account = await this.#assets.accountOf(asset);
    const channel = opening.accept();
    if (!channel) {
      return;
    }
    const meant = { person, asset: sshHandle(asset.id) };
    const authenticator = new InnerSignIn({ name: asset.name, account });
    this.#listener?.takeInner(channel, actor.address, (client) => {
      authenticate(client, { authenticator, verify: verifySignature, onFailure: this.#onLoginFailure });
      client.once('ready', () => this.#serve(client, { actor, meant, others: [] }, present));
    });
  }

  async #note(
    actor: Actor,
    action: 'session.forwarded' | 'session.listening',
    { asset, sessionId, ...detail }: Forwarded | ListeningPlace,
  ): Promise<void> {
    const object = { type: 'session', id: sessionId, name: asset.name };
    await this.#deps.audit.writeAlone(actor, { action, object, detail });
  }

  #warnFull(address: string): void {
    if (this.#warned.take('') === undefined) {
      this.#deps.logger.warn({ address }, 'too many SSH connections on which nobody is signed in');
    }
  }

  readonly #onLoginFailure = (error: unknown): void => {
    this.#deps.logger.warn({ err: error }, 'a login of an SSH client could not be judged');
  };

  /** Without a reason its client is gone. */
  async #part(present: Present, why?: 'login_ended' | 'server_stopped'): Promise<void> {
    this.#present.delete(present);
    const end = why && { kind: why };
    await Promise.all([...present.sessions].map((sessions) => sessions.end(end)));
    hangUp(present.client, why && SESSION_END_WORDS[why].en);
    await present.signIn.end();
  }

  /**
   * Whoever is signed out, disabled or kept out is out here as well; sessions are looked after by their own patrol. To ask is
   * use of the login, so that it lasts as long as the connection.
   */
  async #endWithoutLogin(): Promise<void> {
    for (const present of this.#present) {
      const { signedIn } = present.signIn;
      if (!signedIn || !(await this.#lasts(signedIn))) {
        await this.#part(present, 'login_ended');
      }
    }
  }

  /** A ticket that is over takes what came with it along. */
  async #lasts({ token, ticket }: SignedIn): Promise<boolean> {
    const { logins, sshTickets } = this.#deps;
    const isSignedIn = (await logins.authenticate(token.expose())) !== undefined;
    return isSignedIn && (!ticket || (await sshTickets.lasts(ticket.id)));
  }

  async #languageOf(userId?: string): Promise<Language> {
    const chosen = userId === undefined ? {} : await this.#deps.preferences.find(userId);
    return chosen.language ?? this.#deps.language();
  }
}
