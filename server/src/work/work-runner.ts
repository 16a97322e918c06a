import { outageError, type Database, type Tx } from '../db/database.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../kernel/clock.ts';
import { defects } from '../kernel/defects.ts';
import type { Logger } from '../kernel/logger.ts';
import { ClaimedWork } from './claimed-work.ts';
import {
  Postponed,
  type Piece,
  type PieceEnd,
  type WorkKind,
  type WorkOutcome,
  type WorkRecord,
} from './work-kind.ts';
import { problemOf } from './work-problem.ts';
import type { WorkRepository } from './work.repository.ts';

interface Dependencies {
  database: Database;
  rows: WorkRepository;
  processId: string;
  clock: Clock;
  logger: Logger;
  /** There is room again. */
  onFree: () => void;
}

const LONGEST_OWED_MS = MINUTE_MS;
const STRANDED_AFTER_MS = 5 * SECOND_MS;
/** How long a server that stops tries to write down what it ends. Others find the rest. */
const LAST_WRITES_MS = 5 * SECOND_MS;
const LAST_WRITES_EVERY_MS = SECOND_MS / 5;

/** Carries out what this process has claimed, each piece to an end that is written down. */
export class WorkRunner {
  readonly #deps: Dependencies;
  /** Until their end is written down. */
  readonly #held = new Map<string, ClaimedWork>();
  readonly #running = new Map<string, Promise<void>>();
  /** Rows in our name that we do not have, and when that was first seen. */
  #strandedSince: ReadonlyMap<string, number> = new Map();
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  get count(): number {
    return this.#held.size;
  }

