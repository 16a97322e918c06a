import { baseName, joinPath } from '@jadegate/contract/files/file-path';
import type { FileEntry, FolderPage, FolderQuery } from '@jadegate/contract/files/files';

import { Removals } from '../../files/file-place/removals.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import {
  isFolder,
  type FileEntry as FileEntryOnTarget,
  type ScannedFile,
} from '../../protocols/files/file-tree.ts';
import type { FolderListings } from '../../protocols/files/folder-listings.ts';
import { removeTree } from '../../protocols/files/remove-tree.ts';
import { resolvePath, type FileAccess } from './file-access.ts';
import { presentFile } from './file.present.ts';
import { LinkTargets } from './link-targets.ts';

/** Looking around on the target of a session, and changing what is there. Transfers are `FileTransferService`. */
export class SessionFilesService {
  readonly #access: FileAccess;
  readonly #listings: FolderListings;
  readonly #removals = new Removals();

  constructor(access: FileAccess, listings: FolderListings) {
    this.#access = access;
    this.#listings = listings;
  }

  page(actor: Actor, id: string, { dir, ...order }: FolderQuery): Promise<FolderPage> {
    return this.#access.browse(actor, id, async (tree) => {
      const folder = await resolvePath(tree, dir);
      const links = new LinkTargets(tree, folder);
      const { entries, ...page } = await this.#listings.page<ScannedFile, FileEntryOnTarget>(
        actor.userId,
        order,
        () => ({
          scan: links.followed(tree.scan(folder)),
          complete: (some) => tree.complete(folder, some),
          opensAsFolder: (entry) => isFolder(entry) || links.leadsToFolder(entry),
        }),
      );
      await links.follow(entries);
      const items = entries.map((entry) =>
        presentFile(entry.name, joinPath(folder, entry.name), entry, links.leadsToFolder(entry)),
      );
      return { ...page, items };
    });
  }

  stat(actor: Actor, id: string, file: string): Promise<FileEntry> {
    return this.#access.browse(actor, id, async (tree) => {
      const path = await resolvePath(tree, file);
      return presentFile(baseName(path), path, await tree.stat(path));
    });
  }

  mkdir(actor: Actor, id: string, dir: string): Promise<void> {
    const act = { action: 'mkdir', flag: 'createDir', fileName: dir } as const;
    return this.#access.act(actor, id, act, async (tree) => tree.mkdir(await resolvePath(tree, dir)));
  }

  rename(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act = { action: 'rename', flag: 'rename', fileName: `${from} → ${to}` } as const;
    return this.#access.act(actor, id, act, async (tree) =>
      tree.rename(await resolvePath(tree, from), await resolvePath(tree, to)),
    );
  }

  chmod(actor: Actor, id: string, file: string, permissions: number): Promise<void> {
    const fileName = `${file} → ${permissions.toString(8).padStart(4, '0')}`;
    const act = { action: 'chmod', flag: 'edit', fileName } as const;
    return this.#access.act(actor, id, act, async (tree) =>
      tree.chmod(await resolvePath(tree, file), permissions),
    );
  }

  remove(actor: Actor, id: string, file: string, taskId: string | undefined): Promise<void> {
    const act = { action: 'rm', flag: 'delete', fileName: file } as const;
    return this.#access.act(actor, id, act, async (tree, { touch }) => {
      const path = await resolvePath(tree, file);
      if (path === '/') {
        throw new AppError('file.path_invalid');
      }
      await this.#removals.count(taskId && `${id}/${taskId}`, (count) => {
        const onRemoved = () => {
          touch();
          count();
        };
        return removeTree(tree, path, { onRemoved });
      });
    });
  }

  async removed(actor: Actor, id: string, taskId: string): Promise<number> {
    await this.#access.refuseStranger(actor, id);
    return this.#removals.of(`${id}/${taskId}`);
  }
}
