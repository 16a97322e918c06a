import {
  GPU_FIGURES,
  GPU_HEALTH_LEVELS,
  GPU_USAGES,
  type Gpu,
  type GpuFigure,
  type GpuFilters,
  type GpuHistory,
  type GpuInput,
  type GpuMap,
  type GpuProcessRow,
  type GpuQuery,
  type GpuRow,
  type GpuSpan,
  type GpuSummary,
} from '@jadegate/contract/fleet/gpu';
import type { Language } from '@jadegate/contract/language';
import { LONGEST_PAGE, type Page } from '@jadegate/contract/paging';

import type { Database } from '../../db/database.ts';
import type { FigureHistory } from '../../db/figure-history.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { SPANS, thinned } from '../node/node-history.service.ts';
import type { GpuProcessRepository, ProcessRecord } from './gpu-process.repository.ts';
import { presentGpu, presentProcess, presentRow, usersOf } from './gpu.present.ts';
import type { GpuRecord, GpuRepository, ListedGpu } from './gpu.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  gpus: GpuRepository;
  gpuProcesses: GpuProcessRepository;
  gpuHistory: FigureHistory;
}

const MOST_IDLE = 20;
const MOST_MODELS = 50;

/** GPUs as people see them. They are found, never made by hand. */
export class GpuService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async list(query: GpuQuery & PeopleSearch, language: Language): Promise<Page<GpuRow>> {
    const { total, items } = await this.#deps.gpus.page(query);
    const processes = await this.#processesOf(items);
    return { total, items: items.map((record) => presentRow(record, processes(record.id), language)) };
  }

  async listOptions() {
    const rows = await this.#deps.gpus.listOptions(LONGEST_PAGE.pageSize);
    return rows.map((row) => ({
      id: row.id,
      name: nameOf(row),
      nodeId: row.node_id,
      nodeName: row.node_name,
      usage: row.usage,
    }));
  }

  async get(id: string, language: Language): Promise<Gpu> {
    const record = await this.find(id);
    return presentGpu(record, await this.#deps.gpuProcesses.listOf([id]), language);
  }

  async listProcesses(id: string): Promise<GpuProcessRow[]> {
    await this.find(id);
    return (await this.#deps.gpuProcesses.listOf([id])).map(presentProcess);
  }

  async summary(filters: GpuFilters & PeopleSearch): Promise<GpuSummary> {
    const { gpus } = this.#deps;
    const [counts, totals, idle] = await Promise.all([
      gpus.counts(filters),
      gpus.totals(filters),
      gpus.listIdle(filters, MOST_IDLE),
    ]);
    const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0);
    const by = <Name extends string>(names: readonly Name[], is: (name: Name, at: number) => typeof counts) =>
      Object.fromEntries(names.map((name, at) => [name, sum(is(name, at))])) as Record<Name, number>;
    const processes = await this.#processesOf(idle);
    const models = [...new Set(counts.map(({ model }) => model))].slice(0, MOST_MODELS);
    return {
      total: sum(counts),
      byUsage: by(GPU_USAGES, (name) => counts.filter(({ usage }) => usage === name)),
      byHealth: by(GPU_HEALTH_LEVELS, (_name, at) => counts.filter(({ health }) => health === at)),
      byModel: models.map((model) => {
        const own = counts.filter((one) => one.model === model);
        const used = (usage: string) => sum(own.filter((one) => one.usage === usage));
        return { model, total: sum(own), free: used('free'), busy: used('busy') };
      }),
      utilAverage: totals.util,
      memUsed: Number(totals.mem_used ?? 0),
      memTotal: Number(totals.mem_total ?? 0),
      powerW: Number(totals.power ?? 0),
      idle: idle.map((record) => ({
        id: record.id,
        nodeName: record.node_name ?? '',
        index: record.number,
        model: record.model,
        memUsed: record.mem_used,
        idleSince: record.idle_since === null ? null : new Date(record.idle_since).toISOString(),
        ...usersOf(processes(record.id)),
      })),
    };
  }

  async map(filters: GpuFilters & PeopleSearch): Promise<GpuMap> {
    const nodes: GpuMap['nodes'] = [];
    for (const row of await this.#deps.gpus.listCells(filters)) {
      let node = nodes.at(-1);
      if (node?.id !== row.node_id) {
        node = { id: row.node_id, name: row.node_name, gpus: [] };
        nodes.push(node);
      }
      const health = GPU_HEALTH_LEVELS[row.health] ?? 'unknown';
      node.gpus.push([row.id, row.number, row.usage, health, rounded(row.util_pct), rounded(row.mem_pct)]);
    }
    return { nodes };
  }

  async history(id: string, wanted: GpuSpan): Promise<GpuHistory> {
    await this.find(id);
    const { span, back } = SPANS[wanted];
    const now = this.#deps.clock.now();
    const shown = thinned(await this.#deps.gpuHistory.list([id], span, [now - back, now + 1]));
    return {
      times: shown.map(({ at }) => new Date(at).toISOString()),
      figures: Object.fromEntries(
        GPU_FIGURES.map((name, index) => [name, shown.map(({ figures }) => figures[index] ?? null)]),
      ) as Record<GpuFigure, (number | null)[]>,
    };
  }

  async update(actor: Actor, id: string, { note, labels }: GpuInput): Promise<void> {
    const { database, gpus, audit, clock } = this.#deps;
    const record = await this.find(id);
    const told = { note, labels: JSON.stringify(labels) };
    const now = clock.now();
    await database.transact(async (tx) => {
      await gpus.writeNote({ id: newId(now), card_key: record.card_key, ...told, updated_at: now }, tx);
      const detail = differences({ note: record.note ?? '', labels: record.labels ?? '{}' }, told);
      await audit.write(actor, { action: 'gpu.updated', object: about(record), detail }, tx);
    });
  }

  /** Only those that are not found any more: any other would come back with the next answer of its host. */
  async forget(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, gpus, audit } = this.#deps;
    await database.transact(async (tx) => {
      const found = await gpus.listByIds(ids, tx);
      const there = found.find(({ gone_at }) => gone_at === null);
      if (there) {
        throw new AppError('gpu.still_there', { params: { name: nameOf(there) } });
      }
      await audit.writeMany(
        actor,
        found.map((record) => ({ action: 'gpu.forgotten', object: about(record) })),
        tx,
      );
      await gpus.remove(ids, tx);
    });
  }

  async find(id: string): Promise<GpuRecord> {
    const record = await this.#deps.gpus.find(id);
    if (!record) {
      throw new AppError('gpu.not_found');
    }
    return record;
  }

  async #processesOf(records: readonly ListedGpu[]): Promise<(id: string) => ProcessRecord[]> {
    const used = records.filter(({ processes }) => processes > 0);
    const all = await this.#deps.gpuProcesses.listOf(used.map(({ id }) => id));
    return (id) => all.filter(({ gpu_id }) => gpu_id === id);
  }
}

export function about(record: Pick<GpuRecord, 'id' | 'model' | 'number' | 'bdf' | 'node_name'>) {
  return { type: 'gpu', id: record.id, name: nameOf(record) };
}

/** As people speak of it: host, number and model. */
export function nameOf({
  model,
  number,
  bdf,
  node_name,
}: Pick<GpuRecord, 'model' | 'number' | 'bdf' | 'node_name'>): string {
  return `${node_name ?? ''} · ${number === null ? bdf : `GPU ${number}`} · ${model}`;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
