import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { objectOf } from './live-session.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';
import { viewingOf } from './viewing.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  folderOf: (sessionId: string) => string;
}

/** A player asks many times for one viewing: within this it is one entry of the audit log. */
const ONE_VIEWING_MS = HOUR_MS;

/** The way to recordings of past sessions, whatever is in them. Every viewing is on record, and marks the session. */
export class RecordingViewService {
  readonly #on: Dependencies;
  readonly #sessions: SessionRepository;
  readonly #viewings = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** `read` opens what is in the folder; where it finds nothing, nothing was looked at. */
  async open<Reader>(
    actor: Actor,
    id: string,
    how: 'file' | 'viewing',
    read: (folder: string) => Promise<Reader | undefined>,
  ): Promise<{ record: SessionRecord; folder: string; reader: Reader }> {
    const record = await this.#sessions.find(id);
    if (!record) {
      throw new AppError('session.not_found');
    }
    const folder = this.#on.folderOf(id);
    const reader = await read(folder);
    if (!reader) {
      throw new AppError('session.no_recording');
    }
    if (how === 'file' || this.#isNewViewing(actor, id)) {
      await this.#on.database.transact(async (tx) => {
        await this.#sessions.markReviewed([id], true, tx);
        const entry = { action: 'session.recording-read', object: objectOf(record) } as const;
        await this.#on.audit.write(actor, { ...entry, detail: { as: how } }, tx);
      });
      this.#viewings.set(viewingOf(actor, id), this.#on.clock.now());
    }
    return { record, folder, reader };
  }

  #isNewViewing(actor: Actor, id: string): boolean {
    const now = this.#on.clock.now();
    for (const [key, since] of this.#viewings) {
      if (now - since >= ONE_VIEWING_MS) {
        this.#viewings.delete(key);
      }
    }
    return !this.#viewings.has(viewingOf(actor, id));
  }
}
