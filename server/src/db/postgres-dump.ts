import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import pg from 'pg';

import { AppError } from '../kernel/app-error.ts';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const TOLD_CHARACTERS = 400;
const COPY_BEGINS = /^COPY (?:\w+\.)?"?(\w+)"? \(/;

/** What a URL may say beside the place, and by which name the programs of PostgreSQL know it. */
const PARAMETERS: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  application_name: 'PGAPPNAME',
  fallback_application_name: 'PGAPPNAME',
  options: 'PGOPTIONS',
  connect_timeout: 'PGCONNECT_TIMEOUT',
};
/** Read by `pg` itself, as parts of the place; or what the programs do anyway. */
const READ_ALREADY = new Set(['host', 'port', 'user', 'password', 'uselibpqcompat']);

/**
 * The server that `pg` would go to, read by `pg` itself. By environment, never as an argument: those are seen by everybody
 * on the machine. What cannot be said there is refused, since the dump would be of another database, or in the clear.
 */
export function environmentOf(databaseUrl: string): Record<string, string> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const carried: Record<string, string> = {};
  for (const [name, value] of new URL(databaseUrl).searchParams) {
    const variable = PARAMETERS[name];
    if (name === 'ssl') {
      carried['PGSSLMODE'] ??= ['true', '1'].includes(value) ? 'require' : 'disable';
    } else if (variable !== undefined) {
      // What `pg` calls so is encrypted and not compared.
      carried[variable] = value === 'no-verify' ? 'require' : value;
    } else if (!READ_ALREADY.has(name)) {
      throw new AppError('full_backup.database_parameter', { params: { name } });
    }
  }
  return {
    PATH: SYSTEM_PATH,
    LANG: 'C.UTF-8',
    PGHOST: host.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: String(port),
    ...(user !== undefined && { PGUSER: user }),
    ...(typeof password === 'string' && { PGPASSWORD: password }),
    ...(database !== undefined && { PGDATABASE: database }),
    ...carried,
  };
}

interface Running {
  child: ChildProcess;
  /** Rejects with a sentence when it could not do its work. */
  done: Promise<void>;
}

function begin(
  tool: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  env: Record<string, string>,
): Running {
  const child = spawn(tool, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-TOLD_CHARACTERS)));
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new AppError('full_backup.tool_missing', { params: { tool }, cause })),
    );
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new AppError('full_backup.tool_failed', { params: { tool, reason: said.trim() } })),
    );
  });
  // Whoever reads from it hears of it first.
  done.catch(() => undefined);
  return { child, done };
}

/** All of a database as it was at one moment, piece by piece. Fails at its end when it is not whole. */
export async function* dumpPostgres(databaseUrl: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const rights = ['--no-owner', '--no-privileges', '--no-password'];
  // A table that somebody holds for longer is not waited for: whoever comes after waits behind the dump.
  const args = ['--format=custom', ...rights, '--lock-wait-timeout=60s'];
  const { child, done } = begin('pg_dump', args, environmentOf(databaseUrl));
  const end = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (child.stdout) {
      yield* child.stdout as AsyncIterable<Uint8Array>;
    }
    await done;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** Reads all of a dump, without a database, and answers how many rows it has by table. */
export async function countDump(dump: Readable): Promise<Record<string, number>> {
  const env = { PATH: SYSTEM_PATH, LANG: 'C.UTF-8' };
  const { child, done } = begin('pg_restore', ['--file=-'], env);
  feed(dump, child);
  const rows: Record<string, number> = {};
  let table: string | undefined;
  if (child.stdout) {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      if (table === undefined) {
        table = COPY_BEGINS.exec(line)?.[1];
        if (table !== undefined) {
          rows[table] = 0;
        }
      } else if (line === '\\.') {
        table = undefined;
      } else {
        rows[table] = (rows[table] ?? 0) + 1;
      }
    }
  }
  await done;
  return rows;
}

/** Whether there is anything in a database that a dump could meet; what belongs to an extension comes with the server. */
export async function hasRelations(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(`
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      limit 1`);
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}

/** Puts a dump into a database that is empty, all of it or nothing. */
export async function restoreDump(dump: Readable, databaseUrl: string): Promise<void> {
  const env = environmentOf(databaseUrl);
  const args = ['--no-owner', '--no-privileges', '--no-password', '--exit-on-error', '--single-transaction'];
  const { child, done } = begin('pg_restore', [...args, `--dbname=${env['PGDATABASE'] ?? ''}`], env);
  feed(dump, child);
  child.stdout?.resume();
  await done;
}

function feed(dump: Readable, { stdin }: ChildProcess): void {
  // A program that ends early does not take the rest; why it ended is what counts.
  stdin?.on('error', () => dump.destroy());
  dump.on('error', () => stdin?.destroy());
  if (stdin) {
    dump.pipe(stdin);
  }
}
