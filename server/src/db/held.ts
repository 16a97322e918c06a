import { sql, type Expression, type SqlBool } from 'kysely';

import type { Tx } from './database.ts';
import type { Engine } from './dialect.ts';

/** The columns by which a row of a table is about something that can be held. */
const COLUMNS = {
  session: { session: 'id', user: 'user_id', asset: 'asset_id' },
  storage_log: { session: 'session_id', user: 'user_id', asset: 'asset_id' },
} as const;

/**
 * Waits until no other transaction is open that sets a hold, or deletes what one could keep. To be called before either
 * looks at what there is: else a hold set between the look and the deletion would be answered, and keep nothing.
 */
export function takeHoldTurn(engine: Engine, tx: Tx): Promise<void> {
  return engine.takeTurn(tx, 'legal-holds');
}

/** Nothing that is in force keeps rows of this table from being deleted. The one place that says so in SQL. */
export function isNotHeld(table: keyof typeof COLUMNS): Expression<SqlBool> {
  return sql<SqlBool>`not ${isHeld(table)}`;
}

export function isHeld(table: keyof typeof COLUMNS): Expression<SqlBool> {
  const about = Object.entries(COLUMNS[table]).map(
    ([kind, column]) =>
      sql`(legal_hold.kind = ${kind} and legal_hold.subject_id = ${sql.ref(`${table}.${column}`)})`,
  );
  return sql<SqlBool>`exists (select 1 from legal_hold where legal_hold.lifted_at is null and (${sql.join(about, sql` or `)}))`;
}

/** The same for what was run on many machines: it is kept whole where one of them, or what was recorded there, is held. */
export function isNotHeldRun(): Expression<SqlBool> {
  return sql<SqlBool>`not ${isHeldRun()}`;
}

export function isHeldRun(): Expression<SqlBool> {
  const run = (column: string) => sql.ref(`command_run.${column}`);
  return sql<SqlBool>`(exists (select 1 from legal_hold where legal_hold.lifted_at is null and legal_hold.kind = 'user' and legal_hold.subject_id = ${run('user_id')})
    or exists (select 1 from command_run_host as host join legal_hold on legal_hold.lifted_at is null and ((legal_hold.kind = 'asset' and legal_hold.subject_id = host.asset_id) or (legal_hold.kind = 'session' and legal_hold.subject_id = host.session_id)) where host.run_id = ${run('id')}))`;
}

/** The same for what a job did: a run is kept whole where a machine of it, what was recorded there, or its owner is held. */
export function isNotHeldJobRun(): Expression<SqlBool> {
  return sql<SqlBool>`not ${isHeldJobRun()}`;
}

export function isHeldJobRun(): Expression<SqlBool> {
  const run = (column: string) => sql.ref(`job_run.${column}`);
  return sql<SqlBool>`(exists (select 1 from job join legal_hold on legal_hold.lifted_at is null and legal_hold.kind = 'user' and legal_hold.subject_id = job.owner_id where job.id = ${run('job_id')})
    or exists (select 1 from job_result as result join legal_hold on legal_hold.lifted_at is null and ((legal_hold.kind = 'asset' and legal_hold.subject_id = result.asset_id) or (legal_hold.kind = 'session' and legal_hold.subject_id = result.session_id)) where result.run_id = ${run('id')}))`;
}

/** The same for logins, which know the account that was typed and nothing else. */
export function isNotHeldLogin(): Expression<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from legal_hold join ${sql.table('user')} on ${sql.ref('user.id')} = legal_hold.subject_id where legal_hold.kind = 'user' and legal_hold.lifted_at is null and ${sql.ref('user.username_key')} = lower(login_log.username))`;
}
