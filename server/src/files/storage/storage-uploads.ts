import { createHash } from 'node:crypto';

import { refusingTaken, type Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { freeBytes } from '../../kernel/free-bytes.ts';
import { newId } from '../../kernel/id.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { ByteStore, Draft } from '../../storage/byte-store.ts';
import type { Moved } from '../file-place/guarded-files.ts';
import { readUntilBroken } from './read-until-broken.ts';
import { refuseDeep, type StorageBounds } from './storage-bounds.ts';
import { StorageLedgerRepository, type TreeSize, type UploadRecord } from './storage-ledger.repository.ts';
import type { StorageLedger } from './storage-ledger.ts';
import { spaceTaken } from './tree-size.ts';

/** How long the beginning of a file waits for the rest. It holds room of the space meanwhile. */
const WAIT_MS = 6 * HOUR_MS;
/** Nobody writes a file for so long without a row that knows of it. */
const FORGOTTEN_MS = DAY_MS;
/** One of this process that does not run yet is about to. */
const BEGINS_WITHIN_MS = MINUTE_MS;
/** Room is promised in such pieces where nobody said how large the file is: as much again as has come, within bounds. */
const STEP_BYTES = { least: 1024 * 1024, most: 64 * 1024 * 1024 };
/** Of one person in one space. */
const MAX_WAITING = 100;

interface Dependencies {
  database: Database;
  store: ByteStore;
  ledger: StorageLedger;
  bounds: StorageBounds;
  processes: ServerProcessService;
  clock: Clock;
}

export interface StorageUpload {
  storageId: string;
  userId: string;
  /** Without it the upload cannot go on after a break. */
  uploadId?: string | undefined;
  /** In the store. */
  path: string;
  offset: number;
  /** What the whole file must come to; without it the end of the source is the end of the file. */
  size?: number | undefined;
  /** How much the sender says it sends now, where that is known. Room is promised for it. */
  announced?: number | undefined;
  /** What it brings is freed. */
  source: AsyncIterable<Uint8Array>;
}

interface Running {
  stop: AbortController;
  isOver: Promise<void>;
}

/**
 * Files on their way into a space. Each has a row that says what room it holds and how the store goes on with it, so
 * that one that broke off can be gone on with after a restart, too, and one that nobody comes back to is removed.
 */
export class StorageUploads {
  readonly #deps: Dependencies;
  readonly #rows: StorageLedgerRepository;
  readonly #running = new Map<string, Running>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new StorageLedgerRepository(dependencies.database);
  }

  async receive(upload: StorageUpload): Promise<Moved> {
    refuseDeep(upload.path);
    const { row, draft } = await this.#begin(upload);
    const stop = new AbortController();
    const receiving = this.#receive(upload, row, draft, stop.signal);
    const isOver = receiving.then(
      () => undefined,
      () => undefined,
    );
    this.#running.set(row.id, { stop, isOver });
    try {
      return await receiving;
    } finally {
      this.#running.delete(row.id);
    }
  }

  /** How much of one that broke off is here. One whose sender was lost unnoticed is stopped first. */
  async received({
    storageId,
    userId,
    uploadId,
  }: Pick<StorageUpload, 'storageId' | 'userId'> & { uploadId: string }) {
    const row = await this.#find(storageId, userId, uploadId);
    if (!row) {
      throw new AppError('file.upload_gone');
    }
    const draft = await this.#deps.store.resume(row.path, row.token);
    return draft ? draft.pause() : 0;
  }

  /** Harmless when there is nothing to give up. */
  async cancel({
    storageId,
    userId,
    uploadId,
  }: Pick<StorageUpload, 'storageId' | 'userId'> & { uploadId: string }) {
    const row = await this.#find(storageId, userId, uploadId);
    if (row) {
      await this.#drop(row);
    }
  }

  /** Lets go of what dead processes held, and removes what nobody came back to. */
  async sweep(): Promise<void> {
    const { processes, store, clock } = this.#deps;
    const rows = await this.#rows.listUploads();
    const others = rows.filter(({ process_id: id }) => id !== '' && id !== processes.id);
    const dead = await processes.listDead([...new Set(others.map(({ process_id }) => process_id))]);
    for (const row of rows) {
      const restMs = clock.now() - row.touched_at;
      const isHeld =
        row.process_id === processes.id
          ? this.#running.has(row.id) || restMs < BEGINS_WITHIN_MS
          : row.process_id !== '' && !dead.has(row.process_id);
      if (isHeld) {
        continue;
      }
      const isOld = restMs > WAIT_MS;
      const draft = isOld ? undefined : await store.resume(row.path, row.token);
      if (!draft) {
        await this.#drop(row);
      } else {
        await draft.pause();
        await this.#rows.updateUpload(row.id, { process_id: '' });
      }
    }
  }

  /** A process that dies while it copies, unpacks or begins a file leaves what no row knows of. Answers how many. */
  async discardForgotten(): Promise<number> {
    const { store, clock } = this.#deps;
    const known = new Set((await this.#rows.listUploads()).map(({ token }) => token));
    return store.discardForgotten(known, clock.now() - FORGOTTEN_MS);
  }

  async #receive(upload: StorageUpload, row: UploadRecord, draft: Draft, stop: AbortSignal): Promise<Moved> {
    const { size } = upload;
    const source = readUntilBroken(upload.source, stop);
    let received = upload.offset;
    try {
      for await (const bytes of source.pieces) {
        received += bytes.length;
        if (size !== undefined && received > size) {
          throw new AppError('file.upload_broken');
        }
        if (size === undefined && received > Math.max(row.reserved_bytes, upload.announced ?? 0)) {
          await this.#promiseMore(row, received);
        }
        await draft.write(bytes);
        freeBytes(bytes);
        if (draft.token !== row.token) {
          row.token = draft.token;
          await this.#rows.updateUpload(row.id, { token: row.token });
        }
      }
      const isWhole = size === undefined ? source.cause() === undefined : received === size;
      if (isWhole) {
        return await this.#finish(row, draft, received);
      }
    } catch (error) {
      await draft.abort();
      await this.#drop(row);
      throw error;
    }
    await this.#leave(row, draft, upload.uploadId !== undefined);
    throw new AppError('file.upload_broken', { cause: source.cause() });
  }

  async #begin(upload: StorageUpload): Promise<{ row: UploadRecord; draft: Draft }> {
    const { storageId, userId, uploadId, path, offset } = upload;
    const waiting = uploadId === undefined ? undefined : await this.#find(storageId, userId, uploadId);
    if (offset > 0) {
      return this.#resume(waiting, upload);
    }
    if (waiting) {
      await this.#drop(waiting);
    }
    // Asked before it comes, and once more when it is whole.
    await this.#growth(path);
    const draft = await this.#deps.store.begin(path);
    try {
      return { row: await this.#insert(upload, draft.token), draft };
    } catch (error) {
      await draft.abort();
      throw error;
    }
  }

  async #resume(waiting: UploadRecord | undefined, { path, offset }: StorageUpload) {
    const { store, processes, clock } = this.#deps;
    if (!waiting || waiting.path !== path) {
      throw new AppError('file.upload_gone');
    }
    const draft = await store.resume(path, waiting.token);
    if (!draft) {
      await this.#drop(waiting);
      throw new AppError('file.upload_gone');
    }
    const { kept } = draft;
    if (kept !== offset) {
      await draft.pause();
      throw new AppError('file.upload_offset', { params: { received: kept } });
    }
    if (!(await this.#rows.takeUpload(waiting, processes.id, clock.now()))) {
      await draft.pause();
      throw new AppError('storage.busy');
    }
    return { row: { ...waiting, process_id: processes.id }, draft };
  }

  async #insert(upload: StorageUpload, token: string): Promise<UploadRecord> {
    const { database, ledger, processes, clock } = this.#deps;
    await processes.register();
    await this.#makeRoomForRow(upload);
    const id = newId(clock.now());
    const row: UploadRecord = {
      id,
      storage_id: upload.storageId,
      user_id: upload.userId,
      upload_id: upload.uploadId ?? id,
      path: upload.path,
      token,
      reserved_bytes: await this.#firstPromise(upload),
      process_id: processes.id,
      touched_at: clock.now(),
    };
    // The same upload is under way by another call.
    const busy = (cause: unknown) => new AppError('storage.busy', { cause });
    await refusingTaken(database, busy, () =>
      database.transact(async (tx) => {
        await ledger.reserve(row.storage_id, row.reserved_bytes, tx);
        await this.#rows.insertUpload(row, tx);
      }),
    );
    return row;
  }

  /** What the file takes more than the one it replaces, where its size is known. */
  async #firstPromise({ path, size, announced }: StorageUpload): Promise<number> {
    const whole = size ?? announced;
    if (whole === undefined) {
      return 0;
    }
    const before = await this.#deps.store.stat(path);
    return Math.max(0, whole - (before?.size ?? 0));
  }

  async #promiseMore(row: UploadRecord, needed: number): Promise<void> {
    const { database, ledger } = this.#deps;
    const missing = needed - row.reserved_bytes;
    const step = Math.min(STEP_BYTES.most, Math.max(STEP_BYTES.least, needed));
    const more = Math.max(missing, Math.min(missing + step, await ledger.room(row.storage_id)));
    await database.transact(async (tx) => {
      await ledger.reserve(row.storage_id, more, tx);
      await this.#rows.updateUpload(row.id, { reserved_bytes: row.reserved_bytes + more }, tx);
    });
    row.reserved_bytes += more;
  }

  /** What the file takes beside its bytes, and how many of those are there before it. */
  async #growth(path: string): Promise<TreeSize & { before: number }> {
    const before = await this.#deps.store.stat(path);
    const more = before ? spaceTaken({}) : await this.#deps.bounds.refuseNew(path, spaceTaken({ files: 1 }));
    return { ...more, before: before?.size ?? 0 };
  }

  /** Room is asked for again with what is there now: what it replaces may have gone, or come, meanwhile. */
  async #finish(row: UploadRecord, draft: Draft, size: number): Promise<Moved> {
    const { database, ledger } = this.#deps;
    let more = { before: 0, used: 0, entries: 0 };
    const look = async () => {
      more = await this.#growth(row.path);
    };
    const finish = async () => {
      const { before, entries } = more;
      const used = size - before + more.used;
      const reserved = Math.max(0, used);
      await database.transact(async (tx) => {
        await ledger.reserve(row.storage_id, reserved - row.reserved_bytes, tx);
        await this.#rows.updateUpload(row.id, { reserved_bytes: reserved }, tx);
      });
      row.reserved_bytes = reserved;
      const value = await draft.commit();
      const also = async (tx: Parameters<StorageLedgerRepository['removeUpload']>[1]) => {
        await this.#rows.removeUpload(row.id, tx);
      };
      return { value, used, entries, reserved, also };
    };
    const stored = await ledger.change(row.storage_id, finish, look);
    return { bytes: stored.size, checksum: stored.checksum ?? (await this.#sum(row.path)) };
  }

  /** Its beginning was written by a request that broke off: nobody saw all of it pass. */
  async #sum(path: string): Promise<string> {
    const hash = createHash('sha256');
    const { body } = await this.#deps.store.read(path);
    for await (const bytes of body) {
      hash.update(bytes as Buffer);
    }
    return hash.digest('hex');
  }

  async #leave(row: UploadRecord, draft: Draft, mayReturn: boolean): Promise<void> {
    if (!mayReturn) {
      await draft.abort();
      await this.#drop(row);
      return;
    }
    try {
      await draft.pause();
      const change = { process_id: '', token: draft.token, touched_at: this.#deps.clock.now() };
      await this.#rows.updateUpload(row.id, change);
    } catch {
      await this.#drop(row);
    }
  }

  /** One that is running here is stopped; one that runs elsewhere is not ours to touch. */
  async #find(storageId: string, userId: string, uploadId: string): Promise<UploadRecord | undefined> {
    const { processes } = this.#deps;
    const first = await this.#rows.findUpload(storageId, userId, uploadId);
    const running = first && this.#running.get(first.id);
    if (running) {
      running.stop.abort();
      await running.isOver;
      return this.#rows.findUpload(storageId, userId, uploadId);
    }
    if (first && first.process_id !== '' && first.process_id !== processes.id) {
      const dead = await processes.listDead([first.process_id]);
      if (!dead.has(first.process_id)) {
        throw new AppError('storage.busy');
      }
    }
    return first;
  }

  async #makeRoomForRow({ storageId, userId }: StorageUpload): Promise<void> {
    const rows = await this.#rows.listUploadsOf([storageId]);
    const waiting = rows.filter((row) => row.user_id === userId && row.process_id === '');
    waiting.sort((one, other) => one.touched_at - other.touched_at);
    for (const row of waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING + 1))) {
      await this.#drop(row);
    }
  }

  async #drop(row: UploadRecord): Promise<void> {
    await this.#deps.store.discard(row.path, row.token);
    await this.#deps.database.transact(async (tx) => {
      const reserved = await this.#rows.removeUpload(row.id, tx);
      await this.#deps.ledger.reserve(row.storage_id, -reserved, tx);
    });
  }
}
