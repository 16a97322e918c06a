import { openDatabase, type Database } from './db/database.ts';
import { AccessGatewayService } from './features/access-gateway/access-gateway.service.ts';
import { AccessSecurityService } from './features/access-security/access-security.service.ts';
import { AccessTokenService } from './features/access-token/access-token.service.ts';
import { AccountService } from './features/account/account.service.ts';
import { EnrolmentService } from './features/account/enrolment.service.ts';
import { AssetExportService } from './features/asset-import/asset-export.service.ts';
import { AssetImportService } from './features/asset-import/asset-import.service.ts';
import { AssetChangeService } from './features/asset/asset-change.service.ts';
import { AssetTargetService } from './features/asset/asset-target.service.ts';
import { AssetService } from './features/asset/asset.service.ts';
import { AuditLogService } from './features/audit/audit-log.service.ts';
import { AuditService } from './features/audit/audit.service.ts';
import { LoginService } from './features/auth/login.service.ts';
import { OwnLoginService } from './features/auth/own-login.service.ts';
import { asksForSecondFactor } from './features/auth/second-factor.policy.ts';
import { TicketService } from './features/auth/ticket.service.ts';
import { AccessChanges } from './features/authorised/access-changes.ts';
import { AccessService } from './features/authorised/access.service.ts';
import { AuthorisedService } from './features/authorised/authorised.service.ts';
import { GrantListService } from './features/authorised/grant-list.service.ts';
import { WorkerAssetService } from './features/authorised/worker-asset.service.ts';
import { BackupService } from './features/backup/backup.service.ts';
import { BrandingService } from './features/branding/branding.service.ts';
import { CommandFilterRuleService } from './features/command-filter/command-filter-rule.service.ts';
import { CommandFilterService } from './features/command-filter/command-filter.service.ts';
import { CommandService } from './features/command/command.service.ts';
import { CredentialService } from './features/credential/credential.service.ts';
import { HostKeyService } from './features/host-key/host-key.service.ts';
import { LoginLogService } from './features/login-log/login-log.service.ts';
import { LoginPolicyService } from './features/login-policy/login-policy.service.ts';
import { MailService } from './features/mail/mail.service.ts';
import { NotificationService } from './features/notification/notification.service.ts';
import { PasswordPolicyService } from './features/password/password-policy.service.ts';
import { ReachabilityService } from './features/reachability/reachability.service.ts';
import { RetentionService } from './features/retention/retention.service.ts';
import { RoleService } from './features/role/role.service.ts';
import { GuacdService, type GuacdAddress } from './features/setting/guacd.service.ts';
import { SettingService } from './features/setting/setting.service.ts';
import { StrategyService } from './features/strategy/strategy.service.ts';
import { UserGroupService } from './features/user-group/user-group.service.ts';
import { SecondFactorService } from './features/user/second-factor.service.ts';
import { UserAdminService } from './features/user/user-admin.service.ts';
import { UserImportService } from './features/user/user-import.service.ts';
import { UserService, type FirstAdmin } from './features/user/user.service.ts';
import { VaultService } from './features/vault/vault.service.ts';
import type { Authenticator } from './http/auth.ts';
import { initialise } from './initialise.ts';
import { MINUTE_MS, systemClock, type Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import type { Secret } from './kernel/secret.ts';
import { probeGuacd } from './protocols/guacd/probe-guacd.ts';
import { inspectPrivateKey } from './protocols/ssh/inspect-private-key.ts';
import { retentionRules } from './retention-rules.ts';
import { createSessionServices, type SessionServices } from './session-services.ts';
import { productVersion } from './version.ts';

export interface ServiceOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  masterKey?: string | undefined;
  firstAdmin: FirstAdmin;
  logger: Logger;
  clock?: Clock;
  guacd?: GuacdAddress;
}

