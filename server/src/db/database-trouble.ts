import pg from 'pg';

import { postgresEngine, sqliteEngine } from './dialect.ts';

/** The trouble with the database that an error is part of, on whichever engine. Undefined when it is something else. */
export function databaseTrouble(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const outage = [error, cause].map((one) => postgresEngine.outage(one) ?? sqliteEngine.outage(one));
  const found = outage[0] ?? outage[1];
  return found && `database ${found}`;
}

/** What an operator has to do about a PostgreSQL server that answers, and refuses; undefined when it does not. */
export function databaseRefusal(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) {
    return undefined;
  }
  switch (error.code) {
    case '3D000':
      return `there is no such database (${error.message}). Create it, for example with \`createdb\`, or correct DATABASE_URL.`;
    case '28P01':
    case '28000':
      return `PostgreSQL refuses the login (${error.message}). Check user and password in DATABASE_URL, and pg_hba.conf.`;
    case '42501':
      return (
        `the user of DATABASE_URL lacks a right (${error.message}). Make it the owner of the database, or grant it ` +
        'CREATE on the database and on the schema public.'
      );
    default:
      return undefined;
  }
}
