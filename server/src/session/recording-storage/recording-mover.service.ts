import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { translate, type Language } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { Database } from '../../db/database.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditEntry, AuditService } from '../../platform/audit/audit.service.ts';
import type { OfferedNotice } from '../../platform/notice/notice.service.ts';
import type { DistributedLockService } from '../../platform/server-process/distributed-lock.service.ts';
import { HEAD_BYTES, recordingsIn } from '../../recorders/recording-files.ts';
import { readWhole, storedRecordingPath } from '../../recorders/stored-recordings.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { putStream } from '../../storage/put-stream.ts';
import { isStorage } from '../../storage/storage-error.ts';
import type { RecordingRemovalService } from './recording-removal.service.ts';
import { StoredRecordingRepository } from './stored-recording.repository.ts';

interface RecordingKind {
  /** Makes what a player needs to jump in a recording that is over, before it leaves this disk. */
  completeRecording?(folder: string): Promise<void>;
  /** The form in which a file of a recording is kept; as it is where nothing is said. */
  packFile?(name: string, bytes: Buffer): Promise<Buffer>;
}

/** What the kinds of sessions know of their recordings, by protocol. */
type RecordingKinds = Readonly<Record<string, RecordingKind | undefined>>;

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  recordingRoot: string;
  kinds: RecordingKinds;
  /** Left out where recordings stay on the disk. */
  openStore?: (() => Promise<ByteStore>) | undefined;
  removals: Pick<RecordingRemovalService, 'noteStored'>;
  /** A command of the operator moves beside the server, which does so by itself. */
  distributedLock: Pick<DistributedLockService, 'withLock'>;
  /** Whether this process still writes the recording, whatever the row says. */
  isLive?: ((sessionId: string) => boolean) | undefined;
  /** How long after a failure it is tried again; with one recording that fails each time, more and more rarely. */
  retryMs?: number | undefined;
}

export interface MoveProgress {
  moved: number;
  total: number;
}

/** Another process is at it. */
class MovedElsewhere extends Error {}

interface Over {
  id: string;
  protocol: string;
}

/** A recording that could not be moved while the store was well. */
interface Stuck {
  since: number;
  attempts: number;
  retryAt: number;
}

/** Administrators are told when it has not worked for this long: a store may be restarted. */
const PATIENCE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = HOUR_MS;
/** By then, whoever was moving one is done with it or has lost its turn. */
const LOOK_AGAIN_MS = 15 * SECOND_MS;
/** After so many in a row that cannot be moved, it is hardly about the recordings. */
const MOST_IN_A_ROW = 5;

/**
 * Moves recordings that are over to the store. The folders on this disk are the list of what is still to be done, so a
 * process that dies leaves nothing to remember. A folder goes when every file of it has been read back from the store
 * and is what was sent; until then it is the truth, and what is played.
 */
