import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { LOOPBACK, postgres } from '../hosts.ts';

export interface Database {
  url: string;
  /** Ends the connections that are left and removes the database. */
  drop(): Promise<void>;
}

const urlOf = (name: string): string =>
  `postgres://${postgres.user}:${postgres.password}@${LOOPBACK}:${postgres.port}/${name}`;

/** Creates an empty database of its own on the test host. */
export async function createDatabase(): Promise<Database> {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  await query(urlOf('postgres'), `create database ${name}`);
  return {
    url: urlOf(name),
    drop: async () => {
      await query(urlOf('postgres'), `drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
