import type { NextTerminalReason } from '@jadegate/contract/operations/next-terminal-import.words';

import { accountedFor, type OldTable } from './old-tables.ts';
import type { SectionPlanner } from './plan.ts';
import { readOld } from './read-old.ts';

/** What is not brought: how much of it there is, and why it stays. */
function leftBehind(table: OldTable, reason: NextTerminalReason): SectionPlanner {
  // Nothing is yielded: it stays where it is.
  // eslint-disable-next-line require-yield -- a planner of a section of which nothing is written
  return async function* ({ origin, pace }, tally) {
    const found = await readOld(origin, table);
    tally.add(found);
    for (const row of found.rows) {
      await pace();
      tally.leave(nameOf(row), reason);
    }
  };
}

/** A setting by its name, a token by whose it is, a line of a log by its job; never what they hold. */
function nameOf(row: object): string {
  const { name, user_id: user, job_id: job } = row as Partial<Record<'name' | 'user_id' | 'job_id', string>>;
  return name ?? user ?? job ?? '?';
}

export const planAccessTokens = leftBehind('access_token', 'token_made_anew');
export const planSettings = leftBehind('properties', 'setting_of_its_own');
export const planJobLogs = leftBehind('job_logs', 'job_log_text');

/** Nothing goes missing unsaid: tables and columns that no other section knows. */
// eslint-disable-next-line require-yield -- a planner of a section of which nothing is written
export const planOthers: SectionPlanner = async function* ({ origin, pace }, tally) {
  const leave = (name: string, reason: NextTerminalReason, about?: string) => {
    tally.find();
    tally.leave(name, reason, about);
  };
  for (const { name, columns, rows } of await origin.tables()) {
    await pace();
    const known = accountedFor(name);
    if (rows === 0) {
      continue;
    }
    if (known === undefined) {
      leave(name, 'table_unknown', String(rows ?? '?'));
    }
    for (const column of known ? columns : []) {
      if (known?.has(column) === false) {
        leave(`${name}.${column}`, 'column_unknown');
      }
    }
  }
};
