import type { AccessGatewayQuery } from '@jadegate/contract/access/access-gateway';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { AccessGatewayTable } from '../../db/schema.ts';

export type GatewayTableRow = Selectable<AccessGatewayTable>;

export type GatewayRecord = GatewayTableRow & {
  parent_name: string | null;
  asset_count: number;
  pinned_count: number;
  offered_count: number;
};

const SORT_COLUMNS = {
  name: 'access_gateway.name',
  ip: 'access_gateway.ip',
  created: 'access_gateway.created_at',
} as const;

export class AccessGatewayRepository extends RowsById<'access_gateway', GatewayRecord> {
  constructor(database: Database) {
    super(database, 'access_gateway');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('access_gateway')
      .selectAll('access_gateway')
      .select((eb) => {
        const owner = sql<string>`'gateway:' || access_gateway.id`;
        const keys = (state: 'pinned' | 'offered') =>
          eb
            .selectFrom('host_key')
            .where('host_key.owner', '=', owner)
            .where('host_key.state', '=', state)
            .select((count) => count.fn.countAll<number>().as('count'))
            .$asScalar()
            .$notNull();
        return [
          eb
            .selectFrom('access_gateway as parent')
            .whereRef('parent.id', '=', 'access_gateway.parent_id')
            .select('parent.name')
            .as('parent_name'),
          countOf('asset.access_gateway_id', 'access_gateway.id').as('asset_count'),
          keys('pinned').as('pinned_count'),
          keys('offered').as('offered_count'),
        ];
      });
  }

  /** The bare row, for walking up a chain. */
  row(id: string, tx: Db | Tx = this.db): Promise<GatewayTableRow | undefined> {
    return tx.selectFrom('access_gateway').selectAll().where('id', '=', id).executeTakeFirst();
  }

  listOptions(): Promise<{ id: string; name: string }[]> {
    return this.db.selectFrom('access_gateway').select(['id', 'name']).orderBy('name').execute();
  }

  page(query: AccessGatewayQuery): Promise<Page<GatewayRecord>> {
    const { name, ip } = query;
    return readPage(this.db, this.records(this.db), query, {
      table: 'access_gateway',
      filters: [
        ...(name === undefined ? [] : [this.engine.contains('access_gateway', 'name', name)]),
        ...(ip === undefined ? [] : [this.engine.contains('access_gateway', 'ip', ip)]),
      ],
      sort: SORT_COLUMNS,
      // The product family lists gateways oldest first.
      defaultSort: ['created', 'ascend'],
    });
  }

  /** Gateways right behind these. */
  listChildren(ids: readonly string[], tx: Tx): Promise<{ id: string; name: string }[]> {
    return tx.selectFrom('access_gateway').select(['id', 'name']).where('parent_id', 'in', ids).execute();
  }

  /** Assets and gateways that go through it, but for those that go too: a few names, and how many there are. */
  async usersOf(
    id: string,
    leaving: readonly string[],
    sample: number,
    tx: Tx,
  ): Promise<{ count: number; names: string[] }> {
    const { count } = await tx
      .selectFrom('asset')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('access_gateway_id', '=', id)
      .executeTakeFirstOrThrow();
    const assets = await tx
      .selectFrom('asset')
      .select('name')
      .where('access_gateway_id', '=', id)
      .orderBy('name')
      .limit(sample)
      .execute();
    const children = await this.listChildren([id], tx);
    const gateways = children.filter((child) => !leaving.includes(child.id));
    const names = [...gateways, ...assets].map(({ name }) => name).slice(0, sample);
    return { count: count + gateways.length, names };
  }

  override async remove(ids: readonly string[], tx: Tx): Promise<void> {
    // Parents refuse to go before their children.
    await tx.updateTable('access_gateway').set({ parent_id: null }).where('id', 'in', ids).execute();
    await tx.deleteFrom('access_gateway').where('id', 'in', ids).execute();
  }
}
