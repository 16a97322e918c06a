import type { Db } from '../../db/database.ts';
import type { MonitoredTable } from '../../db/schema.ts';
import type { FigureList } from './averages.ts';

export type Span = MonitoredTable['span'];

export interface MonitoredRow {
  server: string;
  at: number;
  figures: FigureList;
}

export class MonitoringRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What was written for the same time gives way: an hour is written again until it is over. */
  async write(span: Span, { server, at, figures }: MonitoredRow): Promise<void> {
    const row = { server, span, at, figures: JSON.stringify(figures) };
    await this.#db
      .insertInto('monitored')
      .values(row)
      .onConflict((c) => c.columns(['span', 'at', 'server']).doUpdateSet({ figures: row.figures }))
      .execute();
  }

  /** In the order of time. What a clock that was wrong has dated beyond the end is left out. */
  async list(span: Span, [from, to]: readonly [number, number], server?: string): Promise<MonitoredRow[]> {
    const rows = await this.#db
      .selectFrom('monitored')
      .select(['server', 'at', 'figures'])
      .where('span', '=', span)
      .where('at', '>=', from)
      .where('at', '<=', to)
      .$if(server !== undefined, (found) => found.where('server', '=', server ?? ''))
      .orderBy('at')
      .execute();
    return rows.map(({ figures, ...row }) => ({ ...row, figures: JSON.parse(figures) as FigureList }));
  }

  async removeOlder(span: Span, before: number): Promise<void> {
    await this.#db.deleteFrom('monitored').where('span', '=', span).where('at', '<', before).execute();
  }
}
