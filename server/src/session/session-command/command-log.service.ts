import { LIMITS } from '@jadegate/contract/limits';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditEntry, AuditService } from '../../platform/audit/audit.service.ts';
import type { EventOutbox, OutgoingEvent } from '../../platform/event/event-outbox.service.ts';
import { SessionCommandRepository, type SessionCommandRecord } from './session-command.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  outbox: EventOutbox;
  logger: Logger;
}

export interface CommandEntry {
  session: { id: string; user_id: string; asset_id: string; asset_name: string };
  actor: Actor;
  /** The time in the session. */
  time: number;
  /** Empty when it is hidden. */
  text: string;
  /** The target did not show it: that there was something is all that is written down. */
  isHidden: boolean;
  /** It went before the filter could say anything. */
  isUnchecked: boolean;
  by: string;
  /** When it was handed over, milliseconds since the session began. */
  at: number;
  /** When it had been shown, or was given up waiting for, counted like that. */
  shownAt: number;
  action: SessionCommandRecord['action'];
  wasSent: boolean;
  /** Why a rule spoke up. */
  because?: Record<string, unknown>;
}

interface Waiting {
  row: SessionCommandRecord;
  actor: Actor;
  audit: AuditEntry | undefined;
  event: OutgoingEvent<'session.command'>;
  /** Why it was refused by itself just now, and how often it was by a database that takes others. */
  refusal?: unknown;
  refusals: number;
}

/** Lines of a paste come by the hundred: they are written together. */
const COLLECT_MS = 250;
const RETRY_MS = 3 * SECOND_MS;
const BATCH = 500;
/** While the database is away. Beyond this the oldest are given up, and the log says how many. */
const MAX_WAITING = 20_000;
/** After so many the fault is the entry's own, and not that of a moment. */
const MAX_REFUSALS = 3;
/** So many refused one after the other, and none taken: it is the database that has a fault. */
const MAX_IN_A_ROW = 8;

