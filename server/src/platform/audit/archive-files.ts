import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { makePrivateFolder } from '../../kernel/private-files.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { putStream } from '../../storage/put-stream.ts';

interface PutFile {
  bytes: number;
  /** SHA-256 as hexadecimal. */
  checksum: string;
}

/** Where archived parts of the audit log lie. Names are the product's own. */
export interface ArchiveFiles {
  /** The file is whole and would survive a loss of power before this resolves; nobody sees a part of it. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<PutFile>;
  read(name: string): Promise<Readable>;
  /** Undefined when there is none. */
  size(name: string): Promise<number | undefined>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

const MODE = 0o600;

async function* counted(source: AsyncIterable<Uint8Array>, put: PutFile): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256');
  for await (const bytes of source) {
    sum.update(bytes);
    put.bytes += bytes.length;
    yield bytes;
  }
  put.checksum = sum.digest('hex');
}

/** In a folder of the data directory. */
export class DiskArchiveFiles implements ArchiveFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, source: AsyncIterable<Uint8Array>): Promise<PutFile> {
    makePrivateFolder(this.#folder);
    const put = { bytes: 0, checksum: '' };
    const draft = path.join(this.#folder, `${name}.draft`);
    const file = await open(draft, 'w', MODE);
    try {
      for await (const bytes of counted(source, put)) {
        await file.writeFile(bytes);
      }
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(draft, path.join(this.#folder, name));
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return put;
  }

  async read(name: string): Promise<Readable> {
    return createReadStream(path.join(this.#folder, name));
  }

  async size(name: string): Promise<number | undefined> {
    return (await stat(path.join(this.#folder, name)).catch(() => undefined))?.size;
  }

  async list(): Promise<string[]> {
    makePrivateFolder(this.#folder);
    return readdir(this.#folder);
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.#folder, name), { force: true });
  }
}

/** In S3, where every server finds them. */
export class StoredArchiveFiles implements ArchiveFiles {
  readonly #store: ByteStore;

  constructor(store: ByteStore) {
    this.#store = store;
  }

  async put(name: string, source: AsyncIterable<Uint8Array>): Promise<PutFile> {
    const put = { bytes: 0, checksum: '' };
    await putStream(this.#store, `/${name}`, counted(source, put));
    return put;
  }

  async read(name: string): Promise<Readable> {
    return (await this.#store.read(`/${name}`)).body;
  }

  async size(name: string): Promise<number | undefined> {
    return (await this.#store.stat(`/${name}`))?.size;
  }

  async list(): Promise<string[]> {
    return (await this.#store.list('/')).map(({ name }) => name);
  }

  async remove(name: string): Promise<void> {
    await this.#store.remove(`/${name}`);
  }
}