export class RecordingMoverService {
  readonly #deps: Dependencies;
  readonly #rows: StoredRecordingRepository;
  /** Each waits for its own time, and keeps none of the others. */
  readonly #stuck = new Map<string, Stuck>();
  /** Whoever moves them may die before they are done. */
  #areMovedElsewhere = false;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopping = false;
  #failingSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new StoredRecordingRepository(dependencies.database);
  }

  get hasStore(): boolean {
    return this.#deps.openStore !== undefined;
  }

  get isFailing(): boolean {
    return this.#failingSince !== undefined || this.#stuck.size > 0;
  }

  /** Recordings on this disk that go to the store, those of live sessions with them. */
  async countWaiting(): Promise<number> {
    if (!this.hasStore) {
      return 0;
    }
    return (await recordingsIn(this.#deps.recordingRoot)).length;
  }

  /** Without a store there is nothing to do. */
  start(): void {
    if (this.hasStore) {
      this.#stopListening ??= this.#deps.audit.subscribe((entry) => this.#onAuditEntry(entry));
      this.#run();
    }
  }

  /** There may be something to be moved that nobody told of. */
  wake(): void {
    if (this.hasStore && !this.#isStopping) {
      this.#run();
    }
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening?.();
    clearTimeout(this.#timer);
    await this.settle();
  }

  /** Resolves when nothing is being moved. */
  async settle(): Promise<void> {
    while (this.#running) {
      await this.#running;
    }
  }

  notices(): OfferedNotice[] {
    const isLong = (since: number | undefined) =>
      since !== undefined && this.#deps.clock.now() - since >= PATIENCE_MS;
    const notice = { level: 'warning', menus: ['setting'] } as const;
    if (isLong(this.#failingSince)) {
      const text = (language: Language) => translate(NOTICE_WORDS.recordings_not_moved, language);
      return [{ ...notice, id: 'recordings-not-moved', text }];
    }
    const count = [...this.#stuck.values()].filter(({ since }) => isLong(since)).length;
    const text = (language: Language) => translate(NOTICE_WORDS.recordings_stuck, language, { count });
    return count === 0 ? [] : [{ ...notice, id: 'recordings-stuck', text }];
  }

  /**
   * Moves everything that is over and on this disk. One that cannot be moved keeps none of the others; when all were tried,
   * it rejects with the first failure.
   */
  async moveAll(tell: (progress: MoveProgress) => void = () => undefined): Promise<number> {
    const { moved, failures } = await this.#moveEach(await this.#listOver(), tell);
    if (failures.length > 0) {
      throw failures[0] as Error;
    }
    return moved;
  }

  /** Whether nothing that is over lies on this disk and could be moved. */
  async isDone(): Promise<boolean> {
    return !this.hasStore || (await this.#listOver()).every(({ id }) => this.#stuck.has(id));
  }

  async #listOver(): Promise<Over[]> {
    const folders = await recordingsIn(this.#deps.recordingRoot);
    return this.#rows.listOver(folders.filter((id) => this.#deps.isLive?.(id) !== true));
  }

  #onAuditEntry({ action }: AuditEntry): void {
    if (action === 'session.closed') {
      this.#run();
    }
  }

  /** One round at a time; whoever asks during one gets another after it. */
  #run(): void {
    this.#isAskedAgain = true;
    this.#running ??= this.#rounds().finally(() => (this.#running = undefined));
  }

  async #rounds(): Promise<void> {
    while (this.#isAskedAgain && !this.#isStopping) {
      this.#isAskedAgain = false;
      try {
        await this.#moveDue();
        this.#failingSince = undefined;
      } catch (error) {
        this.#failingSince ??= this.#deps.clock.now();
        this.#deps.logger.warn(
          { err: error },
          'recordings could not be moved; they stay on this disk for now',
        );
        this.#runIn(this.#retryMs);
        return;
      }
    }
  }

  get #retryMs(): number {
    return this.#deps.retryMs ?? MINUTE_MS;
  }

  #runIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), ms).unref();
  }

  async #moveDue(): Promise<void> {
    const over = await this.#listOver();
    // Deleted meanwhile, or moved by a command of the operator.
    const there = new Set(over.map(({ id }) => id));
    [...this.#stuck.keys()].filter((id) => !there.has(id)).forEach((id) => this.#stuck.delete(id));
    const now = this.#deps.clock.now();
    this.#areMovedElsewhere = false;
    await this.#moveEach(over.filter(({ id }) => (this.#stuck.get(id)?.retryAt ?? 0) <= now));
    const due = [...this.#stuck.values()].map(({ retryAt }) => retryAt);
    if (this.#areMovedElsewhere) {
      due.push(this.#deps.clock.now() + LOOK_AGAIN_MS);
    }
    if (due.length > 0) {
      this.#runIn(Math.max(Math.min(...due) - this.#deps.clock.now(), 1));
    }
  }

  /** Rejects only where it is not about one recording. */
  async #moveEach(
    over: readonly Over[],
    tell: (progress: MoveProgress) => void = () => undefined,
  ): Promise<{ moved: number; failures: unknown[] }> {
    const failures: unknown[] = [];
    let moved = 0;
    let inARow = 0;
    for (const one of over) {
      if (this.#isStopping) {
        break;
      }
      try {
        const isMoved = await this.#moveOne(one);
        inARow = 0;
        if (isMoved) {
          moved += 1;
          tell({ moved, total: over.length });
        }
      } catch (error) {
        if (await this.#isAboutAll(error)) {
          throw error;
        }
        this.#noteStuck(one.id, error);
        failures.push(error);
        inARow += 1;
        if (inARow === MOST_IN_A_ROW) {
          throw error;
        }
      }
    }
    return { moved, failures };
  }

  /** Answers false when another process moves it, or has done so since it was listed. */
  async #moveOne({ id, protocol }: Over): Promise<boolean> {
    let isMoved = false;
    try {
      const busy = () => new MovedElsewhere();
      await this.#deps.distributedLock.withLock(`recording-move:${id}`, { patienceMs: 0, busy }, async () => {
        isMoved = existsSync(join(this.#deps.recordingRoot, id));
        if (isMoved) {
          await this.#move(id, protocol);
        }
      });
    } catch (error) {
      if (error instanceof MovedElsewhere) {
        this.#areMovedElsewhere = true;
        return false;
      }
      if ((await this.#rows.listGone([id])).length === 0) {
        throw error;
      }
    }
    this.#stuck.delete(id);
    // Deleted while it was moved: what was stored after that was written down by nobody.
    if ((await this.#rows.listGone([id])).length > 0) {
      await this.#deps.removals.noteStored(id);
    }
    return isMoved;
  }

  /** Whether the database or the store is away, so that no other recording would fare better. */
  async #isAboutAll(error: unknown): Promise<boolean> {
    if (this.#deps.database.engine.outage(error) !== undefined) {
      return true;
    }
    if (!isStorage(error, 'away', 'key_refused', 'bucket_missing', 'failed')) {
      return false;
    }
    try {
      // Whether there is such a thing does not matter.
      await (await this.#open()).stat('/ping');
      return false;
    } catch {
      return true;
    }
  }

  #noteStuck(id: string, error: unknown): void {
    const now = this.#deps.clock.now();
    const { since, attempts } = this.#stuck.get(id) ?? { since: now, attempts: 0 };
    const pauseMs = Math.min(this.#retryMs * 2 ** attempts, LONGEST_PAUSE_MS);
    this.#stuck.set(id, { since, attempts: attempts + 1, retryAt: now + pauseMs });
    this.#deps.logger.warn(
      { err: error, sessionId: id, attempts: attempts + 1, pauseMs },
      'a recording could not be moved to S3; it stays on this disk for now, and the others go on',
    );
  }

  async #move(id: string, protocol: string): Promise<void> {
    const folder = join(this.#deps.recordingRoot, id);
    const kind = this.#deps.kinds[protocol];
    const rows = await this.#rows.list(id);
    const done = new Set(rows.filter(({ is_verified }) => is_verified === 1).map(({ name }) => name));
    if ((await namesIn(folder, done)).length > 0) {
      await kind?.completeRecording?.(folder);
    }
    for (let names = await namesIn(folder, done); names.length > 0; names = await namesIn(folder, done)) {
      for (const name of names) {
        if (this.#isStopping) {
          return;
        }
        const bytes = await readFile(join(folder, name));
        await this.#store(id, name, (await kind?.packFile?.(name, bytes)) ?? bytes);
        done.add(name);
      }
    }
    // From now on every server reads it from the store.
    await this.#rows.leaveDisk(id);
    // A segment may be in the middle of being compressed, which puts a file back.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #store(id: string, name: string, bytes: Buffer): Promise<void> {
    const store = await this.#open();
    const path = storedRecordingPath(id, name);
    const row = {
      session_id: id,
      name,
      bytes: bytes.length,
      checksum: sha256(bytes),
      head: bytes.toString('hex', 0, HEAD_BYTES),
    };
    await this.#rows.put({ ...row, is_verified: 0 });
    await putStream(store, path, oneChunk(bytes));
    if (sha256(await readWhole(store, path)) !== row.checksum) {
      throw new Error('the store gave back something else than it was given');
    }
    await this.#rows.put({ ...row, is_verified: 1 });
  }

  async #open(): Promise<ByteStore> {
    const { openStore } = this.#deps;
    if (!openStore) {
      throw new Error('there is no store for recordings');
    }
    return openStore();
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Whole files that are not done yet. */
async function namesIn(folder: string, done: ReadonlySet<string>): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => !name.endsWith('.tmp') && !done.has(name));
}
