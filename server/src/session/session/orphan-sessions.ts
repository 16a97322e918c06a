import { storedEnd } from '@jadegate/contract/session/session-end';

import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { PeerLink } from '../../kernel/peer-link.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { RecordingChainService } from '../recording-chain/recording-chain.service.ts';
import { endedColumns, recordingColumns } from './ended-columns.ts';
import { isHeldElsewhere, objectOf } from './live-session.ts';
import type { ReadRecorded } from './read-recorded.ts';
import { signatureOf } from './session-endings.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  processes: ServerProcessService;
  recorded: ReadRecorded;
  chains: Pick<RecordingChainService, 'write'>;
  /** Undefined where this server is alone. */
  peerLink?: (() => PeerLink | undefined) | undefined;
}

/** One that stays away from the database ends what it holds a minute after its lease ran out (`lost-lease-guard.ts`). */
const MOST_SILENCE_MS = 90 * SECOND_MS;

/** Where the server that held it has died, that is said: also in the moments before it is written down. */
export async function whyNotOpenable(
  record: SessionRecord,
  processes: Pick<ServerProcessService, 'id' | 'listDead'>,
): Promise<AppError> {
  if (!isHeldElsewhere(record, processes.id)) {
    const hasDied = storedEnd(record.end_reason)?.kind === 'process_died';
    return new AppError(hasDied ? 'session.server_died' : 'session.over');
  }
  const dead = await processes.listDead([record.process_id]);
  return new AppError(dead.has(record.process_id) ? 'session.server_died' : 'session.held_elsewhere');
}

/** Rows that a process which is dead left open are closed with the truth: when it died, and what it recorded. */
export class OrphanSessions {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** What a living process holds is left alone. */
  async close(): Promise<void> {
    const { processes, logger } = this.#deps;
    const dead = await processes.listDeadHolders();
    await this.#spareLiving(dead);
    for (const record of await this.#sessions.listHeldByAny([...dead.keys()])) {
      try {
        await this.#close(record, dead.get(record.process_id));
      } catch (error) {
        logger.error({ err: error, sessionId: record.id }, 'a session of a dead process is not closed yet');
      }
    }
  }

  /**
   * A server that lost the database, and nothing else, holds its sessions still: they are judged anew when it is back. It
   * is asked past the database. Whoever does not answer is dead, as their lease says.
   */
  async #spareLiving(dead: Map<string, number | undefined>): Promise<void> {
    const { processes, peerLink } = this.#deps;
    const link = peerLink?.();
    const now = processes.databaseNow();
    if (!link || now === undefined) {
      return;
    }
    for (const [id, died] of dead) {
      const { peer_url: url = '' } = (await processes.find(id)) ?? {};
      const isLately = died !== undefined && now - died < MOST_SILENCE_MS;
      if (isLately && url !== '' && ['held', 'lost'].includes(await link.lease({ processId: id, url }))) {
        dead.delete(id);
      }
    }
  }

  /** Of several that notice at once one writes it down. */
  async #close(record: SessionRecord, died: number | undefined): Promise<void> {
    const { database, audit, clock, processes, recorded, chains } = this.#deps;
    const now = clock.now();
    // A clock that was set back in between ends nothing before it began.
    const at = Math.max(Math.min(now, died ?? now), record.connected_at ?? record.created_at);
    // What lies on another disk is told by the next process that works with it.
    const isHere = ['', await processes.diskId()].includes(record.recording_disk);
    const { bytes, signed } = isHere ? await recorded(record) : {};
    const change = {
      ...endedColumns({ kind: 'process_died' }, at),
      ...(isHere && recordingColumns(record, bytes)),
    };
    await database.transact(async (tx) => {
      const isMine = await this.#sessions.closeHeld(record.id, record.process_id, change, tx);
      if (isMine && signed) {
        await chains.write(record.id, signed, tx);
      }
      // What was still being opened was never on record as opened.
      if (isMine && record.connected_at !== null) {
        const entry = { action: 'session.closed', object: objectOf(record) } as const;
        await audit.write(
          SYSTEM_CALLER,
          { ...entry, detail: { end: 'process_died', ...signatureOf(signed) } },
          tx,
        );
      }
    });
  }
}
