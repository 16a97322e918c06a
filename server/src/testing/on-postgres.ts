import pg from 'pg';

/** Runs one statement on a connection of its own. */
export async function onPostgres<Row extends pg.QueryResultRow>(url: URL, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
