import type { SettingsInput } from '@jadegate/contract/platform/setting';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import { relyingPartyAt } from './passkey-place.policy.ts';
import { PasskeyRepository } from './passkey.repository.ts';

interface Dependencies {
  database: Database;
  settings: SettingService;
  publicUrls: readonly string[];
}

/** Who must have a passkey, and the guard that keeps the rule from shutting everybody out. */
export class PasskeyPolicyService {
  readonly #deps: Dependencies;
  readonly #passkeys: PasskeyRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#passkeys = new PasskeyRepository(dependencies.database.db);
  }

  /** Nobody where none can be made: an address that was changed must not become a wall. */
  async requires({ type }: { type: 'admin' | 'user' }): Promise<boolean> {
    if (typeof this.#party() === 'string') {
      return false;
    }
    const policy = await this.#deps.settings.get('passkey-policy');
    return policy === 'everyone' || (policy === 'admins' && type === 'admin');
  }

  /** Where passkeys can be used now: one of a name that the product had before lets nobody in. */
  listArrived(): Promise<string[]> {
    const parties = this.#deps.publicUrls.map((url) =>
      relyingPartyAt({ publicUrls: [url], origin: undefined }),
    );
    return this.#passkeys.listArrived(
      parties.flatMap((party) => (typeof party === 'string' ? [] : [party.rpId])),
    );
  }

  /** Refused where none can be used, and to whoever has not come in by one: they would be the first to be shut out. */
  async refuseShuttingOut(actor: Actor, input: SettingsInput): Promise<void> {
    const wanted = input['passkey-policy'];
    if (
      wanted === undefined ||
      wanted === 'off' ||
      wanted === (await this.#deps.settings.get('passkey-policy'))
    ) {
      return;
    }
    const fields = ['passkey-policy'];
    const party = this.#party();
    if (typeof party === 'string') {
      throw new AppError(`passkey.${party}`, { fields });
    }
    if (!(await this.listArrived()).includes(actor.userId)) {
      throw new AppError('setting.passkey_untried', { fields });
    }
  }

  #party() {
    return relyingPartyAt({ publicUrls: this.#deps.publicUrls, origin: undefined });
  }
}
