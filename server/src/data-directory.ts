import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { translate, type Language } from '@jadegate/contract/language';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';

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

/**
 * Whether a server was ever started with it. With PostgreSQL the tables, and perhaps the key, are elsewhere. Throws where it
 * is closed to whoever asks: that there is none would send them looking for another.
 */
export function isDataDirectory(dataDir: string, { hasDatabase }: { hasDatabase: boolean }): boolean {
  const marks = hasDatabase ? ['jadegate.db'] : ['disk.id', 'master.key'];
  return marks.some((name) => statSync(path.join(dataDir, name), { throwIfNoEntry: false }) !== undefined);
}

type DemoRefusal = 'demo_directory' | 'demo_elsewhere' | 'demo_running' | 'demo_hosts' | 'demo_flag';

/** Why a demo, or an installation beside one, does not start. Whoever reads it has just arrived, and has chosen no language. */
export class DemoError extends Error {
  readonly #refusal: DemoRefusal;
  readonly #params: Record<string, string>;

  constructor(refusal: DemoRefusal, params: Record<string, string>) {
    super(translate(OPERATOR_WORDS[refusal], 'en', params));
    this.#refusal = refusal;
    this.#params = params;
  }

  in(language: Language): string {
    return translate(OPERATOR_WORDS[this.#refusal], language, this.#params);
  }
}

/** A demo and an installation never share a directory: one has people whose password everybody at the terminal has seen. */
export function refuseDemoDirectory(dataDir: string): void {
  if (existsSync(path.join(dataDir, DEMO_MARK))) {
    throw new DemoError('demo_directory', { dataDir });
  }
}

/** One that holds a demo already, or nothing yet: a demo that begins anew removes all that is there. */
export function expectDemoDirectory(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(path.join(dataDir, DEMO_MARK))) {
    throw new DemoError('demo_elsewhere', { dataDir });
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
