import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode, type QueryId } from 'kysely';

import type { Database, Db } from '../db/database.ts';

/** A statement and how the database would go about it. */
interface Plan {
  sql: string;
  /** One for each table that is read. */
  reads: string[];
  /** Where rows are put into another order than that in which they are read. */
  sorts: string[];
}

/**
 * The plans of the statements that the work makes, on either engine. On PostgreSQL a table is read from end to end only
 * where no index serves: a table of a test is so small that it would always be.
 */
export async function plansOf({ db, engine }: Database, work: (db: Db) => Promise<unknown>): Promise<Plan[]> {
  const seen: CompiledQuery[] = [];
  const executor = db.getExecutor();
  const note: KyselyPlugin = {
    transformQuery: ({ node, queryId }: { node: RootOperationNode; queryId: QueryId }) => {
      seen.push(executor.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(note));
  return db.transaction().execute(async (tx) => {
    if (engine.name === 'postgres') {
      await sql`set local enable_seqscan = off`.execute(tx);
    }
    const plans: Plan[] = [];
    for (const { sql: text, parameters } of seen) {
      const words = engine.name === 'postgres' ? 'explain' : 'explain query plan';
      const { rows } = await tx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${words} ${text}`, parameters.map(planned)),
      );
      const lines = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN']).trim());
      plans.push({
        sql: text,
        reads: lines.filter((line) => /\b(SCAN|SEARCH|Scan)\b/.test(line)),
        sorts: lines.filter((line) => /TEMP B-TREE FOR ORDER BY|^(->\s+)?Sort\s+\(/.test(line)),
      });
    }
    return plans;
  });
}

/** A statement that is built once for all calls has objects where their values will stand: how far a page goes. */
function planned(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? 1 : value;
}

/** Reads of a whole table, which no index helps with. */
export function wholeTables(plans: readonly Plan[]): string[] {
  return plans.flatMap(({ reads }) =>
    reads.filter((line) => /Seq Scan/.test(line) || (/^SCAN \w+/.test(line) && !/INDEX|CONSTANT/.test(line))),
  );
}
