import type { GpuProcess } from '@jadegate/contract/fleet/gpu-state';

import type { PollAnswer } from '../node/node-history.service.ts';
import { ownerOf, type Owner } from './gpu-attribution.policy.ts';
import type { GpuProcessRepository } from './gpu-process.repository.ts';

/** Ticks of the clock by which Linux counts, whatever its kernel was built with. */
const TICKS_PER_SECOND = 100;

/** Finds the people and the recorded sessions behind processes of a host. */
export class GpuOwners {
  readonly #processes: GpuProcessRepository;

  constructor(processes: GpuProcessRepository) {
    this.#processes = processes;
  }

  /** In the order of the processes. */
  async find(
    { node, metrics, at }: Pick<PollAnswer, 'node' | 'metrics' | 'at'>,
    processes: readonly GpuProcess[],
  ): Promise<(Owner & { startedAt: number | null })[]> {
    const { bootId, uptime } = metrics.counters;
    const started = processes.map(({ startTicks }) =>
      startTicks === null || uptime === null
        ? null
        : Math.round(at - (uptime - startTicks / TICKS_PER_SECOND) * 1000),
    );
    if (processes.length === 0 || node.asset_id === null) {
      return processes.map((_, index) => ({
        userId: null,
        sessionId: null,
        attribution: 'none',
        startedAt: started[index] ?? null,
      }));
    }
    const assets = await this.#processes.listAssetsOf(node.asset_id);
    const accounts = [...new Set(processes.flatMap(({ user }) => user ?? []))];
    const first = Math.min(at, ...started.filter((moment) => moment !== null));
    const [logins, uses] = await Promise.all([
      bootId === '' ? [] : this.#processes.listLogins(bootId, assets),
      this.#processes.listUses(assets, accounts, first),
    ]);
    return processes.map((process, index) => {
      const startedAt = started[index] ?? null;
      return { ...ownerOf(process, startedAt, logins, uses), startedAt };
    });
  }
}
