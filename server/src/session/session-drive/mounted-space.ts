import { sumOf } from '../../files/storage/storage-drive.service.ts';
import { AppError } from '../../kernel/app-error.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { DriveWatch, type SettledChange } from './drive-watch.ts';
import { readInside } from './open-inside.ts';
import type { DriveParts, SessionDrive, ShutReason } from './session-drive.ts';
import { shareFolder, unshareFolder } from './shared-folders.ts';

interface Options {
  parts: DriveParts;
  storageId: string;
  root: string;
  group: number | undefined;
  /** Calls back with each path that somebody changed on the pages of the space. */
  subscribe: (listener: (path: string) => void) => () => void;
}

/** A space whose folder is the drive of one session or several. One watch serves them: a change is written down once. */
export class MountedSpace {
  readonly #options: Options;
  readonly #drives = new Set<SessionDrive>();
  readonly #watch: DriveWatch;
  #starting: Promise<void> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { parts, root, group, storageId } = options;
    this.#watch = new DriveWatch({
      root,
      everyMs: parts.everyMs,
      group,
      bounds: () => parts.storages.bounds(),
      onBeyond: () => this.#shut('beyond'),
      onChange: (settled) => this.#write(settled),
      onLook: () => this.#measure(),
      onFailure: (error) => parts.logger.warn({ err: error, storageId }, 'a drive was not looked at'),
    });
  }

  async join(drive: SessionDrive): Promise<void> {
    this.#drives.add(drive);
    this.#starting ??= this.#start();
    await this.#starting;
    await drive.openOn(this.#options.root, this.#watch);
  }

  /** Answers whether nobody is left. */
  async leave(drive: SessionDrive): Promise<boolean> {
    if (!this.#drives.has(drive)) {
      return false;
    }
    await drive.shutQuietly();
    // Nobody else could say whose it was.
    await (this.#drives.size > 1 ? this.#watch.scan() : this.#watch.finish());
    this.#drives.delete(drive);
    if (this.#drives.size > 0) {
      return false;
    }
    this.#unsubscribe?.();
    const { group, root } = this.#options;
    if (group !== undefined) {
      await unshareFolder(root);
    }
    return true;
  }

  async #start(): Promise<void> {
    const { group, root, subscribe } = this.#options;
    if (group !== undefined) {
      await shareFolder(root, group);
    }
    this.#unsubscribe = subscribe((path) => this.#watch.claim(path));
    await this.#watch.start({ known: true });
  }

  /** Where several sessions share the space, nobody knows whose machine it was: the one that came last is named. */
  async #write({ change, isOwn }: SettledChange): Promise<void> {
    const drive = [...this.#drives].at(-1);
    if (!drive || isOwn) {
      return;
    }
    await drive.log(change, true, change.action === 'upload' ? await this.#sum(change.path) : undefined);
  }

  /** Undefined when it is gone already. */
  async #sum(path: string) {
    try {
      return await sumOf(await readInside(this.#options.root, path));
    } catch (error) {
      if (error instanceof StorageError) {
        return undefined;
      }
      throw error;
    }
  }

  async #shut(reason: ShutReason): Promise<void> {
    await Promise.all([...this.#drives].map((drive) => drive.shut(reason)));
  }

  async #measure(): Promise<void> {
    const { parts, storageId } = this.#options;
    try {
      if (await parts.storages.measure(storageId)) {
        await this.#shut('full');
      }
    } catch (error) {
      // The space was deleted; the drive goes with its session.
      if (!(error instanceof AppError)) {
        throw error;
      }
    }
  }
}
