import { ForeignMysql } from '../../db/foreign/foreign-mysql.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Secret } from '../../kernel/secret.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { asUnreadable, OldDatabase } from './old-database.ts';

interface Address {
  host: string;
  port: number;
  database: string;
  username: string;
  password: Secret;
}

const PATIENCE_MS = 15 * SECOND_MS;

/** Where it leads is judged where all that people enter is. */
export async function openOldMysql({ host, port, ...account }: Address): Promise<OldDatabase> {
  const database = await asUnreadable(async () =>
    ForeignMysql.open(await connectTcp({ host, port }, AbortSignal.timeout(PATIENCE_MS)), account),
  );
  return new OldDatabase('mysql', database);
}
