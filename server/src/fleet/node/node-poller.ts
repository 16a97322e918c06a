import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import type { NodeExpectation } from '@jadegate/contract/fleet/node';
import type { Problem } from '@jadegate/contract/fleet/node-problem';

import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import {
  CollectFailed,
  type Counters,
  type Facts,
  type GpuWord,
  type Metrics,
  type NodeCollectionService,
} from '../node-collection/node-collection.service.ts';
import { differsFrom, driftBetween, driftFromExpected } from './node-drift.policy.ts';
import { averageOf, briefOf, figuresOf, foundOf, sortFigures } from './node-figures.ts';
import type { NodeHistoryRepository } from './node-history.repository.ts';
import type { NodeStateRepository, StateRecord } from './node-state.repository.ts';
import { afterAnswer, afterFailure, isHarmless, type Verdict } from './node-status.policy.ts';
import type { NodeRecord, NodeRepository } from './node.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  nodes: NodeRepository;
  states: NodeStateRepository;
  history: NodeHistoryRepository;
  nodeCollection: Pick<NodeCollectionService, 'facts' | 'metrics' | 'release'>;
  random: () => number;
  /** Told of every answer once it is kept, one after the other. */
  observers?: readonly PollObserver[];
}

/** Somebody who makes more of what a node answered. */
export interface PollObserver {
  onAnswer(answer: PollAnswer): Promise<void>;
}

export interface PollAnswer {
  node: NodeRecord;
  /** What is known of the machine, from now or from before; null when nothing is. */
  found: HostFacts | null;
  /** What was asked of it now; undefined when only its figures were. */
  facts: Facts | undefined;
  metrics: Metrics;
  at: number;
  /** When it answered before; null when it never did. */
  before: number | null;
  /** Somebody waits for it: everything is asked. */
  isWanted: boolean;
  signal: AbortSignal | undefined;
}

export interface PollOptions {
  /** Somebody waits for it: everything is asked. */
  isWanted?: boolean | undefined;
  /** The person whose question may teach an unknown host key. */
  learnFor?: Actor | undefined;
  signal?: AbortSignal | undefined;
}

/** What is remembered of a machine between two questions; another process begins anew. */
interface Known {
  counters: Counters | undefined;
  gpuWords: readonly GpuWord[];
  hasSlices: boolean;
  polls: number;
}

const FACTS_EVERY_MS = DAY_MS;
/** A machine that is asked more rarely than this is not kept waiting at the other end of a line. */
const KEEP_LINE_MS = 5 * MINUTE_MS;
/** The kernel's log is read now and then: it holds what happened meanwhile. */
const FAULTS_EVERY = 10;
export const WINDOWS = [
  { span: 300, ms: 5 * MINUTE_MS, from: 0 },
  { span: 3600, ms: HOUR_MS, from: 300 },
] as const;

