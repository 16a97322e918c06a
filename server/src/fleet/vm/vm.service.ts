import type { NodeSpan } from '@jadegate/contract/fleet/node';
import { sayProblem } from '@jadegate/contract/fleet/node-problem';
import {
  VM_FIGURES,
  type Vm,
  type VmFigure,
  type VmFilters,
  type VmHistory,
  type VmInput,
  type VmQuery,
  type VmRow,
  type VmSource,
  type VmSummary,
} from '@jadegate/contract/fleet/vm';
import { VM_STATES, type FoundVm, type VmState } from '@jadegate/contract/fleet/vm-state';
import { translate, type Language } from '@jadegate/contract/language';
import type { Page } from '@jadegate/contract/paging';
import { LONGEST_PAGE } from '@jadegate/contract/paging';
import { VM_FAULT_WORDS } from '@jadegate/contract/words/vm-faults';

import type { Database } from '../../db/database.ts';
import type { FigureHistory } from '../../db/figure-history.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import {
  CollectFailed,
  type HypervisorKind,
  type VmRef,
} from '../node-collection/node-collection.service.ts';
import { SPANS, thinned } from '../node/node-history.service.ts';
import type { NodeService } from '../node/node.service.ts';
import type { AskedHost, VmCollector } from './vm-collector.ts';
import type { VmStateRepository } from './vm-state.repository.ts';
import type { VmTaskRepository } from './vm-task.repository.ts';
import { columnsOf, presentRow, presentSource, presentVm, stateOf } from './vm.present.ts';
import type { VmRecord, VmRepository } from './vm.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  nodes: Pick<NodeService, 'find' | 'mayLink'>;
  vms: VmRepository;
  vmStates: VmStateRepository;
  vmTasks: VmTaskRepository;
  collector: VmCollector;
  vmHistory: FigureHistory;
}

/** A machine, the host it is reached through, and how its hypervisor is spoken to about it. */
export interface LocatedVm {
  record: VmRecord;
  host: AskedHost & { asset_id: string };
  kind: HypervisorKind;
  uri: string;
  ref: VmRef;
}

