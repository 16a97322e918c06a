import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import {
  NodeInput,
  type Node,
  type NodeExpectation,
  type NodeFilters,
  type NodeLifecycle,
  type NodeQuery,
  type NodeRow,
  type NodeSummary,
} from '@jadegate/contract/fleet/node';
import type { NodeRack } from '@jadegate/contract/fleet/node-endpoints';
import { translate, type Language } from '@jadegate/contract/language';
import { NODE_STATUSES, type NodeStatus } from '@jadegate/contract/node-status';
import type { Page } from '@jadegate/contract/paging';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { AccessService } from '../../access/authorised/access.service.ts';
import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import { mapInSlices } from '../../kernel/in-chunks.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import { differsFrom } from './node-drift.policy.ts';
import { isAsked, type NodePoller } from './node-poller.ts';
import type { NodeScheduler } from './node-scheduler.ts';
import type { NodeStateRepository } from './node-state.repository.ts';
import { columnsOf, presentNode, presentRacked, presentRow } from './node.present.ts';
import type { NodeRecord, NodeRepository } from './node.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  roles: RoleService;
  access: AccessService;
  settings: Pick<SettingService, 'get'>;
  nodes: NodeRepository;
  states: NodeStateRepository;
  scheduler: NodeScheduler;
  poller: NodePoller;
}

/** Rows that are made ready in one turn of the event loop. */
const ROWS_PER_TURN = 100;

