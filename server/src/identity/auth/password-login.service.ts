import type { PasswordLogin } from '@jadegate/contract/identity/source-sign-in';
import { MENU_IDS } from '@jadegate/contract/menu';
import type { SettingsInput } from '@jadegate/contract/platform/setting';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { RoleService } from '../role/role.service.ts';
import { usernameKey, type User, type UserService } from '../user/user.service.ts';

interface Dependencies {
  settings: SettingService;
  users: UserService;
  roles: RoleService;
  /** Administrators who have come in by an identity source that is on, other than these, or by a passkey. */
  listArrived: (except?: readonly string[]) => Promise<string[]>;
  /** Whether there is a directory whose people type their password here. */
  hasDirectory: () => Promise<boolean>;
}

/** Who may sign in with a password, and the guards that keep somebody able to sign in at all. */
export class PasswordLoginService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  mode(): Promise<PasswordLogin> {
    return this.#deps.settings.get('password-login');
  }

  /** Whether anybody is asked for a password: of an account here, or of a directory. */
  async isAsked(): Promise<boolean> {
    return (await this.mode()) !== 'off' || (await this.#deps.hasDirectory());
  }

  async isOpen(): Promise<boolean> {
    return (await this.mode()) === 'allowed';
  }

  async mayUse({ username }: Pick<User, 'username'>): Promise<boolean> {
    switch (await this.mode()) {
      case 'allowed':
        return true;
      case 'off':
        return false;
      case 'emergency':
        return readAccounts(await this.#deps.settings.get('emergency-accounts')).includes(
          usernameKey(username),
        );
    }
  }

  /**
   * Refused: before somebody with every right came in by a source; without an emergency account that has every right and
   * a second factor (with passwords off it is the one that `rescue` lets back in); and what would shut out the person who
   * saves it.
   */
  async refuseShuttingOut(actor: Actor, input: SettingsInput): Promise<void> {
    const { settings, users, listArrived } = this.#deps;
    const mode = input['password-login'] ?? (await this.mode());
    const isTouched = input['password-login'] !== undefined || input['emergency-accounts'] !== undefined;
    if (mode === 'allowed' || !isTouched) {
      return;
    }
    const accounts = readAccounts(input['emergency-accounts'] ?? (await settings.get('emergency-accounts')));
    const arrived = await listArrived();
    if (!(await this.#hasAny(arrived))) {
      throw new AppError('setting.password_login_untried', { fields: ['password-login'] });
    }
    const kept = await this.#emergency(accounts);
    if (kept.length === 0) {
      throw new AppError('setting.emergency_account_needed', { fields: ['emergency-accounts'] });
    }
    const { username } = await users.get(actor.userId);
    const staysIn = mode === 'emergency' && accounts.includes(usernameKey(username));
    if (!staysIn && !arrived.includes(actor.userId)) {
      throw new AppError('setting.shuts_out_oneself', { fields: ['password-login'] });
    }
  }

  /**
   * While passwords are restricted, without these sources: somebody with every right must have come in by what is left, and
   * whoever does away with them must still be able to come in.
   */
  async refuseLosing(actor: Actor, sourceIds: readonly string[]): Promise<void> {
    if (await this.isOpen()) {
      return;
    }
    const arrived = await this.#deps.listArrived(sourceIds);
    if (!(await this.#hasAny(arrived))) {
      throw new AppError('identity_source.last_way');
    }
    const own = await this.#deps.users.get(actor.userId);
    if (!arrived.includes(own.id) && !(await this.mayUse(own))) {
      throw new AppError('identity_source.own_way');
    }
  }

  async #hasAny(userIds: readonly string[]): Promise<boolean> {
    for (const id of userIds) {
      if (await this.#holdsEverything(id)) {
        return true;
      }
    }
    return false;
  }

  async #emergency(accounts: readonly string[]): Promise<User[]> {
    const kept: User[] = [];
    for (const account of accounts) {
      const user = await this.#deps.users.findByUsername(account);
      const isGood = user?.status === 'enabled' && user.type === 'admin' && hasFactor(user);
      if (isGood && (await this.#holdsEverything(user.id))) {
        kept.push(user);
      }
    }
    return kept;
  }

  async #holdsEverything(id: string): Promise<boolean> {
    const own = await this.#deps.roles.menusOf({ id });
    return MENU_IDS.every((menu) => own.includes(menu));
  }
}

function hasFactor({ totp_enabled, passkeys }: User): boolean {
  return totp_enabled === 1 || passkeys > 0;
}

function readAccounts(text: string): string[] {
  return text
    .split(/[\s,;，、；]+/)
    .filter(Boolean)
    .map(usernameKey);
}
