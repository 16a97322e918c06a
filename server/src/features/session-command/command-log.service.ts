import { LIMITS } from '@jadegate/contract/limits';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditEntry, AuditService } from '../audit/audit.service.ts';
import { SessionCommandRepository, type CommandRecord } from './session-command.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
}

export interface CommandEntry {
  session: { id: string; user_id: string; asset_name: string };
  actor: Actor;
  text: string;
  by: string;
  /** Milliseconds since the session began. */
  at: number;
  action: CommandRecord['action'];
  wasSent: boolean;
  /** Why a rule spoke up. */
  because?: Record<string, unknown>;
}

interface Waiting {
  row: CommandRecord;
  actor: Actor;
  audit: AuditEntry | undefined;
}

/** Lines of a paste come by the hundred: they are written together. */
const COLLECT_MS = 250;
const RETRY_MS = 3 * SECOND_MS;
const BATCH = 500;
/** While the database is away. Beyond this the oldest are given up, and the log says so. */
const MAX_WAITING = 20_000;

/** Writes down the commands of live sessions, beside them and never in their way. */
export class CommandLogService {
  readonly #on: Dependencies;
  readonly #commands: SessionCommandRepository;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#commands = new SessionCommandRepository(dependencies.database);
  }

  note(entry: CommandEntry): void {
    const now = this.#on.clock.now();
    const { session, text, by, at, action, wasSent } = entry;
    const row: CommandRecord = {
      id: newId(now),
      session_id: session.id,
      user_id: session.user_id,
      command: text.slice(0, LIMITS.sessionCommand.max),
      risk_level: action === 'allow' ? 0 : 1,
      action,
      offset_ms: Math.max(0, Math.round(at)),
      created_at: now,
      typed_by: by,
      sent: wasSent ? 1 : 0,
    };
    this.#waiting.push({ row, actor: entry.actor, audit: auditOf(entry, row) });
    if (this.#waiting.length > MAX_WAITING) {
      const lost = this.#waiting.splice(0, BATCH).length;
      this.#on.logger.error({ lost }, 'commands were given up: the database does not take them');
    }
    this.#timer ??= setTimeout(() => void this.settle(), COLLECT_MS).unref();
  }

  /** Everything noted so far is written, or has been tried. Never fails. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    if (this.#waiting.length > 0 && !this.#writing) {
      this.#writing = this.#write().finally(() => (this.#writing = undefined));
    }
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      try {
        await this.#store(batch);
      } catch (error) {
        this.#on.logger.error({ err: error }, 'commands are not written down yet');
        this.#timer ??= setTimeout(() => void this.settle(), RETRY_MS).unref();
        return;
      }
      this.#waiting.splice(0, batch.length);
    }
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    await this.#on.database.transact(async (tx) => {
      await this.#commands.insert(
        batch.map(({ row }) => row),
        tx,
      );
      for (const { actor, audit } of batch) {
        if (audit) {
          await this.#on.audit.write(actor, audit, tx);
        }
      }
    });
  }
}

/** What no rule spoke about is in the list of commands, and not in the audit log too. */
function auditOf({ session, action, wasSent, by, because }: CommandEntry, row: CommandRecord) {
  if (action === 'allow') {
    return undefined;
  }
  const object = { type: 'session', id: session.id, name: session.asset_name };
  const detail = { command: row.command, by, ...because };
  return action === 'deny'
    ? ({ action: 'session.command-denied', object, detail } as const)
    : ({
        action: 'session.command-warned',
        object,
        detail: { ...detail, outcome: wasSent ? 'confirmed' : 'cancelled' },
      } as const);
}
