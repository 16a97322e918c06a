import { translate } from '@jadegate/contract/language';
import { STORAGE_WORDS } from '@jadegate/contract/words/storage';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import { StorageRepository } from './storage.repository.ts';

interface Dependencies {
  database: Database;
  settings: SettingService;
  clock: Clock;
}

/** Everybody has a space of their own, with their own id. */
export class DefaultStorageService {
  readonly #deps: Dependencies;
  readonly #spaces: StorageRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#spaces = new StorageRepository(dependencies.database);
  }

  /** For somebody who is just being added. Does nothing when they have one. */
  async make(person: { id: string; nickname: string }, tx: Tx): Promise<void> {
    const { settings, clock } = this.#deps;
    const [megabytes, language] = await Promise.all([
      settings.get('user-default-storage-size'),
      settings.get('language'),
    ]);
    const limit_bytes = megabytes > 0 ? megabytes * MEGABYTE : -1;
    const name = translate(STORAGE_WORDS.defaultName, language, { name: person.nickname });
    await this.#spaces.insertDefault({ id: person.id, name, limit_bytes, created_at: clock.now() }, tx);
  }

  /** For those who were added before there were spaces, or by other ways than the console. */
  async makeMissing(): Promise<void> {
    const missing = await this.#spaces.listWithoutDefault();
    if (missing.length > 0) {
      await this.#deps.database.transact(async (tx) => {
        for (const person of missing) {
          await this.make(person, tx);
        }
      });
    }
  }
}
