import { basename, dirname } from 'node:path';

import { translate, type Language } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { Database } from '../../db/database.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { AuditEntry, AuditService } from '../../platform/audit/audit.service.ts';
import type { OfferedNotice } from '../../platform/notice/notice.service.ts';
import type { ServerDiskService } from '../../platform/server-process/server-disk.service.ts';
import type { RecordingPlacesService } from '../recording-storage/recording-places.service.ts';
import type { IndexJob } from './index-recording.ts';
import type { OutputIndex } from './output-index.ts';
import { SessionSearchRepository, type FoundSession } from './session-search.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  index: OutputIndex;
  logger: Logger;
  places: Pick<RecordingPlacesService, 'placeOf' | 'hasFolder' | 'folders'>;
  serverDisks: Pick<ServerDiskService, 'ownId' | 'touch' | 'listGone'>;
  /** What another server left can be read: it is in the store. */
  hasStore: boolean;
  /** Takes on nothing new. */
  isDraining: () => boolean;
  /** The most the index may become; 0 is no limit. */
  maxBytes: () => Promise<number>;
}

/** Large transactions build a better index; whoever searches does not wait for them. */
const BATCH = 100;
const REMOVED_AT_ONCE = 20;
const LOOK_THROUGH = 500;
/** How often others are told that this server is there, and what they left is looked for. */
const ROUND_MS = MINUTE_MS;
/** Of sessions that a version left which did not write it down. */
const NOBODY = '';
/** So many of what a server left are taken over in one round, so that several servers share it. */
const TAKEN_AT_ONCE = 200;
/** Acts after which sessions may be gone that the entry does not name. */
const SWEEPS: readonly string[] = ['session.cleared', 'retention.swept'];

/**
 * Keeps the index of what was printed up with the recordings, beside the sessions and never in their way: finished
 * segments while they live, all of it when they end, and at the start whatever a process that died has left. A server
 * has those in its index that are in its data directory, or that it took over from one that is gone; the row says which.
 */
