import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ChainHead } from '../../recorders/evidence/chain.ts';
import type { RecordingChainService } from '../recording-chain/recording-chain.service.ts';
import { endedColumns, recordingColumns } from './ended-columns.ts';
import { objectOf } from './live-session.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  recordingRoot: string;
  chains: Pick<RecordingChainService, 'write'>;
  processId: string;
}

interface Ended {
  record: SessionRecord;
  actor: Actor;
  /** The time in the session, by which it also began. */
  clock: Clock;
}

/** What there is of a session when it is over. */
interface Remains {
  width: number;
  height: number;
  /** Undefined when it was not recorded. */
  recordedBytes: number | undefined;
  /** The recording lacks its end. */
  isIncomplete: boolean;
  /** How far it is signed. */
  signed: ChainHead | undefined;
}

/** Writes down how the sessions of this process ended: at once, or later when the database is away. */
export class SessionEndings {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;
  /** Ends that happened and are not written yet. */
  readonly #owed = new Map<string, () => Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  folderOf(id: string): string {
    return join(this.#deps.recordingRoot, id);
  }

  /** Never fails: the session is over whatever the database says, and what cannot be written now is owed. */
  async write(ended: Ended, end: SessionEnd, remains: Remains): Promise<void> {
    const at = ended.clock.now();
    await this.#payOrOwe(ended.record.id, () => this.#store(ended, end, { ...remains, at }));
  }

  /**
   * For a session that this process had reserved and that never came to be. What its recording would have been is taken
   * away again. Never fails.
   */
  async writeUnopened(record: SessionRecord, end: SessionEnd): Promise<void> {
    const at = this.#deps.clock.now();
    await this.#payOrOwe(record.id, async () => {
      const change = { ...endedColumns(end, at), ...recordingColumns(record, undefined) };
      await this.#sessions.closeHeld(record.id, this.#deps.processId, change);
      await rm(this.folderOf(record.id), { recursive: true, force: true, maxRetries: 3 });
    });
  }

  /** For a prepared session that is refused. One that another process has reserved meanwhile is left to it. */
  async writeRefused(record: SessionRecord, end: SessionEnd): Promise<void> {
    const at = this.#deps.clock.now();
    const change = { ...endedColumns(end, at), ...recordingColumns(record, undefined) };
    await this.#payOrOwe(record.id, async () => {
      await this.#sessions.advance(record.id, ['no_connect'], change);
    });
  }

  /** To be called now and then, never fails. */
  async payOwed(): Promise<void> {
    for (const [id, pay] of this.#owed) {
      try {
        await pay();
        this.#owed.delete(id);
      } catch (error) {
        this.#deps.logger.warn(
          { err: error, sessionId: id },
          'the end of a session is still not written down',
        );
      }
    }
  }

  async #payOrOwe(id: string, pay: () => Promise<void>): Promise<void> {
    try {
      await pay();
    } catch (error) {
      this.#owed.set(id, pay);
      this.#deps.logger.error({ err: error, sessionId: id }, 'the end of a session is not written down yet');
    }
  }

  async #store({ record, actor }: Ended, end: SessionEnd, what: Remains & { at: number }): Promise<void> {
    const { database, audit, processId, chains } = this.#deps;
    const { width, height, signed } = what;
    const known = { width, height, ...recordingColumns(record, what.recordedBytes) };
    await database.transact(async (tx) => {
      const change = { ...endedColumns(end, what.at), ...known };
      if (signed) {
        await chains.write(record.id, signed, tx);
      }
      if (!(await this.#sessions.closeHeld(record.id, processId, change, tx))) {
        // Another process took this one for dead and has said so. What was recorded is known better here.
        await this.#sessions.change(record.id, known, tx);
        return;
      }
      const recording = { ...(what.isIncomplete && { recording: 'incomplete' }), ...signatureOf(signed) };
      const detail = { end: end.kind, ...recording };
      await audit.write(actor, { action: 'session.closed', object: objectOf(record), detail }, tx);
    });
  }
}

/** In the audit log, too, which is signed for itself: whoever cuts the end of a recording would have to change both. */
export function signatureOf(signed: ChainHead | undefined) {
  return signed ? { signedLines: signed.links, signedHash: signed.hash } : {};
}