/** Virtual machines as people see and describe them. They are found, and never made by hand. */
export class VmService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async list(query: VmQuery): Promise<Page<VmRow>> {
    const { total, items } = await this.#deps.vms.page(query, this.#deps.clock.now());
    return { total, items: items.map(presentRow) };
  }

  async listOptions(): Promise<{ id: string; name: string; state: VmState }[]> {
    const { items } = await this.#deps.vms.page(LONGEST_PAGE, this.#deps.clock.now());
    return items.map((record) => ({ id: record.id, name: record.name, state: stateOf(record) }));
  }

  async summary(filters: VmFilters): Promise<VmSummary> {
    const counts = await this.#deps.vms.counts(filters, this.#deps.clock.now());
    const byState = Object.fromEntries(VM_STATES.map((state) => [state, 0])) as Record<VmState, number>;
    let vcpus = 0;
    let memBytes = 0;
    for (const row of counts) {
      byState[row.gone === 1 ? 'missing' : (row.state ?? 'unknown')] += row.count;
      if (row.gone !== 1) {
        vcpus += Number(row.vcpus ?? 0);
        memBytes += Number(row.mem_bytes ?? 0);
      }
    }
    return { total: counts.reduce((sum, { count }) => sum + count, 0), byState, vcpus, memBytes };
  }

  async listSources(language: Language): Promise<VmSource[]> {
    const sources = await this.#deps.vmStates.listSources();
    return sources.map((source) => presentSource(source, language));
  }

  async get(id: string, language: Language): Promise<Vm> {
    const { vms, vmTasks } = this.#deps;
    const record = await this.find(id);
    const [found, last] = await Promise.all([vms.detail(id), vmTasks.findLast(id)]);
    return presentVm(record, found, last, language);
  }

  async history(id: string, wanted: NodeSpan): Promise<VmHistory> {
    await this.find(id);
    const { span, back } = SPANS[wanted];
    const now = this.#deps.clock.now();
    const shown = thinned(await this.#deps.vmHistory.list([id], span, [now - back, now + 1]));
    return {
      times: shown.map(({ at }) => new Date(at).toISOString()),
      figures: Object.fromEntries(
        VM_FIGURES.map((name, index) => [name, shown.map(({ figures }) => figures[index] ?? null)]),
      ) as Record<VmFigure, (number | null)[]>,
    };
  }

  async update(actor: Actor, id: string, input: VmInput): Promise<void> {
    const { database, vms, audit, clock } = this.#deps;
    const columns = columnsOf(input);
    const { assetId } = input;
    // Its name would be shown: whoever may neither use nor edit it learns nothing of it, not even that it is there.
    if (assetId !== null && assetId !== (await this.find(id)).asset_id) {
      if (!(await this.#deps.nodes.mayLink(actor, assetId))) {
        throw new AppError('vm.asset_gone', { fields: ['assetId'] });
      }
    }
    try {
      await database.transact(async (tx) => {
        const before = await this.find(id, tx);
        if (
          input.ownerId !== '' &&
          input.ownerId !== before.owner_id &&
          !(await vms.hasUser(input.ownerId, tx))
        ) {
          throw new AppError('vm.owner_gone', { fields: ['ownerId'] });
        }
        await vms.update(id, { ...columns, updated_at: clock.now() }, tx);
        const old = Object.fromEntries(
          Object.keys(columns).map((key) => [key, before[key as keyof VmRecord]]),
        );
        const detail = differences(old, columns);
        await audit.write(actor, { action: 'vm.updated', object: about(before), detail }, tx);
      });
    } catch (error) {
      throw database.engine.isForeignKeyViolation(error)
        ? new AppError('vm.asset_gone', { fields: ['assetId'], cause: error })
        : error;
    }
  }

  /** Only those that are gone: the others would be found again within a minute. All of them, or none. */
  async forget(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, vms, audit } = this.#deps;
    await database.transact(async (tx) => {
      const found = await vms.listByIds(ids, tx);
      for (const record of found) {
        if (record.missing_since === null && record.state !== null) {
          throw new AppError('vm.not_missing', { params: { name: record.name } });
        }
        await audit.write(actor, { action: 'vm.forgotten', object: about(record) }, tx);
      }
      await vms.remove(ids, tx);
    });
  }

  /** Asks its hypervisor now. */
  async refresh(actor: Actor, id: string): Promise<Vm> {
    await this.findAtHypervisor(await this.locate(id), actor.language);
    return this.get(id, actor.language);
  }

  async find(id: string, tx?: Parameters<VmRepository['find']>[1]): Promise<VmRecord> {
    const record = await this.#deps.vms.find(id, tx);
    if (!record) {
      throw new AppError('vm.not_found');
    }
    return record;
  }

  /** How it is reached. Refused when its host is gone or has no way there. */
  async locate(id: string): Promise<LocatedVm> {
    const record = await this.find(id);
    const host = record.node_id === null ? undefined : await this.#deps.nodes.find(record.node_id);
    if (!host || host.asset_id === null) {
      throw new AppError('vm.no_host', { params: { name: record.name } });
    }
    const kind = record.provider === 'libvirt' ? 'libvirt' : 'proxmox';
    return {
      record,
      host: { ...host, asset_id: host.asset_id },
      kind,
      uri: kind === 'libvirt' ? host.hypervisor_uri : '',
      ref: { provider: record.provider, key: record.vm_key, host: record.host || null },
    };
  }

  /** How it is at this moment, as its hypervisor says; undefined when it is not there. */
  async findAtHypervisor(
    { host, kind, ref }: LocatedVm,
    language: Language,
    signal?: AbortSignal,
  ): Promise<FoundVm | undefined> {
    const params = { host: host.name };
    try {
      const { listing, find } = await this.#deps.collector.ask(host, kind, { closely: [ref], signal });
      if (!listing.vms) {
        const reason = translate(VM_FAULT_WORDS[listing.fault ?? 'failed'], language);
        throw new AppError('vm.unreadable', { params: { ...params, reason } });
      }
      return find(ref);
    } catch (error) {
      if (error instanceof CollectFailed) {
        const reason = sayProblem(error.problem, language).message;
        throw new AppError('vm.unreachable', { params: { ...params, reason }, cause: error });
      }
      throw error;
    }
  }
}

export function about({ id, name }: { id: string; name: string }) {
  return { type: 'vm', id, name };
}
