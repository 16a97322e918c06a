import { translate } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { sizeText } from '../../kernel/size.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { OfferedNotice } from '../../platform/notice/notice.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { DefaultStorageService } from './default-storage.service.ts';
import { StorageLedgerRepository } from './storage-ledger.repository.ts';
import type { StorageLedger } from './storage-ledger.ts';
import type { StorageMoveService } from './storage-move.service.ts';
import type { StorageRemovals } from './storage-removals.ts';
import type { StorageUploads } from './storage-uploads.ts';
import { StorageRepository } from './storage.repository.ts';

interface Dependencies {
  database: Database;
  ledger: StorageLedger;
  uploads: StorageUploads;
  removals: StorageRemovals;
  defaults: DefaultStorageService;
  processes: ServerProcessService;
  move: StorageMoveService;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
}

interface Correction {
  id: string;
  name: string;
  before: number;
  after: number;
}

const EVERY_MS = MINUTE_MS;
/** Everything is looked at, which takes its time with many files. */
const COMPARE_EVERY_MS = 6 * HOUR_MS;

/**
 * Puts right what dead processes left, and compares what is counted as used with what is there. A difference is corrected,
 * written into the audit log and told to administrators: somebody else changes the files, or the product miscounts.
 */
export class StorageSweepService {
  readonly #deps: Dependencies;
  readonly #rows: StorageLedgerRepository;
  readonly #spaces: StorageRepository;
  readonly #rounds: PeriodicTask;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #corrections: Correction[] = [];

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new StorageLedgerRepository(dependencies.database);
    this.#spaces = new StorageRepository(dependencies.database);
    this.#rounds = new PeriodicTask({
      everyMs: EVERY_MS,
      work: () => this.#round(),
      // It looks through all spaces. Database and store each have their limits.
      deadlineMs: Number.POSITIVE_INFINITY,
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'storage spaces could not be looked at'),
    });
  }

  async start(): Promise<void> {
    await this.#deps.defaults.makeMissing();
    this.#rounds.start();
    runInBackground(this.#rounds.run(), 'a sweep of storage spaces');
  }

  async close(): Promise<void> {
    this.#rounds.stop();
  }

  /** What a process that died was in the middle of. */
  async recover(): Promise<void> {
    const { processes, ledger, uploads, removals } = this.#deps;
    const changes = await this.#rows.listChanges();
    const others = changes.filter(({ process_id: id }) => id !== processes.id);
    const dead = await processes.listDead([...new Set(others.map(({ process_id }) => process_id))]);
    for (const change of changes) {
      const isLeft =
        change.process_id === processes.id ? !ledger.isUnderWay(change.id) : dead.has(change.process_id);
      if (isLeft) {
        await ledger.recover(change);
      }
    }
    await uploads.sweep();
    await removals.sweep();
  }

  /** Answers what was not as it was counted. */
  async compare(): Promise<readonly Correction[]> {
    const { ledger, audit, logger } = this.#deps;
    const corrections: Correction[] = [];
    for (const { id } of await this.#spaces.listIds()) {
      if (await this.#rows.isChanging(id)) {
        continue;
      }
      const measured = await ledger.measure(id);
      if (measured && measured.before !== measured.after && !measured.isFirst) {
        const { name = '' } = (await this.#spaces.find(id)) ?? {};
        const { before, after } = measured;
        corrections.push({ id, name, before, after });
        logger.warn(
          { storageId: id, before, after },
          'the used size of a storage space was not what is there',
        );
        const object = { type: 'storage', id, name } as const;
        const detail = { before, after };
        await audit.writeAlone(SYSTEM_CALLER, { action: 'storage.corrected', object, detail });
      }
    }
    this.#corrections = corrections;
    return corrections;
  }

  notices(): OfferedNotice[] {
    return this.#corrections.slice(0, 1).map(({ id, name, before, after }) => ({
      id: `storage-corrected-${id}`,
      level: 'warning',
      menus: ['storage'],
      text: (language) =>
        translate(NOTICE_WORDS.storage_corrected, language, {
          name,
          before: sizeText(before),
          after: sizeText(after),
          count: this.#corrections.length,
        }),
    }));
  }

  async #round(): Promise<void> {
    await this.recover();
    // What is still to be moved is counted as used and not there.
    const isWaiting = await this.#deps.move.isWaiting();
    const now = this.#deps.clock.now();
    if (now - this.#comparedAt > COMPARE_EVERY_MS && !isWaiting) {
      this.#comparedAt = now;
      await this.compare();
      // Last: S3 lists what was begun only for a key that has a right of its own to that.
      const discarded = await this.#deps.uploads.discardForgotten();
      if (discarded > 0) {
        this.#deps.logger.info({ discarded }, 'files that a dead process had begun were discarded');
      }
    }
  }
}
