import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Actor } from '../../kernel/actor.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import type { Secret } from '../../kernel/secret.ts';
import { sizeText } from '../../kernel/size.ts';
import type { FullBackupService } from '../full-backup/full-backup.service.ts';

interface Dependencies {
  fullBackups: Pick<FullBackupService, 'createIn' | 'isWhole'>;
  dataDir: string;
  /** A folder, or `s3://bucket/folder`: the operator's choice, since it is written to as the server. */
  place: string;
  /** The operator's, too: with it the configuration lies in the backup once more, sealed. */
  passphrase?: Secret | undefined;
}

const NAME = /^jadegate-full-\d{14}$/;

/** Whole backups of a job, each in a folder of its own, of which so many are kept. */
export class WholeBackups {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async make(jobId: string, owner: Actor, { keep, signal }: { keep: number; signal: AbortSignal }) {
    const { fullBackups, dataDir, place, passphrase } = this.#deps;
    const isInBucket = place.startsWith('s3://');
    const folder = `${place.replace(/\/+$/, '')}/${jobId.slice(-8)}`;
    if (place === path.join(dataDir, 'backups')) {
      makePrivateFolder(place);
    }
    if (!isInBucket) {
      // What it lies in must be there: it may be a disk that is not mounted.
      await readdir(place).then(
        () => makePrivateFolder(folder),
        () => undefined,
      );
    }
    if (!isInBucket) {
      await this.#removeBroken(folder);
    }
    const { target, manifest } = await fullBackups.createIn(owner, folder, { passphrase, signal });
    // Those in a bucket go by its lifecycle rules.
    const names = isInBucket ? [] : (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
    const old = names.slice(0, Math.max(0, names.length - keep));
    for (const name of old) {
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
    const { files, bytes, missing, unread } = manifest;
    const told = { files, size: sizeText(bytes), missing: missing.count, unread: unread.count };
    return { target, ...told, removed: old.length };
  }

  /** What a server left that stopped meanwhile takes room, and counts for nothing. */
  async #removeBroken(folder: string): Promise<void> {
    for (const name of (await readdir(folder).catch(() => [])).filter((one) => NAME.test(one))) {
      if (!(await this.#deps.fullBackups.isWhole(path.join(folder, name)))) {
        await rm(path.join(folder, name), { recursive: true, force: true });
      }
    }
  }
}