export interface Services extends SessionServices {
  logger: Logger;
  database: Database;
  vault: VaultService;
  audit: AuditService;
  auditLogs: AuditLogService;
  roles: RoleService;
  users: UserService;
  userAdmin: UserAdminService;
  userGroups: UserGroupService;
  userImports: UserImportService;
  backups: BackupService;
  factors: SecondFactorService;
  logins: LoginService;
  ownLogins: OwnLoginService;
  accessTokens: AccessTokenService;
  enrolment: EnrolmentService;
  loginLogs: LoginLogService;
  loginPolicies: LoginPolicyService;
  accessSecurity: AccessSecurityService;
  tickets: TicketService;
  account: AccountService;
  credentials: CredentialService;
  commands: CommandService;
  commandFilters: CommandFilterService;
  commandFilterRules: CommandFilterRuleService;
  strategies: StrategyService;
  access: AccessService;
  authorised: AuthorisedService;
  grantLists: GrantListService;
  workerAssets: WorkerAssetService;
  hostKeys: HostKeyService;
  assets: AssetService;
  assetChanges: AssetChangeService;
  assetImports: AssetImportService;
  assetExports: AssetExportService;
  assetTargets: AssetTargetService;
  accessGateways: AccessGatewayService;
  reachability: ReachabilityService;
  settings: SettingService;
  branding: BrandingService;
  mail: MailService;
  notifications: NotificationService;
  passwords: PasswordPolicyService;
  retention: RetentionService;
  guacd: GuacdService;
  authenticator: Authenticator;
  /** To be printed once; undefined after the first start. */
  firstPassword: Secret | undefined;
  close(): Promise<void>;
}

const LOCAL_GUACD: GuacdAddress = { host: '127.0.0.1', port: 4822 };

