import type { Database, Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';
import { sizeText } from '../../kernel/size.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { StorageLedgerRepository, type TreeSize } from './storage-ledger.repository.ts';
import { sizeOf } from './tree-size.ts';

interface Dependencies {
  database: Database;
  store: ByteStore;
  processId: () => Promise<string>;
  clock: Clock;
}

/** What a change came to. */
interface Changed<Value> {
  value: Value;
  /** What is used more than before. */
  used: number;
  /** How many entries there are more than before. */
  entries?: number;
  /** What was promised and is promised no longer. */
  reserved?: number;
  /** Written with it, so that both are true or neither. */
  also?: (tx: Tx) => Promise<void>;
}

interface Measured {
  before: number;
  after: number;
  /** Nothing was counted before: a difference says nothing. */
  isFirst: boolean;
}

/** How often a space is measured again because something changed meanwhile. */
const TRIES = 5;

/**
 * Keeps what is used of each space. A change of files is written down before it begins and settled with its size when it is
 * done; what a dead process left there tells which spaces must be measured. Room for what is under way is promised first,
 * by one statement, so that many at once cannot take more than there is.
 */
export class StorageLedger {
  readonly #deps: Dependencies;
  readonly #rows: StorageLedgerRepository;
  readonly #turns = new KeyedQueue();
  readonly #underWay = new Set<string>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new StorageLedgerRepository(dependencies.database);
  }

  /** Throws when there is no room for it. Less than before always fits. */
  async reserve(storageId: string, bytes: number, tx: Tx): Promise<void> {
    if (bytes !== 0 && !(await this.#rows.reserve(storageId, bytes, tx))) {
      throw await this.#refusal(storageId, tx);
    }
  }

  /** Throws when there is no room for so much more, and promises nothing. */
  async refuseFull(storageId: string, bytes: number): Promise<void> {
    if ((await this.room(storageId)) < bytes) {
      throw await this.#refusal(storageId);
    }
  }

  /** How much more fits; Infinity where there is no limit. */
  async room(storageId: string): Promise<number> {
    const usage = await this.usage(storageId);
    return usage.limit_bytes < 0
      ? Number.POSITIVE_INFINITY
      : Math.max(0, usage.limit_bytes - usage.used_bytes - usage.reserved_bytes);
  }

  /** What is used of a space, and what it may hold. */
  async usage(storageId: string) {
    const usage = await this.#rows.findUsage(storageId);
    if (!usage) {
      throw new AppError('storage.not_found');
    }
    return usage;
  }

  /**
   * Does something to the files of a space, one such thing at a time, and counts what it came to. What may refuse it goes into
   * `look`: nothing is done yet, so nothing need be measured.
   */
  change<Value>(
    storageId: string,
    work: () => Promise<Changed<Value>>,
    look: () => Promise<unknown> = async () => undefined,
  ): Promise<Value> {
    return this.#turns.take(storageId, async () => {
      await look();
      const { database, clock, processId } = this.#deps;
      const id = newId(clock.now());
      this.#underWay.add(id);
      try {
        const change = { id, storage_id: storageId, process_id: await processId(), created_at: clock.now() };
        await this.#rows.insertChange(change);
        const { value, used, entries = 0, reserved = 0, also } = await work();
        await database.transact(async (tx) => {
          await this.#rows.settle(storageId, { used, entries, reserved }, tx);
          await this.#rows.removeChange(id, tx);
          await also?.(tx);
        });
        return value;
      } catch (error) {
        // It may have been done in part.
        await this.#measureFor(storageId, id);
        throw error;
      } finally {
        this.#underWay.delete(id);
      }
    });
  }

  /** A change that takes room: it is promised before anything is made, and given back when that fails. */
  async grow<Value>(
    storageId: string,
    look: () => Promise<TreeSize>,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const { database } = this.#deps;
    let more: TreeSize = { used: 0, entries: 0 };
    const grow = async (): Promise<Changed<Value>> => {
      const { used, entries } = more;
      await database.transact((tx) => this.reserve(storageId, used, tx));
      try {
        return { value: await work(), used, entries, reserved: used };
      } catch (error) {
        await database.transact((tx) => this.reserve(storageId, -used, tx));
        throw error;
      }
    };
    return this.change(storageId, grow, async () => {
      more = await look();
      await this.refuseFull(storageId, more.used);
    });
  }

  /** The space is measured under the turn of those who change it here; those elsewhere show by `changes`. */
  measure(storageId: string): Promise<Measured | undefined> {
    return this.#turns.take(storageId, () => this.#measure(storageId));
  }

  /** Whether a change is going on in this process. */
  isUnderWay(changeId: string): boolean {
    return this.#underWay.has(changeId);
  }

  /** A change nobody is making any more: the space is measured, and the change forgotten. */
  async recover(change: { id: string; storage_id: string }): Promise<void> {
    await this.#turns.take(change.storage_id, () => this.#measureFor(change.storage_id, change.id));
  }

  async #measureFor(storageId: string, changeId: string): Promise<void> {
    try {
      await this.#measure(storageId);
      await this.#rows.removeChange(changeId);
    } catch {
      // The store is away: the change stays written down, and the next round measures.
    }
  }

  async #measure(storageId: string): Promise<Measured | undefined> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const usage = await this.#rows.findUsage(storageId);
      if (!usage) {
        return undefined;
      }
      const found = await sizeOf(this.#deps.store.walk(`/${storageId}`));
      const { database } = this.#deps;
      const isTaken = await database.transact((tx) =>
        this.#rows.setUsed(storageId, found, usage.changes, tx),
      );
      if (isTaken) {
        return { before: usage.used_bytes, after: found.used, isFirst: usage.entry_count < 0 };
      }
    }
    return undefined;
  }

  async #refusal(storageId: string, tx?: Tx): Promise<AppError> {
    const usage = await this.#rows.findUsage(storageId, tx);
    if (!usage) {
      return new AppError('storage.not_found');
    }
    const free = Math.max(0, usage.limit_bytes - usage.used_bytes - usage.reserved_bytes);
    const params = { name: usage.name, limit: sizeText(usage.limit_bytes), free: sizeText(free) };
    return new AppError('storage.quota', { params });
  }
}
