import os from 'node:os';

import type { Database, Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, SECOND_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { isGone, ownIdentity, type ProcessIdentity } from '../../kernel/process-identity.ts';
import {
  ServerProcessRepository,
  type ListedProcess,
  type NewProcess,
  type ProcessRecord,
} from './server-process.repository.ts';

interface Options {
  database: Database;
  version: string;
  /** Where the other servers of the installation reach this one; without it, it is alone. */
  peerUrl?: string | undefined;
  /** For tests. */
  leaseMs?: number;
  identity?: ProcessIdentity;
}

/** Long enough for a database that is slow for a while; short enough that what a dead machine held is free soon. */
const LEASE_MS = 15 * SECOND_MS;
/** Of those that ended nothing is needed once their sessions are closed, which takes seconds. */
const KEEP_MS = DAY_MS;

/**
 * This process among those that share the database. Each renews a lease there while it lives; who is dead is decided by
 * that lease, in the time of the database, or by the system where both run side by side.
 */
export class ServerProcessService {
  /** Names this process. What it holds carries it. */
  readonly id = newId();
  readonly #processes: ServerProcessRepository;
  readonly #leaseMs: number;
  readonly #self: Omit<NewProcess, 'id' | 'drain'>;
  #registered: Promise<void> | undefined;
  #drain: ProcessRecord['drain'] = '';
  #isEnded = false;
  #renewedAt = 0;
  /** When that was, on a clock that nobody sets. */
  #renewedTick = 0;
  #steadySince = 0;

  constructor({ database, version, peerUrl = '', leaseMs = LEASE_MS, identity = ownIdentity() }: Options) {
    this.#processes = new ServerProcessRepository(database);
    this.#leaseMs = leaseMs;
    this.#self = { ...identity, version, peer_url: peerUrl, host: os.hostname() };
  }

  /** To be called before anything is held in this process's name. */
  async register(): Promise<void> {
    this.#registered ??= this.renew().catch((error: unknown) => {
      this.#registered = undefined;
      throw error;
    });
    await this.#registered;
  }

  /** To be called again and again, several times within a lease. */
  async renew(): Promise<void> {
    if (this.#isEnded) {
      return;
    }
    const row = { id: this.id, ...this.#self, drain: this.#drain };
    const { renewed_at: now, drain } = await this.#processes.renew(row, this.#leaseMs);
    if (this.#drain !== 'stopping') {
      this.#drain = drain;
    } else if (drain !== 'stopping') {
      // The database could not be told when that began.
      await this.#processes.setDrain(this.id, 'stopping');
    }
    if (now - this.#renewedAt > this.#leaseMs) {
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

  refuseNewWork(): void {
    if (this.isDraining) {
      throw new AppError('server.stopping');
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
   * none, one that will open it.
   */
  async holderOf(sessionId: string): Promise<{ processId: string; url: string } | undefined> {
    const holder =
      (await this.#processes.findHolder(sessionId, this.id)) ??
      (this.isDraining ? await this.#processes.findTaker(sessionId, this.id) : undefined);
    return holder && holder.peer_url !== '' ? { processId: holder.id, url: holder.peer_url } : undefined;
  }

  /** The other servers that can be reached. */
  async others(): Promise<{ processId: string; url: string }[]> {
    const others = await this.#processes.listReached(this.id);
    return others.map(({ id, peer_url }) => ({ processId: id, url: peer_url }));
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
    const hasDied = (one.isExpired && isJudge) || isGone(one);
    return hasDied && (await this.#processes.markEnded(one));
  }

  async forgetOld(): Promise<void> {
    await this.#processes.removeOlder(KEEP_MS);
  }

  /** It holds nothing any more, or nothing that it could still write down. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#registered) {
      await this.#processes.end(this.id);
    }
  }
}
