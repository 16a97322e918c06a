import { setTimeout as sleep } from 'node:timers/promises';

import { storedEnd, storeEnd, type SessionEnd } from '@jadegate/contract/session-end';

import type { Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { endedColumns, recordingColumns } from './ended-columns.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  processId: string;
  /** For tests. */
  patienceMs?: number;
}

/** Whoever holds a session looks at what is asked of it every two seconds. */
const PATIENCE_MS = 6 * SECOND_MS;
const LOOK_MS = 200;

/** Ends that reach a session through the database: those of sessions that another process holds. */
export class SessionOrders {
  readonly #on: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** Ends what this process does not hold. Resolves when it is over; fails when its process does not say so in time. */
  async requestEnd(id: string, end: SessionEnd): Promise<void> {
    const record = await this.#sessions.find(id);
    if (isOver(record)) {
      return;
    }
    const change = { ...endedColumns(end, this.#on.clock.now()), ...recordingColumns(record, undefined) };
    if (await this.#sessions.advance(id, ['no_connect'], change)) {
      return;
    }
    await this.#sessions.requestEnd(id, storeEnd(end));
    const deadline = performance.now() + (this.#on.patienceMs ?? PATIENCE_MS);
    while (!isOver(await this.#sessions.find(id))) {
      if (performance.now() > deadline) {
        throw new AppError('session.end_pending');
      }
      await sleep(LOOK_MS);
    }
  }

  /** What others want to end of these, which this process holds, and what they have closed already. */
  async listFor(live: ReadonlySet<string>): Promise<Map<string, SessionEnd>> {
    const held = await this.#sessions.listHeldBy(this.#on.processId);
    const ends = new Map<string, SessionEnd>();
    for (const { id, end_request } of held) {
      const end = storedEnd(end_request);
      if (end) {
        ends.set(id, end);
      }
    }
    const known = new Set(held.map(({ id }) => id));
    for (const id of [...live].filter((one) => !known.has(one))) {
      const row = await this.#sessions.find(id);
      ends.set(id, storedEnd(row?.end_reason ?? '') ?? { kind: 'administrator' });
    }
    return ends;
  }
}

function isOver(record: SessionRecord | undefined): record is undefined {
  return record === undefined || record.status === 'disconnected';
}
