import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';

import type { Schema } from './schema.ts';

/** Whether the engine knows of what stands in a row: of one kind, by its id. */
export function isPieceOfWork<Table extends keyof Schema>(
  row: ExpressionBuilder<Schema, Table>,
  kind: string,
  id: string,
): Expression<SqlBool> {
  const anywhere = row as unknown as ExpressionBuilder<Schema, never>;
  return anywhere.exists(
    anywhere
      .selectFrom('work')
      .select('work.id')
      .where('work.kind', '=', kind)
      .where('work.ended_at', 'is', null)
      .whereRef('work.subject', '=', id as never),
  );
}
