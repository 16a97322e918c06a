import { LIMITS } from '@jadegate/contract/limits';

import { PeriodicTask } from '../../kernel/periodic-task.ts';
import {
  compareScans,
  isSame,
  scanFolder,
  type DriveChange,
  type Look,
  type Scan,
  type ScanBounds,
  type Seen,
} from './drive-scan.ts';

/** What is there already goes further than a drive may. */
export class DriveBeyond extends Error {
  constructor() {
    super('the folder holds more than a drive may');
    this.name = 'DriveBeyond';
  }
}

export interface SettledChange {
  change: DriveChange;
  /** Done through our own calls, which have written it down. */
  isOwn: boolean;
}

interface Options {
  root: string;
  everyMs: number;
  /** The group that guacd's user is in, where that is not our own user. */
  group: number | undefined;
  /** What the folder may come to. */
  bounds: () => Promise<ScanBounds>;
  /** It came to more: nobody may write there any longer. */
  onBeyond: () => Promise<void>;
  /** A file counts as written when it has stayed the same from one look to the next. */
  onChange: (settled: SettledChange) => Promise<void>;
  /** After each look that found something. */
  onLook: (bytes: number) => Promise<void>;
  onFailure: (error: unknown) => void;
}

/** After a look that took its time, it rests so many times as long. */
const REST = 20;
const QUICK_MS = 50;

/** Notices what is done to a folder that another program writes into. Looks again and again: not every file system tells. */
export class DriveWatch {
  readonly #options: Options;
  readonly #rounds: PeriodicTask;
  #last: Scan = new Map();
  #claimed = new Set<string>();
  readonly #busy = new Map<string, number>();
  readonly #unsettled = new Map<string, { seen: Seen; isOwn: boolean }>();
  /** In the order in which they were done; one that could not be dealt with is tried again. */
  readonly #owed: SettledChange[] = [];
  #restUntil = 0;

  constructor(options: Options) {
    this.#options = options;
    const { everyMs, onFailure } = options;
    // A look tells of each change in turn, which may move a large file; two at once would tell of it twice.
    const deadlineMs = Number.POSITIVE_INFINITY;
    this.#rounds = new PeriodicTask({ everyMs, work: () => this.#round(), onFailure, deadlineMs });
  }

  /** `known`: what is there already is no news. Throws `DriveBeyond`. */
  async start({ known }: { known: boolean }): Promise<void> {
    if (known) {
      const { scan, isBeyond } = await this.#scan();
      this.#last = scan;
      if (isBeyond) {
        throw new DriveBeyond();
      }
    }
    this.#rounds.start();
  }

  /** This was, or is being, done by ourselves. */
  claim(path: string): void {
    this.#claimed.add(path);
  }

  /** A file of ours that is being written, until `release`. */
  hold(path: string): void {
    this.#busy.set(path, (this.#busy.get(path) ?? 0) + 1);
    this.claim(path);
  }

  release(path: string): void {
    const left = (this.#busy.get(path) ?? 1) - 1;
    if (left > 0) {
      this.#busy.set(path, left);
    } else {
      this.#busy.delete(path);
    }
    this.claim(path);
  }

  /** Looks a last time; what is there then is complete. Rejects when something could not be dealt with. */
  async finish(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.run();
    await this.#look({ isLast: true });
  }

  /** Looks now, or waits for the look that is under way. */
  scan(): Promise<void> {
    return this.#rounds.run();
  }

  async #round(): Promise<void> {
    if (performance.now() >= this.#restUntil) {
      await this.#look({ isLast: false });
    }
  }

  async #look({ isLast }: { isLast: boolean }): Promise<void> {
    const claimed = this.#claimed;
    this.#claimed = new Set();
    const begunAt = performance.now();
    const { scan, isBeyond } = await this.#scan();
    if (isBeyond) {
      await this.#options.onBeyond();
    }
    const now = performance.now();
    this.#restUntil = now + Math.max(0, now - begunAt - QUICK_MS) * REST;
    const isOwn = (path: string) => claimed.has(path) || this.#claimed.has(path) || this.#busy.has(path);
    const all = compareScans(this.#last, scan);
    // What was not looked at must not be taken for gone, nor for new the next time.
    const changes = isBeyond ? all.filter(({ action }) => action !== 'rm') : all;
    this.#last = isBeyond ? new Map([...this.#last, ...scan]) : scan;
    if (!isLast) {
      this.#takeSettled(scan);
    }
    for (const change of changes) {
      const { action, path } = change;
      if (action === 'upload') {
        this.#unsettled.set(path, { seen: change.seen, isOwn: isOwn(path) });
      } else {
        const from = action === 'rename' ? change.from : path;
        this.#unsettled.delete(from);
        this.#owed.push({ change, isOwn: isOwn(path) || isOwn(from) });
      }
    }
    if (isLast) {
      this.#takeSettled(scan);
    }
    for (let [next] = this.#owed; next; [next] = this.#owed) {
      await this.#options.onChange(next);
      this.#owed.shift();
    }
    if (changes.length > 0) {
      const bytes = ({ isFolder, size }: Seen) => (isFolder ? LIMITS.folderBytes : size);
      await this.#options.onLook([...scan.values()].reduce((sum, seen) => sum + bytes(seen), 0));
    }
  }

  async #scan(): Promise<Look> {
    return scanFolder(this.#options.root, await this.#options.bounds(), this.#options.group);
  }

  #takeSettled(scan: Scan): void {
    for (const [path, { seen, isOwn }] of this.#unsettled) {
      if (!scan.has(path)) {
        this.#unsettled.delete(path);
      } else if (isSame(scan.get(path), seen) && !this.#busy.has(path)) {
        this.#unsettled.delete(path);
        this.#owed.push({ change: { action: 'upload', path, seen }, isOwn });
      }
    }
  }
}
