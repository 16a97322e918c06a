import { rm, statfs as systemStatfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { sizeText } from '../../kernel/size.ts';
import type { AlertWatch, Condition } from '../notice/alert-watch.interface.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { enoughOf, levelOf, type DiskLevel, type MarkSettings, type Volume } from './disk-marks.ts';

/** Asks the file system; undefined for a folder that is not there (yet). */
export type ReadVolume = (folder: string) => Promise<Volume | undefined>;

interface Dependencies {
  /** Where the product writes what people make it write. */
  folders: readonly string[];
  readVolume?: ReadVolume | undefined;
  settings: Pick<SettingService, 'get'>;
  clock: Clock;
  logger: Logger;
}

/** What a volume is like, and what is asked of it. */
interface Finding {
  folder: string;
  level: DiskLevel;
  volume: Volume;
  /** Free bytes at which it is fine again. */
  enough: number;
}

const LEVELS: readonly DiskLevel[] = ['fine', 'low', 'full'];
const CHECK_MS = 5 * SECOND_MS;
/** What somebody asks for now goes by a look that is no older than this. */
const FRESH_MS = SECOND_MS;
/** The marks themselves keep it from flickering; the end is told a little later all the same. */
const HOLD_MS = { raise: 0, clear: MINUTE_MS };

/** Written and removed again: what a file system says of its room is not always what it grants. */
const PROBE = '.room-probe';
const PROBE_BYTES = 64 * 1024;

/** There is too little room to open the session. */
export class DiskLow extends Error {
  readonly end: SessionEnd = { kind: 'disk_low' };
}

/**
 * Watches the room that is left where recordings, database and index lie. Below a first mark nobody begins anything new,
 * and administrators are told; below a second one what is being recorded ends.
 */
export class DiskSpaceService {
  readonly #deps: Dependencies;
  #worst: Finding | undefined;
  #runningSessions: 'until-full' | 'end' | 'go-on' = 'until-full';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isUnreadable = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  start(): void {
    const check = () => {
      this.check().catch((error: unknown) => this.#failed(error));
    };
    check();
    this.#timer = setInterval(check, CHECK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  get level(): DiskLevel {
    return this.#worst?.level ?? 'fine';
  }

  /** Says no before a session is prepared. */
  async refuse(): Promise<void> {
    if (await this.isLow()) {
      throw new AppError('session.disk_low');
    }
  }

  /** The same for one that is being opened, in the words of a session. */
  async refuseOpening(): Promise<void> {
    if (await this.isLow()) {
      throw new DiskLow('there is too little room on the disk');
    }
  }

  /**
   * Rejects when nothing can be written any more, or sessions end for want of room; degraded while none is opened. By what
   * was seen last: the marks are in the database, which may be what hangs.
   */
  async expectRoom(): Promise<'ok' | 'degraded'> {
    if (this.level === 'full') {
      throw new Error('the disk is full');
    }
    const [folder = ''] = this.#deps.folders;
    const probe = path.join(folder, `${PROBE}-${process.pid}`);
    try {
      await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
    return this.level === 'low' ? 'degraded' : 'ok';
  }

  /** The end that the disk demands of a session. Only what is recorded fills it. */
  endOf(recording: { hasFailed: boolean } | undefined): SessionEnd | undefined {
    if (!recording || recording.hasFailed) {
      return undefined;
    }
    const ends =
      this.#runningSessions === 'end'
        ? this.level !== 'fine'
        : this.#runningSessions === 'until-full' && this.level === 'full';
    return ends ? { kind: 'disk_full' } : undefined;
  }

  /** For those who tell administrators. */
  get watch(): AlertWatch {
    const look = async () => this.#listConditions();
    return { kind: 'disk', seenBy: 'server', everyMs: CHECK_MS, holdMs: HOLD_MS, check: look };
  }

  #listConditions(): Condition[] {
    const worst = this.#worst;
    if (!worst || worst.level === 'fine') {
      return [];
    }
    const { folder, level, volume, enough } = worst;
    return [
      {
        subject: `${os.hostname()}:${this.#deps.folders[0] ?? ''}`,
        wording: level === 'full' ? 'disk-full' : 'disk-low',
        level: level === 'full' ? 'danger' : 'warning',
        params: { folder, free: sizeText(volume.free), mark: sizeText(enough) },
      },
    ];
  }

  /** One look at a time: a file system that hangs must not be asked ever more. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  /** Whether nothing new is to be begun. */
  async isLow(): Promise<boolean> {
    if (this.#deps.clock.now() - this.#checkedAt > FRESH_MS) {
      // Whoever cannot look goes by what was seen last.
      await this.check().catch((error: unknown) => this.#failed(error));
    }
    return this.level !== 'fine';
  }

  async #check(): Promise<void> {
    const { settings, folders, readVolume = readSystemVolume, clock } = this.#deps;
    const marks: MarkSettings = {
      percent: await settings.get('disk-free-percent'),
      megabytes: await settings.get('disk-free-mb'),
      endMegabytes: await settings.get('disk-end-mb'),
    };
    this.#runningSessions = await settings.get('disk-running-sessions');
    const before = this.level;
    const findings: Finding[] = [];
    for (const folder of folders) {
      const volume = await readVolume(folder);
      if (volume) {
        const level = levelOf(volume, marks, before);
        findings.push({ folder, volume, level, enough: enoughOf(volume.total, marks) });
      }
    }
    this.#worst = findings.toSorted((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))[0];
    this.#checkedAt = clock.now();
    this.#isUnreadable = false;
    this.#logChange(before);
  }

  #logChange(before: DiskLevel): void {
    const { logger } = this.#deps;
    const { level } = this;
    const line = { ...this.#worst?.volume, folder: this.#worst?.folder, room: level };
    if (LEVELS.indexOf(level) < LEVELS.indexOf(before)) {
      logger.info(line, 'there is room on the disk again');
    } else if (level !== before) {
      logger.warn(line, 'the disk has little room left');
    }
  }

  #failed(error: unknown): void {
    if (!this.#isUnreadable) {
      this.#isUnreadable = true;
      this.#deps.logger.warn({ err: error }, 'the room on the disk could not be read');
    }
  }
}

async function readSystemVolume(folder: string): Promise<Volume | undefined> {
  try {
    const { bavail, blocks, bsize } = await systemStatfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
