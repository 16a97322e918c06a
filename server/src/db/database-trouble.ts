import { translate, type Language } from '@jadegate/contract/language';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';
import pg from 'pg';

import { postgresEngine, sqliteEngine } from './dialect.ts';

/** The trouble with the database that an error is part of, on whichever engine. Undefined when it is something else. */
export function databaseTrouble(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const outage = [error, cause].map((one) => postgresEngine.outage(one) ?? sqliteEngine.outage(one));
  const found = outage[0] ?? outage[1];
  return found && `database ${found}`;
}

const REFUSALS: Readonly<Record<string, keyof typeof OPERATOR_WORDS>> = {
  '3D000': 'database_missing',
  '28P01': 'database_login',
  '28000': 'database_login',
  '42501': 'database_right',
};

/** What an operator has to do about a PostgreSQL server that answers, and refuses; undefined when it does not. */
export function databaseRefusal(error: unknown, language: Language = 'en'): string | undefined {
  const refusal = error instanceof pg.DatabaseError ? REFUSALS[error.code ?? ''] : undefined;
  return refusal && translate(OPERATOR_WORDS[refusal], language, { reason: (error as Error).message });
}
