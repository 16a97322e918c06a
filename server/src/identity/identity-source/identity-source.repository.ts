import type { IdentitySourceQuery, SourceRule } from '@jadegate/contract/identity/identity-source';
import type { Page } from '@jadegate/contract/paging';
import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { IdentitySourceTable } from '../../db/schema.ts';
import { newId } from '../../kernel/id.ts';

export type SourceRecord = Selectable<IdentitySourceTable> & { person_count: number };

const SORT_COLUMNS = { position: 'identity_source.position', name: 'identity_source.name' } as const;

export class IdentitySourceRepository extends RowsById<'identity_source', SourceRecord> {
  constructor(database: Database) {
    super(database, 'identity_source');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('identity_source')
      .selectAll('identity_source')
      .select(countOf('source_identity.source_id', 'identity_source.id').as('person_count'));
  }

  page(query: IdentitySourceQuery): Promise<Page<SourceRecord>> {
    return readPage(this.db, this.records(this.db), query, {
      table: 'identity_source',
      filters: [],
      sort: SORT_COLUMNS,
      defaultSort: ['position', 'ascend'],
    });
  }

  listEnabled(tx: Db | Tx = this.db): Promise<SourceRecord[]> {
    return this.records(tx)
      .where('identity_source.enabled', '=', 1)
      .orderBy('identity_source.position')
      .orderBy('identity_source.name')
      .execute();
  }

  findByKey(key: string): Promise<SourceRecord | undefined> {
    return this.records(this.db).where('identity_source.key', '=', key).executeTakeFirst();
  }

  /** As they were entered: rows of one place are one rule. */
  async listRules(sourceId: string, tx: Db | Tx = this.db): Promise<SourceRule[]> {
    const rows = await tx
      .selectFrom('source_rule')
      .selectAll()
      .where('source_id', '=', sourceId)
      .orderBy('position')
      .orderBy('id')
      .execute();
    const rules = new Map<number, SourceRule>();
    for (const { position, value, role_id, user_group_id } of rows) {
      const rule = rules.get(position) ?? { value, roles: [], groups: [] };
      rules.set(position, {
        value,
        roles: role_id === null ? rule.roles : [...rule.roles, role_id],
        groups: user_group_id === null ? rule.groups : [...rule.groups, user_group_id],
      });
    }
    return [...rules.values()];
  }

  async replaceRules(sourceId: string, rules: readonly SourceRule[], tx: Tx): Promise<void> {
    await tx.deleteFrom('source_rule').where('source_id', '=', sourceId).execute();
    const rows = rules.flatMap(({ value, roles, groups }, position) => {
      const row = { source_id: sourceId, position, value, role_id: null, user_group_id: null };
      const given = [
        ...[...new Set(roles)].map((role_id) => ({ ...row, role_id })),
        ...[...new Set(groups)].map((user_group_id) => ({ ...row, user_group_id })),
      ];
      return (given.length > 0 ? given : [row]).map((one) => ({ ...one, id: newId() }));
    });
    for (const row of rows) {
      await tx.insertInto('source_rule').values(row).execute();
    }
  }
}
