import { basename, dirname } from 'node:path';

import { say, type Language } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { Database } from '../../db/database.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { RecordingPlace } from '../../recorders/recording-files.ts';
import type { AuditEntry, AuditService } from '../audit/audit.service.ts';
import type { OfferedNotice } from '../notice/notice.service.ts';
import type { IndexJob } from './index-recording.ts';
import type { OutputIndex } from './output-index.ts';
import { SessionSearchRepository, type FoundSession } from './session-search.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  index: OutputIndex;
  logger: Logger;
  placeOf: (sessionId: string) => Promise<RecordingPlace>;
  /** The most the index may become; 0 is no limit. */
  maxBytes: () => Promise<number>;
}

/** Large transactions build a better index; whoever searches does not wait for them. */
const BATCH = 100;
const REMOVED_AT_ONCE = 20;
const LOOK_THROUGH = 500;
/** Acts after which sessions may be gone that the entry does not name. */
const SWEEPS: readonly string[] = ['session.cleared', 'retention.swept'];

/**
 * Keeps the index of what was printed up with the recordings, beside the sessions and never in their way: finished
 * segments while they live, all of it when they end, and at the start whatever a process that died has left.
 */
export class SearchIndexerService {
  readonly #on: Dependencies;
  readonly #rows: SessionSearchRepository;
  /** Sessions to look at, with the number of segments known to be finished. */
  readonly #waiting = new Map<string, number>();
  #running: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  #stopListening: (() => void) | undefined;
  #isStopping = false;
  #isFull = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rows = new SessionSearchRepository(dependencies.database);
  }

  /** Not before the process is there to serve: commands of the operator come without it. */
  start(): void {
    this.#stopListening ??= this.#on.audit.subscribe((entry) => this.#onAuditEntry(entry));
    this.#catchingUp = this.#catchUp().catch((error: unknown) => this.#warn(error));
  }

  /** Sessions with something that is not in the index yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Something is not in the index because it has reached its limit. */
  get isFull(): boolean {
    return this.#isFull;
  }

  notices(): OfferedNotice[] {
    const text = (language: Language) => say(NOTICE_WORDS.search_index_full, language);
    return this.#isFull ? [{ id: 'search-index', level: 'warning', menus: ['setting'], text }] : [];
  }

  /** A segment of a live session is finished. */
  onSegment(path: string): void {
    if (this.#stopListening) {
      this.#add(basename(dirname(path)), Number.parseInt(basename(path), 10) || 0);
    }
  }

  /** Resolves when nothing waits. */
  async settle(): Promise<void> {
    await this.#catchingUp;
    while (this.#running) {
      await this.#running;
    }
  }

  /** The sessions of which there is something in the index. */
  async indexedIds(): Promise<string[]> {
    const all: string[] = [];
    for (;;) {
      const ids = await this.#on.index.ids(all.at(-1) ?? '', LOOK_THROUGH);
      if (ids.length === 0) {
        return all;
      }
      all.push(...ids);
    }
  }

  /** Makes the index anew from the recordings. */
  async rebuild(tell: (sessions: number) => void): Promise<number> {
    await this.#on.index.clear();
    let count = 0;
    for await (const sessions of this.#recorded()) {
      await this.#index(sessions, new Map());
      count += sessions.length;
      tell(count);
    }
    return count;
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening?.();
    await this.#on.index.close();
    await this.settle();
  }

  #onAuditEntry({ action, object }: AuditEntry): void {
    if (action === 'session.closed') {
      this.#add(object.id, 0);
    } else if (action === 'session.deleted') {
      this.#on.index
        .remove([object.id])
        .then(() => this.#useRoom())
        .catch((error: unknown) => this.#warn(error));
    } else if (SWEEPS.includes(action)) {
      this.#removeGone()
        .then(() => this.#useRoom())
        .catch((error: unknown) => this.#warn(error));
    } else if (action === 'setting.updated') {
      this.#useRoom();
    }
  }

  /** Something went, or the limit was changed: what found no room may find it now. */
  #useRoom(): void {
    if (this.#isFull && !this.#isStopping) {
      this.#isFull = false;
      this.#catchingUp = this.#catchUp().catch((error: unknown) => this.#warn(error));
    }
  }

  #add(sessionId: string, finished: number): void {
    this.#waiting.set(sessionId, Math.max(finished, this.#waiting.get(sessionId) ?? 0));
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#isStopping) {
      const batch = new Map([...this.#waiting].slice(0, BATCH));
      batch.forEach((_, id) => this.#waiting.delete(id));
      try {
        await this.#index(await this.#rows.listByIds([...batch.keys()]), batch);
      } catch (error) {
        // The next start catches up.
        this.#warn(error);
      }
    }
  }

  async #index(sessions: readonly FoundSession[], finished: ReadonlyMap<string, number>): Promise<void> {
    const jobs: IndexJob[] = [];
    for (const session of sessions.filter(({ recording }) => recording !== 'none')) {
      jobs.push({
        id: session.id,
        place: await this.#on.placeOf(session.id),
        userName: session.user_name,
        assetName: session.asset_name,
        isOver: session.status === 'disconnected',
        finished: finished.get(session.id) ?? 0,
      });
    }
    if (jobs.length === 0) {
      return;
    }
    const { damaged, isFull = false } = await this.#on.index.index(jobs, await this.#on.maxBytes());
    this.#isFull = isFull;
    if (damaged > 0) {
      this.#on.logger.warn(
        { damaged },
        'parts of recordings could not be read and are not in the search index',
      );
    }
  }

  async #catchUp(): Promise<void> {
    await this.#removeGone();
    for await (const sessions of this.#recorded()) {
      const open = new Set(await this.#on.index.unfinished(sessions.map(({ id }) => id)));
      for (const { id } of sessions) {
        if (open.has(id)) {
          this.#add(id, 0);
        }
      }
      await this.#running;
      if (this.#isFull) {
        return;
      }
    }
  }

  async *#recorded(): AsyncGenerator<FoundSession[]> {
    let after = '';
    while (!this.#isStopping) {
      const sessions = await this.#rows.listRecorded(after, LOOK_THROUGH);
      if (sessions.length === 0) {
        return;
      }
      yield sessions;
      after = sessions.at(-1)?.id ?? '';
    }
  }

  /** What is in the index and no longer a session. */
  async #removeGone(): Promise<void> {
    for (const ids of inChunks(await this.indexedIds(), LOOK_THROUGH)) {
      const kept = new Set((await this.#rows.listByIds(ids)).map(({ id }) => id));
      const gone = ids.filter((id) => !kept.has(id));
      for (const part of inChunks(gone, REMOVED_AT_ONCE)) {
        await this.#on.index.remove(part);
      }
    }
  }

  #warn(error: unknown): void {
    if (!this.#isStopping) {
      this.#on.logger.warn(
        { err: error },
        'the search index could not be kept up; the next start catches up',
      );
    }
  }
}
