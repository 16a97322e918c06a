import { translate } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import { sayEnd } from '@jadegate/contract/session/session-end';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { LoginService } from '../../identity/auth/login.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { SessionClient } from './session-stream.ts';

interface Dependencies {
  logins: LoginService;
  roles: RoleService;
}

const RIGHT: readonly MenuId[] = ['online-session-monitor'];

/** Those who watch sessions of others, for as long as their login lasts and their role lets them. */
export class WatcherRights {
  readonly #deps: Dependencies;
  readonly #watching = new Map<SessionClient, Actor>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  add(client: SessionClient, actor: Actor): void {
    this.#watching.set(client, actor);
  }

  remove(client: SessionClient): void {
    this.#watching.delete(client);
  }

  /** Part of each round of the patrol: whoever loses the login or the right is out within five seconds. */
  async dropRefused(): Promise<void> {
    for (const [client, actor] of this.#watching) {
      const refusal = await this.#refusal(actor);
      if (refusal !== undefined) {
        client.drop(refusal);
      }
    }
  }

  async #refusal({ loginId, language }: Actor): Promise<string | undefined> {
    const { logins, roles } = this.#deps;
    const who = loginId === undefined ? undefined : await logins.identify(loginId);
    if (!who) {
      return sayEnd({ kind: 'login_ended' }, language);
    }
    const isAllowed = await roles.mayUseAny({ id: who.userId, type: who.type }, RIGHT);
    return isAllowed ? undefined : translate(ERROR_WORDS['auth.forbidden'], language);
  }
}
