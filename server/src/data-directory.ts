import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { Logger } from './kernel/logger.ts';
import { makePrivateFolder, restrictPermissions } from './kernel/private-files.ts';

/** What the product puts into its data directory. The key file is not here: one that others can read stops the start. */
const OURS =
  /^(jadegate|search)\.db(-wal|-shm)?$|^(recordings|spaces|uploads|drives|backups|imports|before-upgrade|archive|disk\.id|demo\.json)$/;
/** May lie beside it without making the directory somebody else's: `events` may be for a group, the rest is what our texts name. */
const HARMLESS =
  /^(master\.key.*|signing\.key.*|advisories\.json|next-terminal|events|jadegate\.env\.removed|after-upgrade|lost\+found|\..*)$/;

/** Lies in the data directory of a demo, and in no other. */
export const DEMO_MARK = 'demo.json';

/** The mark of directories like /tmp. */
const STICKY = 0o1000;

/** Both engines need it: keys and recordings lie here wherever the tables are. */
export function makeDataDirectory(dataDir: string): void {
  makePrivateFolder(dataDir);
}

/** Whether a server was ever started with it. With PostgreSQL the tables, and perhaps the key, are elsewhere. */
export function isDataDirectory(dataDir: string, { hasDatabase }: { hasDatabase: boolean }): boolean {
  const marks = hasDatabase ? ['jadegate.db'] : ['disk.id', 'master.key'];
  return marks.some((name) => existsSync(path.join(dataDir, name)));
}

/** A demo and an installation never share a directory: one has people whose password everybody at the terminal has seen. */
export class DemoDirectoryError extends Error {}

export function refuseDemoDirectory(dataDir: string): void {
  if (existsSync(path.join(dataDir, DEMO_MARK))) {
    throw new DemoDirectoryError(
      `${dataDir} is the data directory of a demo. Start it with --demo, or name another one with JADEGATE_DATA_DIR.`,
    );
  }
}

/** One that holds a demo already, or nothing yet: a demo that begins anew removes all that is there. */
export function expectDemoDirectory(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(path.join(dataDir, DEMO_MARK))) {
    throw new DemoDirectoryError(
      `${dataDir} holds something that is no demo. Name another data directory with JADEGATE_DATA_DIR.`,
    );
  }
}

/**
 * Earlier versions left the modes to the umask. What is ours is closed to others; the directory itself only when nothing
 * else lies in it and it is not one that everybody shares, because somebody may have named a folder that other programs use.
 */
export function closeDataDirectory(dataDir: string, logger: Logger): void {
  const names = readdirSync(dataDir);
  const isOurs =
    names.every((name) => OURS.test(name) || HARMLESS.test(name)) && (statSync(dataDir).mode & STICKY) === 0;
  const paths = names.filter((name) => OURS.test(name)).map((name) => path.join(dataDir, name));
  try {
    const closed = [...(isOurs ? [dataDir] : []), ...paths].filter((one) => restrictPermissions(one));
    if (closed.length > 0) {
      logger.warn({ closed }, 'others could read these; now only the owner can');
    }
  } catch (error) {
    // A directory that belongs to somebody else can be used all the same.
    logger.warn({ err: error }, 'not everything in the data directory could be closed to others');
  }
  if (!isOurs) {
    logger.warn({ dataDir }, 'other programs use the data directory too; its mode is left as it is');
  }
}