  countOf(kind: WorkKind): number {
    return [...this.#held.values()].filter((held) => held.kind === kind).length;
  }

  /** Returns at once. */
  begin(row: WorkRecord, kind: WorkKind): void {
    this.#own(row, kind, this.#carryOut(row, kind));
  }

  /** Ends what a dead process left, after a look at what became of it. Returns at once. */
  recover(row: WorkRecord, kind: WorkKind, at: number): void {
    this.#own(row, kind, this.#endOrphan(row, kind, at));
  }

  /** Harmless where this process does not have it. */
  cancel(id: string): void {
    this.#held.get(id)?.abort('cancelled');
  }

  /** It is nobody's any more. Harmless where this process does not have it. */
  drop(id: string): void {
    const held = this.#held.get(id);
    if (held) {
      this.#lose(held);
    }
  }

  /** What others begin anew when they take us for dead must not go on here as well. */
  dropRepeatable(): void {
    for (const held of [...this.#held.values()].filter(({ kind }) => kind.afterDeath === 'again')) {
      this.#lose(held);
    }
  }

  /** Resolves when this process is done with what is open about a subject; at once when it has none. */
  async settledAbout(kind: WorkKind, subject: string): Promise<void> {
    await this.#running.get(keyOf(kind, subject));
  }

  /** Whether something of a kind is under way; what has ended and is not written down yet is not. */
  isRunning(kind: WorkKind): boolean {
    return [...this.#running.keys()].some((key) => key.startsWith(keyOf(kind, '')));
  }

  /** The same of one kind. */
  settledOf(kind: WorkKind): Promise<void> {
    return this.#settled((key) => key.startsWith(keyOf(kind, '')));
  }

  /** The same of everything. */
  settled(): Promise<void> {
    return this.#settled(() => true);
  }

  /** What begins meanwhile included. */
  async #settled(isMeant: (key: string) => boolean): Promise<void> {
    for (;;) {
      const running = [...this.#running].flatMap(([key, work]) => (isMeant(key) ? [work] : []));
      if (running.length === 0) {
        return;
      }
      await Promise.all(running);
    }
  }

  /** Breaks everything off. What cannot be written down now is found by others, or by the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const held of this.#held.values()) {
      held.abort('interrupted');
    }
    await this.settled();
    const until = performance.now() + LAST_WRITES_MS;
    for (;;) {
      await this.payOwed(Infinity);
      if (this.#held.size === 0 || performance.now() >= until) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LAST_WRITES_EVERY_MS));
    }
  }

  /** Tries again to write down what has ended. Never fails. */
  async payOwed(now: number): Promise<void> {
    const due = [...this.#held.values()].filter(({ owed, writes }) => owed && writes.nextAt <= now);
    await Promise.all(due.map((held) => this.#pay(held)));
  }

  /**
   * What others asked for, and what is not ours any more. Answers which of the rows that stand in our name nobody carries
   * out: the answer to a claim was lost on its way, or we let go of it while others might have had it.
   */
  async applyCancelRequests(): Promise<WorkRecord[]> {
    const before = [...this.#held.values()];
    const rows = new Map((await this.#deps.rows.listOf(this.#deps.processId)).map((row) => [row.id, row]));
    // Whether an end that is owed is ours to write, writing it will tell.
    for (const held of before.filter(({ owed }) => !owed)) {
      const row = rows.get(held.row.id);
      if (row?.attempt !== held.row.attempt) {
        this.#lose(held);
      } else if (row.cancel_asked === 1) {
        held.abort('cancelled');
      }
    }
    return this.#listStranded([...rows.values()]);
  }

  #listStranded(rows: readonly WorkRecord[]): WorkRecord[] {
    const now = this.#deps.clock.now();
    const unheld = rows.filter(({ id }) => !this.#held.has(id));
    this.#strandedSince = new Map(unheld.map(({ id }) => [id, this.#strandedSince.get(id) ?? now]));
    // A claim that has just been committed is begun in a moment.
    return unheld.filter(({ id }) => now - (this.#strandedSince.get(id) ?? now) >= STRANDED_AFTER_MS);
  }

  /** What the kind writes at the end; the row goes where the kind keeps its own history. */
  async writeEnd({ kind, piece, row }: ClaimedWork, end: PieceEnd, tx: Tx): Promise<void> {
    await kind.end?.(piece, end, tx);
    if (kind.keptMs(end.outcome) === 0) {
      await this.#deps.rows.remove(row.id, tx);
    }
  }

  /** For what ended while it waited. Returns at once. */
  reportEndSoon({ row, kind, piece }: ClaimedWork, end: PieceEnd): void {
    this.#own(row, kind, this.#reportEnd(kind, piece, end));
  }

  /** A part of the piece: whoever waits for it, or stops the server, waits for this as well. */
  async #reportEnd(kind: WorkKind, piece: Piece, end: PieceEnd): Promise<void> {
    try {
      await kind.afterEnd?.(piece, end);
    } catch (error) {
      defects.report(error, `the end of work of the kind ${kind.name}`);
    } finally {
      kind.forget?.(piece.subject);
    }
  }

  #own(row: WorkRecord, kind: WorkKind, work: Promise<void>): void {
    const key = keyOf(kind, row.subject);
    const owned: Promise<void> = work
      .catch((error: unknown) => defects.report(error, `work of the kind ${kind.name}`))
      .finally(() => {
        if (this.#running.get(key) === owned) {
          this.#running.delete(key);
        }
      });
    this.#running.set(key, owned);
  }

  async #carryOut(row: WorkRecord, kind: WorkKind): Promise<void> {
    const { clock, logger } = this.#deps;
    const held = await this.#hold(row, kind);
    if (!held) {
      return;
    }
    try {
      const result = await held.run(() => kind.run(held.piece));
      held.owed = { outcome: 'succeeded', result, at: clock.now() };
    } catch (error) {
      const reason = held.abortReason;
      const outcome: WorkOutcome = reason === undefined || reason === 'lost' ? 'failed' : reason;
      held.owed = { outcome, error, at: clock.now() };
      if (reason === undefined && !(error instanceof Postponed)) {
        logger.info({ work: kind.name, subject: row.subject, reason: problemOf(error) }, 'work failed');
      }
    }
    await this.#pay(held);
  }

  async #endOrphan(row: WorkRecord, kind: WorkKind, at: number): Promise<void> {
    const held = await this.#hold(row, kind);
    if (!held) {
      return;
    }
    const end: PieceEnd = { outcome: 'interrupted', at };
    try {
      end.result = await held.run(async () => kind.recover?.(held.piece));
    } catch (error) {
      // That it was interrupted is true in any case.
      this.#deps.logger.warn({ err: error, work: kind.name }, 'what became of some work is not known');
    }
    held.owed = end;
    await this.#pay(held);
  }

  /** Undefined for what another version wrote in a way that this one cannot read: that is over. */
  async #hold(row: WorkRecord, kind: WorkKind): Promise<ClaimedWork | undefined> {
    const { rows, clock, logger } = this.#deps;
    try {
      const held = new ClaimedWork(row, kind);
      this.#held.set(row.id, held);
      if (this.#isClosed) {
        held.abort('interrupted');
      }
      return held;
    } catch (error) {
      logger.error({ err: error, work: kind.name, subject: row.subject }, 'work that nobody can read');
      await rows.end(row, 'failed', problemOf(error), clock.now());
      return undefined;
    }
  }

  /** Writes the end down, or the next try; whoever cannot owes it. Never fails. */
  async #pay(held: ClaimedWork): Promise<void> {
    const { owed: end } = held;
    if (held.isLost || !end) {
      this.#held.delete(held.row.id);
      return;
    }
    try {
      const isEnded = await this.#write(held, end);
      held.owed = undefined;
      this.#held.delete(held.row.id);
      if (isEnded) {
        await this.#reportEnd(held.kind, held.piece, end);
      }
      this.#deps.onFree();
    } catch (error) {
      this.#owe(held, error);
    }
  }

  /** Answers whether it is over, and by us. */
  async #write(held: ClaimedWork, end: PieceEnd): Promise<boolean> {
    const { database, rows, processId, clock } = this.#deps;
    const { row, kind } = held;
    const mine = { id: row.id, process_id: processId, attempt: row.attempt };
    const problem = problemOf(end.error);
    if (end.error instanceof Postponed) {
      await rows.postpone(mine, clock.now() + end.error.ms);
      return false;
    }
    const canAgain = end.outcome === 'failed' && row.attempt < kind.tries.most;
    if (canAgain && kind.isWorthAnother?.(end.error) !== false) {
      await rows.giveBack(mine, problem, clock.now() + kind.tries.backOffMs(row.attempt));
      return false;
    }
    const isEnded = await database.transact(async (tx) => {
      const isOurs = await rows.end(mine, end.outcome, problem, end.at, tx);
      if (isOurs) {
        await this.writeEnd(held, end, tx);
      }
      return isOurs;
    });
    // A connection that was lost over the commit leaves open whether it happened.
    return isEnded || (held.writes.failed > 0 && (await this.#isEndedByUs(row.id)));
  }

  async #isEndedByUs(id: string): Promise<boolean> {
    const row = await this.#deps.rows.find(id);
    return row === undefined || (row.state === 'over' && row.process_id === this.#deps.processId);
  }

  #owe({ writes, kind, row }: ClaimedWork, error: unknown): void {
    const { database, clock, logger } = this.#deps;
    const isOutage = outageError(database.engine, error) !== undefined;
    const wait = Math.min(LONGEST_OWED_MS, SECOND_MS * 2 ** Math.min(writes.failed, 10));
    writes.failed += 1;
    writes.nextAt = clock.now() + (isOutage ? SECOND_MS : wait);
    const line = { err: error, work: kind.name, subject: row.subject, tries: writes.failed };
    logger[isOutage ? 'warn' : 'error'](line, 'the end of some work could not be written down yet');
  }

  #lose(held: ClaimedWork): void {
    // It may have ended between the two looks.
    if (this.#held.get(held.row.id) === held && !held.owed) {
      held.abort('lost');
      this.#held.delete(held.row.id);
      held.kind.forget?.(held.row.subject);
    }
  }
}

const keyOf = ({ name }: WorkKind, subject: string) => `${name}/${subject}`;
