import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import { LIMITS } from '@jadegate/contract/limits';

import type { Database } from '../../db/database.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { isStorage, StorageError } from '../../storage/storage-error.ts';
import { storedNames, storedPath } from '../../storage/stored-path.ts';
import type { Moved } from '../file-place/guarded-files.ts';
import type { StorageBounds } from './storage-bounds.ts';
import { asProductError } from './storage-errors.ts';
import type { StorageFileAccess } from './storage-file-access.ts';
import { StorageLedgerRepository } from './storage-ledger.repository.ts';
import type { StorageLedger } from './storage-ledger.ts';
import type { StorageUploads } from './storage-uploads.ts';
import type { StorageAct } from './storage.policy.ts';
import { sizeOf, spaceTaken } from './tree-size.ts';

interface Dependencies {
  database: Database;
  fileAccess: StorageFileAccess;
  store: ByteStore;
  ledger: StorageLedger;
  bounds: StorageBounds;
  settings: Pick<SettingService, 'get'>;
  uploads: StorageUploads;
  /** Where spaces lie on this disk; undefined where they lie elsewhere. */
  root: string | undefined;
}

interface DrivenFile {
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
  readonly #deps: Dependencies;
  readonly #rows: StorageLedgerRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new StorageLedgerRepository(dependencies.database);
  }

  get root(): string | undefined {
    return this.#deps.root;
  }

  async mayDrive(userId: string, storageId: string): Promise<boolean> {
    const answers = await Promise.all(
      DRIVEN.map((act) => this.#deps.fileAccess.mayStill({ userId }, storageId, act)),
    );
    return answers.every(Boolean);
  }

  /** What a drive may come to, since nobody is asked before something is made on one. */
  async bounds(): Promise<{ depth: number; inFolder: number; inAll: number }> {
    const { settings } = this.#deps;
    const [inFolder, inAll] = await Promise.all([
      settings.get('storage-folder-entries'),
      settings.get('storage-space-entries'),
    ]);
    return { depth: LIMITS.treeDepth.max, inFolder, inAll };
  }

  /** The folder of the space, where it lies on this disk; one that is not there is made. */
  async folderOf(storageId: string): Promise<string | undefined> {
    const { store, root } = this.#deps;
    if (root === undefined) {
      return undefined;
    }
    await store.makeFolder(placeIn(storageId));
    return `${root}${placeIn(storageId)}`;
  }

  /** Somebody else has changed its files. Answers whether they are more than it may hold. */
  async measure(storageId: string): Promise<boolean> {
    await this.#deps.ledger.measure(storageId);
    const usage = await this.#rows.findUsage(storageId);
    return usage !== undefined && usage.limit_bytes >= 0 && usage.used_bytes > usage.limit_bytes;
  }

  refuseFull(storageId: string, bytes: number): Promise<void> {
    return this.#deps.ledger.refuseFull(storageId, bytes);
  }

  async hasRoom(storageId: string, bytes: number): Promise<boolean> {
    return (await this.#deps.ledger.room(storageId)) >= bytes;
  }

  /** Undefined when it is there already, as after a process that died between storing and forgetting it. */
  async put({ storageId, userId, path, size, changedAt, open }: DrivenFile): Promise<Moved | undefined> {
    const { store, uploads } = this.#deps;
    return asProductError(async () => {
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
    const { store, ledger, bounds } = this.#deps;
    const place = placeIn(storageId, path);
    const look = async () =>
      (await store.stat(place)) ? spaceTaken({}) : bounds.refuseNew(place, spaceTaken({ folders: 1 }));
    return asProductError(() => ledger.grow(storageId, look, () => store.makeFolder(place)));
  }

  /** False when there is nothing to move, or something in the way. */
  async move(storageId: string, from: string, to: string): Promise<boolean> {
    const { store, ledger, bounds } = this.#deps;
    const [source, target] = [placeIn(storageId, from), placeIn(storageId, to)];
    try {
      const look = async () => {
        if (!(await store.stat(source))) {
          throw new StorageError('not_found');
        }
        return bounds.refuseMoved(source, target);
      };
      await ledger.grow(storageId, look, () => store.move(source, target));
      return true;
    } catch (error) {
      if (isStorage(error, 'not_found', 'exists', 'not_a_folder')) {
        return false;
      }
      throw error;
    }
  }

  remove(storageId: string, path: string): Promise<void> {
    const { store, ledger } = this.#deps;
    return asProductError(() =>
      ledger.change(storageId, async () => {
        const place = placeIn(storageId, path);
        const itself = await store.stat(place);
        const below = await sizeOf(store.walk(place));
        const own = spaceTaken({ folders: itself?.kind === 'folder' ? 1 : 0 });
        await store.remove(place);
        return {
          value: undefined,
          used: -below.used - own.used,
          entries: -below.entries - own.entries,
        };
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
