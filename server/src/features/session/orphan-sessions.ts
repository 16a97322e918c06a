import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import { endedColumns, recordingColumns } from './ended-columns.ts';
import { objectOf } from './live-session.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  processes: ServerProcessService;
  /** Bytes of what there is of a recording; undefined when there is nothing. */
  recordedBytes: (session: SessionRecord) => Promise<number | undefined>;
}

/** Rows that a process which is dead left open are closed with the truth: when it died, and what it recorded. */
export class OrphanSessions {
  readonly #on: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** What a living process holds is left alone. */
  async close(): Promise<void> {
    const { processes, logger } = this.#on;
    const dead = await processes.listDeadHolders();
    for (const record of await this.#sessions.listHeldByAny([...dead.keys()])) {
      try {
        await this.#close(record, dead.get(record.process_id));
      } catch (error) {
        logger.error({ err: error, sessionId: record.id }, 'a session of a dead process is not closed yet');
      }
    }
  }

  /** Of several that notice at once one writes it down. */
  async #close(record: SessionRecord, died: number | undefined): Promise<void> {
    const { database, audit, clock, processes, recordedBytes } = this.#on;
    const now = clock.now();
    const at = Math.min(now, Math.max(died ?? now, record.connected_at ?? record.created_at));
    // What lies on another disk is told by the next process that works with it.
    const isHere = ['', await processes.diskId()].includes(record.recording_disk);
    const change = {
      ...endedColumns({ kind: 'process_died' }, at),
      ...(isHere && recordingColumns(record, await recordedBytes(record))),
    };
    await database.transact(async (tx) => {
      const isMine = await this.#sessions.closeHeld(record.id, record.process_id, change, tx);
      // What was still being opened was never on record as opened.
      if (isMine && record.connected_at !== null) {
        const entry = { action: 'session.closed', object: objectOf(record) } as const;
        await audit.write(SYSTEM_CALLER, { ...entry, detail: { end: 'process_died' } }, tx);
      }
    });
  }
}
