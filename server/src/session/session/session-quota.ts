import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { Database, Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  /** Sessions one person may have open; 0 for any number. */
  maxPerPerson: () => Promise<number>;
  /** Sessions one asset may have open, whoever opened them; 0 for any number. */
  maxPerAsset: () => Promise<number>;
}

type Wanted = Pick<SessionRecord, 'user_id' | 'asset_id' | 'mode'>;

interface Excess {
  kind: 'too_many' | 'too_many_on_asset';
  limit: number;
}

/** There is no room for the session that is being opened. */
export class QuotaReached extends Error {
  readonly end: SessionEnd;

  constructor({ kind, limit }: Excess) {
    super('session: no room');
    this.name = 'QuotaReached';
    this.end = { kind, limit };
  }
}

/** Somebody else was quicker. */
export class SessionTaken extends AppError {
  constructor() {
    super('session.held_elsewhere');
  }
}

/**
 * How many sessions there may be at a time. Only those that are being opened or live count: what was prepared and never
 * opened takes no room, and neither does what a process that died left behind.
 */
export class SessionQuota {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** Says no early, before a session is prepared. What counts is `reserve`. */
  async refuse(wanted: Wanted): Promise<void> {
    const excess = await this.#excess(wanted, await this.#limits());
    if (excess) {
      const code = excess.kind === 'too_many' ? 'session.too_many' : 'session.too_many_on_asset';
      throw new AppError(code, { params: { limit: excess.limit } });
    }
  }

  /**
   * Takes the place of a prepared session for a process, which records on its disk, or throws. Of two who want the last
   * place, or the same session, one gets it.
   */
  async reserve(record: SessionRecord, holder: { processId: string; disk: string }): Promise<void> {
    const limits = await this.#limits();
    const isMine = await this.#deps.database.transact(async (tx) => {
      if (limits.perPerson > 0 || limits.perAsset > 0) {
        await this.#sessions.lockFor(record, tx);
        const excess = await this.#excess(record, limits, tx);
        if (excess) {
          throw new QuotaReached(excess);
        }
      }
      const { processId, disk } = holder;
      const where = { recording_disk: disk, indexed_by: disk };
      const change = { status: 'connecting', process_id: processId, ...where } as const;
      return this.#sessions.advance(record.id, ['no_connect'], change, tx);
    });
    if (!isMine) {
      throw new SessionTaken();
    }
  }

  async #limits() {
    return { perPerson: await this.#deps.maxPerPerson(), perAsset: await this.#deps.maxPerAsset() };
  }

  async #excess(
    { user_id, asset_id, mode }: Wanted,
    { perPerson, perAsset }: { perPerson: number; perAsset: number },
    tx?: Tx,
  ): Promise<Excess | undefined> {
    if (perPerson === 0 && perAsset === 0) {
      return undefined;
    }
    const taken = await this.#sessions.listTaken(tx);
    const count = (isOne: (row: Wanted) => boolean) => taken.filter(isOne).length;
    // What runs by itself has a limit of its own, and is no session that somebody sits at.
    const isSat = mode !== 'exec';
    const own = (row: Wanted) => row.user_id === user_id && row.mode !== 'exec';
    if (isSat && perPerson > 0 && count(own) >= perPerson) {
      return { kind: 'too_many', limit: perPerson };
    }
    // The console of a virtual machine is on no asset.
    if (perAsset > 0 && asset_id !== '' && count((row) => row.asset_id === asset_id) >= perAsset) {
      return { kind: 'too_many_on_asset', limit: perAsset };
    }
    return undefined;
  }
}
