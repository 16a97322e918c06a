import type { GpuReason } from '@jadegate/contract/fleet/gpu';

import type { FigureHistory } from '../../db/figure-history.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { KEPT_MS } from '../node/node-history.service.ts';
import type { GpuRepository } from './gpu.repository.ts';

interface Dependencies {
  gpus: GpuRepository;
  gpuHistory: FigureHistory;
  clock: Clock;
  logger: Logger;
}

const STALE = JSON.stringify([{ kind: 'stale' } satisfies GpuReason]);

/** Says of cards whose hosts are silent that nobody knows, and lets go of samples that are too old. */
export class GpuTidy {
  readonly #deps: Dependencies;
  readonly #rounds: PeriodicTask;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rounds = new PeriodicTask({
      everyMs: MINUTE_MS,
      work: () => this.round(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'GPUs could not be looked after'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  async round(): Promise<void> {
    const { gpus, gpuHistory, clock } = this.#deps;
    const now = clock.now();
    await gpus.markStale(now, STALE);
    for (const span of [0, 300, 3600] as const) {
      await gpuHistory.remove(span, now - KEPT_MS[span]);
    }
  }
}
