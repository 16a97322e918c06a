import { baseName } from '@jadegate/contract/file-path';
import { LIMITS } from '@jadegate/contract/limits';
import type { OrderedArchive } from '@jadegate/contract/session-files';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { HeldOnce } from '../../kernel/held-once.ts';
import { zipStream, type ZipEntry } from '../../kernel/zip-stream.ts';
import type { ByteStore, StoredEntry } from '../../storage/byte-store.ts';
import type { EnteredSpace, LoggedAct, StorageAccessDoor } from './storage-access.ts';
import type { SentFile, StorageTransferService } from './storage-transfer.service.ts';

/** Of a selection that was refused. */
const LOGGED_CHARACTERS = 1000;
const TERABYTE = 1024 ** 4;

interface Found {
  /** In the archive. */
  place: string;
  entry: StoredEntry;
}

interface Order {
  name: string;
  found: readonly Found[];
}

interface Dependencies {
  door: StorageAccessDoor;
  store: ByteStore;
  transfers: StorageTransferService;
}

/** Several files and folders of a space as one archive, ordered first and streamed then. */
export class StorageArchiveService {
  readonly #on: Dependencies;
  readonly #orders = new HeldOnce<Order>(MINUTE_MS);

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  /** Looks through everything first, so that what cannot be packed is refused in a sentence and not in the middle. */
  order(actor: Actor, id: string, files: readonly string[]): Promise<OrderedArchive> {
    const act: LoggedAct = {
      act: 'download',
      action: 'download',
      fileName: files.join(', ').slice(0, LOGGED_CHARACTERS),
    };
    return this.#on.door.begin(actor, id, act, async (space) => {
      const found = await this.#find(space, files);
      const folders = found.filter(({ entry }) => entry.kind === 'folder').length;
      const bytes = found.reduce((sum, { entry }) => sum + entry.size, 0);
      if (bytes > LIMITS.archive.bytes) {
        const limit = `${LIMITS.archive.bytes / TERABYTE} TB`;
        throw new AppError('file.archive_too_large', { params: { limit } });
      }
      const [first = ''] = files;
      const name = `${(files.length === 1 && baseName(space.pathOf(space.place(first)))) || space.space.name}.zip`;
      const archiveId = this.#orders.hold(`${actor.userId}/${id}`, { name, found });
      return { archiveId, files: found.length - folders, folders, bytes };
    });
  }

  download(actor: Actor, id: string, archiveId: string): Promise<SentFile> {
    const act: LoggedAct = { act: 'download', action: 'download', fileName: 'archive' };
    return this.#on.door.begin(actor, id, act, async (space) => {
      const order = this.#orders.take(`${actor.userId}/${id}`, archiveId);
      if (!order) {
        throw new AppError('file.archive_gone');
      }
      const body = zipStream(this.#entries(actor, space, order.found));
      return { filename: order.name, contentType: 'application/zip', body };
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
          if (!(await this.#on.door.mayStill(actor, space.space.id, 'download'))) {
            throw new AppError('storage.forbidden');
          }
          return this.#on.transfers.openWhole(space, space.pathOf(entry.path), entry.size);
        };
        yield { ...common, size: entry.size, open };
      }
    }
  }

  async #find(space: EnteredSpace, files: readonly string[]): Promise<Found[]> {
    const found: Found[] = [];
    const add = (one: Found) => {
      if (found.length >= LIMITS.archive.entries) {
        throw new AppError('file.archive_too_many', { params: { limit: LIMITS.archive.entries } });
      }
      found.push(one);
    };
    for (const file of files) {
      const place = space.place(file);
      const itself = await this.#on.store.stat(place);
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
        for await (const entry of this.#on.store.walk(itself.path)) {
          add({ place: entry.path.slice(cut), entry });
        }
      }
    }
    return found;
  }
}
