import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { translate } from '@jadegate/contract/language';
import { DRIVE_WORDS } from '@jadegate/contract/words/drive';

import type { AccessService } from '../../access/authorised/access.service.ts';
import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import type { StorageDriveService } from '../../files/storage/storage-drive.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { GuacdReach } from '../../protocols/guacd/guacd-group.ts';
import { removeFolder } from '../../storage/disk/tree-walk.ts';
import type { SessionRecord } from '../session/session-kind.ts';
import { driveFolderName } from './drive-folder-name.ts';
import { DriveBeyond } from './drive-watch.ts';
import { MountedSpace } from './mounted-space.ts';
import { NOTE, SessionDrive, type DriveNote, type DriveParts } from './session-drive.ts';
import { allowTraversal, DriveFolderAccess, unshareFolder } from './shared-folders.ts';

interface Dependencies {
  dataDir: string;
  storageDrives: StorageDriveService;
  storageLogs: StorageLogService;
  access: Pick<AccessService, 'decide'>;
  processes: Pick<ServerProcessService, 'id' | 'register' | 'listDead'>;
  logger: Logger;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  guacdReach: () => Promise<GuacdReach>;
  /** How often drives are looked at. */
  everyMs?: number | undefined;
}

export interface DriveRequest {
  record: SessionRecord;
  flags: AccessFlags;
  person: () => Actor;
  /** Tells the person something. */
  tell: (text: string) => void;
}

export interface OpenDrive {
  /** As guacd sees it. */
  path: string;
  files: () => Promise<FileTree>;
  /** Never fails, and goes on after the session where there is much to move. */
  close: () => Promise<void>;
}

const EVERY_MS = 2 * SECOND_MS;
const SWEEP_EVERY_MS = 5 * MINUTE_MS;
const FOLDER_NAME_BYTES = 16;

/** Storage spaces as drives of remote machines, and what is left of drives whose process died. */
export class SessionDriveService {
  readonly #deps: Dependencies;
  readonly #root: string;
  readonly #parts: DriveParts;
  readonly #way: DriveFolderAccess;
  readonly #drives = new Map<string, SessionDrive>();
  /** Those for which guacd's user is let through our folders. */
  readonly #onWay = new Set<string>();
  readonly #spaces = new Map<string, MountedSpace>();
  readonly #closing = new Map<string, Promise<void>>();
  /** The folders of drives that are open or being closed. */
  readonly #folders = new Set<string>();
  readonly #rights: PeriodicTask;
  readonly #sweeps: PeriodicTask;

