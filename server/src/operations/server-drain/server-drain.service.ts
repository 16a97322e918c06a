import type { ServerRow, ServerState } from '@jadegate/contract/platform/server';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type {
  ListedProcess,
  ServerProcessService,
} from '../../platform/server-process/server-process.service.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  processes: ServerProcessService;
}

/** The servers as administrators see them, and who of them takes new sessions. */
export class ServerDrainService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async list(): Promise<ServerRow[]> {
    const { processes } = this.#deps;
    // One that nobody has opened anything at is not written down yet.
    await processes.register();
    return (await processes.list()).map((row) => ({
      id: row.id,
      name: row.host,
      version: row.version,
      state: stateOf(row),
      isThis: row.id === processes.id,
      address: row.peer_url === '' ? '' : new URL(row.peer_url).host,
      startedAt: new Date(row.started_at).toISOString(),
      seenAt: new Date(row.renewed_at).toISOString(),
      sessions: row.sessions,
    }));
  }

  drain(actor: Actor, id: string): Promise<void> {
    return this.#set(actor, id, true);
  }

  resume(actor: Actor, id: string): Promise<void> {
    return this.#set(actor, id, false);
  }

  async #set(actor: Actor, id: string, drains: boolean): Promise<void> {
    const { database, audit, processes } = this.#deps;
    const before = await processes.find(id);
    if (!before || before.ended_at !== null) {
      throw new AppError('server.not_found');
    }
    await database.transact(async (tx) => {
      if (!(await processes.setDrain(id, drains, tx))) {
        throw new AppError('server.stopping');
      }
      const action = drains ? 'server.drained' : 'server.resumed';
      await audit.write(actor, { action, object: { type: 'server', id, name: before.host } }, tx);
    });
  }
}

function stateOf({ isExpired, drain }: ListedProcess): ServerState {
  return isExpired ? 'silent' : drain === '' ? 'serving' : drain;
}
