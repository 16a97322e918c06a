import { openDatabase, type Database } from './db/database.ts';
import { AccessSecurityService } from './features/access-security/access-security.service.ts';
import { AccountService } from './features/account/account.service.ts';
import { AuditLogService } from './features/audit/audit-log.service.ts';
import { AuditService } from './features/audit/audit.service.ts';
import { LoginService } from './features/auth/login.service.ts';
import { TicketService } from './features/auth/ticket.service.ts';
import { CredentialService } from './features/credential/credential.service.ts';
import { LoginLogService } from './features/login-log/login-log.service.ts';
import { LoginPolicyService } from './features/login-policy/login-policy.service.ts';
import { RoleService } from './features/role/role.service.ts';
import { UserGroupService } from './features/user-group/user-group.service.ts';
import { UserAdminService } from './features/user/user-admin.service.ts';
import { UserService, type FirstAdmin } from './features/user/user.service.ts';
import { VaultService } from './features/vault/vault.service.ts';
import type { Authenticator } from './http/auth.ts';
import { MINUTE_MS, systemClock, type Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import type { Secret } from './kernel/secret.ts';
import { inspectPrivateKey } from './protocols/ssh/inspect-private-key.ts';

export interface ServiceOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  masterKey?: string | undefined;
  firstAdmin: FirstAdmin;
  logger: Logger;
  clock?: Clock;
}

export interface Services {
  logger: Logger;
  database: Database;
  vault: VaultService;
  audit: AuditService;
  auditLogs: AuditLogService;
  roles: RoleService;
  users: UserService;
  userAdmin: UserAdminService;
  userGroups: UserGroupService;
  logins: LoginService;
  loginLogs: LoginLogService;
  loginPolicies: LoginPolicyService;
  accessSecurity: AccessSecurityService;
  tickets: TicketService;
  account: AccountService;
  credentials: CredentialService;
  authenticator: Authenticator;
  /** To be printed once; undefined after the first start. */
  firstPassword: Secret | undefined;
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** The composition root: every service of the process, made here, by hand, in order. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { logger, clock = systemClock } = options;
  const database = await openDatabase(options);
  try {
    const vault = await VaultService.open(database, options);
    const audit = new AuditService(database, await vault.systemSecret('audit-key'), clock);
    const auditLogs = new AuditLogService(database, audit);
    const roles = new RoleService(database, audit, clock);
    const users = new UserService(database, roles, vault, clock);
    const loginPolicies = new LoginPolicyService(database, audit, clock);
    const accessSecurity = new AccessSecurityService(database, audit, clock);
    const logins = new LoginService({ database, users, policies: loginPolicies, audit, clock });
    const loginLogs = new LoginLogService(database, logins, audit);
    const userAdmin = new UserAdminService({ database, users, roles, logins, audit, clock });
    const userGroups = new UserGroupService({ database, users, audit, clock });
    const tickets = new TicketService(database, logins, clock);
    const account = new AccountService(database, users, roles, logins, audit);
    const credentials = new CredentialService({
      database,
      vault,
      users,
      logins,
      audit,
      clock,
      inspectPrivateKey,
    });

    const firstPassword = await initialise({ database, roles, users, audit }, options.firstAdmin);
    const sweep = async () => {
      await logins.sweep();
      await tickets.sweep();
    };
    await sweep();
    const sweeper = setInterval(() => {
      sweep().catch((error: unknown) => logger.warn({ err: error }, 'old logins could not be removed'));
    }, SWEEP_EVERY_MS);
    sweeper.unref();

    return {
      logger,
      database,
      vault,
      audit,
      auditLogs,
      roles,
      users,
      userAdmin,
      userGroups,
      logins,
      loginLogs,
      loginPolicies,
      accessSecurity,
      tickets,
      account,
      credentials,
      authenticator: {
        authenticate: (token) => logins.authenticate(token),
        redeemTicket: (ticket, path, address) => tickets.redeem(ticket, path, address),
        mayUseAny: (who, menus) => roles.mayUseAny({ id: who.userId, type: who.type }, menus),
      },
      firstPassword,
      close: async () => {
        clearInterval(sweeper);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function initialise(
  { database, roles, users, audit }: Pick<Services, 'database' | 'roles' | 'users' | 'audit'>,
  firstAdmin: FirstAdmin,
): Promise<Secret | undefined> {
  return database.transact(async (tx) => {
    await roles.ensureBuiltIn(tx);
    const made = await users.ensureFirstAdmin(firstAdmin, tx);
    if (made === 'exists') {
      return undefined;
    }
    const system = { address: '', userAgent: '', language: 'zh-TW', requestId: '' } as const;
    const object = { type: 'user', id: '', name: firstAdmin.username };
    await audit.write(system, { action: 'system.initialised', object }, tx);
    return made;
  });
}
