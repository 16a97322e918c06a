import type { Database } from '../../db/database.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import { asProductError } from './storage-errors.ts';
import { StorageLedgerRepository } from './storage-ledger.repository.ts';
import { StorageRepository } from './storage.repository.ts';

/** No space has such an id. */
const LIST = '/removed';

interface Dependencies {
  database: Database;
  store: ByteStore;
}

/**
 * The bytes of spaces whose rows go. They are listed in the store itself before the rows are gone: afterwards nobody else
 * knows of them, and what cannot be removed at once, because the store is away or the server dies, is removed later.
 */
export class StorageRemovals {
  readonly #store: ByteStore;
  readonly #spaces: StorageRepository;
  readonly #ledger: StorageLedgerRepository;

  constructor({ database, store }: Dependencies) {
    this.#store = store;
    this.#spaces = new StorageRepository(database);
    this.#ledger = new StorageLedgerRepository(database);
  }

  /**
   * Deletes the rows of spaces, and then their bytes. Throws while the store is away, and deletes nothing; once the rows are
   * gone it does not fail any more: what is left is for the next sweep.
   */
  async around(ids: readonly string[], deleteRows: () => Promise<unknown>): Promise<void> {
    const uploads = ids.length === 0 ? [] : await this.#ledger.listUploadsOf(ids);
    for (const id of ids) {
      await asProductError(() => this.#store.makeFolder(`${LIST}/${id}`));
    }
    try {
      await deleteRows();
    } catch (error) {
      for (const id of ids) {
        await this.#store.remove(`${LIST}/${id}`).catch(() => undefined);
      }
      throw error;
    }
    for (const { path, token } of uploads) {
      await this.#store.discard(path, token);
    }
    for (const id of ids) {
      await this.#remove(id).catch(() => undefined);
    }
  }

  /** What is listed still, by whichever process. Spaces that are still there are left alone. */
  async sweep(): Promise<void> {
    const listed = await this.#store.list(LIST).catch((error: unknown) => {
      if (isStorage(error, 'not_found')) {
        return [];
      }
      throw error;
    });
    const ids = listed.map(({ name }) => name);
    const there = ids.length === 0 ? [] : await this.#spaces.listByIds(ids);
    const failures: unknown[] = [];
    for (const id of ids.filter((one) => !there.some((space) => space.id === one))) {
      // One that cannot be removed yet keeps none of the others.
      await this.#remove(id).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) {
      throw failures[0] as Error;
    }
  }

  async #remove(id: string): Promise<void> {
    await this.#store.remove(`/${id}`);
    await this.#store.remove(`${LIST}/${id}`);
  }
}
