import { monitorEventLoopDelay } from 'node:perf_hooks';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';

const NANOSECONDS_IN_MS = 1e6;
const RESOLUTION_MS = 20;
/** There is one event loop, and one of these for it: each holds a resource until somebody collects it. */
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

interface ProcessFigures {
  /** Milliseconds by which one turn in a hundred was late. */
  loopDelay: number;
  /** Percent of one processor. */
  processCpu: number;
  processMemory: number;
}

/** What this process itself took since it was last asked. */
export class ProcessMeter {
  #cpu = process.cpuUsage();
  #since = performance.now();

  start(): void {
    delay.enable();
  }

  stop(): void {
    delay.disable();
  }

  read(): ProcessFigures {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#cpu);
    const elapsed = Math.max(1, now - this.#since);
    const late = delay.percentile(99) / NANOSECONDS_IN_MS - RESOLUTION_MS;
    this.#cpu = process.cpuUsage();
    this.#since = now;
    delay.reset();
    return {
      loopDelay: Number.isFinite(late) ? Math.min(MINUTE_MS, Math.max(0, late)) : 0,
      processCpu: (100 * (user + system)) / SECOND_MS / elapsed,
      processMemory: process.memoryUsage.rss(),
    };
  }
}