/** Physical hosts as people see and describe them. */
export class NodeService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async list(query: NodeQuery, language: Language): Promise<Page<NodeRow>> {
    const { total, items } = await this.#deps.nodes.page(query);
    const now = this.#deps.clock.now();
    const present = (record: (typeof items)[number]) => presentRow(record, now, language);
    return { total, items: await mapInSlices(items, ROWS_PER_TURN, present) };
  }

  async listOptions(): Promise<{ id: string; name: string; ip: string; status: NodeStatus }[]> {
    const rows = await this.#deps.nodes.listOptions();
    return rows.map(({ id, name, ip, status }) => ({ id, name, ip: ip ?? '', status: status ?? 'unknown' }));
  }

  async listRacks(): Promise<NodeRack[]> {
    const racks = new Map<string, NodeRack>();
    for (const { site, room, rack, ...row } of await this.#deps.nodes.listRacked()) {
      const key = JSON.stringify([site, room, rack]);
      const here = racks.get(key) ?? { site, room, rack, nodes: [] };
      racks.set(key, here);
      here.nodes.push(presentRacked(row));
    }
    return [...racks.values()];
  }

  /** Those that are asked at all, of these ids and this label; all of them where neither is given. */
  listAsked(wanted: { nodeIds: readonly string[]; label: string }): Promise<{ id: string; name: string }[]> {
    return this.#deps.nodes.listAsked(wanted);
  }

  async summary(filters: NodeFilters): Promise<NodeSummary> {
    const { nodes } = this.#deps;
    const [counts, totals, openChanges] = await Promise.all([
      nodes.counts(filters),
      nodes.totals(filters),
      nodes.countOpenChanges(filters),
    ]);
    const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0);
    const inUse = counts.filter(({ lifecycle }) => lifecycle === 'active' || lifecycle === 'maintenance');
    const byStatus = NODE_STATUSES.map((name) => [
      name,
      sum(inUse.filter(({ status }) => (status ?? 'unknown') === name)),
    ]);
    return {
      total: sum(counts),
      byStatus: Object.fromEntries(byStatus) as Record<NodeStatus, number>,
      maintenance: sum(counts.filter(({ lifecycle }) => lifecycle === 'maintenance')),
      cpuAverage: totals.cpu_average,
      cpuHighest: totals.cpu_highest,
      memUsed: Number(totals.mem_used ?? 0),
      memTotal: Number(totals.mem_total ?? 0),
      openChanges,
    };
  }

  async get(id: string, language: Language): Promise<Node> {
    const record = await this.find(id);
    return presentNode(record, await this.#deps.states.find(id), this.#deps.clock.now(), language);
  }

  async create(actor: Actor, input: NodeInput): Promise<{ id: string }> {
    await this.refuseAsset(actor, input.assetId);
    const [made] = await this.add(actor, [input]);
    if (!made) {
      throw new AppError('node.not_found');
    }
    this.#deps.scheduler.askSoon(made.id, { isWanted: true, ...(await this.teacher(actor, input.assetId)) });
    return { id: made.id };
  }

  /** Makes all of them or none, and asks nobody. Whoever calls has checked their assets. */
  async add(actor: Actor, inputs: readonly NodeInput[]): Promise<{ id: string; name: string }[]> {
    const { database, nodes, states, audit, clock } = this.#deps;
    const now = clock.now();
    const made = inputs.map((input) => ({ id: newId(now), input }));
    await this.#refusingTaken(inputs, () =>
      database.transact(async (tx) => {
        for (const { id, input } of made) {
          const columns = columnsOf(input);
          await nodes.insert({ id, ...columns, created_at: now, updated_at: now }, tx);
          await states.insert(id, isAsked(columns) ? now : null, tx);
          const detail = { assetId: input.assetId, lifecycle: input.lifecycle };
          await audit.write(
            actor,
            { action: 'node.created', object: about({ id, name: input.name }), detail },
            tx,
          );
        }
      }),
    );
    return made.map(({ id, input }) => ({ id, name: input.name }));
  }

  /** One for each asset that has none; what cannot be is said, and the others are made. */
  async createFromAssets(actor: Actor, assetIds: readonly string[]) {
    const { nodes } = this.#deps;
    const ids = [...new Set(assetIds)];
    const assets = new Map((await nodes.listAssets(ids)).map((asset) => [asset.id, asset]));
    const linked = new Set(await nodes.listLinked(ids));
    const created: { id: string; name: string }[] = [];
    const skipped: { assetId: string; name: string; reason: string }[] = [];
    for (const assetId of ids) {
      const name = assets.get(assetId)?.name ?? '';
      try {
        if (linked.has(assetId)) {
          throw new AppError('node.asset_taken');
        }
        created.push({
          ...(await this.create(actor, NodeInput.parse({ name: name || assetId, assetId }))),
          name,
        });
      } catch (error) {
        if (!(error instanceof AppError)) {
          throw error;
        }
        const isTheirs = await this.mayLink(actor, assetId);
        const reason = translate(ERROR_WORDS[error.code], actor.language, error.params);
        skipped.push({ assetId, name: isTheirs ? name : '', reason });
      }
    }
    return { created, skipped };
  }

  async update(actor: Actor, id: string, input: NodeInput): Promise<void> {
    const { database, nodes, states, audit, clock, poller } = this.#deps;
    const before = await this.find(id);
    // What runs on an asset, and with its account, is not for those who may only describe the machine.
    if (input.assetId !== before.asset_id || input.hypervisorUri !== before.hypervisor_uri) {
      await this.refuseAsset(actor, input.assetId);
    }
    const columns = columnsOf(input);
    const now = clock.now();
    await this.#refusingTaken([input], () =>
      database.transact(async (tx) => {
        await nodes.update(id, { ...columns, updated_at: now }, tx);
        await this.#reckon(before, columns, now, tx);
        await this.#compare(id, input.expect, tx);
        const old = Object.fromEntries(
          Object.keys(columns).map((key) => [key, before[key as keyof NodeRecord]]),
        );
        const detail = differences(old, columns);
        await audit.write(
          actor,
          { action: 'node.updated', object: about({ id, name: input.name }), detail },
          tx,
        );
      }),
    );
    if (input.assetId !== before.asset_id) {
      // What was found is another machine's.
      poller.forget(id);
      await states.update(id, { facts_at: null });
    }
  }

  /** Whoever calls has checked the asset. It is asked at once. */
  async linkAsset(actor: Actor, id: string, assetId: string): Promise<void> {
    const { database, nodes, states, audit, clock, poller, scheduler } = this.#deps;
    const before = await this.find(id);
    const now = clock.now();
    await refusingTaken(database, assetTaken, () =>
      database.transact(async (tx) => {
        await nodes.update(id, { asset_id: assetId, updated_at: now }, tx);
        await this.#reckon(before, { ...before, asset_id: assetId }, now, tx);
        await states.update(id, { facts_at: null }, tx);
        const detail = differences({ asset_id: before.asset_id }, { asset_id: assetId });
        await audit.write(actor, { action: 'node.linked', object: about(before), detail }, tx);
      }),
    );
    poller.forget(id);
    if (isAsked(before)) {
      scheduler.askSoon(id, { isWanted: true, ...(await this.teacher(actor, assetId)) });
    }
  }

  async setLifecycle(actor: Actor, ids: readonly string[], lifecycle: NodeLifecycle): Promise<void> {
    const { database, nodes, audit, clock } = this.#deps;
    const now = clock.now();
    await database.transact(async (tx) => {
      for (const record of await nodes.listByIds(ids, tx)) {
        if (record.lifecycle === lifecycle) {
          continue;
        }
        await nodes.update(record.id, { lifecycle, updated_at: now }, tx);
        await this.#reckon(record, { ...record, lifecycle }, now, tx);
        const detail = differences({ lifecycle: record.lifecycle }, { lifecycle });
        await audit.write(actor, { action: 'node.updated', object: about(record), detail }, tx);
      }
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, nodes, audit, poller } = this.#deps;
    await database.transact(async (tx) => {
      const found = await nodes.listByIds(ids, tx);
      for (const record of found) {
        await audit.write(actor, { action: 'node.deleted', object: about(record) }, tx);
      }
      await nodes.remove(ids, tx);
    });
    ids.forEach((id) => poller.forget(id));
  }

  /** Asks it now, and answers how it is then. */
  async collect(actor: Actor, id: string, how: { isUnattended?: boolean } = {}): Promise<NodeRow> {
    const { database, audit, scheduler, states, clock } = this.#deps;
    const record = await this.find(id);
    if (!isAsked(record) || record.asset_id === null) {
      throw new AppError('node.not_asked');
    }
    await states.insert(id, null);
    await database.transact((tx) =>
      audit.write(actor, { action: 'node.collected', object: about(record) }, tx),
    );
    const teacher = await this.teacher(actor, record.asset_id, how);
    if (!(await scheduler.ask(id, { isWanted: true, ...teacher }))) {
      throw new AppError('node.busy');
    }
    return presentRow(await this.find(id), clock.now(), actor.language);
  }

  async find(id: string): Promise<NodeRecord> {
    const record = await this.#deps.nodes.find(id);
    if (!record) {
      throw new AppError('node.not_found');
    }
    return record;
  }

  /**
   * Linking an asset has the server log in with its account, and shows what is on it: whoever may neither use nor edit the
   * asset has no business there.
   */
  async mayLink(actor: Actor, assetId: string): Promise<boolean> {
    const { access } = this.#deps;
    return (await this.holds(actor, 'asset-edit')) || (await access.decide(actor.userId, assetId)).allowed;
  }

  /**
   * Whoever may test the asset teaches the key of its host, when they are there to see to it; others, and what runs at night,
   * only where opening it would, too.
   */
  async teacher(
    actor: Actor,
    assetId: string | null,
    { isUnattended = false }: { isUnattended?: boolean } = {},
  ): Promise<{ learnFor?: Actor }> {
    const { access, settings } = this.#deps;
    if (assetId === null) {
      return {};
    }
    const mayTeach =
      (!isUnattended && (await this.holds(actor, 'asset-conn-test'))) ||
      ((await settings.get('host-key-policy')) === 'first-use' &&
        (await access.decide(actor.userId, assetId)).allowed);
    return mayTeach ? { learnFor: actor } : {};
  }

  holds({ userId }: Actor, menu: 'asset-add' | 'asset-edit' | 'asset-conn-test'): Promise<boolean> {
    return this.#deps.roles.mayUseAny({ id: userId, type: 'admin' }, [menu]);
  }

  async refuseAsset(actor: Actor, assetId: string | null): Promise<void> {
    if (assetId === null) {
      return;
    }
    const [asset] = await this.#deps.nodes.listAssets([assetId]);
    if (asset?.protocol !== 'ssh') {
      throw new AppError('node.asset_unfit', { fields: ['assetId'] });
    }
    if (!(await this.mayLink(actor, assetId))) {
      throw new AppError('node.asset_forbidden', { fields: ['assetId'] });
    }
  }

  /** What should be there may have changed while what is there has not. */
  async #compare(id: string, expected: NodeExpectation, tx: Tx): Promise<void> {
    const { states } = this.#deps;
    const facts = (await states.find(id, tx))?.facts;
    if (facts) {
      await states.update(id, { differs: differsFrom(expected, JSON.parse(facts) as HostFacts) }, tx);
    }
  }

  /** When it is asked next, after people changed their minds about it. */
  async #reckon(
    before: NodeRecord,
    now: Pick<NodeRecord, 'lifecycle' | 'collects' | 'asset_id' | 'interval_seconds'>,
    at: number,
    tx: Tx,
  ): Promise<void> {
    const isNew =
      !isAsked(before) ||
      before.asset_id !== now.asset_id ||
      before.interval_seconds !== now.interval_seconds;
    if (!isAsked(now)) {
      await this.#deps.states.update(before.id, { next_at: null }, tx);
    } else if (isNew) {
      await this.#deps.states.update(before.id, { next_at: at, failures: 0 }, tx);
    }
  }

  #refusingTaken(inputs: readonly NodeInput[], work: () => Promise<void>): Promise<void> {
    const [first] = inputs;
    const refusal = (cause: unknown) =>
      String((cause as Error | undefined)?.message).includes('asset')
        ? assetTaken(cause)
        : new AppError('node.name_taken', { params: { name: first?.name ?? '' }, fields: ['name'], cause });
    return refusingTaken(this.#deps.database, refusal, work);
  }
}

const assetTaken = (cause: unknown) => new AppError('node.asset_taken', { fields: ['assetId'], cause });

export function about({ id, name }: { id: string; name: string }) {
  return { type: 'node', id, name };
}
