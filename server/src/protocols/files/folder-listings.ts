import type { FolderQuery } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import { AppError } from '../../kernel/app-error.ts';
import { FairLimiter } from '../../kernel/fair-limiter.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import { selectInOrder } from '../../kernel/select-in-order.ts';
import { Slices } from '../../kernel/slices.ts';

/** A folder with more than this takes memory and time that few may have at once. */
const LARGE = 5000;
/** Of all names together, in characters: a target can make each as long as a path. */
const NAME_CHARACTERS = 32 * 1_048_576;
/** Reading takes so long at most: a target that never comes to an end keeps nobody else waiting. */
const PATIENCE_MS = 20_000;
const COMPLETED_AT_ONCE = 1000;

/** What is known of an entry from the beginning. */
interface Scanned {
  name: string;
}

interface Complete extends Scanned {
  size: number;
  modifiedAt: number;
}

/** A folder to be read: names first, and the rest only of those it is asked of. */
interface FolderReader<Entry extends Scanned, Whole extends Entry & Complete> {
  scan: AsyncIterable<readonly Entry[]>;
  /** Sizes and times, in the same order. What is gone by now is left out. */
  complete: (entries: readonly Entry[]) => Promise<Whole[]>;
  opensAsFolder: (entry: Entry) => boolean;
}

export type FolderOrder = Omit<FolderQuery, 'dir'>;

interface FolderPart<Whole> {
  entries: Whole[];
  total: number;
  /** How many were left out because their names begin with a dot. */
  hidden: number;
  /** False when there are more than were read. */
  isWhole: boolean;
}

interface Limits {
  /** Entries that are read of one folder. */
  entries?: number;
  patienceMs?: number;
}

/**
 * Pages of folders of any size. Names are read piece by piece, what is not asked for is forgotten at once, and only as much
 * is sorted and looked at as the page needs. So many of one person and so many in all are read at a time, large ones fewer.
 */
export class FolderListings {
  readonly #turns = new FairLimiter({ each: 4, all: 32, waiting: 64, refusal: 'file.listing_busy' });
  readonly #large = new FairLimiter({ each: 1, all: 2, waiting: 64, refusal: 'file.listing_busy' });
  readonly #most: number;
  readonly #patienceMs: number;

  constructor({ entries = LIMITS.folder.entries, patienceMs = PATIENCE_MS }: Limits = {}) {
    this.#most = entries;
    this.#patienceMs = patienceMs;
  }

