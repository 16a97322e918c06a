import os from 'node:os';

import type { Database, Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, SECOND_MS, SystemClock, type Clock, systemClock } from '../../kernel/clock.ts';
import { diskIdOf } from '../../kernel/disk-id.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import { isProcessGone, ownIdentity, type ProcessIdentity } from '../../kernel/process-identity.ts';
import type { EventOutbox } from '../event/event-outbox.service.ts';
import { ServerLease } from './server-lease.ts';
import {
  ServerProcessRepository,
  type ListedProcess,
  type NewProcess,
  type ProcessRecord,
} from './server-process.repository.ts';

interface Options {
  database: Database;
  version: string;
  dataDir: string;
  clock?: Clock;
  /** Hears of servers that died. */
  outbox?: EventOutbox;
  logger?: Logger;
  /** Where the other servers of the installation reach this one; without it, it is alone. */
  peerUrl?: string | undefined;
  /** For tests. */
  leaseMs?: number | undefined;
  identity?: ProcessIdentity;
}

/**
 * Long enough for a database that is slow for a while; short enough that, with a round of the patrol, what a dead machine
 * held is free within 15 seconds.
 */
const LEASE_MS = 12 * SECOND_MS;
/** Whoever has missed this part of a lease does not know how the others fared meanwhile. */
const STEADY_PARTS = 2;
/** Of those that ended nothing is needed once their sessions are closed, which takes seconds. */
const KEEP_MS = DAY_MS;

export type { ListedProcess };

/**
 * This process among those that share the database. Each renews a lease there while it lives; who is dead is decided by
 * that lease, in the time of the database, or by the system where both run side by side.
 */
export class ServerProcessService {
  /** Names this process. What it holds carries it. */
  readonly id = newId();
  /** What is known here of how long the others take it to be alive. */
  readonly lease: ServerLease;
  readonly #processes: ServerProcessRepository;
  readonly #leaseMs: number;
  readonly #self: Omit<NewProcess, 'id' | 'drain' | 'disk'>;
  readonly #dataDir: string;
  readonly #clock: Clock | undefined;
  readonly #database: Database;
  readonly #outbox: EventOutbox | undefined;
  #disk: Promise<string> | undefined;
  #registered: Promise<void> | undefined;
  #drain: ProcessRecord['drain'] = '';
  /** Changes each time this process is told here what to do with new sessions. */
  #tellings = 0;
  #isEnded = false;
  /** One may be stuck while the next is under way. */
  readonly #renewing = new Set<Promise<void>>();
  #renewedAt = 0;
  /** When that was, and when it was asked for, on a clock that nobody sets. */
  #renewedTick = 0;
  #askedTick = Number.NEGATIVE_INFINITY;
  #steadySince = 0;

  constructor({
    database,
    version,
    dataDir,
    clock,
    outbox,
    logger,
    peerUrl = '',
    leaseMs = LEASE_MS,
    identity = ownIdentity(),
  }: Options) {
    this.#dataDir = dataDir;
    this.#clock = clock;
    this.#database = database;
    this.#outbox = outbox;
    this.#processes = new ServerProcessRepository(database);
    this.#leaseMs = leaseMs;
    this.lease = new ServerLease({ leaseMs, logger });
    this.#self = { ...identity, version, peer_url: peerUrl, host: os.hostname() };
  }

