import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { Database } from '../../db/database.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import { storedNames, storedPath } from '../../storage/stored-path.ts';
import type { Moved, StorageAccessDoor } from './storage-access.ts';
import { StorageLedgerRepository } from './storage-ledger.repository.ts';
import type { StorageLedger } from './storage-ledger.ts';
import type { StorageUploads } from './storage-uploads.ts';
import { inOurWords } from './storage-words.ts';
import type { StorageAct } from './storage.policy.ts';

interface Dependencies {
  database: Database;
  door: StorageAccessDoor;
  store: ByteStore;
  ledger: StorageLedger;
  uploads: StorageUploads;
  /** Where spaces lie on this disk; undefined where they lie elsewhere. */
  root: string | undefined;
}

export interface DrivenFile {
  storageId: string;
  userId: string;
  /** In the space. */
  path: string;
  size: number;
  changedAt: number;
  open: () => Promise<Readable>;
}

/** Whoever works with a space as a drive does all of this, or their remote machine does it for them. */
const DRIVEN: readonly StorageAct[] = ['browse', 'download', 'upload', 'mkdir', 'rm', 'rename', 'edit'];

/** A space as the drive of a remote machine, which asks nobody before it writes. */
export class StorageDriveService {
  readonly #on: Dependencies;
  readonly #rows: StorageLedgerRepository;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rows = new StorageLedgerRepository(dependencies.database);
  }

  get root(): string | undefined {
    return this.#on.root;
  }

  async mayDrive(userId: string, storageId: string): Promise<boolean> {
    const answers = await Promise.all(
      DRIVEN.map((act) => this.#on.door.mayStill({ userId }, storageId, act)),
    );
    return answers.every(Boolean);
  }

  /** The folder of the space, where it lies on this disk; one that is not there is made. */
  async folderOf(storageId: string): Promise<string | undefined> {
    const { store, root } = this.#on;
    if (root === undefined) {
      return undefined;
    }
    await store.makeFolder(placeIn(storageId));
    return `${root}${placeIn(storageId)}`;
  }

  /** Somebody else has changed its files. Answers whether they are more than it may hold. */
  async measure(storageId: string): Promise<boolean> {
    await this.#on.ledger.measure(storageId);
    const usage = await this.#rows.findUsage(storageId);
    return usage !== undefined && usage.limit_bytes >= 0 && usage.used_bytes > usage.limit_bytes;
  }

  refuseFull(storageId: string, bytes: number): Promise<void> {
    return this.#on.ledger.refuseFull(storageId, bytes);
  }

  async hasRoom(storageId: string, bytes: number): Promise<boolean> {
    return (await this.#on.ledger.room(storageId)) >= bytes;
  }

  /** Undefined when it is there already, as after a process that died between storing and forgetting it. */
  async put({ storageId, userId, path, size, changedAt, open }: DrivenFile): Promise<Moved | undefined> {
    const { store, uploads } = this.#on;
    return inOurWords(async () => {
      const place = placeIn(storageId, path);
      const before = await store.stat(place);
      if (before?.kind === 'file' && before.size === size && before.modifiedAt >= changedAt) {
        return undefined;
      }
      const source = await open();
      try {
        return await uploads.receive({ storageId, userId, path: place, offset: 0, size, source });
      } finally {
        // One that is refused is not read to its end.
        source.destroy();
      }
    });
  }

  makeFolder(storageId: string, path: string): Promise<void> {
    return inOurWords(() => this.#on.store.makeFolder(placeIn(storageId, path)));
  }

  /** False when there is nothing to move, or something in the way. */
  move(storageId: string, from: string, to: string): Promise<boolean> {
    const { store, ledger } = this.#on;
    return ledger.change(storageId, async () => {
      try {
        await store.move(placeIn(storageId, from), placeIn(storageId, to));
        return { value: true, used: 0 };
      } catch (error) {
        if (isStorage(error, 'not_found', 'exists', 'not_a_folder')) {
          return { value: false, used: 0 };
        }
        throw error;
      }
    });
  }

  remove(storageId: string, path: string): Promise<void> {
    const { store, ledger } = this.#on;
    return inOurWords(() =>
      ledger.change(storageId, async () => {
        const place = placeIn(storageId, path);
        let used = 0;
        for await (const { size } of store.walk(place)) {
          used -= size;
        }
        await store.remove(place);
        return { value: undefined, used };
      }),
    );
  }
}

/** What the bytes of a file come to, for the log. */
export async function sumOf(source: Readable): Promise<Moved> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of source as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, checksum: hash.digest('hex') };
}

function placeIn(storageId: string, path = '/'): string {
  return storedPath([storageId, ...storedNames(path)]);
}
