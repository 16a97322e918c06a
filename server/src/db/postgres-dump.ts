import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { AppError } from '../kernel/app-error.ts';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const TOLD_CHARACTERS = 400;
const COPY_BEGINS = /^COPY (?:\w+\.)?"?(\w+)"? \(/;

/** By environment, never as an argument: those are seen by everybody on the machine. */
function environmentOf(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const ssl = searchParams.get('sslmode');
  return {
    PATH: SYSTEM_PATH,
    LANG: 'C.UTF-8',
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(ssl !== null && { PGSSLMODE: ssl }),
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
export async function* dumpPostgres(databaseUrl: string): AsyncGenerator<Uint8Array> {
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-password'];
  const { child, done } = begin('pg_dump', args, environmentOf(databaseUrl));
  try {
    if (child.stdout) {
      yield* child.stdout as AsyncIterable<Uint8Array>;
    }
    await done;
  } finally {
    child.kill('SIGKILL');
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
