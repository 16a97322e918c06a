import { LIMITS } from '@jadegate/contract/limits';

import { AppError } from '../../kernel/app-error.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { isTooLong, storedNames, storedPath } from '../../storage/stored-path.ts';
import type { TreeSize } from './storage-ledger.repository.ts';
import type { StorageLedger } from './storage-ledger.ts';
import { spaceTaken } from './tree-size.ts';

interface Dependencies {
  store: ByteStore;
  ledger: StorageLedger;
  settings: Pick<SettingService, 'get'>;
}

/**
 * How deep and how full a space may become. Asked before anything is made in one, whichever way it comes; what is there from
 * before may be deeper and more, and can be looked at and removed. Places are those of the store: the first name is the space.
 */
export class StorageBounds {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** What it takes to make something of that size at a place where nothing is, with the folders above it that are missing. */
  refuseNew(place: string, size: TreeSize): Promise<TreeSize> {
    refuseDeep(place);
    return this.#refuseAt(storedNames(place), size);
  }

  /** What a move takes: the folders above its new place that are missing. What becomes no deeper may be of any depth. */
  async refuseMoved(from: string, to: string): Promise<TreeSize> {
    const [source, target] = [storedNames(from), storedNames(to)];
    const isHigher = target.length <= source.length && Buffer.byteLength(to) <= Buffer.byteLength(from);
    if (!isHigher) {
      await this.refuseReach(from, to);
    }
    const staysIn = storedPath(source.slice(0, -1)) === storedPath(target.slice(0, -1));
    return staysIn ? spaceTaken({}) : this.#refuseAt(target, spaceTaken({}));
  }

  /** Throws when what is below it would be too deep there, or could not be named. */
  async refuseReach(from: string, to: string): Promise<void> {
    const reach = await this.#deps.store.reach(from, LIMITS.treeDepth.max);
    refuseDeep(to, reach.depth);
    if (isTooLong(to, reach.pathBytes)) {
      throw new AppError('storage.name_too_long');
    }
  }

  /** For folders that are copied with what is in them: one of before the limit may hold more. */
  async refuseFuller(entries: number): Promise<void> {
    const limit = await this.#deps.settings.get('storage-folder-entries');
    if (entries > limit) {
      throw new AppError('storage.folder_full', { params: { limit } });
    }
  }

  async #refuseAt(names: readonly string[], size: TreeSize): Promise<TreeSize> {
    let missing = 0;
    while (names.length - missing > 2 && !(await this.#isThere(names.slice(0, -1 - missing)))) {
      missing += 1;
    }
    const above = spaceTaken({ folders: missing });
    const more = { used: size.used + above.used, entries: size.entries + above.entries };
    await this.#refuseMany(names.slice(0, -1 - missing), more.entries);
    return more;
  }

  async #isThere(names: readonly string[]): Promise<boolean> {
    return (await this.#deps.store.stat(storedPath(names))) !== undefined;
  }

  async #refuseMany(folder: readonly string[], entries: number): Promise<void> {
    const { store, ledger, settings } = this.#deps;
    const [id = ''] = folder;
    const { name, entry_count: count } = await ledger.usage(id);
    const [inFolder, inSpace] = await Promise.all([
      settings.get('storage-folder-entries'),
      settings.get('storage-space-entries'),
    ]);
    if (entries > 0 && count + entries > inSpace) {
      throw new AppError('storage.space_full', { params: { name, limit: inSpace } });
    }
    // A folder holds no more than its space: mostly there is nothing to count.
    const mayBeFull = count < 0 || count >= inFolder;
    if (mayBeFull && (await store.count(storedPath(folder), inFolder)) >= inFolder) {
      throw new AppError('storage.folder_full', { params: { limit: inFolder } });
    }
  }
}

/** Of a place, and so many levels below it. */
export function refuseDeep(place: string, below = 0): void {
  const limit = LIMITS.treeDepth.max;
  if (storedNames(place).length - 1 + below > limit) {
    throw new AppError('storage.too_deep', { params: { limit } });
  }
}
