import type { Authenticator } from '../http/auth.ts';
import { DAY_MS, HOUR_MS } from '../kernel/clock.ts';
import { runInBackground } from '../kernel/defects.ts';
import type { PlatformModule } from '../platform/module.ts';
import { accessSecurityRoutes } from './access-security/access-security.routes.ts';
import { AccessSecurityService } from './access-security/access-security.service.ts';
import { accessTokenRoutes } from './access-token/access-token.routes.ts';
import { AccessTokenService } from './access-token/access-token.service.ts';
import { accountRoutes } from './account/account.routes.ts';
import { AccountService } from './account/account.service.ts';
import { enrolmentRoutes } from './account/enrolment.routes.ts';
import { EnrolmentService } from './account/enrolment.service.ts';
import { profileRoutes } from './account/profile.routes.ts';
import { ProfileService } from './account/profile.service.ts';
import { FactorWindowService } from './auth/factor-window.service.ts';
import { LoginService } from './auth/login.service.ts';
import { ownLoginRoutes } from './auth/own-login.routes.ts';
import { OwnLoginService } from './auth/own-login.service.ts';
import { PasswordLoginService } from './auth/password-login.service.ts';
import { ReauthenticationService } from './auth/reauthentication.service.ts';
import { asksForSecondFactor } from './auth/second-factor.policy.ts';
import { SignInRulesService } from './auth/sign-in-rules.service.ts';
import { TicketService } from './auth/ticket.service.ts';
import { Directories } from './directory/directories.ts';
import { DirectoryPasswordService } from './directory/directory-password.service.ts';
import { directoryRoutes } from './directory/directory.routes.ts';
import { identitySourceRoutes } from './identity-source/identity-source.routes.ts';
import { SourceIdentityRepository } from './identity-source/source-identity.repository.ts';
import { SourceLookupService } from './identity-source/source-lookup.service.ts';
import { SourcePersonService } from './identity-source/source-person.service.ts';
import { createIdentitySources } from './identity-sources.ts';
import { loginLogRoutes } from './login-log/login-log.routes.ts';
import { LoginLogService } from './login-log/login-log.service.ts';
import { loginPolicyRoutes } from './login-policy/login-policy.routes.ts';
import { LoginPolicyService } from './login-policy/login-policy.service.ts';
import { OidcProofService } from './oidc/oidc-proof.service.ts';
import { oidcRoutes } from './oidc/oidc.routes.ts';
import { PasskeyJudge } from './passkey/passkey-judge.service.ts';
import { PasskeyPolicyService } from './passkey/passkey-policy.service.ts';
import { PasskeySignInService } from './passkey/passkey-sign-in.service.ts';
import { passkeyRoutes } from './passkey/passkey.routes.ts';
import { PasskeyService } from './passkey/passkey.service.ts';
import { PasswordPolicyService } from './password/password-policy.service.ts';
import { ReachService } from './reach/reach.service.ts';
import { roleRoutes } from './role/role.routes.ts';
import { RoleService } from './role/role.service.ts';
import { SignInMeansService } from './sign-in-means/sign-in-means.service.ts';
import { sshApprovalRoutes } from './ssh-approval/ssh-approval.routes.ts';
import { SshApprovalService } from './ssh-approval/ssh-approval.service.ts';
import { SourceKeyService } from './ssh-key/source-key.service.ts';
import { sshKeyRoutes } from './ssh-key/ssh-key.routes.ts';
import { SshKeyService } from './ssh-key/ssh-key.service.ts';
import type { SshTicketAssets } from './ssh-ticket/ssh-ticket.interface.ts';
import { sshTicketRoutes } from './ssh-ticket/ssh-ticket.routes.ts';
import { SshTicketService } from './ssh-ticket/ssh-ticket.service.ts';
import { sweepOutdated } from './sweep-outdated.ts';
import { userRoutes } from './user-admin/user-admin.routes.ts';
import { UserAdminService } from './user-admin/user-admin.service.ts';
import { userImportRoutes } from './user-admin/user-import.routes.ts';
import { UserImportService } from './user-admin/user-import.service.ts';
import { userGroupRoutes } from './user-group/user-group.routes.ts';
import { UserGroupService } from './user-group/user-group.service.ts';
import { userPreferenceRoutes } from './user-preference/user-preference.routes.ts';
import { UserPreferenceService } from './user-preference/user-preference.service.ts';
import type { FilesOfLeavingPeople, FilesOfNewPeople } from './user/person-files.interface.ts';
import { PersonMenuService } from './user/person-menu.service.ts';
import { SecondFactorService } from './user/second-factor.service.ts';
import { UserService } from './user/user.service.ts';

