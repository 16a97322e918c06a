import { createHash } from 'node:crypto';

import { baseName, joinPath } from '@jadegate/contract/file-path';
import type { FileEntry } from '@jadegate/contract/files';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import { isFolder, isLink } from '../../protocols/ssh/sftp-packet.ts';
import { removeTree } from '../../protocols/ssh/sftp-remove.ts';
import { resolvePath, type FileAccess } from './file-access.ts';
import { presentFile } from './file.present.ts';

const LINKS_AT_ONCE = 32;
/** The checksum of no bytes. */
const NOTHING = createHash('sha256').digest('hex');

/** Looking around on the target of a session, and changing what is there. Transfers are `FileTransferService`. */
export class SessionFilesService {
  readonly #access: FileAccess;
  /** How much each running removal has removed. */
  readonly #removals = new Map<string, number>();

  constructor(access: FileAccess) {
    this.#access = access;
  }

  list(actor: Actor, id: string, dir: string): Promise<FileEntry[]> {
    return this.#access.browse(actor, id, async (sftp) => {
      const folder = await resolvePath(sftp, dir);
      const entries = await sftp.list(folder);
      return inParallel(entries, LINKS_AT_ONCE, async (entry) => {
        const path = joinPath(folder, entry.name);
        // A link that leads nowhere leads to no folder.
        const end = isLink(entry) ? await sftp.stat(path).catch(() => undefined) : undefined;
        return presentFile(entry.name, path, entry, end !== undefined && isFolder(end));
      });
    });
  }

  stat(actor: Actor, id: string, file: string): Promise<FileEntry> {
    return this.#access.browse(actor, id, async (sftp) => {
      const path = await resolvePath(sftp, file);
      return presentFile(baseName(path), path, await sftp.stat(path));
    });
  }

  mkdir(actor: Actor, id: string, dir: string): Promise<void> {
    const act = { action: 'mkdir', flag: 'createDir', fileName: dir } as const;
    return this.#access.act(actor, id, act, async (sftp) => sftp.mkdir(await resolvePath(sftp, dir)));
  }

  /** An empty file, where there is nothing yet: it comes into being as an upload does. */
  async newFile(actor: Actor, id: string, file: string): Promise<void> {
    const act = { action: 'upload', flag: 'upload', fileName: file } as const;
    await this.#access.act(actor, id, act, async (sftp) => {
      await sftp.closeFile(await sftp.openFile(await resolvePath(sftp, file), 'create'));
      return { bytes: 0, checksum: NOTHING };
    });
  }

  rename(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act = { action: 'rename', flag: 'rename', fileName: `${from} → ${to}` } as const;
    return this.#access.act(actor, id, act, async (sftp) =>
      sftp.rename(await resolvePath(sftp, from), await resolvePath(sftp, to)),
    );
  }

  chmod(actor: Actor, id: string, file: string, permissions: number): Promise<void> {
    const fileName = `${file} → ${permissions.toString(8).padStart(4, '0')}`;
    const act = { action: 'chmod', flag: 'edit', fileName } as const;
    return this.#access.act(actor, id, act, async (sftp) =>
      sftp.chmod(await resolvePath(sftp, file), permissions),
    );
  }

  remove(actor: Actor, id: string, file: string, taskId: string | undefined): Promise<void> {
    const act = { action: 'rm', flag: 'delete', fileName: file } as const;
    return this.#access.act(actor, id, act, async (sftp, { touch }) => {
      const path = await resolvePath(sftp, file);
      if (path === '/') {
        throw new AppError('file.path_invalid');
      }
      const key = `${id}/${taskId ?? ''}`;
      let removed = 0;
      const onRemoved = () => {
        removed += 1;
        touch();
        if (taskId !== undefined) {
          this.#removals.set(key, removed);
        }
      };
      try {
        await removeTree(sftp, path, { onRemoved });
      } finally {
        this.#removals.delete(key);
      }
    });
  }

  async removed(actor: Actor, id: string, taskId: string): Promise<number> {
    await this.#access.refuseStranger(actor, id);
    return this.#removals.get(`${id}/${taskId}`) ?? 0;
  }
}
