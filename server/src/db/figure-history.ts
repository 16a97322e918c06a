import { sql } from 'kysely';

import type { Database, Db, Tx } from './database.ts';
import { ROWS_PER_STATEMENT } from './dialect.ts';
import type { SampleSpan } from './schema.ts';

export type FigureList = readonly (number | null)[];

export interface FigureSample {
  ownerId: string;
  span: SampleSpan;
  at: number;
  figures: FigureList;
}

/** Whose figures are kept, each with the column that names them. */
const OWNERS = { gpu_sample: 'gpu_id', vm_sample: 'vm_id' } as const;

/** How many alike did over time. Those of one host are written together. */
export class FigureHistory {
  readonly #db: Db;
  readonly #table;
  readonly #owner;

  constructor({ db }: Database, table: keyof typeof OWNERS) {
    this.#db = db;
    this.#table = sql.table(table);
    this.#owner = sql.ref(OWNERS[table]);
  }

  async write(samples: readonly FigureSample[], tx: Db | Tx = this.#db): Promise<void> {
    for (let from = 0; from < samples.length; from += ROWS_PER_STATEMENT) {
      const rows = samples
        .slice(from, from + ROWS_PER_STATEMENT)
        .map(
          ({ ownerId, span, at, figures }) => sql`(${ownerId}, ${span}, ${at}, ${JSON.stringify(figures)})`,
        );
      await sql`insert into ${this.#table} (${this.#owner}, span, at, figures) values ${sql.join(rows)}
        on conflict (${this.#owner}, span, at) do update set figures = excluded.figures`.execute(tx);
    }
  }

  /** From `from` up to, not including, `to`, oldest first. */
  async list(
    ownerIds: readonly string[],
    span: SampleSpan,
    [from, to]: readonly [number, number],
  ): Promise<FigureSample[]> {
    const found: FigureSample[] = [];
    for (let first = 0; first < ownerIds.length; first += ROWS_PER_STATEMENT) {
      const some = ownerIds.slice(first, first + ROWS_PER_STATEMENT);
      const { rows } = await sql<{ owner: string; at: number | string; figures: string }>`
        select ${this.#owner} as owner, at, figures from ${this.#table}
        where ${this.#owner} in (${sql.join(some)}) and span = ${span} and at >= ${from} and at < ${to}
        order by at`.execute(this.#db);
      found.push(
        ...rows.map((row) => ({
          ownerId: row.owner,
          span,
          at: Number(row.at),
          figures: JSON.parse(row.figures) as FigureList,
        })),
      );
    }
    return found;
  }

  async remove(span: SampleSpan, before: number): Promise<void> {
    await sql`delete from ${this.#table} where span = ${span} and at < ${before}`.execute(this.#db);
  }
}
