import type { Authenticator } from '../http/auth.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/clock.ts';
import type { PlatformModule } from '../platform/module.ts';
import { AccessSecurityService } from './access-security/access-security.service.ts';
import { AccessTokenService } from './access-token/access-token.service.ts';
import { AccountService } from './account/account.service.ts';
import { EnrolmentService } from './account/enrolment.service.ts';
import { ProfileService } from './account/profile.service.ts';
import { LoginService } from './auth/login.service.ts';
import { OwnLoginService } from './auth/own-login.service.ts';
import { ReauthenticationService } from './auth/reauthentication.service.ts';
import { asksForSecondFactor } from './auth/second-factor.policy.ts';
import { TicketService } from './auth/ticket.service.ts';
import { LoginLogService } from './login-log/login-log.service.ts';
import { LoginPolicyService } from './login-policy/login-policy.service.ts';
import { PasswordPolicyService } from './password/password-policy.service.ts';
import { ReachService } from './reach/reach.service.ts';
import { RoleService } from './role/role.service.ts';
import { UserAdminService } from './user-admin/user-admin.service.ts';
import { UserImportService } from './user-admin/user-import.service.ts';
import { UserGroupService } from './user-group/user-group.service.ts';
import { UserPreferenceService } from './user-preference/user-preference.service.ts';
import type { FilesOfLeavingPeople, FilesOfNewPeople } from './user/person-files.interface.ts';
import { PersonMenuService } from './user/person-menu.service.ts';
import { SecondFactorService } from './user/second-factor.service.ts';
import { UserService } from './user/user.service.ts';

interface IdentityNeeds {
  platform: Pick<
    PlatformModule,
    'database' | 'vault' | 'audit' | 'settings' | 'clock' | 'logger' | 'branding' | 'notifications'
  >;
  /** Of `files`, which stands above. */
  personFiles: FilesOfNewPeople & FilesOfLeavingPeople;
}

export type IdentityModule = ReturnType<typeof createIdentityModule>;

const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Who people are, what they may see, and how they come in. */
export function createIdentityModule({ platform, personFiles }: IdentityNeeds) {
  const { database, vault, audit, settings, clock, logger, branding, notifications } = platform;
  const passwords = new PasswordPolicyService(settings);
  const roles = new RoleService(database, audit, clock);
  const reach = new ReachService({ database, audit, clock });
  const factors = new SecondFactorService({ database, vault, audit, clock });
  const users = new UserService({ database, roles, factors, defaultStorages: personFiles, clock });
  const userGroups = new UserGroupService({ database, users, reach, audit, clock });
  const userPreferences = new UserPreferenceService({ database, clock });
  const loginPolicies = new LoginPolicyService(database, reach, audit, clock);
  const accessSecurity = new AccessSecurityService(database, audit, clock);

  const limits = async () => ({
    plainMs: (await settings.get('login-max-hours')) * HOUR_MS,
    rememberedMs: (await settings.get('login-remembered-max-days')) * DAY_MS,
  });
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
    limits,
  });
  const reauthentication = new ReauthenticationService({
    database,
    users,
    factors,
    audit,
    notifications,
    clock,
  });
  const accessTokens = new AccessTokenService({
    database,
    reauthentication,
    policies: loginPolicies,
    audit,
    clock,
  });
  const tickets = new TicketService(database, logins, clock);
  const authenticator: Authenticator = {
    authenticate: (token, address) =>
      AccessTokenService.isOne(token)
        ? accessTokens.authenticate(token, address)
        : logins.authenticate(token),
    redeemTicket: (ticket, path, address) => tickets.redeem(ticket, path, address),
    hasRecentProof: (loginId) => reauthentication.hasRecentProof(loginId),
    mayUseAny: (who, menus) => roles.mayUseAny({ id: who.userId, type: who.type }, menus),
  };

  const sweep = async () => {
    await logins.sweep();
    await tickets.sweep();
    await accessTokens.sweep();
  };
  const sweepSoon = () => {
    sweep().catch((error: unknown) => logger.warn({ err: error }, 'old logins could not be removed'));
  };
  let sweeper: NodeJS.Timeout | undefined;

  return {
    passwords,
    roles,
    reach,
    factors,
    users,
    userGroups,
    userPreferences,
    personMenus: new PersonMenuService(users, roles),
    loginPolicies,
    accessSecurity,
    logins,
    reauthentication,
    accessTokens,
    tickets,
    authenticator,
    ownLogins: new OwnLoginService({ database, audit, clock, limits }),
    loginLogs: new LoginLogService({ database, logins, audit, users }),
    userAdmin: new UserAdminService({
      database,
      users,
      userGroups,
      roles,
      reach,
      logins,
      factors,
      accessTokens,
      audit,
      passwords,
      notifications,
      storages: personFiles,
      clock,
    }),
    userImports: new UserImportService({
      database,
      users,
      roles,
      reach,
      userGroups,
      passwords,
      audit,
      clock,
    }),
    account: new AccountService({
      database,
      users,
      roles,
      logins,
      reauthentication,
      accessTokens,
      audit,
      passwords,
      notifications,
      userPreferences,
    }),
    profiles: new ProfileService({ database, users, reauthentication, audit, notifications }),
    enrolment: new EnrolmentService({
      database,
      users,
      factors,
      logins,
      reauthentication,
      audit,
      notifications,
      issuer: (language) => branding.name(language),
    }),
    start: () => {
      sweepSoon();
      sweeper = setInterval(sweepSoon, SWEEP_EVERY_MS).unref();
    },
    close: () => clearInterval(sweeper),
  };
}
