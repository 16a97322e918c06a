import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import type { LoginService } from '../../identity/auth/login.service.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { AccessRecheck } from './access-recheck.ts';
import { limitReached, type SessionLimits } from './live-session.ts';
import type { OrphanSessions } from './orphan-sessions.ts';
import type { RemoteSessionEnds } from './remote-session-ends.ts';
import type { SessionEndings } from './session-endings.ts';
import type { SessionPlaces } from './session-places.ts';
import type { StreamDecision } from './session-stream.ts';
import type { SessionRecord } from './session.repository.ts';

/** A session as the patrol sees it, whatever goes on in it. */
export interface Patrolled {
  record: SessionRecord;
  limits: SessionLimits;
  clock: Clock;
  startedAt: number;
  lastInputAt: number;
  ending: Promise<void> | undefined;
}

interface Dependencies<One extends Patrolled> {
  /** The sessions that this process holds open. */
  live: () => Iterable<One>;
  /** Begins to end one, and returns. */
  end: (id: string, end: SessionEnd) => void;
  /** The end that the room on the disk demands. */
  endOfDisk: (one: One) => SessionEnd | undefined;
  /** Tells its person that a limit is near. */
  warn: (one: One, now: number) => void;
  applyDecision: (one: One, decision: StreamDecision) => void;
  /** Prepared sessions that nobody opened go. */
  removePrepared: () => Promise<void>;
  /** What else must be looked after as often, such as those who watch. */
  checks: readonly (() => Promise<void>)[];
  /** How often, where that is not two seconds. */
  patrolMs?: number | undefined;
  logins: LoginService;
  places: Pick<SessionPlaces, 'decide'>;
  filters: LiveFilterService;
  processes: ServerProcessService;
  endings: SessionEndings;
  orders: RemoteSessionEnds;
  orphans: OrphanSessions;
  clock: Clock;
  logger: Logger;
}

/** Whoever loses a right or a login is out within five seconds. */
const ROUND_MS = 2 * SECOND_MS;
/** Sessions asked about at once: the way to a database and back is most of the time, and others want its connections. */
const TOGETHER = 4;
/** A round of which the database answers nothing is begun anew; one over very many sessions takes less. */
const ROUND_DEADLINE_MS = 30 * SECOND_MS;
/** Others call this server dead when three of these were lost: one that is stuck makes room for the next. */
const SIGN_DEADLINE_MS = 4 * SECOND_MS;

/**
 * Goes round the sessions of this process. The clocks come first and need no database: a time limit ends a session also
 * while that is away. Everything else is asked of the database, each thing for itself, and one that fails leaves the
 * others to be looked at.
 */
export class SessionPatrol<One extends Patrolled> {
  readonly #deps: Dependencies<One>;
  readonly #rounds: PeriodicTask;
  /** Apart from the rounds, which take longer the more sessions there are: a server that has many is not dead. */
  readonly #signsOfLife: PeriodicTask;
  #clocks: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies<One>) {
    this.#deps = dependencies;
    const everyMs = dependencies.patrolMs ?? ROUND_MS;
    this.#rounds = new PeriodicTask({
      everyMs,
      deadlineMs: ROUND_DEADLINE_MS,
      work: (signal) => this.#askDatabase(signal),
      onFailure: (error) => this.#deps.logger.warn({ err: error }, 'sessions could not be checked'),
    });
    this.#signsOfLife = new PeriodicTask({
      everyMs,
      deadlineMs: SIGN_DEADLINE_MS,
      work: () => this.#deps.processes.renew(),
      onFailure: (error) => this.#deps.logger.warn({ err: error }, 'no sign of life could be given'),
    });
  }

  /** Everything at once, as it is now: while this server had no lease, others may have ended what it holds. */
  judgeAnew(): void {
    if (this.#clocks) {
      runInBackground(this.#rounds.runAnew(), 'a patrol');
    }
  }

  /** Resolves after the first round. */
  async start(): Promise<void> {
    // Apart from the rounds: one that waits for the database must not hold up the clocks.
    this.#clocks ??= setInterval(() => this.#checkClocks(), this.#deps.patrolMs ?? ROUND_MS).unref();
    this.#signsOfLife.start();
    this.#rounds.start();
    await this.#rounds.run();
  }

  stop(): void {
    clearInterval(this.#clocks);
    this.#clocks = undefined;
    this.#signsOfLife.stop();
    this.#rounds.stop();
  }

  #checkClocks(): void {
    for (const one of this.#deps.live()) {
      const now = one.clock.now();
      const end = limitReached(one, now) ?? this.#deps.endOfDisk(one);
      if (end) {
        this.#deps.end(one.record.id, end);
      } else {
        this.#deps.warn(one, now);
      }
    }
  }

  async #askDatabase(signal: AbortSignal): Promise<void> {
    const { endings, orphans, removePrepared, logger } = this.#deps;
    const failures: unknown[] = [];
    const attempt = async (work: () => Promise<void>) => {
      // The next round asks anew; what this one heard meanwhile is old.
      if (!signal.aborted) {
        await work().catch((error: unknown) => failures.push(error));
      }
    };
    await endings.payOwed();
    await attempt(() => this.#followOrders());
    const lost = new AccessRecheck(this.#deps);
    await inParallel([...this.#deps.live()], TOGETHER, (one) => attempt(() => this.#checkRights(one, lost)));
    for (const check of this.#deps.checks) {
      await attempt(check);
    }
    await attempt(() => orphans.close());
    await attempt(removePrepared);
    if (failures.length > 0) {
      // The database may be away for a moment; the sessions go on and are looked at again.
      logger.warn({ err: failures[0], failures: failures.length }, 'sessions could not be checked');
    }
  }

  async #followOrders(): Promise<void> {
    const live = [...this.#deps.live()].filter(({ ending }) => !ending);
    const ends = await this.#deps.orders.listFor(new Set(live.map(({ record }) => record.id)));
    ends.forEach((end, id) => this.#deps.end(id, end));
  }

  async #checkRights(one: One, lost: AccessRecheck): Promise<void> {
    const end = await lost.endOf(one.record);
    const decision = lost.decisionOf(one.record);
    if (end) {
      this.#deps.end(one.record.id, end);
    } else if (decision) {
      const { limits, flags, channels } = decision;
      this.#deps.applyDecision(one, {
        commandFilter: await this.#deps.filters.of(limits.commandFilterId),
        flags,
        channels,
      });
    }
  }
}