/** Every endpoint of the area has its handler in one of these. */
export const IDENTITY_ROUTES = [
  accessSecurityRoutes,
  accessTokenRoutes,
  accountRoutes,
  directoryRoutes,
  enrolmentRoutes,
  identitySourceRoutes,
  loginLogRoutes,
  loginPolicyRoutes,
  oidcRoutes,
  ownLoginRoutes,
  passkeyRoutes,
  profileRoutes,
  roleRoutes,
  sshApprovalRoutes,
  sshKeyRoutes,
  sshTicketRoutes,
  userGroupRoutes,
  userImportRoutes,
  userPreferenceRoutes,
  userRoutes,
];

interface IdentityNeeds {
  platform: Pick<
    PlatformModule,
    | 'database'
    | 'vault'
    | 'audit'
    | 'eventOutbox'
    | 'settings'
    | 'clock'
    | 'logger'
    | 'branding'
    | 'notifications'
    | 'work'
    | 'legalHolds'
  >;
  /** Of `files`, which stands above. */
  personFiles: FilesOfNewPeople & FilesOfLeavingPeople;
  /** Of `session`. */
  ticketAssets: SshTicketAssets;
  /** Where people reach the product; passkeys are for the host names in it. */
  publicUrls: readonly string[];
}

export type IdentityModule = ReturnType<typeof createIdentityModule>;

