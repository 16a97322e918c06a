import type { Database, Tx } from '../db/database.ts';
import { AppError } from '../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../kernel/clock.ts';
import { runInBackground } from '../kernel/defects.ts';
import type { Logger } from '../kernel/logger.ts';
import { PeriodicTask } from '../kernel/periodic-task.ts';
import { ClaimedWork } from './claimed-work.ts';
import type { PieceEnd, WorkKind, WorkOutcome, WorkRecord } from './work-kind.ts';
import { newWorkRow, type WorkOrder } from './work-order.ts';
import { WorkRunner } from './work-runner.ts';
import { WorkRepository, type ListedWork } from './work.repository.ts';

/** What the engine must know of the processes that share the database: who this one is, and who is dead. */
interface WorkProcesses {
  readonly id: string;
  /** Whether it takes anything new: not while it stops, nor while its lease has run out. */
  readonly takesWork: boolean;
  /** Its lease ran out: others may have taken what it has. */
  readonly lease: { readonly isLost: boolean };
  register(): Promise<void>;
  /** Throws where it takes nothing new. */
  refuseNewWork(): void;
  listDead(ids: readonly string[]): Promise<Map<string, number | undefined>>;
}

interface Dependencies {
  database: Database;
  processes: WorkProcesses;
  clock: Clock;
  logger: Logger;
  /** For tests. */
  roundMs?: number | undefined;
  orphansEveryMs?: number | undefined;
}

const ROUND_MS = SECOND_MS;
/** What a dead process left is found with the second look after its lease at the latest, which makes 15 seconds. */
const ORPHANS_EVERY_MS = 3 * SECOND_MS;
const TIDY_EVERY_MS = MINUTE_MS;
const TIDY_BATCH = 1000;
const OUTCOMES: readonly WorkOutcome[] = ['succeeded', 'failed', 'cancelled', 'timed-out', 'interrupted'];

/**
 * Carries out work that outlives the request it came by. It stands in one table; any server takes what is due, within the
 * limits of its kind, and what a dead one left is begun again or ended, as the kind says. The end of a piece is tried
 * until it is written down, together with what the kind has to say of it.
 */
