import type { GpuSignalInput, GpuSignalOutcome } from '@jadegate/contract/fleet/gpu';
import { sayProblem } from '@jadegate/contract/fleet/node-problem';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import type { NodeService } from '../node/node.service.ts';
import type { GpuProcessRepository } from './gpu-process.repository.ts';
import { about, type GpuService } from './gpu.service.ts';

interface Dependencies {
  audit: AuditService;
  gpuService: GpuService;
  gpuProcesses: GpuProcessRepository;
  nodes: Pick<NodeService, 'find'>;
  nodeCollection: Pick<NodeCollectionService, 'signalProcess'>;
  /** Has the host asked again, so that the list tells what became of it. */
  lookAgain: (nodeId: string) => void;
}

/** Ends processes on cards, for a reason that is written down before anything is sent. */
export class GpuSignalService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async signal(
    actor: Actor,
    id: string,
    pid: number,
    { signal, startTicks, confirm, reason }: GpuSignalInput,
  ): Promise<{ outcome: GpuSignalOutcome }> {
    const { audit, gpuService, gpuProcesses, nodes, nodeCollection, lookAgain } = this.#deps;
    const record = await gpuService.find(id);
    if (confirm.trim() !== String(pid)) {
      throw new AppError('gpu.confirm_mismatch', { fields: ['confirm'] });
    }
    // Only what stands on the card: this is no way to end anything else on a host.
    const process = (await gpuProcesses.listOf([id])).find(
      (one) => one.pid === pid && one.start_ticks === startTicks,
    );
    const { asset_id } = await nodes.find(record.node_id);
    if (!process || asset_id === null) {
      throw new AppError('gpu.process_changed');
    }
    const entry = { action: 'gpu.process-signalled', object: about(record) } as const;
    const meant = {
      pid,
      signal,
      program: process.name,
      account: process.account,
      user: process.username,
      sessionId: process.session_id,
    };
    await audit.writeAlone(actor, { ...entry, detail: { ...meant, reason } });
    const failed = (outcome: string) =>
      audit.writeAlone(actor, { ...entry, result: 'failure', detail: { pid, signal, outcome } });
    try {
      const outcome = await nodeCollection.signalProcess(asset_id, { pid, startTicks }, signal);
      lookAgain(record.node_id);
      if (outcome === 'changed' || outcome === 'refused') {
        await failed(outcome);
        throw new AppError(outcome === 'changed' ? 'gpu.process_changed' : 'gpu.signal_refused');
      }
      return { outcome };
    } catch (error) {
      if (!(error instanceof CollectFailed)) {
        throw error;
      }
      await failed(error.problem.kind);
      const reasonWords = sayProblem(error.problem, actor.language).message;
      throw new AppError('gpu.host_silent', { params: { reason: reasonWords }, cause: error });
    }
  }
}