const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** The composition root: every service of the process, made here, by hand, in order. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { logger, clock = systemClock } = options;
  const database = await openDatabase(options);
  try {
    const vault = await VaultService.open(database, options);
    const audit = new AuditService(database, await vault.systemSecret('audit-key'), clock);
    const auditLogs = new AuditLogService(database, audit);
    const settings = new SettingService({ database, vault, audit, clock });
    const branding = new BrandingService(database, settings, audit);
    const mail = new MailService(settings, audit, () => branding.name('zh-TW'));
    const passwords = new PasswordPolicyService(settings);
    const guacd = new GuacdService(options.guacd ?? LOCAL_GUACD, probeGuacd);
    const roles = new RoleService(database, audit, clock);
    const factors = new SecondFactorService({ database, vault, audit, clock });
    const users = new UserService(database, roles, factors, clock);
    const notifications = new NotificationService({ database, users, settings, mail, clock, logger });
    const loginPolicies = new LoginPolicyService(database, audit, clock);
    const accessSecurity = new AccessSecurityService(database, audit, clock);
    const logins = new LoginService({
      database,
      users,
      factors,
      policies: loginPolicies,
      audit,
      notifications,
      clock,
      requiresSecondFactor: async (user) =>
        asksForSecondFactor(await settings.get('second-factor-policy'), user),
    });
    const ownLogins = new OwnLoginService(database, audit, clock);
    const accessTokens = new AccessTokenService({ database, logins, policies: loginPolicies, audit, clock });
    const loginLogs = new LoginLogService(database, logins, audit);
    const userAdmin = new UserAdminService({
      database,
      users,
      roles,
      logins,
      factors,
      accessTokens,
      audit,
      passwords,
      notifications,
      clock,
    });
    const userGroups = new UserGroupService({ database, users, audit, clock });
    const userImports = new UserImportService({
      database,
      users,
      roles,
      userGroups,
      passwords,
      audit,
      clock,
    });
    const backups = new BackupService({
      database,
      vault,
      roles,
      logins,
      accessTokens,
      accessSecurity,
      audit,
      clock,
      version: productVersion(),
    });
    const changes = new AccessChanges(audit, (error) =>
      logger.error({ err: error }, 'a change of rights was not heard'),
    );
    const access = new AccessService({ database, changes, clock });
    const authorised = new AuthorisedService({ database, roles, audit, clock });
    const grantLists = new GrantListService({ database, roles, clock });
    const workerAssets = new WorkerAssetService(database, clock);
    const tickets = new TicketService(database, logins, clock);
    const account = new AccountService({
      database,
      users,
      roles,
      logins,
      accessTokens,
      audit,
      passwords,
      notifications,
    });
    const enrolment = new EnrolmentService({
      database,
      users,
      factors,
      logins,
      audit,
      notifications,
      issuer: (language) => branding.name(language),
    });
    const credentials = new CredentialService({
      database,
      vault,
      users,
      logins,
      audit,
      clock,
      inspectPrivateKey,
    });
    const hostKeys = new HostKeyService(database, audit, clock);
    const assets = new AssetService({
      database,
      vault,
      users,
      settings,
      hostKeys,
      audit,
      clock,
      inspectPrivateKey,
    });
    const assetChanges = new AssetChangeService({ database, vault, users, roles, hostKeys, audit, clock });
    const assetImports = new AssetImportService({
      database,
      assets,
      users,
      roles,
      audit,
      inspectPrivateKey,
    });
    const assetExports = new AssetExportService(assets, audit);
    const assetTargets = new AssetTargetService(database, vault, credentials);
    const accessGateways = new AccessGatewayService({
      database,
      vault,
      hostKeys,
      audit,
      clock,
      inspectPrivateKey,
    });
    const reachability = new ReachabilityService({
      database,
      gateways: accessGateways,
      hostKeys,
      clock,
      logger,
      resolve: (id) => assetTargets.resolve(id),
      pace: async () => ({
        intervalMinutes: await settings.get('reachability-interval-minutes'),
        concurrency: await settings.get('reachability-concurrency'),
      }),
    });

    const commandFilters = new CommandFilterService(database, audit, clock);
    const sessionServices = await createSessionServices({
      commandFilters,
      dataDir: options.dataDir,
      database,
      users,
      roles,
      logins,
      access,
      audit,
      settings,
      hostKeys,
      assetTargets,
      accessGateways,
      clock,
      logger,
    });
    const retention = new RetentionService({
      settings,
      audit,
      clock,
      logger,
      rules: retentionRules({ loginLogs, ...sessionServices }),
    });

    const commands = new CommandService({ database, users, audit, clock });
    const commandFilterRules = new CommandFilterRuleService(database, audit, clock);
    const strategies = new StrategyService({ database, commandFilters, audit, clock });

    const firstPassword = await initialise({ database, roles, users, audit }, options.firstAdmin);
    const sweep = async () => {
      await logins.sweep();
      await tickets.sweep();
      await accessTokens.sweep();
    };
    await sweep();
    const sweeper = setInterval(() => {
      sweep().catch((error: unknown) => logger.warn({ err: error }, 'old logins could not be removed'));
    }, SWEEP_EVERY_MS);
    sweeper.unref();
    retention.start();

    return {
      logger,
      database,
      vault,
      audit,
      auditLogs,
      roles,
      users,
      factors,
      userAdmin,
      userGroups,
      userImports,
      backups,
      logins,
      ownLogins,
      accessTokens,
      enrolment,
      loginLogs,
      loginPolicies,
      accessSecurity,
      tickets,
      account,
      credentials,
      commands,
      commandFilters,
      commandFilterRules,
      strategies,
      access,
      authorised,
      grantLists,
      workerAssets,
      hostKeys,
      assets,
      assetChanges,
      assetImports,
      assetExports,
      assetTargets,
      accessGateways,
      reachability,
      settings,
      branding,
      mail,
      notifications,
      passwords,
      retention,
      guacd,
      ...sessionServices,
      authenticator: {
        authenticate: (token, address) =>
          AccessTokenService.isOne(token)
            ? accessTokens.authenticate(token, address)
            : logins.authenticate(token),
        redeemTicket: (ticket, path, address) => tickets.redeem(ticket, path, address),
        mayUseAny: (who, menus) => roles.mayUseAny({ id: who.userId, type: who.type }, menus),
      },
      firstPassword,
      close: async () => {
        clearInterval(sweeper);
        await sessionServices.close();
        await reachability.stop();
        accessGateways.close();
        await retention.close();
        await notifications.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