  constructor(dependencies: Dependencies) {
    const { dataDir, storageDrives: storages, storageLogs, logger, everyMs = EVERY_MS } = dependencies;
    this.#deps = dependencies;
    this.#root = join(dataDir, 'drives');
    this.#way = new DriveFolderAccess([
      dataDir,
      this.#root,
      ...(storages.root === undefined ? [] : [storages.root]),
    ]);
    this.#parts = { storages, storageLogs, logger, everyMs };
    const onFailure = (error: unknown) => logger.warn({ err: error }, 'drives were not looked at');
    this.#rights = new PeriodicTask({ everyMs, work: () => this.#checkRights(), onFailure });
    this.#sweeps = new PeriodicTask({
      everyMs: SWEEP_EVERY_MS,
      work: () => this.sweep(),
      onFailure,
      // It moves files, which takes as long as they are large; two at once would move the same ones.
      deadlineMs: Number.POSITIVE_INFINITY,
    });
  }

  start(): void {
    this.startLooking();
    this.#sweeps.start();
    runInBackground(this.#sweeps.run(), 'a sweep of drives');
  }

  /** Whether people may still have their drives. */
  startLooking(): void {
    this.#rights.start();
  }

  /** Resolves when what was closed is moved. */
  async close(): Promise<void> {
    this.#rights.stop();
    this.#sweeps.stop();
    await Promise.all([...this.#drives.keys()].map((id) => this.#end(id)));
    await Promise.all(this.#closing.values());
  }

  /** The space that is the drive for this person on this asset; undefined where there is none. */
  async spaceFor(assetId: string, userId: string, flags: AccessFlags): Promise<string | undefined> {
    const attributes = await this.#deps.attributes(assetId);
    if (attributes['enable-drive'] !== 'true' || (!flags.upload && !flags.download)) {
      return undefined;
    }
    const storageId = attributes['drive-path'] || userId;
    const mayUse = await this.#deps.storageDrives.mayDrive(userId, storageId);
    return mayUse && (await this.#deps.guacdReach()).isHere ? storageId : undefined;
  }

  /** Undefined where the session has no drive. Where it should have one and cannot, the person is told. */
  async open({ record, flags, person, tell }: DriveRequest): Promise<OpenDrive | undefined> {
    const { id, storage_id: storageId } = record;
    if (storageId === '') {
      return undefined;
    }
    const sayIt = (words: (typeof DRIVE_WORDS)[keyof typeof DRIVE_WORDS]) =>
      tell(translate(words, person().language));
    try {
      const reach = await this.#deps.guacdReach();
      const space =
        flags.upload && flags.download ? await this.#deps.storageDrives.folderOf(storageId) : undefined;
      const drive = await this.#make(record, {
        keeps: flags.download,
        isSpace: space !== undefined,
        group: reach.isHere ? reach.group : undefined,
        onShut: (reason) => sayIt(DRIVE_WORDS[reason]),
      });
      await (space === undefined ? drive.openOwn() : this.#openSpace(drive, space, reach));
      return { path: drive.path, files: () => drive.files(), close: () => this.#end(id) };
    } catch (error) {
      this.#deps.logger.warn({ err: error, sessionId: id }, 'a drive could not be opened');
      await this.#end(id);
      sayIt(error instanceof DriveBeyond ? DRIVE_WORDS.beyond : DRIVE_WORDS.unavailable);
      return undefined;
    }
  }

  /** What dead processes left: what was not moved is moved, and the folder goes. */
  async sweep(): Promise<void> {
    const { processes, logger } = this.#deps;
    for (const name of await readdir(this.#root).catch(() => [])) {
      const folder = join(this.#root, name);
      const note = await readNote(folder);
      const isOurs = this.#folders.has(folder);
      if (isOurs || (note && note.processId !== processes.id && !(await this.#isDead(note.processId)))) {
        continue;
      }
      try {
        await this.#recover(note, folder);
      } catch (error) {
        logger.warn(
          { err: error, sessionId: note?.sessionId },
          'what is left of a drive could not be moved yet',
        );
      }
    }
  }

  async #recover(note: DriveNote | undefined, folder: string): Promise<void> {
    if (!note) {
      await removeFolder(folder);
      return;
    }
    if (note.isSpace) {
      await this.#deps.storageDrives.measure(note.storageId);
      await this.#unshare(note.storageId);
    }
    const drive = new SessionDrive({
      parts: this.#parts,
      note,
      folder,
      group: undefined,
      onShut: () => undefined,
    });
    await drive.close();
  }

  /** guacd's user was let into the space by a process that could not close it again. */
  async #unshare(storageId: string): Promise<void> {
    const root = this.#spaces.has(storageId) ? undefined : await this.#deps.storageDrives.folderOf(storageId);
    if (root !== undefined) {
      await unshareFolder(root);
    }
  }

  async #isDead(processId: string): Promise<boolean> {
    return (await this.#deps.processes.listDead([processId])).has(processId);
  }

  async #make(
    record: SessionRecord,
    options: {
      keeps: boolean;
      isSpace: boolean;
      group: number | undefined;
      onShut: ConstructorParameters<typeof SessionDrive>[0]['onShut'];
    },
  ): Promise<SessionDrive> {
    const { processes } = this.#deps;
    const { keeps, isSpace, group, onShut } = options;
    await processes.register();
    mkdirSync(this.#root, { recursive: true, mode: 0o700 });
    // guacd may enter it: whoever might come to speak with guacd cannot guess it.
    const folder = join(this.#root, randomBytes(FOLDER_NAME_BYTES).toString('hex'));
    const note: DriveNote = {
      sessionId: record.id,
      processId: processes.id,
      userId: record.user_id,
      userName: record.user_name,
      assetId: record.asset_id,
      assetName: record.asset_name,
      storageId: record.storage_id,
      into: keeps && !isSpace ? driveFolderName(record) : null,
      isSpace,
    };
    const drive = new SessionDrive({ parts: this.#parts, note, folder, group, onShut });
    this.#drives.set(record.id, drive);
    this.#folders.add(folder);
    await drive.makeFolder();
    if (group !== undefined) {
      this.#onWay.add(record.id);
      await this.#way.open(group);
      await allowTraversal(folder, group);
    }
    return drive;
  }

  async #openSpace(drive: SessionDrive, root: string, reach: GuacdReach): Promise<void> {
    const { storageId } = drive.note;
    const space =
      this.#spaces.get(storageId) ??
      new MountedSpace({
        parts: this.#parts,
        storageId,
        root,
        group: reach.isHere ? reach.group : undefined,
        subscribe: (listener) => this.#deps.storageLogs.subscribe(storageId, listener),
      });
    this.#spaces.set(storageId, space);
    await space.join(drive);
  }

  async #end(id: string): Promise<void> {
    const drive = this.#drives.get(id);
    if (!drive) {
      return;
    }
    this.#drives.delete(id);
    const closing = this.#close(drive)
      .catch((error: unknown) => {
        this.#deps.logger.warn(
          { err: error, sessionId: id },
          'a drive was not closed; it is looked at again',
        );
      })
      .finally(() => {
        this.#closing.delete(id);
        this.#folders.delete(drive.folder);
      });
    this.#closing.set(id, closing);
    await closing;
  }

  async #close(drive: SessionDrive): Promise<void> {
    const { storageId, isSpace } = drive.note;
    const space = isSpace ? this.#spaces.get(storageId) : undefined;
    try {
      if (space && (await space.leave(drive))) {
        this.#spaces.delete(storageId);
      }
      await drive.close();
    } finally {
      if (this.#onWay.delete(drive.note.sessionId)) {
        await this.#way.close();
      }
    }
  }

  /** A drive that somebody may not have any more is closed, though their session goes on. */
  async #checkRights(): Promise<void> {
    for (const drive of this.#drives.values()) {
      const { userId, assetId, storageId, isSpace, into } = drive.note;
      const { flags } = await this.#deps.access.decide(userId, assetId);
      const needs = { upload: isSpace, download: isSpace || into !== null };
      const isAllowed =
        (flags.upload || !needs.upload) &&
        (flags.download || !needs.download) &&
        (await this.#deps.storageDrives.mayDrive(userId, storageId));
      if (!isAllowed) {
        await drive.shut('forbidden');
      }
    }
  }
}

async function readNote(folder: string): Promise<DriveNote | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, NOTE), 'utf8')) as DriveNote;
  } catch {
    return undefined;
  }
}