export class SearchIndexerService {
  readonly #deps: Dependencies;
  readonly #rows: SessionSearchRepository;
  /** Sessions to look at, with the number of segments known to be finished. */
  readonly #waiting = new Map<string, number>();
  #running: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  #stopListening: (() => void) | undefined;
  #isStopping = false;
  #isFull = false;
  readonly #rounds: PeriodicTask;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new SessionSearchRepository(dependencies.database);
    this.#rounds = new PeriodicTask({
      everyMs: ROUND_MS,
      work: () => this.#round(),
      onFailure: (error) => this.#warn(error),
    });
  }

  /** Not before the process is there to serve: commands of the operator come without it. */
  start(): void {
    this.#stopListening ??= this.#deps.audit.follow((entry) => this.#onAuditEntry(entry));
    this.#catchingUp = this.#begin().catch((error: unknown) => this.#warn(error));
  }

  /** Tells the others that this server is there, and takes over from those that are gone. */
  round(): Promise<void> {
    return this.#rounds.run();
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
    const text = (language: Language) => translate(NOTICE_WORDS.search_index_full, language);
    return this.#isFull ? [{ id: 'search-index', level: 'warning', menus: ['setting'], text }] : [];
  }

  /** A segment of a live session is finished. */
  onSegment(path: string): void {
    if (this.#stopListening) {
      this.#add(basename(dirname(path)), Number.parseInt(basename(path), 10) || 0);
    }
  }

  /** A recording came from elsewhere, by this process. Those that another one brings are found by the next round. */
  onImported(sessionId: string): void {
    if (this.#stopListening) {
      this.#add(sessionId, 0);
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
      const ids = await this.#deps.index.ids(all.at(-1) ?? '', LOOK_THROUGH);
      if (ids.length === 0) {
        return all;
      }
      all.push(...ids);
    }
  }

  /** Makes the index anew from the recordings. */
  async rebuild(tell: (sessions: number) => void): Promise<number> {
    await this.#claimOwn();
    await this.#deps.index.clear();
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
    this.#rounds.stop();
    await this.#deps.index.close();
    await this.#rounds.settled();
    await this.settle();
  }

  #onAuditEntry({ action, object }: AuditEntry): void {
    if (action === 'session.closed') {
      this.#add(object.id, 0);
    } else if (action === 'session.deleted') {
      this.#deps.index
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

  async #begin(): Promise<void> {
    await this.#claimOwn();
    await this.#catchUp();
    this.#rounds.start();
    await this.#rounds.run();
  }

  /** Who has the folder finds what is in it, whoever did before. What has no folder any more stays with whoever has it in the index. */
  async #claimOwn(): Promise<void> {
    const { places, serverDisks } = this.#deps;
    const own = await serverDisks.ownId();
    for (const ids of inChunks(await places.folders(), LOOK_THROUGH)) {
      await this.#rows.claim(ids, own, 'anybody');
    }
    for (const ids of inChunks(await this.indexedIds(), LOOK_THROUGH)) {
      await this.#rows.claim(ids, own, 'nobody');
    }
    for (let isMore = this.#deps.hasStore; isMore && !this.#isStopping;) {
      isMore = (await this.#rows.takeOver(NOBODY, own, LOOK_THROUGH)).length > 0;
    }
  }

  async #round(): Promise<void> {
    const { serverDisks, hasStore, isDraining } = this.#deps;
    await serverDisks.touch();
    const brought = await this.#rows.listBrought(await serverDisks.ownId(), LOOK_THROUGH);
    brought.forEach((id) => this.#add(id, 0));
    if (!hasStore || isDraining() || this.#isFull) {
      return;
    }
    const own = await serverDisks.ownId();
    for (const disk of [NOBODY, ...(await serverDisks.listGone())]) {
      const ids = await this.#rows.takeOver(disk, own, TAKEN_AT_ONCE);
      if (ids.length > 0) {
        this.#deps.logger.info({ disk, sessions: ids.length }, 'recordings of another server are taken over');
        ids.forEach((id) => this.#add(id, 0));
        return;
      }
    }
  }

  /**
   * Of these sessions those that are found here; one whose folder is here is, from now on. The oldest first: what is found
   * comes in the order in which it was added.
   */
  async #own(sessions: readonly FoundSession[]): Promise<FoundSession[]> {
    const { places, serverDisks } = this.#deps;
    const disk = await serverDisks.ownId();
    const own: FoundSession[] = [];
    for (const session of sessions.filter(({ recording }) => recording !== 'none')) {
      if (session.indexed_by === disk) {
        own.push(session);
      } else if (places.hasFolder(session.id)) {
        await this.#rows.claim([session.id], disk, 'anybody');
        own.push(session);
      }
    }
    return own.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #index(sessions: readonly FoundSession[], finished: ReadonlyMap<string, number>): Promise<void> {
    const jobs: IndexJob[] = [];
    for (const session of await this.#own(sessions)) {
      jobs.push({
        id: session.id,
        place: await this.#deps.places.placeOf(session.id),
        userName: session.user_name,
        assetName: session.asset_name,
        isOver: session.status === 'disconnected',
        finished: finished.get(session.id) ?? 0,
      });
    }
    if (jobs.length === 0) {
      return;
    }
    const { damaged, isFull = false } = await this.#deps.index.index(jobs, await this.#deps.maxBytes());
    this.#isFull = isFull;
    if (damaged > 0) {
      this.#deps.logger.warn(
        { damaged },
        'parts of recordings could not be read and are not in the search index',
      );
    }
  }

  async #catchUp(): Promise<void> {
    await this.#removeGone();
    for await (const sessions of this.#recorded()) {
      const open = new Set(await this.#deps.index.unfinished(sessions.map(({ id }) => id)));
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
    const own = await this.#deps.serverDisks.ownId();
    let after = '';
    while (!this.#isStopping) {
      const sessions = await this.#rows.listRecorded(own, after, LOOK_THROUGH);
      if (sessions.length === 0) {
        return;
      }
      yield sessions;
      after = sessions.at(-1)?.id ?? '';
    }
  }

  /** What is in the index and no longer a session, or found by another server now. */
  async #removeGone(): Promise<void> {
    const disk = await this.#deps.serverDisks.ownId();
    for (const ids of inChunks(await this.indexedIds(), LOOK_THROUGH)) {
      const rows = await this.#rows.listByIds(ids);
      const own = rows.filter(({ indexed_by }) => indexed_by === disk);
      const kept = new Set(own.map(({ id }) => id));
      const gone = ids.filter((id) => !kept.has(id));
      for (const part of inChunks(gone, REMOVED_AT_ONCE)) {
        await this.#deps.index.remove(part);
      }
    }
  }

  #warn(error: unknown): void {
    if (!this.#isStopping) {
      this.#deps.logger.warn(
        { err: error },
        'the search index could not be kept up; the next start catches up',
      );
    }
  }
}