/** Who people are, what they may see, and how they come in. */
export function createIdentityModule({ platform, personFiles, ticketAssets, publicUrls }: IdentityNeeds) {
  const { database, vault, audit, settings, clock, logger, branding, notifications, work } = platform;
  const { eventOutbox, legalHolds } = platform;
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
  const passkeyPolicy = new PasskeyPolicyService({ database, settings, publicUrls });
  settings.addGuard((actor, input) => passkeyPolicy.refuseShuttingOut(actor, input));
  const signInRules = new SignInRulesService({
    policies: loginPolicies,
    accessSecurity,
    clock,
    requiresSecondFactor: async (user) =>
      asksForSecondFactor(await settings.get('second-factor-policy'), user),
    requiresPasskey: (user) => passkeyPolicy.requires(user),
  });
  const sourceLookup = new SourceLookupService(database);
  const sourceKeys = new SourceKeyService(database, clock);
  const sourcePeople = new SourcePersonService({
    database,
    users,
    userGroups,
    roles,
    sourceKeys,
    audit,
    clock,
  });
  const directories = new Directories(vault, clock);
  const passwordJudge = new DirectoryPasswordService({
    directories,
    lookup: sourceLookup,
    people: sourcePeople,
    users,
    noteSilent: (id) => sourceVisits.noteSilent(id),
    logger,
  });
  const passwordLogins = new PasswordLoginService({
    settings,
    users,
    roles,
    listArrived: async (except = []) => [
      ...(await new SourceIdentityRepository(database.db).listArrived(except)),
      ...(await passkeyPolicy.listArrived()),
    ],
    hasDirectory: async () => (await sourceLookup.listWays()).directories.length > 0,
  });
  settings.addGuard((actor, input) => passwordLogins.refuseShuttingOut(actor, input));
  const passkeyJudge = new PasskeyJudge({ database, audit, notifications, clock });
  const oidcProofs = new OidcProofService(database, clock);
  const reauthentication = new ReauthenticationService({
    database,
    users,
    factors,
    passwords: passwordJudge,
    passkeys: passkeyJudge,
    sources: oidcProofs,
    audit,
    notifications,
    clock,
  });
  const sshKeys = new SshKeyService({
    database,
    reauthentication,
    accessSecurity,
    audit,
    notifications,
    clock,
  });
  const sshTickets = new SshTicketService({
    database,
    reauthentication,
    assets: ticketAssets,
    audit,
    notifications,
    clock,
  });
  const sshApprovals = new SshApprovalService({ database, users, audit, clock });
  const factorWindows = new FactorWindowService({
    database,
    audit,
    clock,
    setting: () => settings.get('second-factor-window'),
  });
  const logins = new LoginService({
    database,
    users,
    factors,
    rules: signInRules,
    factorWindows,
    keys: sshKeys,
    approvals: sshApprovals,
    tickets: sshTickets,
    sources: oidcProofs,
    passkeys: passkeyJudge,
    passwords: passwordJudge,
    mayUsePassword: (user) => passwordLogins.mayUse(user),
    audit,
    outbox: eventOutbox,
    notifications,
    clock,
    limits,
  });
  const accessTokens = new AccessTokenService({
    database,
    reauthentication,
    rules: signInRules,
    audit,
    clock,
  });
  const passkeys = new PasskeyService({
    database,
    judge: passkeyJudge,
    users,
    factors,
    logins,
    reauthentication,
    audit,
    notifications,
    clock,
    issuer: (language) => branding.name(language),
    // Whom a source made has no password that anybody knows.
    hasOtherWay: async (user) =>
      (user.source === '' && (await passwordLogins.mayUse(user))) ||
      (await new SourceIdentityRepository(database.db).listOf(user.id)).length > 0,
  });
  const signInMeans = new SignInMeansService({ logins, accessTokens, passkeys, sshKeys, sshTickets });
  const sources = createIdentitySources({
    platform,
    roles,
    users,
    logins,
    reauthentication,
    signInMeans,
    directories,
    passwordJudge,
    oidcProofs,
    lookup: sourceLookup,
    people: sourcePeople,
    passwordLogins,
  });
  const { sourceVisits, oidcSignIns } = sources;
  work.declare(sourceVisits.kind);
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

  const sweeps = sweepOutdated({
    of: [logins, tickets, oidcSignIns, passkeyJudge, accessTokens, factorWindows, sshApprovals, sshTickets],
    logger,
  });

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
    signInRules,
    logins,
    reauthentication,
    accessTokens,
    passkeys,
    passkeyJudge,
    passkeySignIns: new PasskeySignInService({
      judge: passkeyJudge,
      passkeys,
      users,
      logins,
      suffices: () => settings.get('passkey-suffices'),
    }),
    sshKeys,
    sshTickets,
    signInMeans,
    tickets,
    passwordLogins,
    sourceLookup,
    ...sources,
    authenticator,
    ownLogins: new OwnLoginService({ database, logins, audit, clock, limits }),
    factorWindows,
    sshApprovals,
    loginLogs: new LoginLogService({ database, logins, audit, users }),
    userAdmin: new UserAdminService({
      database,
      users,
      userGroups,
      roles,
      reach,
      signInMeans,
      passkeys,
      sshKeys,
      sshTickets,
      factors,
      audit,
      passwords,
      notifications,
      storages: personFiles,
      passwordJudge,
      legalHolds,
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
      sshTickets,
      audit,
      passwords,
      notifications,
      userPreferences,
      passwordJudge,
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
      runInBackground(sweeps.run(), 'old logins');
      sweeps.start();
      sourceVisits.start();
    },
    close: async () => {
      sweeps.stop();
      await sourceVisits.close();
      await sweeps.settled();
    },
  };
}
