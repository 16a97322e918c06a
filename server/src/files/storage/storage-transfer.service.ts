import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { baseName, isFileName, joinPath } from '@jadegate/contract/files/file-path';
import type { FileEdit, FileUploadQuery } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { byteRange } from '../../kernel/byte-range.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { pieceStream } from '../../kernel/piece-stream.ts';
import type { ByteStore, StoredFile, StoredRange } from '../../storage/byte-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import { editedBytes, tooLargeToEdit } from '../file-place/edited-file.ts';
import type { Moved } from '../file-place/guarded-files.ts';
import type { IncomingUpload } from '../file-place/incoming-file.ts';
import type { EnteredSpace, LoggedAct, StorageFileAccess } from './storage-file-access.ts';
import type { StorageUpload, StorageUploads } from './storage-uploads.ts';

export interface SentFile {
  filename: string;
  contentType: string;
  body: Readable;
  status?: 200 | 206;
  headers?: Record<string, string>;
}

/** A file of a space that is sent on, and can be opened again and again. */
export interface ForwardedFile extends Moved {
  open: () => Promise<Readable>;
}

interface Dependencies {
  fileAccess: StorageFileAccess;
  store: ByteStore;
  uploads: StorageUploads;
  /** Throws while the disk of the server is too full to take more. */
  refuseFullDisk: () => void;
}