  /** To be called before anything is held in this process's name. */
  async register(): Promise<void> {
    this.#registered ??= this.#enter().catch((error: unknown) => {
      this.#registered = undefined;
      throw error;
    });
    await this.#registered;
  }

  async #enter(): Promise<void> {
    await this.nameDisk();
    await this.renew();
  }

  /** Tells that this server is there with its data directory, and by which name people know it. */
  async nameDisk(): Promise<void> {
    const { peer_url, host } = this.#self;
    const name = peer_url === '' ? host : new URL(peer_url).host;
    await this.#processes.nameDisk({ id: await this.diskId(), name });
  }

  /** That of the data directory of this process. What it records lies there. */
  diskId(): Promise<string> {
    this.#disk ??= diskIdOf(this.#dataDir).catch((error: unknown) => {
      this.#disk = undefined;
      throw error;
    });
    return this.#disk;
  }

  /** The server that a data directory belongs to, as people know it. */
  async diskName(disk: string): Promise<string> {
    return (await this.#processes.findDisk(disk))?.name ?? disk;
  }

  /** To be called again and again, several times within a lease. */
  async renew(): Promise<void> {
    if (!this.#isEnded) {
      const renewing = this.#renew();
      this.#renewing.add(renewing);
      await renewing.finally(() => this.#renewing.delete(renewing));
    }
  }

  async #renew(): Promise<void> {
    const tellings = this.#tellings;
    const row = { id: this.id, ...this.#self, drain: this.#drain, disk: await this.diskId() };
    const askedAt = Date.now();
    const askedTick = performance.now();
    const { renewed_at: now, drain } = await this.#processes.renew(row, this.#leaseMs);
    if (this.#drain !== 'stopping') {
      // What was said meanwhile is newer than the answer, which was on its way.
      this.#drain = tellings === this.#tellings ? drain : this.#drain;
    } else if (drain !== 'stopping') {
      // The database could not be told when that began.
      await this.#processes.setDrain(this.id, 'stopping');
    }
    this.lease.renewed(askedTick);
    if (askedTick < this.#askedTick) {
      // It was stuck, and a later one was quicker.
      return;
    }
    this.#askedTick = askedTick;
    if (this.#clock instanceof SystemClock) {
      this.#clock.follow(now, askedAt);
    }
    if (now - this.#renewedAt > this.#leaseMs / STEADY_PARTS) {
      this.#steadySince = now;
    }
    this.#renewedAt = now;
    this.#renewedTick = performance.now();
  }

  /** The time of the database, as far as it is known here; undefined before it was ever asked. */
  databaseNow(): number | undefined {
    return this.#renewedAt === 0 ? undefined : this.#renewedAt + (performance.now() - this.#renewedTick);
  }

  /** Whether it takes no new sessions: those it holds go on. */
  get isDraining(): boolean {
    return this.#drain !== '';
  }

  /** Whether it may begin anything: what it begins without a lease others would call dead, and begin again. */
  get takesWork(): boolean {
    return !this.isDraining && !this.lease.isLost;
  }

  refuseNewWork(): void {
    if (this.isDraining) {
      throw new AppError('server.stopping');
    }
    if (this.lease.isLost) {
      throw new AppError('server.lease_lost');
    }
  }

  /** From now on nothing new begins here; there is no way back. */
  async beginStopping(): Promise<void> {
    this.#drain = 'stopping';
    await this.#processes.setDrain(this.id, 'stopping');
  }

  /** Tells a process what to do with new sessions. It hears of it with its next renewal, this one at once. */
  async setDrain(id: string, drains: boolean, tx?: Db): Promise<boolean> {
    const drain = drains ? 'draining' : '';
    const isSet = await this.#processes.setDrain(id, drain, tx);
    if (isSet && id === this.id) {
      this.#tellings += 1;
      this.#drain = drain;
    }
    return isSet;
  }

  find(id: string): Promise<ProcessRecord | undefined> {
    return this.#processes.find(id);
  }

  list(): Promise<ListedProcess[]> {
    return this.#processes.listAll();
  }

  /**
   * The other server at which a session goes on, if it can be reached: the one that has it open or, while this one takes
   * none, one that will open it. Where what it left is asked for, too: the one on whose disk that lies.
   */
  async holderOf(
    sessionId: string,
    isRecorded = false,
  ): Promise<{ processId: string; url: string } | undefined> {
    const holder =
      (await this.#processes.findHolder(sessionId, this.id)) ??
      (isRecorded ? await this.#processes.findKeeper(sessionId, await this.diskId()) : undefined) ??
      (this.takesWork ? undefined : await this.#processes.findTaker(sessionId, this.id));
    return holder && holder.peer_url !== '' ? { processId: holder.id, url: holder.peer_url } : undefined;
  }

  /** The other servers that can be reached. */
  async others(): Promise<{ processId: string; url: string; disk: string }[]> {
    const others = await this.#processes.listReached(this.id);
    return others.map(({ id, peer_url, disk }) => ({ processId: id, url: peer_url, disk }));
  }

  /** Of all servers that have not ended, also of those that are silent for a while. */
  peerUrls(): Promise<string[]> {
    return this.#processes.listPeerUrls();
  }

  /** Which of those that hold sessions are dead, each with the time of its last sign of life where there is one. */
  async listDeadHolders(): Promise<Map<string, number | undefined>> {
    return this.listDead(await this.#processes.listDoubtful(this.id, this.#self.place));
  }

  /** Which of these processes are dead, each with the time of its last sign of life where there is one. */
  async listDead(ids: readonly string[]): Promise<Map<string, number | undefined>> {
    const dead = new Map<string, number | undefined>(ids.map((id) => [id, undefined]));
    const known = ids.length === 0 ? [] : await this.#processes.listByIds(ids);
    for (const one of known) {
      if (await this.#isDead(one)) {
        dead.set(one.id, one.renewed_at);
      } else {
        dead.delete(one.id);
      }
    }
    return dead;
  }

  async #isDead(one: ProcessRecord & { isExpired: boolean }): Promise<boolean> {
    if (one.ended_at !== null) {
      return true;
    }
    // While the database was away nobody could renew. Only who has done so for a whole lease may judge the others.
    const isJudge = this.#renewedAt - this.#steadySince >= this.#leaseMs;
    const hasDied = (one.isExpired && isJudge) || isProcessGone(one);
    return hasDied && (await this.#markEnded(one));
  }

  #markEnded(one: ProcessRecord): Promise<boolean> {
    return this.#database.transact(async (tx) => {
      const isNews = await this.#processes.markEnded(one, tx);
      if (isNews) {
        const { id: processId, host, renewed_at } = one;
        const object = { type: 'server', id: processId, name: host };
        const detail = { processId, lastSeen: new Date(renewed_at).toISOString() };
        await this.#outbox?.add(
          { name: 'server.lost', at: (this.#clock ?? systemClock).now(), object, detail },
          tx,
        );
      }
      return isNews;
    });
  }

  async forgetOld(): Promise<void> {
    await this.#processes.removeOlder(KEEP_MS);
  }

  /** It holds nothing any more, or nothing that it could still write down. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.lease.end();
    // They would bring it back to life.
    await Promise.allSettled(this.#renewing);
    if (this.#registered) {
      await this.#processes.end(this.id);
    }
  }
}
