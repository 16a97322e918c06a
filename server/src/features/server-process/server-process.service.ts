import type { Database } from '../../db/database.ts';
import { DAY_MS, SECOND_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { isGone, ownIdentity, type ProcessIdentity } from '../../kernel/process-identity.ts';
import { ServerProcessRepository, type ProcessRecord } from './server-process.repository.ts';

interface Options {
  database: Database;
  version: string;
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
  readonly #self: ProcessIdentity & { version: string };
  #registered: Promise<void> | undefined;
  #isEnded = false;
  #renewedAt = 0;
  #steadySince = 0;

  constructor({ database, version, leaseMs = LEASE_MS, identity = ownIdentity() }: Options) {
    this.#processes = new ServerProcessRepository(database);
    this.#leaseMs = leaseMs;
    this.#self = { ...identity, version };
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
    const now = await this.#processes.renew({ id: this.id, ...this.#self }, this.#leaseMs);
    if (now - this.#renewedAt > this.#leaseMs) {
      this.#steadySince = now;
    }
    this.#renewedAt = now;
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
