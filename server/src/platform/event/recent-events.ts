import type { NumberedRow } from './event-outbox.repository.ts';

type Read = (after: number, limit: number) => Promise<NumberedRow[]>;

/** So much is kept; whoever is farther behind reads for itself. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * The newest events, for all who keep up: each is read from the database once, and is the same object for everybody. There
 * are no gaps in it, because numbers have none.
 */
export class RecentEvents {
  readonly #read: Read;
  /** The number that everything here is behind. Undefined until somebody has read. */
  #from: number | undefined;
  #rows: NumberedRow[] = [];
  #bytes = 0;
  #reading: Promise<void> | undefined;

  constructor(read: Read) {
    this.#read = read;
  }

  async listAfter(seq: number, limit: number): Promise<NumberedRow[]> {
    if (this.#covers(seq)) {
      await (this.#reading ??= this.#readOn(limit).finally(() => (this.#reading = undefined)));
      if (this.#covers(seq)) {
        return this.#rows.filter((row) => row.seq > seq).slice(0, limit);
      }
    }
    const rows = await this.#read(seq, limit);
    const end = rows.at(-1)?.seq ?? seq;
    if (end > this.#end) {
      this.#from = seq;
      this.#rows = [];
      this.#bytes = 0;
      this.#keep(rows);
    }
    return rows;
  }

  /** Those up to the number are no more. */
  forget(upTo: number): void {
    this.#drop((row) => row.seq <= upTo);
  }

  #covers(seq: number): boolean {
    return this.#from !== undefined && this.#from <= seq && seq <= this.#end;
  }

  get #end(): number {
    return this.#rows.at(-1)?.seq ?? this.#from ?? 0;
  }

  async #readOn(limit: number): Promise<void> {
    const end = this.#end;
    const rows = await this.#read(end, limit);
    if (this.#end === end) {
      this.#keep(rows);
    }
  }

  #keep(rows: readonly NumberedRow[]): void {
    for (const row of rows) {
      this.#rows.push(row);
      this.#bytes += row.bytes;
    }
    this.#drop(() => this.#bytes > MOST_BYTES);
  }

  /** From the oldest on, as long as it is so. */
  #drop(goes: (row: NumberedRow) => boolean): void {
    let count = 0;
    for (let row = this.#rows[0]; row && goes(row); row = this.#rows[count]) {
      count += 1;
      this.#bytes -= row.bytes;
      this.#from = row.seq;
    }
    this.#rows.splice(0, count);
  }
}
