import { DefaultStorageService } from './files/storage/default-storage.service.ts';
import { StorageRemovals } from './files/storage/storage-removals.ts';
import { StorageService } from './files/storage/storage.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { Authenticator } from './http/auth.ts';
import { AccessSecurityService } from './identity/access-security/access-security.service.ts';
import { AccessTokenService } from './identity/access-token/access-token.service.ts';
import { AccountService } from './identity/account/account.service.ts';
import { EnrolmentService } from './identity/account/enrolment.service.ts';
import { ProfileService } from './identity/account/profile.service.ts';
import { LoginService } from './identity/auth/login.service.ts';
import { OwnLoginService } from './identity/auth/own-login.service.ts';
import { ReauthenticationService } from './identity/auth/reauthentication.service.ts';
import { asksForSecondFactor } from './identity/auth/second-factor.policy.ts';
import { TicketService } from './identity/auth/ticket.service.ts';
import { LoginLogService } from './identity/login-log/login-log.service.ts';
import { LoginPolicyService } from './identity/login-policy/login-policy.service.ts';
import { PasswordPolicyService } from './identity/password/password-policy.service.ts';
import { ReachService } from './identity/reach/reach.service.ts';
import { RoleService } from './identity/role/role.service.ts';
import { UserAdminService } from './identity/user-admin/user-admin.service.ts';
import { UserImportService } from './identity/user-admin/user-import.service.ts';
import { UserGroupService } from './identity/user-group/user-group.service.ts';
import { UserPreferenceService } from './identity/user-preference/user-preference.service.ts';
import { PersonMenuService } from './identity/user/person-menu.service.ts';
import { SecondFactorService } from './identity/user/second-factor.service.ts';
import { UserService } from './identity/user/user.service.ts';
import { DAY_MS, HOUR_MS } from './kernel/clock.ts';
import { AuditLogService } from './platform/audit/audit-log.service.ts';
import { BrandingService } from './platform/branding/branding.service.ts';
import { MailService } from './platform/mail/mail.service.ts';
import { NotificationService } from './platform/notification/notification.service.ts';
import type { WorkEngine } from './work/work-engine.ts';

export type IdentityServices = ReturnType<typeof createIdentityServices>;

/** Who people are, what they may see, and how they come in. */
export function createIdentityServices(foundation: Foundation & { work: WorkEngine }) {
  const { database, audit, settings, clock } = foundation;
  const branding = new BrandingService(database, settings, audit);
  const mail = new MailService(settings, audit, () => branding.name('zh-TW'));
  const passwords = new PasswordPolicyService(settings);
  const roles = new RoleService(database, audit, clock);
  const reach = new ReachService(foundation);
  const factors = new SecondFactorService(foundation);
  const defaultStorages = new DefaultStorageService(foundation);
  const users = new UserService({ ...foundation, roles, factors, defaultStorages });
  const store = foundation.storage.spaces;
  const storageRemovals = new StorageRemovals({ database, store });
  const storages = new StorageService({
    ...foundation,
    store,
    defaults: defaultStorages,
    removals: storageRemovals,
    reach,
  });
  const auditLogs = new AuditLogService(database, audit, users);
  const notifications = new NotificationService({ ...foundation, users, mail });
  const loginPolicies = new LoginPolicyService(database, reach, audit, clock);
  const accessSecurity = new AccessSecurityService(database, audit, clock);
  const limits = async () => ({
    plainMs: (await settings.get('login-max-hours')) * HOUR_MS,
    rememberedMs: (await settings.get('login-remembered-max-days')) * DAY_MS,
  });
  const logins = new LoginService({
    ...foundation,
    users,
    factors,
    policies: loginPolicies,
    notifications,
    limits,
    requiresSecondFactor: async (user) =>
      asksForSecondFactor(await settings.get('second-factor-policy'), user),
  });
  const reauthentication = new ReauthenticationService({ ...foundation, users, factors, notifications });
  const ownLogins = new OwnLoginService({ ...foundation, limits });
  const accessTokens = new AccessTokenService({ ...foundation, reauthentication, policies: loginPolicies });
  const loginLogs = new LoginLogService({ ...foundation, logins, users });
  const tickets = new TicketService(database, logins, clock);
  const people = {
    ...foundation,
    users,
    roles,
    logins,
    reauthentication,
    accessTokens,
    passwords,
    notifications,
  };
  const userGroups = new UserGroupService({ ...foundation, users, reach });
  const userAdmin = new UserAdminService({ ...people, factors, reach, storages, userGroups });
  const userImports = new UserImportService({ ...people, reach, userGroups });
  const userPreferences = new UserPreferenceService(foundation);
  const account = new AccountService({ ...people, userPreferences });
  const profiles = new ProfileService(people);
  const enrolment = new EnrolmentService({
    ...people,
    factors,
    issuer: (language) => branding.name(language),
  });
  const authenticator: Authenticator = {
    authenticate: (token, address) =>
      AccessTokenService.isOne(token)
        ? accessTokens.authenticate(token, address)
        : logins.authenticate(token),
    redeemTicket: (ticket, path, address) => tickets.redeem(ticket, path, address),
    hasRecentProof: (loginId) => reauthentication.hasRecentProof(loginId),
    mayUseAny: (who, menus) => roles.mayUseAny({ id: who.userId, type: who.type }, menus),
  };
  return {
    auditLogs,
    personMenus: new PersonMenuService(users, roles),
    branding,
    mail,
    passwords,
    roles,
    factors,
    users,
    defaultStorages,
    storageRemovals,
    storages,
    userPreferences,
    notifications,
    loginPolicies,
    accessSecurity,
    logins,
    reauthentication,
    ownLogins,
    accessTokens,
    loginLogs,
    tickets,
    userAdmin,
    reach,
    userGroups,
    userImports,
    account,
    enrolment,
    profiles,
    authenticator,
  };
}
