import { setTimeout as sleep } from 'node:timers/promises';

import { storedEnd, storeEnd, type SessionEnd } from '@jadegate/contract/session/session-end';

import type { Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Peer, PeerLink } from '../../kernel/peer-link.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { endedColumns, recordingColumns } from './ended-columns.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  processId: string;
  processes?: Pick<ServerProcessService, 'find'>;
  /** The way to the server that holds a session, past the database; undefined where there is none. */
  peerLink?: (() => PeerLink | undefined) | undefined;
  /** For tests. */
  patienceMs?: number;
}

/** With the way to it. */
type Holder = Peer & { link: PeerLink };

/** Whoever holds a session looks at what is asked of it every two seconds. */
const PATIENCE_MS = 6 * SECOND_MS;
const LOOK_MS = 200;

/**
 * Ends of sessions that another process holds. It is told by itself, where servers reach each other, and through the
 * database. That its row is closed is no proof: a server that lost touch is called dead, and may live.
 */
export class RemoteSessionEnds {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** False where it is over for certain, or nobody can be asked. */
  async mayLive(record: SessionRecord): Promise<boolean> {
    return record.status !== 'disconnected' || (await this.#doubtedHolder(record)) !== undefined;
  }

  /**
   * Ends what this process does not hold. Resolves when it is over, or its process has taken the order; fails when neither
   * is known in time.
   */
  async requestEnd(id: string, end: SessionEnd): Promise<void> {
    const record = await this.#sessions.find(id);
    if (!record || record.status === 'disconnected') {
      await this.#confirm(record, end);
      return;
    }
    const change = { ...endedColumns(end, this.#deps.clock.now()), ...recordingColumns(record, undefined) };
    if (await this.#sessions.advance(id, ['no_connect'], change)) {
      return;
    }
    await this.#sessions.requestEnd(id, storeEnd(end));
    const holder = await this.#holderOf(record);
    const told = holder && (await holder.link.end(holder, id, end));
    const deadline = performance.now() + (this.#deps.patienceMs ?? PATIENCE_MS);
    for (;;) {
      const row = await this.#sessions.find(id);
      if (!row || row.status === 'disconnected') {
        return told === 'taken' ? undefined : this.#confirm(row, end);
      }
      if (performance.now() > deadline) {
        break;
      }
      await sleep(LOOK_MS);
    }
    // What it has taken it may not be able to write down yet.
    if (told !== 'taken') {
      throw new AppError('session.end_pending');
    }
  }

  /** A row that was closed for somebody else's process: that process itself must say so, or be gone. */
  async #confirm(record: SessionRecord | undefined, end: SessionEnd): Promise<void> {
    const holder = record && (await this.#doubtedHolder(record));
    if (holder && (await holder.link.end(holder, record.id, end)) === 'silent') {
      throw new AppError('session.end_unconfirmed', { params: { server: new URL(holder.url).host } });
    }
  }

  async #doubtedHolder(record: SessionRecord): Promise<Holder | undefined> {
    const isDoubted = storedEnd(record.end_reason)?.kind === 'process_died';
    return isDoubted ? this.#holderOf(record) : undefined;
  }

  async #holderOf({ process_id }: SessionRecord): Promise<Holder | undefined> {
    const link = this.#deps.peerLink?.();
    if (!link || process_id === '' || process_id === this.#deps.processId) {
      return undefined;
    }
    const row = await this.#deps.processes?.find(process_id);
    return row && row.peer_url !== '' ? { processId: row.id, url: row.peer_url, link } : undefined;
  }

  /** What others want to end of these, which this process holds, and what they have closed already. */
  async listFor(live: ReadonlySet<string>): Promise<Map<string, SessionEnd>> {
    const held = await this.#sessions.listHeldBy(this.#deps.processId);
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
