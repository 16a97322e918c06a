import type { NodeChange } from '@jadegate/contract/fleet/node';
import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import type { NodeChangeTable, NodeSampleTable } from '../../db/schema.ts';
import type { FigureList } from './node-figures.ts';

type ChangeRecord = Selectable<NodeChangeTable>;
export type SampleSpan = NodeSampleTable['span'];

/** Of one node: years of an honest one. */
const MOST_CHANGES = 1000;

/** How nodes did over time, and what was found to have changed on them. */
export class NodeHistoryRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async writeSample(
    nodeId: string,
    span: SampleSpan,
    at: number,
    figures: FigureList,
    tx: Db | Tx = this.#db,
  ) {
    const row = { node_id: nodeId, span, at, figures: JSON.stringify(figures) };
    await tx
      .insertInto('node_sample')
      .values(row)
      .onConflict((c) => c.columns(['node_id', 'span', 'at']).doUpdateSet({ figures: row.figures }))
      .execute();
  }

  /** From `from` up to, not including, `to`, oldest first. */
  async listSamples(
    nodeId: string,
    span: SampleSpan,
    [from, to]: readonly [number, number],
    tx: Db | Tx = this.#db,
  ) {
    const rows = await tx
      .selectFrom('node_sample')
      .select(['at', 'figures'])
      .where('node_id', '=', nodeId)
      .where('span', '=', span)
      .where('at', '>=', from)
      .where('at', '<', to)
      .orderBy('at')
      .execute();
    return rows.map(({ at, figures }) => ({ at, figures: JSON.parse(figures) as FigureList }));
  }

  async removeSamples(span: SampleSpan, before: number): Promise<void> {
    await this.#db.deleteFrom('node_sample').where('span', '=', span).where('at', '<', before).execute();
  }

  /** The oldest of the node make room: one that says something else each time fills no more than this. */
  async addChanges(
    nodeId: string,
    rows: readonly Omit<Insertable<NodeChangeTable>, 'node_id'>[],
    tx: Tx,
  ): Promise<void> {
    if (rows.length === 0) {
      return;
    }
    await tx
      .insertInto('node_change')
      .values(rows.map((row) => ({ ...row, node_id: nodeId })))
      .execute();
    const newest = tx
      .selectFrom('node_change')
      .select('id')
      .where('node_id', '=', nodeId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_CHANGES);
    await tx.deleteFrom('node_change').where('node_id', '=', nodeId).where('id', 'not in', newest).execute();
  }

  listOpen(nodeId: string, tx: Db | Tx): Promise<ChangeRecord[]> {
    return tx
      .selectFrom('node_change')
      .selectAll()
      .where('node_id', '=', nodeId)
      .where('confirmed_at', 'is', null)
      .execute();
  }

  pageChanges(
    nodeId: string,
    query: PagingRequest<'at'> & { open?: boolean | undefined },
  ): Promise<Page<ChangeRecord>> {
    const { open } = query;
    const isOpen = open
      ? sql<SqlBool>`node_change.confirmed_at is null`
      : sql<SqlBool>`node_change.confirmed_at is not null`;
    return readPage(this.#db, this.#db.selectFrom('node_change').selectAll(), query, {
      table: 'node_change',
      sort: { at: 'node_change.at' },
      defaultSort: ['at', 'descend'],
      filters: [sql<SqlBool>`node_change.node_id = ${nodeId}`, ...(open === undefined ? [] : [isOpen])],
    });
  }

  async confirm(
    nodeId: string,
    ids: readonly string[],
    { at, by, note }: { at: number; by: string; note: string },
    tx: Tx,
  ): Promise<number> {
    const { numUpdatedRows } = await tx
      .updateTable('node_change')
      .set({ confirmed_at: at, confirmed_by: by, note })
      .where('node_id', '=', nodeId)
      .where('id', 'in', ids)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }
}

export function presentChange(record: ChangeRecord): NodeChange {
  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    path: record.path,
    old: record.old_value,
    new: record.new_value,
    severity: record.severity,
    ackAt: record.confirmed_at === null ? null : new Date(record.confirmed_at).toISOString(),
    ackBy: record.confirmed_by,
    note: record.note,
  };
}
