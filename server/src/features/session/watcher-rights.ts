import { say } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import { sayEnd } from '@jadegate/contract/session-end';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { TerminalClient } from './terminal-client.ts';

interface Dependencies {
  logins: LoginService;
  roles: RoleService;
  logger: Logger;
}

/** Whoever loses the login or the right is out within five seconds. */
const LOOK_MS = 2 * SECOND_MS;
const RIGHT: readonly MenuId[] = ['online-session-monitor'];

/** Those who watch sessions of others, for as long as their login lasts and their role lets them. */
export class WatcherRights {
  readonly #on: Dependencies;
  readonly #watching = new Map<TerminalClient, Actor>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  add(client: TerminalClient, actor: Actor): void {
    this.#watching.set(client, actor);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  remove(client: TerminalClient): void {
    this.#watching.delete(client);
    if (this.#watching.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  async #look(): Promise<void> {
    if (this.#isLooking) {
      return;
    }
    this.#isLooking = true;
    try {
      for (const [client, actor] of this.#watching) {
        const refusal = await this.#refusal(actor);
        if (refusal !== undefined) {
          client.drop(refusal);
        }
      }
    } catch (error) {
      // The database may be away for a moment; they are looked at again.
      this.#on.logger.warn({ err: error }, 'those who watch could not be checked');
    } finally {
      this.#isLooking = false;
    }
  }

  async #refusal({ loginId, language }: Actor): Promise<string | undefined> {
    const { logins, roles } = this.#on;
    const who = loginId === undefined ? undefined : await logins.identify(loginId);
    if (!who) {
      return sayEnd({ kind: 'login_ended' }, language);
    }
    const isAllowed = await roles.mayUseAny({ id: who.userId, type: who.type }, RIGHT);
    return isAllowed ? undefined : say(ERROR_WORDS['auth.forbidden'], language);
  }
}
