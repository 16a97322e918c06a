import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import {
  NODE_FIGURES,
  type NodeChange,
  type NodeFigure,
  type NodeHistory,
  type NodeSpan,
} from '@jadegate/contract/fleet/node';
import type { Page, PagingRequest } from '@jadegate/contract/paging';

import type { Database } from '../../db/database.ts';
import type { FigureHistory, FigureList } from '../../db/figure-history.ts';
import type { Actor } from '../../kernel/actor.ts';
import { DAY_MS, HOUR_MS, type Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { expectationOf } from './node-drift.policy.ts';
import { averageOf } from './node-figures.ts';
import { presentChange, type NodeHistoryRepository, type SampleSpan } from './node-history.repository.ts';
import { WINDOWS } from './node-poller.ts';
import type { NodeStateRepository } from './node-state.repository.ts';
import type { NodeRepository } from './node.repository.ts';
import { about, type NodeService } from './node.service.ts';

// For others that keep figures of what nodes answer, in the same way.
export { shortened } from './node-figures.ts';
export { type PollAnswer, type PollObserver } from './node-poller.ts';
export { KEPT_MS } from './node-scheduler.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  nodes: NodeRepository;
  states: NodeStateRepository;
  history: NodeHistoryRepository;
  nodeService: NodeService;
}

/** Which samples serve a span, and how far back it goes. */
export const SPANS: Record<NodeSpan, { span: SampleSpan; back: number }> = {
  hour: { span: 0, back: HOUR_MS },
  day: { span: 0, back: DAY_MS },
  fortnight: { span: 300, back: 14 * DAY_MS },
  year: { span: 3600, back: 365 * DAY_MS },
};
/** More than a chart has room for. */
const MOST_POINTS = 2000;

/** How a node did, and what changed on it. */
export class NodeHistoryService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async read(id: string, wanted: NodeSpan): Promise<NodeHistory> {
    await this.#deps.nodeService.find(id);
    const { span, back } = SPANS[wanted];
    const now = this.#deps.clock.now();
    const samples = await this.#deps.history.listSamples(id, span, [now - back, now + 1]);
    const shown = thinned(samples);
    return {
      times: shown.map(({ at }) => new Date(at).toISOString()),
      figures: Object.fromEntries(
        NODE_FIGURES.map((name, index) => [name, shown.map(({ figures }) => figures[index] ?? null)]),
      ) as Record<NodeFigure, (number | null)[]>,
    };
  }

  async listChanges(
    id: string,
    query: PagingRequest<'at'> & { open?: boolean | undefined },
  ): Promise<Page<NodeChange>> {
    await this.#deps.nodeService.find(id);
    const { total, items } = await this.#deps.history.pageChanges(id, query);
    return { total, items: items.map(presentChange) };
  }

  /** With `baseline`, what was found last is what should be there. */
  async confirm(
    actor: Actor,
    id: string,
    { ids, note, baseline }: { ids: readonly string[]; note: string; baseline: boolean },
  ): Promise<void> {
    const { database, audit, clock, nodes, states, history, nodeService } = this.#deps;
    const record = await nodeService.find(id);
    const now = clock.now();
    await database.transact(async (tx) => {
      const confirmed =
        ids.length === 0 ? 0 : await history.confirm(id, ids, { at: now, by: actor.username, note }, tx);
      const facts = (await states.find(id, tx))?.facts;
      const expect = baseline && facts ? expectationOf(JSON.parse(facts) as HostFacts) : undefined;
      if (expect) {
        await nodes.update(id, { expect: JSON.stringify(expect), updated_at: now }, tx);
        await states.update(id, { differs: 0 }, tx);
      }
      const detail = { confirmed, ...(note !== '' && { note }), ...(expect && { expect }) };
      await audit.write(actor, { action: 'node.change-confirmed', object: about(record), detail }, tx);
    });
  }
}

/** Five minutes and hours that are over since the last sample are written down as their averages. */
export async function sumUp(
  history: FigureHistory,
  ids: readonly string[],
  before: number | null,
  now: number,
): Promise<void> {
  for (const { span, ms, from } of before === null || ids.length === 0 ? [] : WINDOWS) {
    const start = Math.floor((before ?? 0) / ms) * ms;
    if (start + ms > now) {
      continue;
    }
    const own = new Map<string, FigureList[]>();
    for (const { ownerId, figures } of await history.list(ids, from, [start, start + ms])) {
      own.set(ownerId, [...(own.get(ownerId) ?? []), figures]);
    }
    await history.write(
      [...own].map(([ownerId, figures]) => ({ ownerId, span, at: start, figures: averageOf(figures) })),
    );
  }
}

/** No more points than a chart has room for. */
export function thinned<Sample>(samples: readonly Sample[]): readonly Sample[] {
  const step = Math.ceil(samples.length / MOST_POINTS);
  return step <= 1 ? samples : samples.filter((_, index) => index % step === 0);
}