/** Bytes that go to and from a space. */
export class StorageTransferService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  download(actor: Actor, id: string, file: string, headers: IncomingHttpHeaders): Promise<SentFile> {
    const act: LoggedAct = { act: 'download', action: 'download', fileName: file };
    return this.#deps.fileAccess.begin(actor, id, act, async (space) => {
      const { stored, range } = await this.#open(space.place(file), headers);
      const { size, tag } = stored;
      const { start, end } = range ?? { start: 0, end: size };
      return {
        filename: baseName(space.place(file)),
        contentType: 'application/octet-stream',
        body: this.#counted(space, act, stored.body, end - start),
        status: range ? 206 : 200,
        headers: {
          'accept-ranges': 'bytes',
          etag: `"${tag}"`,
          'content-length': String(end - start),
          ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
        },
      };
    });
  }

  /**
   * A file that is sent on to others, perhaps many times: read once for its sum, which is when it stands in the log. Each
   * time it is opened its person must still be allowed to, and it must be the same file.
   */
  forward(actor: Actor, id: string, file: string): Promise<ForwardedFile> {
    const act: LoggedAct = { act: 'download', action: 'download', fileName: file };
    return this.#deps.fileAccess.act(actor, id, act, async (space) => {
      const place = space.place(file);
      const first = await this.#deps.store.read(place);
      if (first.size > LIMITS.sentFileBytes) {
        first.body.destroy();
        const limit = `${LIMITS.sentFileBytes / 1024 ** 3} GB`;
        throw new AppError('file.too_large_to_send', { params: { limit } });
      }
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of first.body as AsyncIterable<Buffer>) {
        hash.update(piece);
        bytes += piece.length;
      }
      const open = async () => {
        const isAllowed = await this.#deps.fileAccess.mayStill(actor, id, 'download');
        const again = isAllowed ? await this.#deps.store.read(place).catch(() => undefined) : undefined;
        if (again?.tag !== first.tag) {
          again?.body.destroy();
          throw new AppError('file.source_changed');
        }
        return again.body;
      };
      return { bytes, checksum: hash.digest('hex'), open };
    });
  }

  /** One file for an archive, with a line of its own in the log. */
  async openWhole(space: EnteredSpace, path: string, size: number): Promise<Readable> {
    const act: LoggedAct = { act: 'download', action: 'download', fileName: path };
    try {
      const { body } = await this.#deps.store.read(space.place(path), { start: 0, end: size });
      return this.#counted(space, act, body, size);
    } catch (error) {
      await this.#deps.fileAccess.write(space, act, false);
      throw error;
    }
  }

  async upload(
    actor: Actor,
    id: string,
    query: FileUploadQuery,
    { incoming, announced }: IncomingUpload,
  ): Promise<void> {
    const { dir, uploadId, offset, size } = query;
    const act: LoggedAct = { act: 'upload', action: 'upload', fileName: dir };
    await this.#deps.fileAccess.act(actor, id, act, async (space) => {
      const { name, source } = await incoming();
      const fileName = query.name ?? name;
      const folder = space.pathOf(space.place(dir));
      act.fileName = joinPath(folder, fileName);
      if (!isFileName(fileName)) {
        throw new AppError('file.path_invalid');
      }
      const options = { uploadId, offset, size, announced };
      return this.#receive(space, joinPath(folder, fileName), source, options);
    });
  }

  received(actor: Actor, id: string, uploadId: string): Promise<number> {
    return this.#deps.fileAccess.browse(actor, id, () =>
      this.#deps.uploads.received({ storageId: id, userId: actor.userId, uploadId }),
    );
  }

  cancelUpload(actor: Actor, id: string, uploadId: string): Promise<void> {
    return this.#deps.fileAccess.browse(actor, id, () =>
      this.#deps.uploads.cancel({ storageId: id, userId: actor.userId, uploadId }),
    );
  }

  async newFile(actor: Actor, id: string, file: string): Promise<void> {
    const act: LoggedAct = { act: 'upload', action: 'upload', fileName: file };
    await this.#deps.fileAccess.act(actor, id, act, async (space) => {
      if (await this.#deps.store.stat(space.place(file))) {
        throw new AppError('file.exists');
      }
      return this.#put(space, file, Buffer.alloc(0));
    });
  }

  async edit(actor: Actor, id: string, edit: FileEdit): Promise<void> {
    const act: LoggedAct = { act: 'edit', action: 'edit', fileName: edit.file };
    await this.#deps.fileAccess.act(actor, id, act, async (space) => {
      const before = await this.#readSmall(space.place(edit.file));
      return this.#put(space, edit.file, editedBytes(before, edit));
    });
  }

  #put(space: EnteredSpace, path: string, bytes: Buffer): Promise<Moved> {
    const source = Readable.from([bytes], { objectMode: true });
    return this.#receive(space, path, source, { offset: 0, size: bytes.length });
  }

  #receive(
    { space, person, place }: EnteredSpace,
    path: string,
    source: AsyncIterable<Uint8Array>,
    options: Pick<StorageUpload, 'uploadId' | 'offset' | 'size' | 'announced'>,
  ): Promise<Moved> {
    this.#deps.refuseFullDisk();
    return this.#deps.uploads.receive({
      ...options,
      storageId: space.id,
      userId: person.id,
      path: place(path),
      source,
    });
  }

  async #open(
    place: string,
    headers: IncomingHttpHeaders,
  ): Promise<{ stored: StoredFile; range: StoredRange | undefined }> {
    const { store } = this.#deps;
    const found = await store.stat(place);
    const asked = byteRange(headers.range, found?.size ?? 0);
    if (!asked) {
      return { stored: await store.read(place), range: undefined };
    }
    const stored = await store.read(place, asked);
    const isSame = headers['if-range'] === undefined || headers['if-range'] === `"${stored.tag}"`;
    if (isSame && asked.end <= stored.size) {
      return { stored, range: asked };
    }
    stored.body.destroy();
    return { stored: await store.read(place), range: undefined };
  }

  /** Passes on, and writes down in the end how much went and what it came to. */
  #counted(space: EnteredSpace, act: LoggedAct, source: Readable, whole: number): Readable {
    const hash = createHash('sha256');
    let bytes = 0;
    const pieces = async function* () {
      for await (const piece of source as AsyncIterable<Buffer>) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
      if (bytes < whole) {
        throw new Error('the file became shorter while it was read');
      }
    };
    const body = pieceStream(pieces(), { highWaterMark: 256 * 1024 });
    // Comes also when nobody ever reads it.
    body.once('close', () => {
      source.destroy();
      const moved = { bytes, checksum: hash.digest('hex') };
      runInBackground(
        this.#deps.fileAccess.write(space, act, bytes === whole, moved),
        'the log of a download',
      );
    });
    return body;
  }

  /** A file that may be edited; undefined when there is none yet. */
  async #readSmall(place: string): Promise<Buffer | undefined> {
    try {
      const { size, body } = await this.#deps.store.read(place);
      if (size > LIMITS.editBytes) {
        body.destroy();
        throw tooLargeToEdit();
      }
      return await buffer(body);
    } catch (error) {
      if (isStorage(error, 'not_found')) {
        return undefined;
      }
      throw error;
    }
  }
}
