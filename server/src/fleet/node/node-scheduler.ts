import type { FigureHistory } from '../../db/figure-history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { NodeHistoryRepository, SampleSpan } from './node-history.repository.ts';
import type { NodePoller, PollOptions } from './node-poller.ts';
import type { NodeStateRepository } from './node-state.repository.ts';

interface Dependencies {
  processes: Pick<ServerProcessService, 'id' | 'listDead'>;
  states: NodeStateRepository;
  history: NodeHistoryRepository;
  /** Of the machines on nodes, which grows old as that of the nodes does. */
  vmHistory: FigureHistory;
  poller: NodePoller;
  clock: Clock;
  logger: Logger;
  random: () => number;
}

const ROUND_MS = SECOND_MS;
/** At once in this process, and through one gateway, which must not carry as many logins. */
const MOST = 64;
const MOST_PER_GATEWAY = 8;
/** The longest a question may take, way and login and both scripts together, and a little more. */
const ASKING_MS = 4 * MINUTE_MS;
/** A node stays with the process that has a line to it; others wait this long for a sign of life. */
const HOLD_MS = 3 * MINUTE_MS;
/** What a dead process kept is found with the second look after its lease, which makes 15 seconds. */
const HOLDERS_EVERY_MS = 3 * SECOND_MS;
const TIDY_EVERY_MS = MINUTE_MS;
const SPREAD_MS = MINUTE_MS;
/** As they were taken, by five minutes, by hours. */
export const KEPT_MS: Record<SampleSpan, number> = {
  0: DAY_MS + HOUR_MS,
  300: 15 * DAY_MS,
  3600: 400 * DAY_MS,
};

/**
 * Asks nodes when their time has come. A node is asked once at a time and by one process at a time: both are one
 * statement in the database, so that several servers share the work. What is due while it runs waits for the next round.
 */
export class NodeScheduler {
  readonly #deps: Dependencies;
  readonly #rounds: PeriodicTask;
  readonly #running = new Map<string, { work: Promise<boolean>; gateway: string }>();
  readonly #stopping = new AbortController();
  #tidiedAt = 0;
  #holdersAt = 0;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rounds = new PeriodicTask({
      everyMs: ROUND_MS,
      work: () => this.round(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'nodes could not be looked after'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    this.#stopping.abort();
    await this.#rounds.settled();
    await this.settled();
    await this.#deps.states.releaseAll(this.#deps.processes.id);
  }

  /** Resolves when nobody is being asked. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ work }) => work));
  }

  async round(): Promise<void> {
    const { states, clock, processes } = this.#deps;
    const now = clock.now();
    if (now - this.#tidiedAt >= TIDY_EVERY_MS || now < this.#tidiedAt) {
      await this.#tidy(now);
    }
    if (Math.abs(now - this.#holdersAt) >= HOLDERS_EVERY_MS) {
      this.#holdersAt = now;
      await this.#releaseOfDead(now);
    }
    const limit = MOST - this.#running.size;
    const bounds = { limit, perGateway: MOST_PER_GATEWAY, without: this.#fullGateways() };
    for (const { id, gateway_id } of limit > 0 ? await states.listDue(processes.id, now, bounds) : []) {
      const gateway = gateway_id ?? '';
      if (!this.#running.has(id) && this.#hasRoom(gateway) && !this.#stopping.signal.aborted) {
        runInBackground(this.#begin(id, gateway, {}, false), 'asking a node');
      }
    }
  }

  /** Asks it now. False when somebody else does already; in this process it is waited for. */
  ask(nodeId: string, options: PollOptions): Promise<boolean> {
    return this.#running.get(nodeId)?.work ?? this.#begin(nodeId, '', options, true);
  }

  /** Nobody waits for it: what becomes of it is seen in the list. */
  askSoon(nodeId: string, options: PollOptions): void {
    runInBackground(this.ask(nodeId, options), 'asking a node');
  }

  #hasRoom(gateway: string): boolean {
    const used = [...this.#running.values()].filter((one) => one.gateway === gateway).length;
    return gateway === '' || used < MOST_PER_GATEWAY;
  }

  #fullGateways(): string[] {
    const used = new Set([...this.#running.values()].map(({ gateway }) => gateway));
    return [...used].filter((gateway) => !this.#hasRoom(gateway));
  }

  /** Others would wait for minutes for a sign of life of them. */
  async #releaseOfDead(now: number): Promise<void> {
    const { states, processes } = this.#deps;
    const dead = await processes.listDead(await states.listHolders(processes.id, now));
    for (const id of dead.keys()) {
      await states.releaseAll(id);
    }
  }

  /** From this moment on it is under way; resolves, at its end, with whether it was ours to ask. */
  #begin(id: string, gateway: string, options: PollOptions, isForced: boolean): Promise<boolean> {
    const { poller, logger } = this.#deps;
    const signal = this.#stopping.signal;
    const asking = async () => {
      if (!(await this.#claim(id, isForced))) {
        return false;
      }
      await poller.poll(id, { ...options, signal });
      return true;
    };
    const work = asking()
      .catch((error: unknown) => {
        logger.warn({ err: error, nodeId: id }, 'a node could not be asked');
        return true;
      })
      .finally(() => this.#running.delete(id));
    this.#running.set(id, { work, gateway });
    return work;
  }

  #claim(id: string, isForced: boolean): Promise<boolean> {
    const { states, processes, clock } = this.#deps;
    const now = clock.now();
    const askingUntil = now + ASKING_MS;
    const lease = { process: processes.id, now, heldUntil: askingUntil + HOLD_MS, askingUntil };
    return states.claim(id, lease, isForced);
  }

  async #tidy(now: number): Promise<void> {
    const { states, history, vmHistory, random } = this.#deps;
    this.#tidiedAt = now;
    for (const id of await states.listWithoutState()) {
      await states.insert(id, Math.round(now + random() * SPREAD_MS));
    }
    for (const span of [0, 300, 3600] as const) {
      await history.removeSamples(span, now - KEPT_MS[span]);
      await vmHistory.remove(span, now - KEPT_MS[span]);
    }
  }
}
