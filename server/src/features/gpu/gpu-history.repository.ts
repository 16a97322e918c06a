import type { Database, Db, Tx } from '../../db/database.ts';
import type { SampleSpan } from '../../db/schema.ts';

export type FigureList = readonly (number | null)[];

/** How cards did over time. Those of one host are written together. */
export class GpuHistoryRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async write(
    samples: readonly { gpuId: string; span: SampleSpan; at: number; figures: FigureList }[],
    tx: Db | Tx = this.#db,
  ): Promise<void> {
    if (samples.length === 0) {
      return;
    }
    await tx
      .insertInto('gpu_sample')
      .values(
        samples.map(({ gpuId, span, at, figures }) => ({
          gpu_id: gpuId,
          span,
          at,
          figures: JSON.stringify(figures),
        })),
      )
      .onConflict((c) =>
        c.columns(['gpu_id', 'span', 'at']).doUpdateSet((eb) => ({ figures: eb.ref('excluded.figures') })),
      )
      .execute();
  }

  /** From `from` up to, not including, `to`, oldest first. */
  async list(gpuIds: readonly string[], span: SampleSpan, [from, to]: readonly [number, number]) {
    const rows = await this.#db
      .selectFrom('gpu_sample')
      .select(['gpu_id', 'at', 'figures'])
      .where('gpu_id', 'in', gpuIds)
      .where('span', '=', span)
      .where('at', '>=', from)
      .where('at', '<', to)
      .orderBy('at')
      .execute();
    return rows.map(({ gpu_id, at, figures }) => ({
      gpuId: gpu_id,
      at,
      figures: JSON.parse(figures) as FigureList,
    }));
  }

  async remove(span: SampleSpan, before: number): Promise<void> {
    await this.#db.deleteFrom('gpu_sample').where('span', '=', span).where('at', '<', before).execute();
  }
}