export class WorkEngine {
  readonly #deps: Dependencies;
  readonly #rows: WorkRepository;
  readonly #kinds = new Map<string, WorkKind>();
  readonly #runner: WorkRunner;
  readonly #rounds: PeriodicTask;
  #isServing = false;
  #isReady = false;
  #isClosed = false;
  #waiting: ReadonlyMap<string, number> = new Map();
  #claiming: Promise<void> | undefined;
  #isAskedToClaim = false;
  #orphansAt = -Infinity;
  #tidiedAt = -Infinity;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new WorkRepository(dependencies.database);
    const { processes } = dependencies;
    this.#runner = new WorkRunner({
      ...dependencies,
      rows: this.#rows,
      processId: processes.id,
      onFree: () => this.wake(),
    });
    this.#rounds = new PeriodicTask({
      everyMs: dependencies.roundMs ?? ROUND_MS,
      work: () => this.round(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'work could not be looked after'),
    });
  }

  /** To be called before anything starts. */
  declare(...kinds: readonly WorkKind[]): void {
    for (const kind of kinds) {
      if (this.#kinds.has(kind.name)) {
        throw new Error(`work of the kind ${kind.name} is declared twice`);
      }
      this.#kinds.set(kind.name, kind);
    }
  }

  /** From now on this process takes what is due: commands of the operator beside a server never do. */
  start(): void {
    this.#isServing = true;
    this.#rounds.start();
    this.wake();
  }

  /** To be called before a transaction that adds something for this process. */
  async ready(): Promise<void> {
    const { processes } = this.#deps;
    if (this.#isClosed) {
      throw new AppError('server.stopping');
    }
    await processes.register();
    processes.refuseNewWork();
    this.#isReady = true;
  }

  /** How many pieces this process has, those whose end is not written down with them. */
  get count(): number {
    return this.#runner.count;
  }

  /**
   * Puts a piece in line, in the transaction that decides on it; it begins once that is committed. Meets a unique
   * constraint where one is open about the same.
   */
  async add<Input>(kind: WorkKind<Input>, order: WorkOrder<Input>, tx: Tx): Promise<string> {
    const { database, processes, clock } = this.#deps;
    const now = clock.now();
    const isOurs = order.isForThisProcess === true;
    if (isOurs && !this.#isReady) {
      throw new Error('a process must be ready before something is its own');
    }
    const row: WorkRecord = {
      ...newWorkRow(kind, order, now),
      ...(isOurs && { state: 'running', attempt: 1, process_id: processes.id, started_at: now }),
    };
    await this.#rows.insert(row, tx);
    database.afterCommit(tx, () => (isOurs ? this.#begin(row, kind) : this.wake()));
    return row.id;
  }

  /** Puts a piece in line unless one is open about the same. */
  async ensure<Input>(kind: WorkKind<Input>, order: WorkOrder<Input>): Promise<void> {
    await this.#rows.adopt(newWorkRow(kind, order, this.#deps.clock.now()));
    this.wake();
  }

  /** Whoever has it lets go of it, and nothing is written down at its end: the caller has done so. */
  async withdraw(kind: WorkKind, subject: string, tx: Tx): Promise<void> {
    const id = await this.#rows.removeOpen(kind.name, subject, tx);
    if (id !== undefined) {
      this.#deps.database.afterCommit(tx, () => this.#runner.drop(id));
    }
  }

  /** There may be something to begin: at once, without waiting for the next round. */
  wake(): void {
    runInBackground(this.#claimQuietly(), 'claiming work');
  }

  /** Breaks off what is open about a subject, whichever server has it. False where nothing is. */
  async cancel(kind: WorkKind, subject: string): Promise<boolean> {
    const { database, clock } = this.#deps;
    const row = await database.transact(async (tx) => {
      const found = await this.#rows.findOpen(kind.name, subject, tx);
      if (!found || !kind.canCancel) {
        return undefined;
      }
      const end: PieceEnd = { outcome: 'cancelled', at: clock.now() };
      if (await this.#rows.endWaiting(found.id, end.outcome, end.at, tx)) {
        const held = new ClaimedWork(found, kind);
        await this.#runner.writeEnd(held, end, tx);
        database.afterCommit(tx, () => this.#runner.reportEndSoon(held, end));
      } else {
        await this.#rows.askToCancel(found.id, tx);
      }
      return found;
    });
    if (row) {
      this.#runner.cancel(row.id);
    }
    return row !== undefined;
  }

  /** What goes on, what waits, and what was given up and is kept, at all servers, the oldest first. */
  list(limit: number): Promise<ListedWork[]> {
    return this.#rows.list(limit);
  }

  find(id: string): Promise<WorkRecord | undefined> {
    return this.#rows.find(id);
  }

  canCancel(kindName: string): boolean {
    return this.#kinds.get(kindName)?.canCancel === true;
  }

  async cancelPiece({ kind: name, subject }: Pick<WorkRecord, 'kind' | 'subject'>): Promise<void> {
    const kind = this.#kinds.get(name);
    if (kind) {
      await this.cancel(kind, subject);
    }
  }

  /** Resolves when this process is done with what is open about a subject; at once when it has none. */
  settledAbout(kind: WorkKind, subject: string): Promise<void> {
    return this.#runner.settledAbout(kind, subject);
  }

  /** Resolves when nothing is under way in this process. */
  settled(): Promise<void> {
    return this.#runner.settled();
  }

  /** Resolves when nothing of a kind is due or under way in this process. */
  async settledOf(kind: WorkKind): Promise<void> {
    do {
      await this.#claimQuietly();
      await this.#runner.settledOf(kind);
      await this.#claimQuietly();
    } while (this.#runner.isRunning(kind));
  }

  /** How many of a kind wait, at all servers, as of the last look. */
  waitingOf({ name }: WorkKind): number {
    return this.#waiting.get(name) ?? 0;
  }

  countOf(kind: WorkKind): number {
    return this.#runner.countOf(kind);
  }

  /** Begins what is due, as far as there is room. Resolves when it has begun. */
  async claimDue(): Promise<void> {
    if (this.#isServing && !this.#isClosed) {
      await this.#claimAll();
    }
  }

  /** Breaks everything off. What cannot be written down now is found by others, or by the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#rounds.stop();
    const closed = this.#runner.close();
    await this.#rounds.settled();
    await this.#claiming?.catch(() => undefined);
    await closed;
    await this.#runner.close();
  }

  /** One look at everything. Each part for itself: what fails in one keeps the others from nothing. */
  async round(): Promise<void> {
    const { processes, clock } = this.#deps;
    if (processes.lease.isLost) {
      this.#runner.dropRepeatable();
    }
    await processes.register();
    const now = clock.now();
    const parts = [() => this.#runner.payOwed(now), () => this.#obey(), () => this.#claimAll()];
    if (Math.abs(now - this.#orphansAt) >= (this.#deps.orphansEveryMs ?? ORPHANS_EVERY_MS)) {
      this.#orphansAt = now;
      parts.push(() => this.recoverOrphans());
    }
    if (Math.abs(now - this.#tidiedAt) >= TIDY_EVERY_MS) {
      this.#tidiedAt = now;
      parts.push(() => this.#tidy());
    }
    const failures: unknown[] = [];
    for (const part of parts) {
      await part().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** What dead processes left is begun again or ended, as its kind says. */
  async recoverOrphans(): Promise<void> {
    const { processes, clock } = this.#deps;
    for (const kind of this.#kinds.values()) {
      await this.#adoptStrays(kind);
    }
    const dead = await processes.listDead(await this.#rows.listOtherHolders(processes.id));
    for (const [processId, diedAt = clock.now()] of dead) {
      for (const row of await this.#rows.listOf(processId)) {
        await this.#recover(row, diedAt);
      }
    }
  }

  /** Where the database is away the next round tries again. */
  async #claimQuietly(): Promise<void> {
    await this.claimDue().catch((error: unknown) =>
      this.#deps.logger.warn({ err: error }, 'work could not be claimed'),
    );
  }

  /** One after the other, or two looks would both fill the same places; whoever asks meanwhile gets another look. */
  #claimAll(): Promise<void> {
    this.#isAskedToClaim = true;
    this.#claiming ??= this.#claims().finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  async #claims(): Promise<void> {
    while (this.#isAskedToClaim) {
      this.#isAskedToClaim = false;
      await this.#claimKinds();
    }
  }

  async #claimKinds(): Promise<void> {
    const { processes, clock } = this.#deps;
    await processes.register();
    if (this.#isClosed || !processes.takesWork) {
      return;
    }
    const lines = await this.#rows.listWaiting(clock.now());
    this.#waiting = new Map(lines.map(({ kind, waiting }) => [kind, waiting]));
    for (const { kind: name } of lines.filter(({ due }) => due > 0)) {
      const kind = this.#kinds.get(name);
      if (kind) {
        await this.#claim(kind);
      }
    }
  }

  async #claim(kind: WorkKind): Promise<void> {
    const { database, processes, clock } = this.#deps;
    const { perProcess, overall = Infinity, perKey = Infinity } = kind.limits;
    const mine = this.#runner.countOf(kind);
    if (mine >= perProcess) {
      return;
    }
    const bounds = { kind: kind.name, processId: processes.id, room: perProcess - mine, overall, perKey };
    const rows = await database.transact(async (tx) => {
      await database.engine.takeTurn(tx, 'work-claims');
      return this.#rows.claim(bounds, clock.now(), tx);
    });
    rows.forEach((row) => this.#begin(row, kind));
  }

  /** Not what others may have begun anew by now, because the lease ran out while the claim was on its way: it is theirs. */
  #begin(row: WorkRecord, kind: WorkKind): void {
    if (kind.afterDeath !== 'again' || !this.#deps.processes.lease.isLost) {
      this.#runner.begin(row, kind);
    }
  }

  async #obey(): Promise<void> {
    for (const row of await this.#runner.applyCancelRequests()) {
      await this.#recover(row, this.#deps.clock.now());
    }
  }

  async #adoptStrays(kind: WorkKind): Promise<void> {
    const { processes } = this.#deps;
    const strays = (await kind.listStrays?.()) ?? [];
    const holders = new Set(strays.flatMap(({ processId }) => processId ?? []));
    const dead = await processes.listDead([...holders]);
    for (const { processId, startedAt, ...order } of strays) {
      const row = newWorkRow(kind, order, startedAt);
      if (processId === null) {
        await this.#rows.adopt(row);
      } else if (dead.has(processId)) {
        const held = { state: 'running', attempt: 1, started_at: startedAt, process_id: processId } as const;
        await this.#rows.adopt({ ...row, ...held });
      }
    }
  }

  async #recover(row: WorkRecord, diedAt: number): Promise<void> {
    const { processes, clock } = this.#deps;
    const kind = this.#kinds.get(row.kind);
    if (!kind || this.#isClosed) {
      return;
    }
    if (kind.afterDeath === 'again' && row.attempt < kind.tries.most && row.cancel_asked === 0) {
      await this.#rows.giveBack(row, 'process_died', clock.now());
    } else if (await this.#rows.takeOver(row, processes.id)) {
      this.#runner.recover({ ...row, process_id: processes.id }, kind, diedAt);
    }
  }

  async #tidy(): Promise<void> {
    for (const kind of this.#kinds.values()) {
      for (const outcome of OUTCOMES.filter((one) => kind.keptMs(one) > 0)) {
        const before = this.#deps.clock.now() - kind.keptMs(outcome);
        await this.#rows.removeOlder(kind.name, outcome, before, TIDY_BATCH);
      }
    }
  }
}
