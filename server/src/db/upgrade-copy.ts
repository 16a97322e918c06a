import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

import type { Logger } from '../kernel/logger.ts';
import { makePrivateFile } from '../kernel/private-files.ts';
import { sizeText } from '../kernel/size.ts';
import { copySqlite } from './sqlite/sqlite-copy.ts';

/** In the data directory. */
const UPGRADE_COPIES = 'before-upgrade';
const KEPT = 2;
const PART = '.part';
/** Beside the copy, changing the tables needs room, too. */
const ROOM_FACTOR = 2;

/** For the operator. */
export class NoRoomForCopyError extends Error {
  constructor(dataDir: string, needed: number, free: number) {
    super(
      `this version changes the tables of ${path.join(dataDir, 'jadegate.db')}, and there is no room for a copy of them as they are ` +
        `(${sizeText(needed)} needed, ${sizeText(free)} free). Nothing was changed. Make room, or copy the data directory elsewhere ` +
        'yourself and start once with JADEGATE_SKIP_UPGRADE_COPY=yes.',
    );
  }
}

export interface Upgrade {
  /** The version that changed the tables last; undefined before versions were written down. */
  from: string | undefined;
  to: string;
}

interface CopyOptions {
  dataDir: string;
  logger: Logger;
  skipsUpgradeCopy?: boolean | undefined;
  /** Of the disk; told by tests. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/**
 * Migrations go forward only: the way back from an upgrade is the database as it was. With SQLite it is put aside here; what
 * holds PostgreSQL is not ours to copy, and the operator is told what is needed.
 */
export async function copyBeforeUpgrade(
  { from, to }: Upgrade,
  { isShared }: { isShared: boolean },
  { dataDir, logger, skipsUpgradeCopy = false, freeBytes = freeBytesOf }: CopyOptions,
): Promise<void> {
  if (isShared) {
    logger.warn(
      { from, to },
      'the tables are changed for a newer version; the way back is a dump (pg_dump) or a whole backup (npx jadegate full-backup create) that was made before this start',
    );
    return;
  }
  if (skipsUpgradeCopy) {
    logger.warn(
      { from, to },
      'the database is changed for a newer version without a copy, as the settings say',
    );
    return;
  }
  const source = path.join(dataDir, 'jadegate.db');
  const needed = (sizeOf(source) + sizeOf(`${source}-wal`)) * ROOM_FACTOR;
  const free = await freeBytes(dataDir);
  if (free < needed) {
    throw new NoRoomForCopyError(dataDir, needed, free);
  }
  const folder = path.join(dataDir, UPGRADE_COPIES);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const moment = new Date().toISOString().replaceAll(/[-:]/g, '');
  const copy = path.join(folder, `${moment}-${from?.replaceAll(/[^\w.-]/g, '_') ?? 'unknown'}.db`);
  try {
    makePrivateFile(`${copy}${PART}`);
    await copySqlite({ file: source, to: `${copy}${PART}` });
    renameSync(`${copy}${PART}`, copy);
  } finally {
    removeOld(folder);
  }
  logger.info({ from, to, copy }, 'the database was copied aside before the upgrade');
}

/** The last ones stay, and nothing of a copy that was broken off. Names begin with their time. */
function removeOld(folder: string): void {
  const names = readdirSync(folder).toSorted();
  const kept = names.filter((name) => name.endsWith('.db')).slice(-KEPT);
  // Beside a copy that somebody looked into lie its `-wal` and `-shm`.
  const isKept = (name: string) =>
    !name.endsWith(PART) && kept.some((copy) => name === copy || name.startsWith(`${copy}-`));
  for (const name of names.filter((one) => !isKept(one))) {
    rmSync(path.join(folder, name), { force: true, recursive: true });
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
