import { mkdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import { sumOf, type StorageDriveService } from '../../files/storage/storage-drive.service.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import { removeFolder } from '../../storage/disk/tree-walk.ts';
import { DriveFiles } from './drive-files.ts';
import type { DriveChange, ScanBounds } from './drive-scan.ts';
import { DriveWatch, type SettledChange } from './drive-watch.ts';
import { readInside } from './open-inside.ts';
import { shareFolder } from './shared-folders.ts';

/** Whose drive it is. Lies beside it, for whoever finds it after this process. */
export interface DriveNote {
  sessionId: string;
  processId: string;
  userId: string;
  userName: string;
  assetId: string;
  assetName: string;
  storageId: string;
  /** The folder of the space into which the content is moved; null where it is not, or where the drive is the space itself. */
  into: string | null;
  /** The drive is the folder of the space. */
  isSpace: boolean;
}

export interface DriveParts {
  storages: StorageDriveService;
  storageLogs: StorageLogService;
  logger: Logger;
  everyMs: number;
}

export type ShutReason = 'full' | 'beyond' | 'forbidden';

interface Options {
  parts: DriveParts;
  note: DriveNote;
  /** Of this session: the note, the way in, and the content where that is not a space. */
  folder: string;
  group: number | undefined;
  onShut: (reason: ShutReason) => void;
}

export const NOTE = 'drive.json';
/** What guacd is given. It leads to the content, and is taken away to close the drive. */
const WAY_IN = 'drive';
const CONTENT = 'content';
/** guacd ends a moment after its session. */
const LAST_WORDS_MS = 300;

/** The drive of one session. */
export class SessionDrive {
  readonly note: DriveNote;
  readonly #options: Options;
  #files: DriveFiles | undefined;
  #watch: DriveWatch | undefined;
  #isShut = false;

  constructor(options: Options) {
    this.#options = options;
    this.note = options.note;
  }

  /** Of this session. */
  get folder(): string {
    return this.#options.folder;
  }

  /** As guacd sees it. */
  get path(): string {
    return join(this.#options.folder, WAY_IN);
  }

  get #content(): string {
    return join(this.#options.folder, CONTENT);
  }

  async files(): Promise<FileTree> {
    if (!this.#files || this.#isShut) {
      throw new AppError('file.drive_closed');
    }
    return this.#files;
  }

  async makeFolder(): Promise<void> {
    await mkdir(this.#options.folder, { mode: 0o700 });
    await writeFile(join(this.#options.folder, NOTE), JSON.stringify(this.note), { mode: 0o600 });
  }

  /** A directory of the session as the drive. */
  async openOwn(): Promise<void> {
    await mkdir(this.#content, { mode: 0o700 });
    if (this.#options.group !== undefined) {
      await shareFolder(this.#content, this.#options.group);
    }
    const watch = this.#watchContent();
    await watch.start({ known: false });
    await this.openOn(this.#content, watch);
  }

  /** The folder of a space as the drive; who watches it is somebody else's affair. */
  async openOn(root: string, watch: DriveWatch): Promise<void> {
    const { parts, group } = this.#options;
    const { storageId } = this.note;
    const refuseFull = (bytes: number) => parts.storages.refuseFull(storageId, bytes);
    this.#files = new DriveFiles({ root, group, refuseFull, watch, depth: (await this.#bounds()).depth });
    await symlink(root, this.path);
  }

  /** The session goes on without it. */
  async shut(reason: ShutReason): Promise<void> {
    if (!this.#isShut) {
      await this.shutQuietly();
      this.#options.onShut(reason);
    }
  }

  /** The session is over. What is left is moved; where that fails, the folder stays for a later sweep. */
  async close(): Promise<void> {
    await this.shutQuietly();
    if (!this.note.isSpace) {
      const watch = this.#watch ?? this.#watchContent();
      this.#watch = watch;
      await delay(LAST_WORDS_MS);
      await watch.finish();
    }
    await removeFolder(this.#options.folder);
  }

  /** Writes down what the remote machine has done. */
  async log(
    { action, path, ...change }: DriveChange,
    isDone: boolean,
    moved?: { bytes: number; checksum: string },
  ): Promise<void> {
    const { sessionId, assetId, assetName, userId, userName } = this.note;
    const session = {
      id: sessionId,
      asset_id: assetId,
      asset_name: assetName,
      user_id: userId,
      user_name: userName,
    };
    const fileName = 'from' in change ? `${change.from} → ${path}` : path;
    await this.#options.parts.storageLogs.write({ session, action, fileName, isDone, ...moved });
  }

  /** Without a word to the person. */
  async shutQuietly(): Promise<void> {
    this.#isShut = true;
    await unlink(this.path).catch(() => undefined);
    await this.#files?.close();
  }

  /** What is moved into a folder of the space lies one level deeper there. */
  async #bounds(): Promise<ScanBounds> {
    const bounds = await this.#options.parts.storages.bounds();
    return { ...bounds, depth: bounds.depth - (this.note.into === null ? 0 : 1) };
  }

  #watchContent(): DriveWatch {
    const { parts, group, note } = this.#options;
    this.#watch = new DriveWatch({
      root: this.#content,
      everyMs: parts.everyMs,
      group,
      bounds: () => this.#bounds(),
      onBeyond: () => this.shut('beyond'),
      onChange: (settled) => this.#keep(settled),
      // What is not moved into the space lies on our disk all the same, and no more of it than would fit there.
      onLook: async (bytes) => {
        if (note.into === null && !(await parts.storages.hasRoom(note.storageId, bytes))) {
          await this.shut('full');
        }
      },
      onFailure: (error) =>
        parts.logger.warn({ err: error, sessionId: note.sessionId }, 'a drive was not looked at'),
    });
    return this.#watch;
  }

  async #keep({ change, isOwn }: SettledChange): Promise<void> {
    const { into } = this.note;
    try {
      const moved =
        into === null ? await this.#sum(change) : await this.#store(change, (path) => `/${into}${path}`);
      if (!isOwn && moved !== 'known') {
        await this.log(change, true, moved);
      }
    } catch (error) {
      // What lies with the store is tried again; what lies with the file would never succeed.
      if (!(error instanceof AppError) || error.fault === 'world') {
        throw error;
      }
      await this.log(change, false);
      if (error.code === 'storage.quota') {
        await this.shut('full');
      }
    }
  }

  /** `known`: it was stored, and written down, before this process began. */
  async #store(change: DriveChange, place: (path: string) => string) {
    const { storages } = this.#options.parts;
    const { storageId, userId } = this.note;
    const { action, path } = change;
    switch (action) {
      case 'mkdir':
        await storages.makeFolder(storageId, place(path));
        return undefined;
      case 'rm':
        await storages.remove(storageId, place(path));
        return undefined;
      case 'rename': {
        const isMoved = await storages.move(storageId, place(change.from), place(path));
        if (isMoved || change.seen.isFolder) {
          return undefined;
        }
        break;
      }
      case 'upload':
        break;
    }
    const { size, changedAt } = change.seen;
    const open = () => readInside(this.#content, path);
    const stored = await storages.put({ storageId, userId, path: place(path), size, changedAt, open });
    return stored ?? ('known' as const);
  }

  async #sum({ action, path }: DriveChange) {
    return action === 'upload' ? sumOf(await readInside(this.#content, path)) : undefined;
  }
}
