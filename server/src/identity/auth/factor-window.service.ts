import type { OwnFactorWindow } from '@jadegate/contract/identity/factor-window';
import type { SettingValue } from '@jadegate/contract/platform/setting';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { FactorWindowRepository, type FactorPlace } from './factor-window.repository.ts';

type Setting = SettingValue<'second-factor-window'>;

const LENGTH_MS: Record<Setting, number> = { never: 0, '1h': HOUR_MS, '8h': 8 * HOUR_MS };
/** What a window is about that goes with a password; others go with the key they name. */
export const WITH_PASSWORD = 'password';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  setting: () => Promise<Setting>;
}

/**
 * How long a second factor counts again, at every door alike: for the same person, from the same address, beside the same
 * password or key. The setting is looked at when it is asked, so that a shorter one counts at once.
 */
export class FactorWindowService {
  readonly #windows: FactorWindowRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#windows = new FactorWindowRepository(dependencies.database.db);
  }

  /** When the factor was proven that still counts here; 0 where none does. */
  async provenAt(place: FactorPlace, tx?: Tx): Promise<number> {
    const since = await this.#since();
    const provenAt = since === undefined ? 0 : await this.#windows.provenAt(place, tx);
    return since !== undefined && provenAt > since ? provenAt : 0;
  }

  /** A code was right: it counts again from here for a while, where the setting says so. */
  async open(place: FactorPlace, tx: Tx): Promise<void> {
    if ((await this.#since()) !== undefined) {
      const now = this.#deps.clock.now();
      await this.#windows.put({ ...place, id: newId(now), proven_at: now }, tx);
    }
  }

  async listOwn({ userId }: Actor): Promise<OwnFactorWindow[]> {
    const length = LENGTH_MS[await this.#deps.setting()];
    const after = this.#deps.clock.now() - length;
    return (length === 0 ? [] : await this.#windows.listOf(userId, after)).map((window) => ({
      id: window.id,
      address: window.address,
      keyName: window.proof === WITH_PASSWORD ? null : (window.key_name ?? ''),
      proven: familyTime(window.proven_at),
      ends: familyTime(window.proven_at + length),
    }));
  }

  async end(actor: Actor, id: string): Promise<void> {
    const { database, audit } = this.#deps;
    await database.transact(async (tx) => {
      if (!(await this.#windows.remove(actor.userId, id, tx))) {
        throw new AppError('factor_window.not_found');
      }
      const object = { type: 'user', id: actor.userId, name: actor.username };
      await audit.write(actor, { action: 'account.factor-window-ended', object }, tx);
    });
  }

  endAllOf(userId: string, tx: Tx): Promise<void> {
    return this.#windows.removeAllOf(userId, tx);
  }

  sweep(): Promise<void> {
    return this.#windows.removeProvenBefore(this.#deps.clock.now() - LENGTH_MS['8h']);
  }

  /** A proof after this moment counts; undefined where none does. */
  async #since(): Promise<number | undefined> {
    const length = LENGTH_MS[await this.#deps.setting()];
    return length === 0 ? undefined : this.#deps.clock.now() - length;
  }
}
