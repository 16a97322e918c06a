import type { PlatformModule } from '../platform/module.ts';
import type { LoginService } from './auth/login.service.ts';
import type { PasswordLoginService } from './auth/password-login.service.ts';
import type { ReauthenticationService } from './auth/reauthentication.service.ts';
import type { Directories } from './directory/directories.ts';
import { DirectoryLinkService } from './directory/directory-link.service.ts';
import type { DirectoryPasswordService } from './directory/directory-password.service.ts';
import { DirectoryPeopleService } from './directory/directory-people.service.ts';
import { DirectorySyncService } from './directory/directory-sync.service.ts';
import { LDAP_KIND } from './directory/ldap-kind.ts';
import { IdentitySourceService } from './identity-source/identity-source.service.ts';
import { OwnIdentityService } from './identity-source/own-identity.service.ts';
import type { SourceLookupService } from './identity-source/source-lookup.service.ts';
import type { SourcePersonService } from './identity-source/source-person.service.ts';
import { SourceReportService } from './identity-source/source-report.service.ts';
import { SourceVisitService } from './identity-source/source-visit.service.ts';
import { OIDC_KIND, oidcVisitor } from './oidc/oidc-kind.ts';
import type { OidcProofService } from './oidc/oidc-proof.service.ts';
import { OidcProviders } from './oidc/oidc-providers.ts';
import { OidcSignInService } from './oidc/oidc-sign-in.service.ts';
import type { RoleService } from './role/role.service.ts';
import type { SignInMeansService } from './sign-in-means/sign-in-means.service.ts';
import type { UserService } from './user/user.service.ts';

interface Needs {
  platform: Pick<PlatformModule, 'database' | 'vault' | 'audit' | 'clock' | 'logger' | 'work'>;
  roles: RoleService;
  users: UserService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  signInMeans: SignInMeansService;
  directories: Directories;
  passwordJudge: DirectoryPasswordService;
  oidcProofs: OidcProofService;
  lookup: SourceLookupService;
  people: SourcePersonService;
  passwordLogins: PasswordLoginService;
}

/** Where people come from who are kept elsewhere: providers and directories, and what looks after them. */
export function createIdentitySources(needs: Needs) {
  const { platform, roles, users, logins, reauthentication, signInMeans } = needs;
  const { directories, passwordJudge, oidcProofs, lookup, people, passwordLogins } = needs;
  const { database, vault, audit, clock, logger, work } = platform;
  const identitySources = new IdentitySourceService({
    database,
    kinds: { oidc: OIDC_KIND, ldap: LDAP_KIND },
    vault,
    roles,
    users,
    logins,
    audit,
    clock,
    refuseLosing: (actor, ids) => passwordLogins.refuseLosing(actor, ids),
  });
  const sourceReports = new SourceReportService({ database, people, users, roles, audit });
  const oidcProviders = new OidcProviders(vault, clock);
  const oidcSignIns = new OidcSignInService({
    database,
    lookup,
    providers: oidcProviders,
    proofs: oidcProofs,
    people,
    reports: sourceReports,
    users,
    logins,
    reauthentication,
    audit,
    clock,
  });
  const sourceVisits: SourceVisitService = new SourceVisitService({
    database,
    lookup,
    sources: identitySources,
    visitors: {
      oidc: oidcVisitor(oidcProviders),
      ldap: new DirectorySyncService({
        database,
        directories,
        people,
        users,
        logins,
        signInMeans,
        audit,
      }),
    },
    work,
    audit,
    clock,
    logger,
  });
  return {
    identitySources,
    sourceVisits,
    directoryPeople: new DirectoryPeopleService({
      directories,
      lookup,
      sources: identitySources,
      people,
      reports: sourceReports,
      users,
      audit,
      clock,
    }),
    directoryLinks: new DirectoryLinkService({
      lookup,
      passwords: passwordJudge,
      people,
      reauthentication,
    }),
    ownIdentities: new OwnIdentityService({
      database,
      lookup,
      people,
      users,
      audit,
      mayUsePassword: (user) => passwordLogins.mayUse(user),
    }),
    oidcSignIns,
  };
}
