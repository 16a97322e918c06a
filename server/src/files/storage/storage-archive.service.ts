import { baseName } from '@jadegate/contract/files/file-path';
import type { FileCount, OrderedArchive } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { zipStream, type ZipEntry } from '../../kernel/zip-stream.ts';
import type { ByteStore, StoredEntry } from '../../storage/byte-store.ts';
import { isTooLong } from '../../storage/stored-path.ts';
import { ArchiveOrderService, selectionText, tooMany } from '../archive/archive-order.service.ts';
import type { EnteredSpace, LoggedAct, StorageFileAccess } from './storage-file-access.ts';
import type { SentFile, StorageTransferService } from './storage-transfer.service.ts';
import { LOOK_MS, type TreeWalkLimiter, type WalkDeadline } from './tree-walk-limiter.ts';

/** Somebody waits for their download to begin. */
const FIND_MS = 30 * SECOND_MS;

interface Found {
  /** In the archive. */
  place: string;
  entry: StoredEntry;
}

interface Dependencies {
  fileAccess: StorageFileAccess;
  store: ByteStore;
  walks: TreeWalkLimiter;
  transfers: StorageTransferService;
}

/** Several files and folders of a space as one: counted, and as an archive that is ordered first and streamed then. */
export class StorageArchiveService {
  readonly #deps: Dependencies;
  readonly #orders = new ArchiveOrderService<Found>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  measure(actor: Actor, id: string, files: readonly string[]): Promise<FileCount> {
    const { fileAccess, store, walks } = this.#deps;
    return fileAccess.browse(actor, id, (space) =>
      walks.run(actor.userId, LOOK_MS, async (time) => {
        const count = { files: 0, folders: 0, bytes: 0, isWhole: true };
        for (const file of files) {
          const place = space.place(file);
          const itself = await store.stat(place);
          for await (const { kind, size } of store.walk(place)) {
            if (count.files + count.folders >= LIMITS.archive.entries || time.isOver) {
              count.isWhole = false;
              break;
            }
            count[kind === 'folder' ? 'folders' : 'files'] += 1;
            count.bytes += kind === 'folder' ? 0 : size;
          }
          count.folders += itself?.kind === 'folder' ? 1 : 0;
        }
        return count;
      }),
    );
  }

  /** Looks through everything first, so that what cannot be packed is refused in a sentence and not in the middle. */
  order(actor: Actor, id: string, files: readonly string[]): Promise<OrderedArchive> {
    const act: LoggedAct = { act: 'download', action: 'download', fileName: selectionText(files) };
    return this.#deps.fileAccess.begin(actor, id, act, async (space) => {
      const { walks } = this.#deps;
      const found = await walks.run(actor.userId, FIND_MS, (time) => this.#find(space, files, time));
      const folders = found.filter(({ entry }) => entry.kind === 'folder').length;
      const bytes = found.reduce((sum, { entry }) => sum + entry.size, 0);
      const [first = ''] = files;
      const name = (files.length === 1 && baseName(space.pathOf(space.place(first)))) || space.space.name;
      const count = { files: found.length - folders, folders, bytes, isWhole: true };
      return this.#orders.hold(actor, id, { name, found }, count);
    });
  }

  download(actor: Actor, id: string, archiveId: string): Promise<SentFile> {
    const act: LoggedAct = { act: 'download', action: 'download', fileName: 'archive' };
    return this.#deps.fileAccess.begin(actor, id, act, async (space) => {
      const { filename, found } = this.#orders.take(actor, id, archiveId);
      const body = zipStream(this.#entries(actor, space, found));
      return { filename, contentType: 'application/zip', body };
    });
  }

  async *#entries(
    actor: Actor,
    space: EnteredSpace,
    found: readonly Found[],
  ): AsyncGenerator<ZipEntry, void> {
    for (const { place, entry } of found) {
      const common = { path: place, modifiedAt: new Date(entry.modifiedAt) };
      if (entry.kind === 'folder') {
        yield common;
      } else if (entry.kind === 'file') {
        const open = async () => {
          // The right may have gone while the archive was on its way.
          if (!(await this.#deps.fileAccess.mayStill(actor, space.space.id, 'download'))) {
            throw new AppError('storage.forbidden');
          }
          return this.#deps.transfers.openWhole(space, space.pathOf(entry.path), entry.size);
        };
        yield { ...common, size: entry.size, open };
      }
    }
  }

  async #find(space: EnteredSpace, files: readonly string[], time: WalkDeadline): Promise<Found[]> {
    const found: Found[] = [];
    const add = (one: Found) => {
      if (found.length >= LIMITS.archive.entries) {
        throw tooMany();
      }
      found.push(one);
    };
    for (const file of files) {
      const place = space.place(file);
      const itself = await this.#deps.store.stat(place);
      if (!itself) {
        throw new AppError('file.not_found');
      }
      // Of the space itself the content is meant, without a folder around it.
      const isRoot = space.pathOf(place) === '/';
      const cut = isRoot ? itself.path.length + 1 : itself.path.length - itself.name.length;
      if (!isRoot) {
        add({ place: itself.path.slice(cut), entry: itself });
      }
      if (itself.kind === 'folder') {
        for await (const entry of this.#deps.store.walk(itself.path)) {
          time.refuseOver();
          // From before there were bounds: it could not be opened when its turn comes.
          if (isTooLong(entry.path)) {
            throw new AppError('storage.name_too_long');
          }
          add({ place: entry.path.slice(cut), entry });
        }
      }
    }
    return found;
  }
}
