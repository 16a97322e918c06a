import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { storeEnd, type SessionEnd } from '@jadegate/contract/session-end';

import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { TerminalReader } from '../../recorders/terminal/reader.ts';
import { HEADER_BYTES, sizeOnDisk } from '../../recorders/terminal/segment.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { AliveMark } from './alive-mark.ts';
import { objectOf, sizeColumns, type Live } from './live-session.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  recordingRoot: string;
  processId: string;
}

const OPEN = ['no_connect', 'connecting', 'connected'] as const;

/** Writes down how sessions ended: at once, later when the database is away, or by the process after a crash. */
export class SessionEndings {
  readonly #on: Dependencies;
  readonly #sessions: SessionRepository;
  readonly #alive: AliveMark;
  /** Ends that happened and are not written yet. */
  readonly #owed = new Map<string, () => Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
    this.#alive = new AliveMark(dependencies.recordingRoot, dependencies.clock);
  }

  folderOf(id: string): string {
    return join(this.#on.recordingRoot, id);
  }

  /** Never fails: the session is over whatever the database says, and what cannot be written now is owed. */
  async write(live: Live, end: SessionEnd): Promise<void> {
    const { id } = live.record;
    const at = this.#on.clock.now();
    const pay = () => this.#store(live, end, at);
    try {
      await pay();
    } catch (error) {
      this.#owed.set(id, pay);
      this.#on.logger.error({ err: error, sessionId: id }, 'the end of a session is not written down yet');
    }
  }

  /** For a session that never came to be. What its recording would have been is taken away again. */
  async writeUnopened(record: SessionRecord, end: SessionEnd): Promise<void> {
    await this.#sessions.advance(record.id, OPEN, { ...this.#over(end), ...unrecorded(record) });
    await rm(this.folderOf(record.id), { recursive: true, force: true, maxRetries: 3 });
  }

  /** For a row that this process does not hold open. */
  async writeRow(id: string, end: SessionEnd): Promise<void> {
    await this.#sessions.advance(id, OPEN, this.#over(end));
  }

  /** To be called now and then, never fails: pays what is owed, and tells the next process that this one lives. */
  async tick(): Promise<void> {
    // A mark that cannot be renewed only makes the time of a crash less exact.
    await this.#alive.renew().catch(() => undefined);
    for (const [id, pay] of this.#owed) {
      try {
        await pay();
        this.#owed.delete(id);
      } catch (error) {
        this.#on.logger.warn({ err: error, sessionId: id }, 'the end of a session is still not written down');
      }
    }
  }

  /** Rows that a process which is gone left open are closed with the truth: when it died, and what it recorded. */
  async closeOrphans(): Promise<void> {
    const { database, audit, clock, processId } = this.#on;
    const died = (await this.#alive.last()) ?? clock.now();
    for (const record of await this.#sessions.listOpenOf(false, processId)) {
      const since = record.connected_at ?? record.created_at;
      const at = Math.min(clock.now(), Math.max(died, since));
      const change = { ...this.#over({ kind: 'process_died' }, at), ...(await this.#recorded(record)) };
      await database.transact(async (tx) => {
        await this.#sessions.advance(record.id, OPEN, change, tx);
        // What was only prepared was never on record as opened.
        if (record.connected_at !== null) {
          const entry = { action: 'session.closed', object: objectOf(record) } as const;
          await audit.write(SYSTEM_CALLER, { ...entry, detail: { end: 'process_died' } }, tx);
        }
      });
    }
    await this.#alive.renew().catch(() => undefined);
  }

  async #store({ record, terminal, writer, actor }: Live, end: SessionEnd, at: number): Promise<void> {
    const { database, audit } = this.#on;
    await database.transact(async (tx) => {
      const recording = writer
        ? ({ recording: 'kept', recording_bytes: writer.writtenBytes } as const)
        : unrecorded(record);
      const change = { ...this.#over(end, at), ...sizeColumns(terminal.size), ...recording };
      await this.#sessions.advance(record.id, OPEN, change, tx);
      const detail = { end: end.kind, ...(writer?.hasFailed && { recording: 'incomplete' }) };
      await audit.write(actor, { action: 'session.closed', object: objectOf(record), detail }, tx);
    });
  }

  /** What a dead process left of a recording. */
  async #recorded(record: SessionRecord) {
    const reader = await TerminalReader.open(this.folderOf(record.id));
    let bytes = 0;
    for (const segment of reader?.segments ?? []) {
      bytes += (await sizeOnDisk(segment)) - HEADER_BYTES;
    }
    return bytes > 0 ? ({ recording: 'kept', recording_bytes: bytes } as const) : unrecorded(record);
  }

  #over(end: SessionEnd, at = this.#on.clock.now()) {
    return { status: 'disconnected' as const, end_reason: storeEnd(end), disconnected_at: at };
  }
}

/** It was to be recorded and was not: there is nothing to review. */
function unrecorded({ recording }: SessionRecord) {
  return recording === 'writing' ? ({ recording: 'none', reviewed: 1 } as const) : {};
}
