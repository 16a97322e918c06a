import type { FileEntry, FolderPage, FolderQuery } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import type { FolderListings } from '../../protocols/files/folder-listings.ts';
import type { ByteStore, ScannedEntry, StoredEntry } from '../../storage/byte-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import { isTooLong } from '../../storage/stored-path.ts';
import { Removals } from '../file-place/removals.ts';
import type { StorageBounds } from './storage-bounds.ts';
import type { EnteredSpace, LoggedAct, StorageFileAccess } from './storage-file-access.ts';
import type { TreeSize } from './storage-ledger.repository.ts';
import type { StorageLedger } from './storage-ledger.ts';
import { presentEntry } from './storage.present.ts';
import { sizeOf, spaceTaken } from './tree-size.ts';
import { LOOK_MS, type TreeWalkLimiter, type WalkDeadline } from './tree-walk-limiter.ts';

const FOUND_AT_MOST = 500;
/** A search walks that far, and says so when there is more. */
const LOOKED_AT_MOST = 200_000;
/** Meanwhile nobody else changes anything in the space. */
const COPY_MS = 10 * MINUTE_MS;

interface Dependencies {
  fileAccess: StorageFileAccess;
  store: ByteStore;
  ledger: StorageLedger;
  bounds: StorageBounds;
  walks: TreeWalkLimiter;
  listings: FolderListings;
}

/** Looking around in a space, and changing what is there. Transfers are `StorageTransferService`. */
export class StorageFilesService {
  readonly #deps: Dependencies;
  readonly #removals = new Removals();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  page(actor: Actor, id: string, { dir, ...order }: FolderQuery): Promise<FolderPage> {
    const { fileAccess, listings, store } = this.#deps;
    return fileAccess.browse(actor, id, async (space) => {
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

  /** The names of the files in a folder, as many as are read of one. */
  fileNames(actor: Actor, id: string, dir: string): Promise<string[]> {
    return this.#deps.fileAccess.browse(actor, id, async (space) => {
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
    return this.#deps.fileAccess.browse(actor, id, async (space) => {
      const entry = await this.#deps.store.stat(space.place(file));
      if (!entry) {
        throw new AppError('file.not_found');
      }
      return presentEntry(entry, space);
    });
  }