/** Asks one node and writes down what became of it. Whoever calls has made sure that nobody else does. */
export class NodePoller {
  readonly #deps: Dependencies;
  readonly #known = new Map<string, Known>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async poll(nodeId: string, { isWanted, learnFor, signal }: PollOptions): Promise<void> {
    const { database, nodes, states, clock } = this.#deps;
    const node = await nodes.find(nodeId);
    const state = node && (await states.find(nodeId));
    if (!node || !state) {
      this.forget(nodeId);
      return;
    }
    if (!isAsked(node)) {
      await states.update(nodeId, { next_at: null, asking_until: 0 });
      return;
    }
    const options = { learnFor, signal };
    try {
      if (node.asset_id === null) {
        throw new CollectFailed({ kind: 'unlinked' });
      }
      const known = this.#known.get(nodeId);
      const facts =
        isWanted || !known || isOld(state, clock.now())
          ? await this.#deps.nodeCollection.facts(node.asset_id, options)
          : undefined;
      const found = facts?.facts ?? (JSON.parse(state.facts ?? 'null') as HostFacts | null);
      const metrics = await this.#deps.nodeCollection.metrics(node.asset_id, {
        ...options,
        physicalInterfaces: physicalOf(found),
        gpuWords: facts?.gpuWords ?? known?.gpuWords ?? [],
        hasSlices: facts?.hasSlices ?? known?.hasSlices ?? false,
        withFaults: (known?.polls ?? 0) % FAULTS_EVERY === 0,
        before: known?.counters,
      });
      this.#known.set(nodeId, {
        counters: metrics.counters,
        // After a restart of the system everything is asked anew: its cards may be others.
        gpuWords: facts?.gpuWords ?? known?.gpuWords ?? [],
        hasSlices: metrics.gpus.some(({ migMode }) => migMode?.toLowerCase() === 'enabled'),
        polls: (known?.polls ?? 0) + 1,
      });
      if (found?.bootId !== metrics.counters.bootId) {
        this.forget(nodeId);
      }
      await this.#keep(node, state, facts, metrics);
      const at = clock.now();
      for (const observer of this.#deps.observers ?? []) {
        await observer.onAnswer({
          node,
          found,
          facts,
          metrics,
          at,
          before: state.seen_at,
          isWanted: isWanted ?? false,
          signal,
        });
      }
    } catch (error) {
      if (signal?.aborted) {
        // Cut short by ourselves, which says nothing about the machine.
        await states.update(nodeId, { asking_until: 0 });
        return;
      }
      if (error instanceof CollectFailed) {
        await this.#fail(node, state, error.problem);
        return;
      }
      if (database.engine.outage(error) === undefined) {
        // It said something that we could not do anything with.
        await this.#fail(node, state, { kind: 'parse' });
      } else {
        // Our own trouble, which says nothing about the machine: it is asked again as if it had not been.
        await states
          .update(nodeId, { next_at: clock.now() + intervalOf(node), asking_until: 0 })
          .catch(() => undefined);
      }
      throw error;
    } finally {
      if (node.interval_seconds * SECOND_MS > KEEP_LINE_MS && node.asset_id !== null) {
        this.#deps.nodeCollection.release(node.asset_id);
      }
    }
  }

  forget(nodeId: string): void {
    this.#known.delete(nodeId);
  }

  async #keep(
    node: NodeRecord,
    state: StateRecord,
    facts: Facts | undefined,
    metrics: Metrics,
  ): Promise<void> {
    const { database, states, history, clock, random } = this.#deps;
    const now = clock.now();
    const problems = distinct([...(facts?.problems ?? keptOf(state)), ...metrics.problems]);
    const verdict = afterAnswer(problems, { now, intervalMs: intervalOf(node), random: random() });
    const worst = problems.find((problem) => !isHarmless(problem));
    const { sample, gpus, hostClock, latencyMs, pollMs } = metrics;
    const drifts = facts ? driftsOf(node, state, facts.facts) : [];
    await database.transact(async (tx) => {
      const open = drifts.length > 0 ? await history.listOpen(node.id, tx) : [];
      const fresh = drifts.filter(
        (drift) => !open.some((one) => one.path === drift.path && one.new_value === drift.new),
      );
      await history.addChanges(
        node.id,
        fresh.map((drift) => ({
          id: newId(now),
          at: now,
          path: drift.path,
          old_value: drift.old,
          new_value: drift.new,
          severity: drift.severity,
          confirmed_at: null,
          confirmed_by: '',
          note: '',
        })),
        tx,
      );
      await history.writeSample(node.id, 0, now, figuresOf(sample, pollMs), tx);
      await states.update(
        node.id,
        {
          ...moved(state, verdict, now),
          problem_kind: worst?.kind ?? '',
          problem: worst ? JSON.stringify(worst) : '',
          problems: JSON.stringify(problems),
          seen_at: now,
          latency_ms: latencyMs,
          poll_ms: pollMs + (facts?.pollMs ?? 0),
          clock_skew: hostClock === null ? null : Math.round(hostClock - now / SECOND_MS),
          ...sortFigures(sample),
          sample: JSON.stringify(sample),
          gpus: JSON.stringify(gpus.map(({ processes: _processes, ...card }) => card)),
          ...(facts && {
            facts_at: now,
            facts: JSON.stringify(facts.facts),
            brief: JSON.stringify(briefOf(facts.facts)),
            found: foundOf(facts.facts),
            differs: differsFrom(JSON.parse(node.expect) as NodeExpectation, facts.facts),
          }),
        },
        tx,
      );
      await this.#note(node, state, verdict, tx);
    });
    await this.#sumUp(node.id, state.seen_at, now);
  }

  /** What was last known of it stays, with its age. */
  async #fail(node: NodeRecord, state: StateRecord, problem: Problem): Promise<void> {
    const { database, states, clock, random } = this.#deps;
    const now = clock.now();
    const standing = { status: state.status, failures: state.failures, seenAt: state.seen_at ?? undefined };
    const verdict = afterFailure(standing, problem, { now, intervalMs: intervalOf(node), random: random() });
    // The next figures would be compared with what was long ago.
    this.forget(node.id);
    await database.transact(async (tx) => {
      const change = { problem_kind: problem.kind, problem: JSON.stringify(problem) };
      await states.update(node.id, { ...moved(state, verdict, now), ...change }, tx);
      await this.#note(node, state, verdict, tx, problem);
    });
  }

  async #note(
    node: NodeRecord,
    before: StateRecord,
    { status }: Verdict,
    tx: Parameters<AuditService['write']>[2],
    problem?: Problem,
  ): Promise<void> {
    const isDown = status === 'offline' && before.status !== 'offline';
    const isBack = before.status === 'offline' && (status === 'online' || status === 'degraded');
    if ((!isDown && !isBack) || node.lifecycle === 'maintenance') {
      return;
    }
    const downSeconds =
      isBack && before.seen_at !== null
        ? Math.round((this.#deps.clock.now() - before.seen_at) / SECOND_MS)
        : undefined;
    await this.#deps.audit.write(
      SYSTEM_CALLER,
      {
        action: isDown ? 'node.went-down' : 'node.recovered',
        object: { type: 'node', id: node.id, name: node.name },
        detail: {
          ...(problem && { problem: problem.kind }),
          ...(downSeconds !== undefined && { downSeconds }),
        },
      },
      tx,
    );
  }

  /** Five minutes and hours that are over since the last sample are written down as their averages. */
  async #sumUp(nodeId: string, before: number | null, now: number): Promise<void> {
    const { history } = this.#deps;
    for (const { span, ms, from } of before === null ? [] : WINDOWS) {
      const start = Math.floor((before ?? 0) / ms) * ms;
      if (start + ms <= now) {
        const samples = await history.listSamples(nodeId, from, [start, start + ms]);
        if (samples.length > 0) {
          await history.writeSample(nodeId, span, start, averageOf(samples.map(({ figures }) => figures)));
        }
      }
    }
  }
}