  /** `open` is called when it is this person's turn. */
  page<Entry extends Scanned, Whole extends Entry & Complete>(
    personId: string,
    order: FolderOrder,
    open: () => FolderReader<Entry, Whole>,
  ): Promise<FolderPart<Whole>> {
    return this.#turns.take(personId, async () => {
      const large = new LargeTurn(this.#large, personId);
      try {
        return await this.#read(order, open(), large);
      } finally {
        large.leave();
      }
    });
  }

  async #read<Entry extends Scanned, Whole extends Entry & Complete>(
    order: FolderOrder,
    reader: FolderReader<Entry, Whole>,
    large: LargeTurn,
  ): Promise<FolderPart<Whole>> {
    const slices = new Slices();
    const { wanted, hidden, isWhole } = await this.#scan(order, reader, large, slices);
    const { pageIndex, pageSize, field = 'name' } = order;
    const part = { start: (pageIndex - 1) * pageSize, end: pageIndex * pageSize };
    const total = wanted.length;
    if (field === 'name') {
      const rows = await selectInOrder(wanted, comparison(order, reader.opensAsFolder), part, slices);
      return { entries: await completed(rows, reader, slices), total, hidden, isWhole };
    }
    const all = await completed(wanted, reader, slices);
    const entries = await selectInOrder(all, comparison(order, reader.opensAsFolder), part, slices);
    return { entries, total: all.length, hidden, isWhole };
  }

  async #scan<Entry extends Scanned>(
    { name: text = '', showsHidden, foldersOnly }: FolderOrder,
    { scan, opensAsFolder }: Pick<FolderReader<Entry, Entry & Complete>, 'scan' | 'opensAsFolder'>,
    large: LargeTurn,
    slices: Slices,
  ) {
    const searched = text.normalize('NFC').toLowerCase();
    const fits = (entry: Entry) =>
      (!foldersOnly || opensAsFolder(entry)) &&
      (searched === '' || entry.name.normalize('NFC').toLowerCase().includes(searched));
    const wanted: Entry[] = [];
    let hidden = 0;
    let read = 0;
    let characters = 0;
    let until = performance.now() + this.#patienceMs;
    const pieces = scan[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await within(until - performance.now(), pieces.next());
        if (piece?.done === true) {
          return { wanted, hidden, isWhole: true };
        }
        for (const entry of piece?.value ?? []) {
          read += 1;
          characters += entry.name.length;
          if (!fits(entry)) {
            continue;
          }
          if (!showsHidden && entry.name.startsWith('.')) {
            hidden += 1;
          } else if (read <= this.#most) {
            wanted.push(entry);
          }
        }
        if (piece === undefined && read === 0) {
          throw new AppError('file.failed');
        }
        if (piece === undefined || read > this.#most || characters > NAME_CHARACTERS) {
          return { wanted, hidden, isWhole: false };
        }
        if (read > LARGE && !large.isTaken) {
          const asked = performance.now();
          await large.take();
          until += performance.now() - asked;
        }
        if (slices.isOver) {
          await slices.rest();
        }
      }
    } finally {
      // Not waited for: what does not answer would be waited for once more.
      pieces.return?.().catch(() => undefined);
    }
  }
}

/** Undefined when it takes longer. Whatever comes later is not looked at. */
async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** The turn of a large folder, which it takes in the middle of its reading. */
class LargeTurn {
  readonly #turns: FairLimiter;
  readonly #personId: string;
  #leave: (() => void) | undefined;

  constructor(turns: FairLimiter, personId: string) {
    this.#turns = turns;
    this.#personId = personId;
  }

  get isTaken(): boolean {
    return this.#leave !== undefined;
  }

  async take(): Promise<void> {
    this.#leave = await this.#turns.enter(this.#personId);
  }

  leave(): void {
    this.#leave?.();
  }
}

async function completed<Entry extends Scanned, Whole extends Entry & Complete>(
  entries: readonly Entry[],
  { complete }: Pick<FolderReader<Entry, Whole>, 'complete'>,
  slices: Slices,
): Promise<Whole[]> {
  const whole: Whole[] = [];
  for (const some of inChunks(entries, COMPLETED_AT_ONCE)) {
    whole.push(...(await complete(some)));
    if (slices.isOver) {
      await slices.rest();
    }
  }
  return whole;
}

/** `file 2` before `file 10`. */
const NAMES = new Intl.Collator('zh-Hant', { numeric: true, sensitivity: 'base' });

/** Folders first, then by the field, then by name. No two entries are equal: pages would show one of them twice. */
function comparison<Entry extends Scanned & Partial<Complete>>(
  { field = 'name', order }: FolderOrder,
  opensAsFolder: (entry: Entry) => boolean,
) {
  const sign = order === 'descend' ? -1 : 1;
  const byName = (a: Entry, b: Entry) =>
    NAMES.compare(a.name, b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const byField = {
    name: byName,
    size: (a: Entry, b: Entry) => (a.size ?? 0) - (b.size ?? 0),
    modTime: (a: Entry, b: Entry) => (a.modifiedAt ?? 0) - (b.modifiedAt ?? 0),
  }[field];
  return (a: Entry, b: Entry) =>
    Number(opensAsFolder(b)) - Number(opensAsFolder(a)) || sign * byField(a, b) || byName(a, b);
}
