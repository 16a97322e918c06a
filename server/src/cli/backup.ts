import { open, readFile, rm } from 'node:fs/promises';

import { LIMITS } from '@jadegate/contract/limits';
import type { BackupExisting } from '@jadegate/contract/operations/backup';

import { ConfigError } from '../config.ts';
import type { Caller } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';
import { Secret } from '../kernel/secret.ts';
import type { BackupService } from '../operations/backup/backup.service.ts';
import { askUnseen } from './ask-unseen.ts';

const FROM_ENVIRONMENT = 'JADEGATE_BACKUP_PASSPHRASE';

interface Terminal {
  /** The passphrase from the environment, if it is there. */
  given: string | undefined;
  print: (line: string) => void;
}

/** Exit code 0, or 1 with a reason. The file is only its owner's to read, and never written over another. */
export async function backUp(
  backups: BackupService,
  operator: Caller,
  path: string,
  { given, print }: Terminal,
): Promise<number> {
  const { min } = LIMITS.backupPassphrase;
  const passphrase = await readPassphrase(given, { isNew: true });
  if (passphrase.expose().length < min) {
    print(`the passphrase must have at least ${min} characters`);
    return 1;
  }
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    print(`${path} cannot be made: ${error instanceof Error ? error.message : 'unknown'}`);
  });
  if (!file) {
    return 1;
  }
  try {
    const { body } = await backups.exportFor(operator, passphrase);
    await file.writeFile(body);
    await file.sync();
    print(`${path}: ${body.length} bytes`);
    return 0;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

export async function restore(
  backups: BackupService,
  operator: Caller,
  path: string,
  options: { existing: BackupExisting; firstAdministrator: BackupExisting },
  { given, print }: Terminal,
): Promise<number> {
  const file = await readFile(path).catch((error: unknown) => {
    print(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  });
  if (!file) {
    return 1;
  }
  const passphrase = await readPassphrase(given, { isNew: false });
  const { sections } = await backups.restoreFor(operator, file, passphrase, options);
  for (const { section, created, replaced, kept } of sections) {
    print(`${section.padEnd(16)} ${created} added, ${replaced} replaced, ${kept} left as they were`);
  }
  return 0;
}

/** Never an argument: those are seen by everybody on the machine. */
async function readPassphrase(given: string | undefined, { isNew }: { isNew: boolean }): Promise<Secret> {
  if (given !== undefined && given !== '') {
    return new Secret(given);
  }
  if (!process.stdin.isTTY) {
    throw new ConfigError(
      `set ${FROM_ENVIRONMENT}, or run this in a terminal to be asked for the passphrase`,
    );
  }
  const typed = await askUnseen('passphrase: ');
  if (isNew && (await askUnseen('once more: ')) !== typed) {
    throw new AppError('validation', { params: { first: 'the two passphrases differ' } });
  }
  return new Secret(typed);
}
