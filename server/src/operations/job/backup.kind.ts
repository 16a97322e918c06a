import { translate, type Language } from '@jadegate/contract/language';
import { BackupMetadata } from '@jadegate/contract/operations/job';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import type { StorageService } from '../../files/storage/storage.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import type { BackupService } from '../backup/backup.service.ts';
import type { BackupFolder } from './backup-places.ts';
import type { JobKind, JobTry } from './job-kind.ts';
import type { JobOwners } from './job-owners.ts';
import type { JobRecord } from './job.repository.ts';
import type { WholeBackups } from './whole-backups.ts';

interface Dependencies {
  backups: Pick<BackupService, 'exportFor'>;
  vault: Pick<VaultService, 'get'>;
  owners: Pick<JobOwners, 'refuseUnlessFull'>;
  storages: Pick<StorageService, 'get'>;
  language: () => Promise<Language>;
  folderOnDisk: BackupFolder;
  folderInSpace: (owner: Actor, id: string) => BackupFolder;
  wholeBackups: Pick<WholeBackups, 'make'>;
}

/** What this job and no other leaves: its id keeps two jobs with one place from removing each other's files. */
const fileOf = (jobId: string, filename: string) => filename.replace(/\.jgb$/, `-${jobId.slice(-8)}.jgb`);
const isFileOf = (jobId: string, name: string) =>
  /^jadegate-backup-\d{14}-/.test(name) && name.endsWith(`-${jobId.slice(-8)}.jgb`);

export function isWholeBackup({ func, metadata }: Pick<JobRecord, 'func' | 'metadata'>): boolean {
  return func === 'backup-job' && BackupMetadata.parse(JSON.parse(metadata || '{}')).place === 'whole';
}

export function passphraseOwner(jobId: string): string {
  return `job:${jobId}`;
}

/** All configuration as one sealed file, and of the files before as many as are to be kept. */
export class BackupKind implements JobKind {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async run({ job, owner, report, signal }: JobTry): Promise<boolean> {
    const { backups, vault, owners } = this.#deps;
    await owners.refuseUnlessFull(owner);
    const { place, storageId, keep } = BackupMetadata.parse(JSON.parse(job.metadata || '{}'));
    if (place === 'whole') {
      const made = await this.#deps.wholeBackups.make(job.id, owner, { keep, signal });
      report.note(translate(JOB_LOG_WORDS.backedUpWhole, await this.#deps.language(), made));
      return true;
    }
    const passphrase = await vault.get(passphraseOwner(job.id), 'passphrase');
    if (!passphrase) {
      throw new AppError('job.passphrase_missing');
    }
    const folder = place === 'folder' ? this.#deps.folderOnDisk : this.#deps.folderInSpace(owner, storageId);
    const { filename, body } = await backups.exportFor(owner, passphrase);
    const file = fileOf(job.id, filename);
    await folder.write(file, body);
    // Names begin with the time, so they are in order.
    const files = (await folder.list()).filter((name) => isFileOf(job.id, name)).toSorted();
    const old = files.slice(0, Math.max(0, files.length - keep));
    for (const name of old) {
      await folder.remove(name);
    }
    const language = await this.#deps.language();
    report.note(
      translate(JOB_LOG_WORDS.backedUp, language, {
        place: await this.#nameOf(place === 'storage' ? storageId : undefined, language),
        file,
        size: `${Math.ceil(body.length / 1024)} KB`,
        kept: files.length - old.length,
        removed: old.length,
      }),
    );
    return true;
  }

  async #nameOf(storageId: string | undefined, language: Language): Promise<string> {
    return storageId === undefined
      ? translate(JOB_LOG_WORDS.backupFolder, language)
      : (await this.#deps.storages.get(storageId)).name;
  }
}
