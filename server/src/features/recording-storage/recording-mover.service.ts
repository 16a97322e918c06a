import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { say, type Language } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { Database } from '../../db/database.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { HEAD_BYTES, recordingsIn } from '../../recorders/recording-files.ts';
import { openStoredRecordings, readWhole, storedRecordingPath } from '../../recorders/stored-recordings.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { putStream } from '../../storage/put-stream.ts';
import type { S3Options } from '../../storage/s3/s3-bucket.ts';
import type { AuditEntry, AuditService } from '../audit/audit.service.ts';
import type { OfferedNotice } from '../notice/notice.service.ts';
import type { SessionKinds } from '../session/session-kind.ts';
import { StoredRecordingRepository } from './stored-recording.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  recordingRoot: string;
  kinds: SessionKinds;
  s3?: S3Options | undefined;
  storage: Pick<Storage, 'meters'>;
  /** Whether this process still writes the recording, whatever the row says. */
  isLive?: ((sessionId: string) => boolean) | undefined;
  /** How long after a failure it is tried again. */
  retryMs?: number | undefined;
}

export interface MoveProgress {
  moved: number;
  total: number;
}

/** Administrators are told when it has not worked for this long: a store may be restarted. */
const PATIENCE_MS = 5 * MINUTE_MS;
const GONE_AT_ONCE = 100;
/** Acts after which recordings in the store may belong to nobody. */
const REMOVALS: readonly string[] = ['session.deleted', 'session.cleared', 'retention.swept'];

/**
 * Moves recordings that are over to the store. The folders on this disk are the list of what is still to be done, so a
 * process that dies leaves nothing to remember. A folder goes when every file of it has been read back from the store
 * and is what was sent; until then it is the truth, and what is played.
 */
export class RecordingMoverService {
  readonly #on: Dependencies;
  readonly #rows: StoredRecordingRepository;
  #opened: Promise<ByteStore> | undefined;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopping = false;
  #failingSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rows = new StoredRecordingRepository(dependencies.database);
  }

  get hasStore(): boolean {
    return this.#on.s3 !== undefined;
  }

  get isFailing(): boolean {
    return this.#failingSince !== undefined;
  }

  /** Recordings on this disk that go to the store, those of live sessions with them. */
  async countWaiting(): Promise<number> {
    if (!this.#on.s3) {
      return 0;
    }
    return (await recordingsIn(this.#on.recordingRoot)).length;
  }

  /** Without a store there is nothing to do. */
  start(): void {
    if (this.#on.s3) {
      this.#stopListening ??= this.#on.audit.subscribe((entry) => this.#onAuditEntry(entry));
      this.#run();
    }
  }

  /** There may be something to be moved that nobody told of. */
  wake(): void {
    if (this.#on.s3 && !this.#isStopping) {
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
    if (this.#failingSince === undefined || this.#on.clock.now() - this.#failingSince < PATIENCE_MS) {
      return [];
    }
    const text = (language: Language) => say(NOTICE_WORDS.recordings_not_moved, language);
    return [{ id: 'recordings-not-moved', level: 'warning', menus: ['setting'], text }];
  }

  /** Moves everything that is over and on this disk. Rejects with the first failure; what was moved stays moved. */
  async moveAll(tell: (progress: MoveProgress) => void = () => undefined): Promise<number> {
    const over = await this.#listOver();
    let moved = 0;
    for (const { id, protocol } of over) {
      if (this.#isStopping) {
        break;
      }
      await this.#move(id, protocol);
      moved += 1;
      tell({ moved, total: over.length });
    }
    return moved;
  }

  /** Whether nothing that is over lies on this disk and should not. */
  async isDone(): Promise<boolean> {
    return !this.#on.s3 || (await this.#listOver()).length === 0;
  }

  async #listOver(): Promise<{ id: string; protocol: string }[]> {
    const folders = await recordingsIn(this.#on.recordingRoot);
    return this.#rows.listOver(folders.filter((id) => this.#on.isLive?.(id) !== true));
  }

  #onAuditEntry({ action }: AuditEntry): void {
    if (action === 'session.closed' || REMOVALS.includes(action)) {
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
        await this.moveAll();
        await this.#removeGone();
        this.#failingSince = undefined;
      } catch (error) {
        this.#failingSince ??= this.#on.clock.now();
        this.#on.logger.warn({ err: error }, 'recordings could not be moved; they stay on this disk for now');
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#run(), this.#on.retryMs ?? MINUTE_MS).unref();
        return;
      }
    }
  }

  async #move(id: string, protocol: string): Promise<void> {
    const folder = join(this.#on.recordingRoot, id);
    const kind = this.#on.kinds[protocol as keyof SessionKinds];
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

  async #removeGone(): Promise<void> {
    for (;;) {
      const ids = await this.#rows.listGone(GONE_AT_ONCE);
      if (ids.length === 0) {
        return;
      }
      const store = await this.#open();
      for (const id of ids) {
        await store.remove(storedRecordingPath(id));
        await this.#rows.remove(id);
      }
    }
  }

  async #open(): Promise<ByteStore> {
    const { s3 } = this.#on;
    if (!s3) {
      throw new Error('there is no store for recordings');
    }
    this.#opened ??= openStoredRecordings(s3, this.#on.storage.meters.recordings);
    return this.#opened;
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
