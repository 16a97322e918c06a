import { say } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import { sayEnd } from '@jadegate/contract/session-end';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Rounds } from '../../kernel/rounds.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { TerminalClient } from './terminal-client.ts';

interface Dependencies {
  logins: LoginService;
  roles: RoleService;
  logger: Logger;
}

/** Whoever loses the login or the right is out within five seconds. */
const CHECK_MS = 2 * SECOND_MS;
const RIGHT: readonly MenuId[] = ['online-session-monitor'];

/** Those who watch sessions of others, for as long as their login lasts and their role lets them. */
export class WatcherRights {
  readonly #on: Dependencies;
  readonly #watching = new Map<TerminalClient, Actor>();
  readonly #rounds: Rounds;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rounds = new Rounds({
      everyMs: CHECK_MS,
      work: () => this.#dropRefused(),
      // The database may be away for a moment; they are looked at again.
      onFailure: (error) => this.#on.logger.warn({ err: error }, 'those who watch could not be checked'),
    });
  }

  add(client: TerminalClient, actor: Actor): void {
    this.#watching.set(client, actor);
    this.#rounds.start();
  }

  remove(client: TerminalClient): void {
    this.#watching.delete(client);
    if (this.#watching.size === 0) {
      this.#rounds.stop();
    }
  }

  async #dropRefused(): Promise<void> {
    for (const [client, actor] of this.#watching) {
      const refusal = await this.#refusal(actor);
      if (refusal !== undefined) {
        client.drop(refusal);
      }
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
