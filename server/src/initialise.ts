import { isNameOf, isProductName, isSimplePassword } from '@jadegate/contract/identity/password-strength';

import type { Database } from './db/database.ts';
import type { RoleService } from './identity/role/role.service.ts';
import type { FirstAdmin, UserService } from './identity/user/user.service.ts';
import { SYSTEM_CALLER } from './kernel/actor.ts';
import type { Logger } from './kernel/logger.ts';
import type { Secret } from './kernel/secret.ts';
import type { AuditService } from './platform/audit/audit.service.ts';

interface Parts {
  database: Database;
  roles: RoleService;
  users: UserService;
  audit: AuditService;
  logger: Logger;
}

/** What must be there before anybody can log in. Answers the first password, the first time. */
export async function initialise(
  { database, roles, users, audit, logger }: Parts,
  firstAdmin: FirstAdmin,
): Promise<Secret | undefined> {
  return database.transact(async (tx) => {
    // Of processes that start at once, one makes the administrator and prints the password.
    await database.engine.takeTurn(tx);
    await roles.ensureBuiltIn(tx);
    const made = await users.ensureFirstAdmin(firstAdmin, tx);
    if (made === 'exists') {
      return undefined;
    }
    if (isWeak(firstAdmin)) {
      // Not refused: an installation that was set up with it by a script must still start.
      logger.warn('JADEGATE_ADMIN_PASSWORD is easy to guess: change the password of the first administrator');
    }
    const object = { type: 'user', id: '', name: firstAdmin.username };
    await audit.write(SYSTEM_CALLER, { action: 'system.initialised', object }, tx);
    return made;
  });
}

/** What nobody may choose in the console. */
function isWeak({ username, password }: FirstAdmin): boolean {
  return (
    password !== undefined &&
    (isSimplePassword(password) || isProductName(password) || isNameOf(password, username))
  );
}
