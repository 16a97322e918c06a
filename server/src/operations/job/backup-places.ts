import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import type { StorageFilesService } from '../../files/storage/storage-files.service.ts';
import type { StorageTransferService } from '../../files/storage/storage-transfer.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';

/** Where the files of a backup job lie. */
export interface BackupFolder {
  write(name: string, body: Buffer): Promise<void>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** A folder of the data directory, for nobody but the server. */
export class FolderOnDisk implements BackupFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Seen under its name only once it is whole. */
  async write(name: string, body: Buffer): Promise<void> {
    makePrivateFolder(this.#path);
    const draft = join(this.#path, `.${randomUUID()}`);
    try {
      await writeFile(draft, body, { mode: 0o600, flush: true });
      await rename(draft, join(this.#path, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  list(): Promise<string[]> {
    return readdir(this.#path);
  }

  remove(name: string): Promise<void> {
    return rm(join(this.#path, name), { force: true });
  }
}

interface Storages {
  storageFiles: Pick<StorageFilesService, 'fileNames' | 'remove'>;
  storageTransfers: Pick<StorageTransferService, 'upload'>;
}

/** A storage space, entered as the owner of the job. */
export class FolderInSpace implements BackupFolder {
  readonly #storages: Storages;
  readonly #owner: Actor;
  readonly #id: string;

  constructor(storages: Storages, owner: Actor, id: string) {
    this.#storages = storages;
    this.#owner = owner;
    this.#id = id;
  }

  write(name: string, body: Buffer): Promise<void> {
    const query = { dir: '/', name, offset: 0, size: body.length };
    const incoming = async () => ({ name, source: Readable.from([body], { objectMode: true }) });
    return this.#storages.storageTransfers.upload(this.#owner, this.#id, query, { incoming });
  }

  list(): Promise<string[]> {
    return this.#storages.storageFiles.fileNames(this.#owner, this.#id, '/');
  }

  remove(name: string): Promise<void> {
    return this.#storages.storageFiles.remove(this.#owner, this.#id, `/${name}`, undefined);
  }
}
