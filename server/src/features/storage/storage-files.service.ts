import type { FileCount, FileEntry, FolderPage, FolderQuery } from '@jadegate/contract/files';
import { LIMITS } from '@jadegate/contract/limits';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import {
  FIRST_LISTED,
  type FolderListings,
  type FolderOrder,
} from '../../protocols/files/folder-listings.ts';
import type { ByteStore, ScannedEntry, StoredEntry } from '../../storage/byte-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import type { EnteredSpace, LoggedAct, StorageAccessDoor } from './storage-access.ts';
import type { StorageLedger } from './storage-ledger.ts';
import { presentEntry } from './storage.present.ts';

const FOUND_AT_MOST = 500;
/** A search walks that far, and says so when there is more. */
const LOOKED_AT_MOST = 200_000;

interface Dependencies {
  database: Database;
  door: StorageAccessDoor;
  store: ByteStore;
  ledger: StorageLedger;
  listings: FolderListings;
}

/** Looking around in a space, and changing what is there. Transfers are `StorageTransferService`. */
export class StorageFilesService {
  readonly #on: Dependencies;
  /** How much each running removal has removed. */
  readonly #removals = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  /** The first entries, for clients that want one list. */
  async list(actor: Actor, id: string, dir: string): Promise<FileEntry[]> {
    return (await this.#page(actor, id, dir, FIRST_LISTED)).items;
  }

  page(actor: Actor, id: string, { dir, ...order }: FolderQuery): Promise<FolderPage> {
    return this.#page(actor, id, dir, order);
  }

  /** The names of the files in a folder, as many as are read of one. */
  fileNames(actor: Actor, id: string, dir: string): Promise<string[]> {
    return this.#on.door.browse(actor, id, async (space) => {
      const names: string[] = [];
      for await (const piece of this.#scan(space, dir)) {
        names.push(...piece.filter(({ kind }) => kind === 'file').map(({ name }) => name));
        if (names.length > LIMITS.folder.entries) {
          break;
        }
      }
      return names;
    });
  }

  stat(actor: Actor, id: string, file: string): Promise<FileEntry> {
    return this.#on.door.browse(actor, id, async (space) => {
      const entry = await this.#on.store.stat(space.place(file));
      if (!entry) {
        throw new AppError('file.not_found');
      }
      return presentEntry(entry, space);
    });
  }

  mkdir(actor: Actor, id: string, dir: string): Promise<void> {
    const act: LoggedAct = { act: 'mkdir', action: 'mkdir', fileName: dir };
    return this.#on.door.act(actor, id, act, (space) => this.#on.store.makeFolder(space.place(dir)));
  }

  rename(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act: LoggedAct = { act: 'rename', action: 'rename', fileName: `${from} → ${to}` };
    return this.#on.door.act(actor, id, act, async (space) => {
      refuseRoot(space, from);
      const { ledger, store } = this.#on;
      await ledger.change(space.space.id, async () => {
        await store.move(space.place(from), space.place(to));
        return { value: undefined, used: 0 };
      });
    });
  }

  remove(actor: Actor, id: string, file: string, taskId: string | undefined): Promise<void> {
    const act: LoggedAct = { act: 'rm', action: 'rm', fileName: file };
    return this.#on.door.act(actor, id, act, async (space) => {
      refuseRoot(space, file);
      const key = `${actor.userId}/${id}/${taskId ?? ''}`;
      let removed = 0;
      const onRemoved = () => {
        removed += 1;
        if (taskId !== undefined) {
          this.#removals.set(key, removed);
        }
      };
      try {
        await this.#on.ledger.change(space.space.id, async () => {
          const place = space.place(file);
          const { bytes } = await this.#count(place, Number.POSITIVE_INFINITY);
          await this.#on.store.remove(place, onRemoved);
          return { value: undefined, used: -bytes };
        });
      } finally {
        this.#removals.delete(key);
      }
    });
  }

  async removed(actor: Actor, id: string, taskId: string): Promise<number> {
    return this.#on.door.browse(
      actor,
      id,
      async () => this.#removals.get(`${actor.userId}/${id}/${taskId}`) ?? 0,
    );
  }

  /** A folder with everything in it. What breaks off leaves nothing of the copy. */
  copy(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act: LoggedAct = { act: 'upload', action: 'copy', fileName: `${from} → ${to}` };
    return this.#on.door.act(actor, id, act, async (space) => {
      refuseRoot(space, from);
      const { database, ledger, store } = this.#on;
      const [source, target] = [space.place(from), space.place(to)];
      if (`${target}/`.startsWith(`${source}/`)) {
        throw new AppError(target === source ? 'file.exists' : 'storage.into_itself');
      }
      if (await store.stat(target)) {
        throw new AppError('file.exists');
      }
      await ledger.change(space.space.id, async () => {
        const { bytes } = await this.#count(source, Number.POSITIVE_INFINITY);
        await database.transact((tx) => ledger.reserve(space.space.id, bytes, tx));
        try {
          await this.#copyTree(source, target);
        } catch (error) {
          await store.remove(target).catch(() => undefined);
          await database.transact((tx) => ledger.reserve(space.space.id, -bytes, tx));
          throw error;
        }
        return { value: undefined, used: bytes, reserved: bytes };
      });
    });
  }

  measure(actor: Actor, id: string, files: readonly string[]): Promise<FileCount> {
    return this.#on.door.browse(actor, id, async (space) => {
      const whole = { files: 0, folders: 0, bytes: 0, isWhole: true };
      for (const file of files) {
        const place = space.place(file);
        const left = LIMITS.archive.entries - whole.files - whole.folders;
        const itself = await this.#on.store.stat(place);
        const count = await this.#count(place, left);
        whole.files += count.files;
        whole.folders += count.folders + (itself?.kind === 'folder' ? 1 : 0);
        whole.bytes += count.bytes;
        whole.isWhole &&= count.isWhole;
      }
      return whole;
    });
  }

  search(actor: Actor, id: string, dir: string, name: string) {
    return this.#on.door.browse(actor, id, async (space) => {
      const wanted = name.normalize('NFC').toLowerCase();
      const items: FileEntry[] = [];
      let looked = 0;
      for await (const entry of this.#on.store.walk(space.place(dir))) {
        looked += 1;
        if (items.length >= FOUND_AT_MOST || looked > LOOKED_AT_MOST) {
          return { items, isWhole: false };
        }
        if (entry.name.normalize('NFC').toLowerCase().includes(wanted)) {
          items.push(presentEntry(entry, space));
        }
      }
      return { items, isWhole: true };
    });
  }

  #page(actor: Actor, id: string, dir: string, order: FolderOrder): Promise<FolderPage> {
    const { door, listings, store } = this.#on;
    return door.browse(actor, id, async (space) => {
      const { entries, ...page } = await listings.page<ScannedEntry, StoredEntry>(
        actor.userId,
        order,
        () => ({
          scan: this.#scan(space, dir),
          complete: (some) => store.complete(space.place(dir), some),
          opensAsFolder: ({ kind }) => kind === 'folder',
        }),
      );
      return { ...page, items: entries.map((entry) => presentEntry(entry, space)) };
    });
  }

  async *#scan(space: EnteredSpace, dir: string): AsyncGenerator<readonly ScannedEntry[], void> {
    const place = space.place(dir);
    try {
      yield* this.#on.store.scan(place);
    } catch (error) {
      // A space that nothing was put into yet has no folder of its own.
      if (!isStorage(error, 'not_found') || space.pathOf(place) !== '/') {
        throw error;
      }
    }
  }

  async #copyTree(source: string, target: string): Promise<void> {
    const { store } = this.#on;
    const itself = await store.stat(source);
    if (!itself) {
      throw new AppError('file.not_found');
    }
    if (itself.kind !== 'folder') {
      await store.copyFile(source, target);
      return;
    }
    await store.makeFolder(target);
    for await (const entry of store.walk(itself.path)) {
      const into = target + entry.path.slice(itself.path.length);
      if (entry.kind === 'folder') {
        await store.makeFolder(into);
      } else if (entry.kind === 'file') {
        await store.copyFile(entry.path, into);
      }
    }
  }

  async #count(place: string, most: number): Promise<FileCount> {
    const count = { files: 0, folders: 0, bytes: 0, isWhole: true };
    for await (const entry of this.#on.store.walk(place)) {
      if (count.files + count.folders >= most) {
        return { ...count, isWhole: false };
      }
      add(count, entry);
    }
    return count;
  }
}

function add(count: { files: number; folders: number; bytes: number }, { kind, size }: StoredEntry): void {
  if (kind === 'folder') {
    count.folders += 1;
  } else {
    count.files += 1;
    count.bytes += size;
  }
}

function refuseRoot(space: EnteredSpace, path: string): void {
  if (space.pathOf(space.place(path)) === '/') {
    throw new AppError('file.path_invalid');
  }
}
