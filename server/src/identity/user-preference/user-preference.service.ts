import { StoredPreferences, type UserPreferences } from '@jadegate/contract/identity/user-preference';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { UserPreferenceRepository } from './user-preference.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
}

/** What people chose for themselves. It is nobody else's business, and no audit entry. */
export class UserPreferenceService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #preferences: UserPreferenceRepository;

  constructor({ database, clock }: Dependencies) {
    this.#database = database;
    this.#clock = clock;
    this.#preferences = new UserPreferenceRepository(database.db);
  }

  async find(userId: string, tx?: Tx): Promise<UserPreferences> {
    const stored = await this.#preferences.find(userId, tx);
    return stored === undefined ? {} : read(stored);
  }

  /** One window may change the language while another changes the terminal: what is not named stays. */
  async save(userId: string, change: UserPreferences): Promise<UserPreferences> {
    return this.#database.transact(async (tx) => {
      const value = { ...(await this.find(userId, tx)), ...change };
      await this.#preferences.save(userId, JSON.stringify(value), this.#clock.now(), tx);
      return value;
    });
  }
}

function read(stored: string): UserPreferences {
  try {
    return JSON.parse(JSON.stringify(StoredPreferences.parse(JSON.parse(stored)))) as UserPreferences;
  } catch {
    // Cut off or written by hand: nothing was chosen.
    return {};
  }
}
