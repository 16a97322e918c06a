import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Peer, PeerLink } from '../../kernel/peer-link.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';

interface Dependencies {
  processes: Pick<ServerProcessService, 'others'> & { lease: { readonly isLost: boolean } };
  /** Undefined where this server is alone. */
  peerLink: () => PeerLink | undefined;
  /** Begins to end everything that is held here. */
  endAll: (end: SessionEnd) => void;
  logger: Logger;
  /** For tests. */
  patienceMs?: number;
}

const LOOK_MS = 2 * SECOND_MS;
const LEARN_MS = 10 * SECOND_MS;
const PATIENCE_MS = MINUTE_MS;

/**
 * What becomes of the sessions of a server that has no lease. While nobody has one the database is away, and they go on.
 * When another has one, or none can be reached, it is this server that is out of touch: nobody can end here what should
 * end, so after a minute it ends everything itself.
 */
export class LostLeaseGuard {
  readonly #deps: Dependencies;
  readonly #rounds: PeriodicTask;
  /** As last heard: without a database nobody can be asked who there is. */
  #others: readonly Peer[] = [];
  #learnedAt = Number.NEGATIVE_INFINITY;
  #since: number | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rounds = new PeriodicTask({
      everyMs: LOOK_MS,
      work: () => this.check(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'who else is there is not known'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  async check(): Promise<void> {
    const link = this.#deps.peerLink();
    if (!link) {
      return;
    }
    if (!this.#deps.processes.lease.isLost) {
      this.#since = undefined;
      await this.#learn();
      return;
    }
    const isOut = await this.#isOut(link);
    const now = performance.now();
    this.#since = isOut ? (this.#since ?? now) : undefined;
    if (this.#since !== undefined && now - this.#since >= (this.#deps.patienceMs ?? PATIENCE_MS)) {
      this.#deps.logger.error('this server is out of touch with the others: what it holds is ended');
      this.#deps.endAll({ kind: 'out_of_touch' });
      this.#since = undefined;
    }
  }

  async #learn(): Promise<void> {
    const now = performance.now();
    if (now - this.#learnedAt >= LEARN_MS) {
      this.#others = await this.#deps.processes.others();
      this.#learnedAt = now;
    }
  }

  async #isOut(link: PeerLink): Promise<boolean> {
    const answers = await Promise.all(this.#others.map((peer) => link.lease(peer)));
    // Where nobody is any more, nobody has a lease.
    const present = answers.filter((answer) => answer !== 'gone');
    return present.includes('held') || (present.length > 0 && present.every((answer) => answer === 'silent'));
  }
}
