import { constants } from 'node:fs';
import { copyFile, lstat } from 'node:fs/promises';
import path from 'node:path';

import { LIMITS } from '@jadegate/contract/limits';

import { ForeignSqlite } from '../../db/foreign/foreign-sqlite.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import { asUnreadable, OldDatabase } from './old-database.ts';

const MOST_MEGABYTES = LIMITS.oldDatabaseBytes / MEGABYTE;

/**
 * The old product's `nt.db`. What is read is a copy: the file itself is never opened, so that nothing is left beside it and
 * a server that still uses it is not in the way. `folder` is private, and whoever made it removes it.
 */
export async function openOldSqlite(file: string, folder: string): Promise<OldDatabase> {
  const copy = path.join(folder, 'nt.db');
  await copyWhole(file, copy);
  return new OldDatabase('sqlite', await asUnreadable(() => ForeignSqlite.open(copy)));
}

async function copyWhole(file: string, copy: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw unreadable('no file');
  }
  if (found.size > MOST_MEGABYTES * MEGABYTE) {
    throw new AppError('next_terminal.too_large', { params: { most: MOST_MEGABYTES } });
  }
  // A transaction broke off, or goes on now. Its journal is not followed: it may name other files.
  const journal = await lstat(`${file}-journal`).catch(() => undefined);
  if (journal && journal.size > 0) {
    throw unreadable('-journal');
  }
  await copyFile(file, copy, constants.COPYFILE_EXCL);
  const wal = await lstat(`${file}-wal`).catch(() => undefined);
  if (wal?.isFile()) {
    await copyFile(`${file}-wal`, `${copy}-wal`, constants.COPYFILE_EXCL);
  }
}

function unreadable(reason: string): AppError {
  return new AppError('next_terminal.unreadable', { params: { reason } });
}
