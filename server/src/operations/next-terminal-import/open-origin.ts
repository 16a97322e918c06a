import { lstat, open } from 'node:fs/promises';

import { AppError } from '../../kernel/app-error.ts';
import type { Secret } from '../../kernel/secret.ts';
import { OldBackup } from './old-backup.ts';
import { openOldMysql } from './old-mysql.ts';
import type { OldOrigin } from './old-origin.ts';
import { openOldSqlite } from './old-sqlite.ts';

/** Where an old installation is: its database file or a file of its backup, or a MySQL or MariaDB server. */
export type OldPlace =
  | { kind: 'file'; path: string }
  | { kind: 'mysql'; host: string; port: number; database: string; username: string; password: Secret };

export const SQLITE_MARK = 'SQLite format 3\0';

/** `folder` is private and empty; whoever made it removes it. */
export async function openOrigin(place: OldPlace, folder: string): Promise<OldOrigin> {
  if (place.kind === 'mysql') {
    return openOldMysql(place);
  }
  return (await beginsAsSqlite(place.path)) ? openOldSqlite(place.path, folder) : OldBackup.open(place.path);
}

async function beginsAsSqlite(path: string): Promise<boolean> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new AppError('next_terminal.unreadable', { params: { reason }, cause });
  };
  const notThere = (cause: unknown) => refuse('file', cause);
  // A pipe would keep whoever opens it waiting for ever.
  if (!(await lstat(path).catch(notThere)).isFile()) {
    refuse('no file');
  }
  const file = await open(path, 'r').catch(notThere);
  try {
    const head = Buffer.alloc(SQLITE_MARK.length);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead).toString('latin1') === SQLITE_MARK;
  } finally {
    await file.close();
  }
}