/** Whether people want it to be asked. Without an asset there is somebody to be told. */
export function isAsked({ lifecycle, collects }: Pick<NodeRecord, 'lifecycle' | 'collects'>): boolean {
  return collects === 1 && (lifecycle === 'active' || lifecycle === 'maintenance');
}

function intervalOf({ interval_seconds }: NodeRecord): number {
  return interval_seconds * SECOND_MS;
}

function isOld({ facts_at }: StateRecord, now: number): boolean {
  return facts_at === null || now - facts_at >= FACTS_EVERY_MS;
}

function physicalOf(facts: HostFacts | null): string[] {
  return facts?.interfaces.flatMap((one) => (one.isPhysical === true ? [one.name] : [])) ?? [];
}

/** What was not well with its facts is so until they are asked again. Those of the figures are asked each time. */
function keptOf(state: StateRecord): Problem[] {
  return (JSON.parse(state.problems) as Problem[]).filter(({ section }) => FACTS_ONLY.has(section ?? ''));
}
const FACTS_ONLY = new Set([
  'os',
  'dmi',
  'dt',
  'lscpu',
  'cpuinfo',
  'lsblk',
  'lsblkp',
  'blk',
  'ip',
  'ipo',
  'route',
  'pcigpu',
]);

/** Both scripts ask for some parts: once is enough. */
function distinct(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.kind} ${problem.section ?? ''}`, problem]));
  return [...seen.values()];
}

function driftsOf(node: NodeRecord, state: StateRecord, now: HostFacts) {
  const before = state.facts === null ? undefined : (JSON.parse(state.facts) as HostFacts);
  const expected = JSON.parse(node.expect) as NodeExpectation;
  return [...(before ? driftBetween(before, now) : []), ...driftFromExpected(expected, now)];
}

function moved(state: StateRecord, { status, failures, nextAt }: Verdict, now: number) {
  return {
    status,
    failures,
    next_at: nextAt,
    collected_at: now,
    asking_until: 0,
    ...(status !== state.status && { status_since: now }),
  };
}