  mkdir(actor: Actor, id: string, dir: string): Promise<void> {
    const act: LoggedAct = { act: 'mkdir', action: 'mkdir', fileName: dir };
    return this.#deps.fileAccess.act(actor, id, act, async (space) => {
      const { ledger, store, bounds } = this.#deps;
      const place = space.place(dir);
      const look = async () =>
        (await store.stat(place)) || space.pathOf(place) === '/'
          ? spaceTaken({})
          : bounds.refuseNew(place, spaceTaken({ folders: 1 }));
      await ledger.grow(id, look, () => store.makeFolder(place));
    });
  }

  rename(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act: LoggedAct = { act: 'rename', action: 'rename', fileName: `${from} → ${to}` };
    return this.#deps.fileAccess.act(actor, id, act, async (space) => {
      refuseRoot(space, from);
      const { ledger, store, bounds } = this.#deps;
      const [source, target] = [space.place(from), space.place(to)];
      const look = async () => {
        await this.#refuseClash(source, target);
        return bounds.refuseMoved(source, target);
      };
      await ledger.grow(id, look, () => store.move(source, target));
    });
  }

  remove(actor: Actor, id: string, file: string, taskId: string | undefined): Promise<void> {
    const act: LoggedAct = { act: 'rm', action: 'rm', fileName: file };
    return this.#deps.fileAccess.act(actor, id, act, async (space) => {
      refuseRoot(space, file);
      await this.#removals.count(taskId && `${actor.userId}/${id}/${taskId}`, (onRemoved) =>
        this.#deps.ledger.change(space.space.id, async () => {
          const place = space.place(file);
          const { used, entries } = await this.#sizeAt(place);
          await this.#deps.store.remove(place, onRemoved);
          return { value: undefined, used: -used, entries: -entries };
        }),
      );
    });
  }

  removed(actor: Actor, id: string, taskId: string): Promise<number> {
    const key = `${actor.userId}/${id}/${taskId}`;
    return this.#deps.fileAccess.browse(actor, id, async () => this.#removals.of(key));
  }

  /** A folder with everything in it. What breaks off leaves nothing of the copy. */
  copy(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act: LoggedAct = { act: 'upload', action: 'copy', fileName: `${from} → ${to}` };
    return this.#deps.fileAccess.act(actor, id, act, async (space) => {
      refuseRoot(space, from);
      const { ledger, store, bounds, walks } = this.#deps;
      const [source, target] = [space.place(from), space.place(to)];
      await walks.run(actor.userId, COPY_MS, async (time) => {
        const look = async () => {
          await this.#refuseClash(source, target);
          await bounds.refuseReach(source, target);
          return bounds.refuseNew(target, await this.#sizeOfCopy(source, time));
        };
        const copy = async () => {
          try {
            await this.#copyTree(source, target, time);
          } catch (error) {
            await store.remove(target).catch(() => undefined);
            throw error;
          }
        };
        await ledger.grow(id, look, copy);
      });
    });
  }

  search(actor: Actor, id: string, dir: string, name: string) {
    const { fileAccess, store, walks } = this.#deps;
    return fileAccess.browse(actor, id, (space) =>
      walks.run(actor.userId, LOOK_MS, async (time) => {
        const wanted = name.normalize('NFC').toLowerCase();
        const items: FileEntry[] = [];
        let looked = 0;
        let isWhole = true;
        for await (const entry of store.walk(space.place(dir))) {
          looked += 1;
          if (items.length >= FOUND_AT_MOST || looked > LOOKED_AT_MOST || time.isOver) {
            return { items, isWhole: false };
          }
          // From before there were bounds: no call could name it.
          if (isTooLong(entry.path)) {
            isWhole = false;
          } else if (entry.name.normalize('NFC').toLowerCase().includes(wanted)) {
            items.push(presentEntry(entry, space));
          }
        }
        return { items, isWhole };
      }),
    );
  }

  /** Refused before anything is begun, so that nothing need be measured. */
  async #refuseClash(source: string, target: string): Promise<void> {
    const { store } = this.#deps;
    if (`${target}/`.startsWith(`${source}/`)) {
      throw new AppError(target === source ? 'file.exists' : 'storage.into_itself');
    }
    if (!(await store.stat(source))) {
      throw new AppError('file.not_found');
    }
    if (await store.stat(target)) {
      throw new AppError('file.exists');
    }
  }

  async *#scan(space: EnteredSpace, dir: string): AsyncGenerator<readonly ScannedEntry[], void> {
    const place = space.place(dir);
    try {
      yield* this.#deps.store.scan(place);
    } catch (error) {
      // A space that nothing was put into yet has no folder of its own.
      if (!isStorage(error, 'not_found') || space.pathOf(place) !== '/') {
        throw error;
      }
    }
  }

  async #copyTree(source: string, target: string, time: WalkDeadline): Promise<void> {
    const { store } = this.#deps;
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
      time.refuseOver();
      const into = target + entry.path.slice(itself.path.length);
      if (entry.kind === 'folder') {
        await store.makeFolder(into);
      } else if (entry.kind === 'file') {
        await store.copyFile(entry.path, into);
      }
    }
  }

  /** What a copy takes; links are left out of it. */
  async #sizeOfCopy(place: string, time: WalkDeadline): Promise<TreeSize> {
    const itself = await this.#deps.store.stat(place);
    const found = { folders: 0, files: 0, bytes: 0 };
    const inEach = new Map<string, number>();
    let most = 0;
    const add = ({ kind, size }: StoredEntry) => {
      found.folders += kind === 'folder' ? 1 : 0;
      found.files += kind === 'file' ? 1 : 0;
      found.bytes += size;
    };
    if (itself?.kind === 'folder') {
      add(itself);
    }
    for await (const entry of this.#deps.store.walk(place)) {
      time.refuseOver();
      add(entry);
      const folder = entry.path.slice(0, -entry.name.length - 1);
      const inIt = (inEach.get(folder) ?? 0) + 1;
      inEach.set(folder, inIt);
      most = Math.max(most, inIt);
    }
    await this.#deps.bounds.refuseFuller(most);
    return spaceTaken(found);
  }

  /** Of what is there with everything in it. */
  async #sizeAt(place: string): Promise<TreeSize> {
    const { store } = this.#deps;
    const itself = await store.stat(place);
    const below = await sizeOf(store.walk(place));
    // A walk of a file names the file itself, one of a folder what is in it.
    const own = spaceTaken({ folders: itself?.kind === 'folder' ? 1 : 0 });
    return { used: below.used + own.used, entries: below.entries + own.entries };
  }
}

function refuseRoot(space: EnteredSpace, path: string): void {
  if (space.pathOf(space.place(path)) === '/') {
    throw new AppError('file.path_invalid');
  }
}
