import { baseName, joinPath, parentPath } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import type { VisibleStorage } from '@jadegate/contract/files/storage';

import type { StorageFilesService } from '../../../files/storage/storage-files.service.ts';
import type { StorageTransferService } from '../../../files/storage/storage-transfer.service.ts';
import type { StorageService } from '../../../files/storage/storage.service.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { FileStat } from '../../../protocols/files/file-tree.ts';
import { FOLDER_STAT } from '../../../protocols/ssh-server/sftp/name-packets.ts';
import {
  inPieces,
  type ServedFile,
  type ServedFiles,
} from '../../../protocols/ssh-server/sftp/tree-server.ts';
import { ReadSpaceFile, WrittenSpaceFile } from './space-file.ts';

export interface SpaceServices {
  storages: Pick<StorageService, 'listVisible'>;
  storageFiles: Pick<StorageFilesService, 'page' | 'stat' | 'mkdir' | 'rename' | 'remove'>;
  storageTransfers: Pick<StorageTransferService, 'download' | 'upload'>;
}

interface Place {
  id: string;
  /** In the space. */
  path: string;
}

const PAGE = { pageSize: 1000, showsHidden: true, foldersOnly: false } as const;
const REGULAR = 0o100_000;
const FOLDER = 0o040_000;

/** The storage spaces that somebody sees, each a folder: the same rights, limits and log as on their pages. */
export class SpaceFiles implements ServedFiles {
  readonly #actor: Actor;
  readonly #services: SpaceServices;
  readonly #explain: ServedFiles['explain'];

  constructor(actor: Actor, services: SpaceServices, explain: ServedFiles['explain']) {
    this.#actor = actor;
    this.#services = services;
    this.#explain = explain;
  }

  async stat(path: string): Promise<FileStat> {
    const place = await this.#find(path);
    if (!place || place.path === '/') {
      return FOLDER_STAT;
    }
    return statOf(await this.#services.storageFiles.stat(this.#actor, place.id, place.path));
  }

  list(path: string): AsyncIterable<readonly { name: string; stat: FileStat }[]> {
    return inPieces(this.#list(path));
  }

  async mkdir(path: string): Promise<void> {
    const { id, path: dir } = await this.#inside(path);
    await this.#services.storageFiles.mkdir(this.#actor, id, dir);
  }

  async removeFile(path: string): Promise<void> {
    const { id, path: file } = await this.#inside(path);
    if ((await this.#services.storageFiles.stat(this.#actor, id, file)).isDir) {
      throw new AppError('file.is_a_folder');
    }
    await this.#services.storageFiles.remove(this.#actor, id, file, undefined);
  }

  /** An empty one, as everywhere where files are removed one by one. */
  async removeFolder(path: string): Promise<void> {
    const { id, path: dir } = await this.#inside(path);
    const { storageFiles } = this.#services;
    if (!(await storageFiles.stat(this.#actor, id, dir)).isDir) {
      throw new AppError('file.not_a_folder');
    }
    const { total } = await storageFiles.page(this.#actor, id, { ...PAGE, dir, pageIndex: 1, pageSize: 1 });
    if (total > 0) {
      throw new AppError('file.not_empty');
    }
    await storageFiles.remove(this.#actor, id, dir, undefined);
  }

  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [await this.#inside(from), await this.#inside(to)];
    if (source.id !== target.id) {
      throw new AppError('file.unsupported');
    }
    await this.#services.storageFiles.rename(this.#actor, source.id, source.path, target.path);
  }

  async openToRead(path: string): Promise<ServedFile> {
    const { id, path: file } = await this.#inside(path);
    const stat = await this.stat(path);
    if ((stat.mode & FOLDER) === FOLDER) {
      throw new AppError('file.is_a_folder');
    }
    return new ReadSpaceFile(stat, async (offset) => {
      const headers = offset > 0 ? { range: `bytes=${offset}-` } : {};
      return (await this.#services.storageTransfers.download(this.#actor, id, file, headers)).body;
    });
  }

  async openToWrite(path: string): Promise<ServedFile> {
    const { id, path: file } = await this.#inside(path);
    const query = { dir: parentPath(file), name: baseName(file), offset: 0 };
    return new WrittenSpaceFile((source) => {
      const incoming = async () => ({ name: query.name, source });
      return this.#services.storageTransfers.upload(this.#actor, id, query, { incoming });
    });
  }

  explain(error: unknown): { code: number; text: string } {
    return this.#explain(error);
  }

  async *#list(path: string): AsyncGenerator<{ name: string; stat: FileStat }[], void> {
    const place = await this.#find(path);
    if (!place) {
      const spaces = await this.#spaces();
      yield [...spaces.keys()].map((name) => ({ name, stat: FOLDER_STAT }));
      return;
    }
    for (let pageIndex = 1; ; pageIndex++) {
      const query = { ...PAGE, dir: place.path, pageIndex };
      const { items } = await this.#services.storageFiles.page(this.#actor, place.id, query);
      yield items.map((entry) => ({ name: entry.name, stat: statOf(entry) }));
      if (items.length < PAGE.pageSize) {
        return;
      }
    }
  }

  /** Undefined for the folder that holds the spaces. */
  async #find(path: string): Promise<Place | undefined> {
    const [, name = '', ...rest] = path.split('/');
    if (name === '') {
      return undefined;
    }
    const space = (await this.#spaces()).get(name);
    if (!space) {
      throw new AppError('file.not_found');
    }
    return { id: space.id, path: joinPath('/', rest.join('/')) };
  }

  async #inside(path: string): Promise<Place> {
    const place = await this.#find(path);
    if (!place || place.path === '/') {
      throw new AppError('file.path_invalid');
    }
    return place;
  }

  /** By their names, of which a second one of the same kind has its id behind it. */
  async #spaces(): Promise<Map<string, VisibleStorage>> {
    const found = new Map<string, VisibleStorage>();
    for (const space of await this.#services.storages.listVisible(this.#actor)) {
      const name = space.name.replaceAll('/', '_');
      found.set(found.has(name) || name === '.' || name === '..' ? `${name} (${space.id})` : name, space);
    }
    return found;
  }
}

function statOf({ isDir, size, permissions, modTime, uid, gid }: FileEntry): FileStat {
  const modifiedAt = Math.max(0, Math.floor(new Date(modTime.replace(' ', 'T')).getTime() / 1000));
  return { size, uid, gid, mode: (isDir ? FOLDER : REGULAR) | permissions, modifiedAt };
}
