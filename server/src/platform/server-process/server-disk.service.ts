import type { Database } from '../../db/database.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts';
import { ServerDiskRepository } from './server-disk.repository.ts';
import type { ServerProcessService } from './server-process.service.ts';

interface Dependencies {
  database: Database;
  processes: ServerProcessService;
}

/** A server that is upgraded or repaired is back before; its recordings are then not read from the store for nothing. */
const GONE_AFTER_MS = HOUR_MS;
/** Whoever searches is told of a server that is away for so long; then nobody expects it back. */
const MISSED_FOR_MS = 30 * DAY_MS;

/** The data directories of the servers that share the database, each with an index of its own, and who is there with them. */
export class ServerDiskService {
  readonly #processes: ServerProcessService;
  readonly #disks: ServerDiskRepository;

  constructor({ database, processes }: Dependencies) {
    this.#processes = processes;
    this.#disks = new ServerDiskRepository(database);
  }

  /** That of this server. */
  ownId(): Promise<string> {
    return this.#processes.diskId();
  }

  /** To be called now and then by a server, much more often than others are taken to be gone. */
  async touch(): Promise<void> {
    await this.#processes.nameDisk();
  }

  /** Those with recordings whose servers are not there at this moment, with the names of those. */
  listAway(): Promise<{ id: string; name: string }[]> {
    return this.#disks.listAway(MISSED_FOR_MS);
  }

  /** Those whose servers nobody expects back. */
  listGone(): Promise<string[]> {
    return this.#disks.listGone(GONE_AFTER_MS);
  }
}
