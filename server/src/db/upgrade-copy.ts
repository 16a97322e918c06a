import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

import { DAY_MS } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import type { Logger } from '../kernel/logger.ts';
import { makePrivateFile } from '../kernel/private-files.ts';
import { sizeText } from '../kernel/size.ts';
import { copySqlite, writtenVersion } from './sqlite/sqlite-copy.ts';

/** In the data directory. */
const UPGRADE_COPIES = 'before-upgrade';
const KEPT = 2;
const PART = '.part';
/** A copy that is not ready after so long was broken off. */
const PART_MS = DAY_MS;
/** Beside the copy, changing the tables needs room, too. */
const ROOM_FACTOR = 2;

/** For the operator. */
export class UpgradeCopyError extends Error {
  constructor(dataDir: string, why: string, options?: ErrorOptions) {
    super(
      `this version changes the tables of ${path.join(dataDir, 'jadegate.db')}, and ${why}. Nothing was changed. Make room, or copy ` +
        'the data directory elsewhere yourself and start once with JADEGATE_SKIP_UPGRADE_COPY=yes.',
      options,
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
    throw new UpgradeCopyError(
      dataDir,
      `there is no room for a copy of them as they are (${sizeText(needed)} needed, ${sizeText(free)} free)`,
    );
  }
  let copy: string | undefined;
  try {
    copy = await putAside(source, path.join(dataDir, UPGRADE_COPIES), { from, to });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpgradeCopyError(dataDir, `a copy of them as they are could not be made (${reason})`, {
      cause: error,
    });
  }
  if (copy === undefined) {
    logger.info({ from, to }, 'another process has copied the database and changed it meanwhile');
  } else {
    logger.info({ from, to, copy }, 'the database was copied aside before the upgrade');
  }
}

/** Undefined where the tables turned out to be changed already. */
async function putAside(source: string, folder: string, { from, to }: Upgrade): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const moment = new Date().toISOString().replaceAll(/[-:]/g, '');
  const copy = path.join(folder, `${moment}-${from?.replaceAll(/[^\w.-]/g, '_') ?? 'unknown'}.db`);
  // In a folder of its own, where nobody else tidies up: SQLite puts files beside the one it writes or reads, and needs them.
  const part = path.join(folder, `${newId()}${PART}`);
  try {
    mkdirSync(part, { mode: 0o700 });
    const made = path.join(part, path.basename(source));
    makePrivateFile(made);
    await copySqlite({ file: source, to: made });
    if (writtenVersion(made) === to && from !== to) {
      return undefined;
    }
    renameSync(made, copy);
    return copy;
  } finally {
    rmSync(part, { force: true, recursive: true });
    removeOld(folder);
  }
}

/** The last ones stay, and nothing of a copy that was broken off long ago. Names begin with their time. */
function removeOld(folder: string): void {
  const names = readdirSync(folder).toSorted();
  const kept = names.filter((name) => name.endsWith('.db')).slice(-KEPT);
  // Beside a copy that somebody looked into lie its `-wal` and `-shm`; another process may be making one now.
  const isKept = (name: string) =>
    name.endsWith(PART)
      ? Date.now() - (statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < PART_MS
      : kept.some((copy) => name === copy || name.startsWith(`${copy}-`));
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