/** Writes down the commands of live sessions, beside them and never in their way. */
export class CommandLogService {
  readonly #deps: Dependencies;
  readonly #commands: SessionCommandRepository;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** It takes nothing for now. */
  #isAway = false;
  /** Of this round: whether anything was taken, and how many were refused since. */
  #hasTaken = false;
  #inARow = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#commands = new SessionCommandRepository(dependencies.database);
  }

  note(entry: CommandEntry): void {
    const { session, time, text, isHidden, isUnchecked, by, at, shownAt, action, wasSent } = entry;
    const row: SessionCommandRecord = {
      id: newId(time),
      session_id: session.id,
      user_id: session.user_id,
      command: storable(text),
      hidden: isHidden ? 1 : 0,
      unchecked: isUnchecked ? 1 : 0,
      risk_level: action === 'allow' && !isUnchecked ? 0 : 1,
      action,
      offset_ms: Math.max(0, Math.round(at)),
      shown_ms: Math.max(0, Math.round(shownAt)),
      created_at: time,
      typed_by: by,
      sent: wasSent ? 1 : 0,
    };
    this.#waiting.push({
      row,
      actor: entry.actor,
      audit: auditOf(entry, row),
      event: eventOf(entry, row),
      refusals: 0,
    });
    this.#dropOldest();
    this.#timer ??= setTimeout(this.#settleSoon, COLLECT_MS).unref();
  }

  readonly #settleSoon = () => runInBackground(this.settle(), 'the log of commands');

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
    this.#isAway = false;
    this.#hasTaken = false;
    this.#inARow = 0;
    const again: Waiting[] = [];
    while (this.#waiting.length > 0 && !this.#isAway) {
      // Taken out first: what is on its way to the database is not given up for lack of room.
      again.push(...(await this.#storeParts(this.#waiting.splice(0, BATCH))));
    }
    this.#putAside(again);
    const kept = again.filter((entry) => entry.refusals < MAX_REFUSALS);
    if (kept.length > 0) {
      this.#waiting.unshift(...kept);
      this.#dropOldest();
      this.#timer ??= setTimeout(this.#settleSoon, RETRY_MS).unref();
    }
  }

  /**
   * Together if that works; if not, in ever smaller parts, until what cannot be written is found. Answers what must be
   * tried again.
   */
  async #storeParts(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const [first] = batch;
    if (!first || this.#isAway) {
      return batch;
    }
    try {
      await this.#store(batch);
      this.#hasTaken = true;
      this.#inARow = 0;
      return [];
    } catch (error) {
      this.#inARow += batch.length === 1 ? 1 : 0;
      if (this.#deps.database.engine.outage(error) !== undefined || this.#inARow > MAX_IN_A_ROW) {
        this.#isAway = true;
        this.#deps.logger.error({ err: error, waiting: batch.length }, 'commands are not written down yet');
        return batch;
      }
      if (batch.length === 1) {
        first.refusal = error;
        return batch;
      }
      const middle = Math.ceil(batch.length / 2);
      const before = await this.#storeParts(batch.slice(0, middle));
      return [...before, ...(await this.#storeParts(batch.slice(middle)))];
    }
  }

  /** What is refused while others are taken is written down nowhere. Not in the log either: others read that. */
  #putAside(refused: readonly Waiting[]): void {
    const { engine } = this.#deps.database;
    for (const entry of refused.filter(({ refusal }) => refusal !== undefined)) {
      const { row, refusal } = entry;
      entry.refusals += this.#hasTaken || engine.isForeignKeyViolation(refusal) ? 1 : 0;
      entry.refusal = undefined;
      if (entry.refusals >= MAX_REFUSALS) {
        const cause = refusal instanceof Error ? { name: refusal.name, code: codeOf(refusal) } : undefined;
        this.#deps.logger.error(
          { commandId: row.id, sessionId: row.session_id, cause },
          'a command cannot be written down and was put aside',
        );
      }
    }
  }

  #dropOldest(): void {
    if (this.#waiting.length > MAX_WAITING) {
      // Many at a time, so that the log does not get a line for each.
      const lost = this.#waiting.splice(0, this.#waiting.length - MAX_WAITING + BATCH).length;
      this.#lost += lost;
      this.#deps.logger.error(
        { lost, sinceStart: this.#lost },
        'commands were given up: the database is away',
      );
    }
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      await this.#commands.insert(
        batch.map(({ row }) => row),
        tx,
      );
      await this.#deps.outbox.addMany(
        batch.map(({ event }) => event),
        tx,
      );
      for (const { actor, audit } of batch) {
        if (audit) {
          await this.#deps.audit.write(actor, audit, tx);
        }
      }
    });
  }
}

/** No database takes half a character, or a character that ends texts. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, LIMITS.sessionCommand.max).toWellFormed();
}

function codeOf(error: Error): string | undefined {
  return 'code' in error ? String(error.code) : undefined;
}

function sessionOf({ id, asset_id, asset_name: name }: CommandEntry['session']) {
  return { type: 'session', id, name, within: asset_id === '' ? {} : { asset: { id: asset_id, name } } };
}

function eventOf(entry: CommandEntry, row: SessionCommandRecord): OutgoingEvent<'session.command'> {
  const { session, actor, by, isUnchecked, wasSent } = entry;
  const { within, ...object } = sessionOf(session);
  return {
    name: 'session.command',
    at: row.created_at,
    isFailure: row.action === 'deny',
    person: { id: actor.userId, name: actor.username },
    address: actor.address,
    object,
    sessionId: session.id,
    ...within,
    detail: {
      command: row.command,
      isHidden: row.hidden === 1,
      action: row.action,
      isUnchecked,
      wasSent,
      typedBy: by,
      offsetMs: row.offset_ms,
    },
  };
}

/** What no rule spoke about is in the list of commands, and not in the audit log too, unless no rule could speak. */
function auditOf(
  { session, action, wasSent, isUnchecked, by, because }: CommandEntry,
  row: SessionCommandRecord,
) {
  const object = sessionOf(session);
  const what = row.hidden === 1 ? { isHidden: true } : { command: row.command };
  const detail = { ...what, by, ...because };
  if (action === 'deny') {
    return { action: 'session.command-denied', object, detail } as const;
  }
  if (action === 'warn') {
    const outcome = isUnchecked ? 'not-asked' : wasSent ? 'confirmed' : 'cancelled';
    return { action: 'session.command-warned', object, detail: { ...detail, outcome } } as const;
  }
  return isUnchecked ? ({ action: 'session.command-unchecked', object, detail } as const) : undefined;
}
