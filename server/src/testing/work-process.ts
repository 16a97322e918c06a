// A process that does nothing but work, so that a test can kill it: see work-killed.soak.test.ts. What it begins and finishes
// it notes in a file, past the database.
import './compiled-threads.ts';
import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import * as z from 'zod';

import { openDatabase, type Tx } from '../db/database.ts';
import { SystemClock } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { ServerProcessService } from '../platform/server-process/server-process.service.ts';
import { WorkEngine } from '../work/work-engine.ts';
import type { Piece, PieceEnd, WorkKind } from '../work/work-kind.ts';

export interface WorkProcessPlace {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Lines of what began and what was done. */
  notes: string;
  leaseMs: number;
}

class NotedKind implements WorkKind<null> {
  readonly input = z.null();
  readonly limits = { perProcess: 4, overall: 8, perKey: 3 };
  readonly canCancel = true;
  readonly name: 'again' | 'once';
  readonly afterDeath: 'again' | 'end';
  readonly tries: { most: number; backOffMs: () => number };
  readonly #note: (line: string) => void;

  constructor(name: 'again' | 'once', note: (line: string) => void) {
    this.name = name;
    this.afterDeath = name === 'again' ? 'again' : 'end';
    this.tries = { most: name === 'again' ? 1000 : 1, backOffMs: () => 50 };
    this.#note = note;
  }

  deadlineMs = () => 600_000;
  keptMs = () => 86_400_000;

  async run({ id, signal }: Piece): Promise<void> {
    this.#note(`begun ${this.name} ${id}`);
    await sleep(randomInt(1, 150), undefined, { signal });
    this.#note(`done ${this.name} ${id}`);
  }

  async end({ id }: Piece, { outcome }: PieceEnd, tx: Tx): Promise<void> {
    await sql`insert into noted_end (id, outcome) values (${id}, ${outcome})`.execute(tx);
  }
}

async function main({ dataDir, databaseUrl, notes, leaseMs }: WorkProcessPlace): Promise<void> {
  const logger = createLogger('silent');
  const database = await openDatabase({ dataDir, databaseUrl, version: 'test', logger });
  const processes = new ServerProcessService({ database, version: 'test', dataDir, leaseMs });
  const engine = new WorkEngine({
    database,
    processes,
    clock: new SystemClock(),
    logger,
    roundMs: 100,
    orphansEveryMs: 300,
  });
  const note = (line: string) => appendFileSync(notes, `${line}\n`);
  const kinds = [new NotedKind('again', note), new NotedKind('once', note)] as const;
  engine.declare(...kinds);
  await processes.register();
  setInterval(() => void processes.renew().catch(() => undefined), leaseMs / 5);
  engine.start();
  const rest = new AbortController();
  process.on('message', () => rest.abort());
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.send?.('ready');
  while (!rest.signal.aborted) {
    const kind = kinds[randomInt(2)] ?? kinds[0];
    const order = { subject: newId(), fairKey: String(randomInt(3)), input: null };
    try {
      await engine.ready();
      const isForThisProcess = kind.name === 'once' && randomInt(2) === 0;
      const id = await database.transact((tx) => engine.add(kind, { ...order, isForThisProcess }, tx));
      note(`asked ${kind.name} ${id}`);
      if (randomInt(8) === 0) {
        note(`cancelled ${kind.name} ${id}`);
        await engine.cancel(kind, order.subject);
      }
    } catch {
      // The database is away, or this process has no lease: whoever asked was told so.
    }
    await sleep(randomInt(5, 60));
  }
}

await main(JSON.parse(process.argv[2] ?? '') as WorkProcessPlace);
