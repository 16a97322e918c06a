import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database, Tx } from '../../db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { storedRecordingPath } from '../../recorders/stored-recordings.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { RecordingRemovalRepository, type RemovalRecord } from './recording-removal.repository.ts';
import { StoredRecordingRepository } from './stored-recording.repository.ts';

interface Dependencies {
  database: Database;
  processes: Pick<ServerProcessService, 'diskId'>;
  clock: Clock;
  logger: Logger;
  recordingRoot: string;
  /** Left out where recordings stay on the disk. */
  openStore?: (() => Promise<ByteStore>) | undefined;
  /** For tests. */
  removeFolder?: ((folder: string) => Promise<void>) | undefined;
}

const LISTED = 100;
/** A disk that does not answer takes a thread for each, and the process has four for all its files. */
const AT_ONCE = 2;
const PATIENCE_MS = 2 * MINUTE_MS;
/** Whoever deletes sessions sees them gone at once, and need not wait longer for a slow disk. */
const WAIT_MS = 3 * SECOND_MS;
const FIRST_PAUSE_MS = 5 * SECOND_MS;
const LONGEST_PAUSE_MS = HOUR_MS;
const SWEPT = 500;

/**
 * Removes recordings whose sessions were deleted. What is to be removed is written down in the transaction that deletes the
 * sessions, so that a server that dies forgets nothing; each recording goes for itself, on the disk by whichever process
 * works with that disk, in the store by any. One that cannot be removed is tried again, more and more rarely.
 */
export class RecordingRemovalService {
  readonly #deps: Dependencies;
  readonly #removals: RecordingRemovalRepository;
  readonly #stored: StoredRecordingRepository;
  readonly #sweeps: PeriodicTask;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopping = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#removals = new RecordingRemovalRepository(dependencies.database);
    this.#stored = new StoredRecordingRepository(dependencies.database);
    this.#sweeps = new PeriodicTask({
      everyMs: DAY_MS,
      work: () => this.sweep(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'the store was not looked through'),
    });
  }

  /** To be called in the transaction that deletes these sessions, before it does. */
  async note(sessionIds: readonly string[], tx: Tx): Promise<void> {
    await this.#removals.note(sessionIds, await this.#deps.processes.diskId(), tx);
  }

  /** What was moved to the store while its session was deleted. */
  async noteStored(sessionId: string): Promise<void> {
    await this.#removals.noteStored([sessionId]);
    this.wake();
  }

  async start(): Promise<void> {
    await this.#removals.makeDue(await this.#disks());
    if (this.#deps.openStore) {
      this.#sweeps.start();
      runInBackground(this.#sweeps.run(), 'a sweep of stored recordings');
    }
    this.wake();
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#sweeps.stop();
    await this.#sweeps.settled();
    await this.#running;
  }

  /** Looks for what is due, and removes it. */
  wake(): void {
    runInBackground(this.#run(), 'the removal of recordings');
  }

  /** The same, and resolves when it was tried, or after a while. */
  async settle(): Promise<void> {
    await withTimeout(this.#run(), WAIT_MS).catch(() => undefined);
  }

  /**
   * Finds files in the store whose sessions are gone, and of which nobody wrote that down: a server of an earlier version
   * deleted them, or one died that was moving them. A page at a time, along the key.
   */
  async sweep(): Promise<void> {
    let after = '';
    while (!this.#isStopping) {
      const ids = await this.#stored.listIds(after, SWEPT);
      const gone = await this.#stored.listGone(ids);
      if (gone.length > 0) {
        await this.#removals.noteStored(gone);
        this.wake();
      }
      if (ids.length < SWEPT) {
        return;
      }
      after = ids.at(-1) ?? after;
    }
  }

  /** What is empty lies in the store, and is for whoever comes first. */
  async #disks(): Promise<string[]> {
    const own = await this.#deps.processes.diskId();
    return this.#deps.openStore ? [own, ''] : [own];
  }

  /** One round at a time, and another for whoever asks during one. Never fails. */
  #run(): Promise<void> {
    this.#isAskedAgain = true;
    this.#running ??= this.#rounds().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #rounds(): Promise<void> {
    while (this.#isAskedAgain && !this.#isStopping) {
      this.#isAskedAgain = false;
      try {
        await this.#removeDue();
      } catch (error) {
        this.#deps.logger.warn({ err: error }, 'recordings of deleted sessions were not looked for');
      }
    }
  }

  async #removeDue(): Promise<void> {
    const disks = await this.#disks();
    while (!this.#isStopping) {
      const due = await this.#removals.listDue(disks, this.#deps.clock.now(), LISTED);
      if (due.length === 0) {
        return;
      }
      await inParallel(due, AT_ONCE, (one) => this.#remove(one));
    }
  }

  /** Fails only where the database does. */
  async #remove(removal: RemovalRecord): Promise<void> {
    const id = removal.session_id;
    if (this.#isStopping) {
      return;
    }
    try {
      await withTimeout(this.#removeBytes(removal), PATIENCE_MS);
    } catch (error) {
      const attempts = removal.attempts + 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** removal.attempts, LONGEST_PAUSE_MS);
      await this.#removals.postpone(id, { attempts, next_at: this.#deps.clock.now() + pauseMs });
      this.#deps.logger.warn(
        { err: error, sessionId: id, attempts, pauseMs },
        'a recording of a deleted session could not be removed yet',
      );
      return;
    }
    await this.#removals.remove(id);
  }

  async #removeBytes({ session_id: id }: RemovalRecord): Promise<void> {
    const { recordingRoot, openStore, removeFolder = removeWhole } = this.#deps;
    await removeFolder(join(recordingRoot, id));
    if (!(await this.#stored.has(id))) {
      return;
    }
    if (!openStore) {
      throw new Error('a part of it lies in S3, which is not set up here');
    }
    const store = await openStore();
    await store.remove(storedRecordingPath(id));
    await this.#stored.remove(id);
  }
}

/** A segment may be in the middle of being compressed, which puts a file back. */
async function removeWhole(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
