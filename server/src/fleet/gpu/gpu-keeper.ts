import { GPU_FIGURES, type GpuAttach } from '@jadegate/contract/fleet/gpu';
import type { GpuCard } from '@jadegate/contract/fleet/gpu-state';
import type { PciGpu } from '@jadegate/contract/fleet/host-facts';

import type { Database } from '../../db/database.ts';
import type { FigureHistory } from '../../db/figure-history.ts';
import type { RowOf } from '../../db/schema.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import { shortened, sumUp, type PollAnswer, type PollObserver } from '../node/node-history.service.ts';
import { columnsOf, columnsOfBus, columnsOfMissing, keyOnBus, NEW_CARD, vendorOf } from './gpu-columns.ts';
import type { GpuOwners } from './gpu-owners.ts';
import type { GpuProcessRepository } from './gpu-process.repository.ts';
import type { GpuRepository } from './gpu.repository.ts';

type Card = RowOf<'gpu'>;
type Change = Partial<Card>;

interface Dependencies {
  database: Database;
  logger: Logger;
  gpus: GpuRepository;
  gpuProcesses: GpuProcessRepository;
  gpuHistory: FigureHistory;
  gpuOwners: GpuOwners;
  settings: Pick<SettingService, 'get'>;
}

/** More than any host ever had. One that makes up cards fills no more; what people say of a card stays without it. */
const MOST_MISSING = 128;

/** One card, what becomes of its row, and what its driver tells of it now. */
interface Found {
  row: Card | undefined;
  id: string;
  change: Change;
  card: GpuCard | undefined;
}

/** Makes of what a host says of its cards what is kept of each: figures, use, health, processes and whose they are. */
export class GpuKeeper implements PollObserver {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** A host is not down because something is wrong with what is made of its cards. */
  async onAnswer(answer: PollAnswer): Promise<void> {
    try {
      await this.#keep(answer);
    } catch (error) {
      this.#deps.logger.warn({ err: error, nodeId: answer.node.id }, 'the cards of a node could not be kept');
    }
  }

  async #keep(answer: PollAnswer): Promise<void> {
    const { database, gpus, gpuProcesses, gpuHistory, gpuOwners } = this.#deps;
    const { node, metrics, at } = answer;
    const known = await gpus.listOfNode(node.id);
    const bus = (answer.found?.pciGpus ?? []).filter((one) => vendorOf(one) !== undefined);
    if (known.length === 0 && bus.length === 0 && metrics.gpus.length === 0) {
      return;
    }
    const idleMs = (await this.#deps.settings.get('gpu-idle-minutes')) * MINUTE_MS;
    const found = [...this.#listed(answer, known, idleMs), ...this.#onBus(answer, known, bus)];
    const missing = this.#missing(answer, known, found);
    const listed = found.filter(({ card }) => card !== undefined);
    const rows = await this.#processRows(answer, listed, gpuOwners);
    await database.transact(async (tx) => {
      for (const { row, id, change } of found) {
        if (row) {
          const news = different(row, change);
          if (Object.keys(news).length > 0) {
            await gpus.update(id, news, tx);
          }
        } else {
          await gpus.insert({ ...NEW_CARD, id, node_id: node.id, created_at: at, ...change } as Card, tx);
        }
      }
      for (const { row, change } of missing.kept) {
        const news = different(row, change);
        if (Object.keys(news).length > 0) {
          await gpus.update(row.id, news, tx);
        }
      }
      if (missing.dropped.length > 0) {
        await gpus.remove(missing.dropped, tx);
      }
      const gone = missing.kept
        .filter(({ change }) => typeof change.gone_at === 'number')
        .map(({ row }) => row.id);
      await gpuProcesses.replace([...listed.map(({ id }) => id), ...gone], rows, tx);
      await gpuHistory.write(
        listed.map(({ id, card }) => ({ ownerId: id, span: 0, at, figures: figuresOf(card) })),
        tx,
      );
    });
    await sumUp(
      gpuHistory,
      listed.map(({ id }) => id),
      answer.before,
      at,
    );
  }

  #listed({ node, metrics, facts, at }: PollAnswer, known: readonly Card[], idleMs: number): Found[] {
    return metrics.gpus.map((card) => {
      const row = known.find(({ card_key }) => card_key === card.uuid);
      const change = columnsOf(card, row, {
        at,
        pollMs: metrics.pollMs,
        faults: metrics.gpuFaults,
        cuda: facts?.cuda ?? undefined,
        hostName: node.name,
        idleMs,
      });
      return { row, id: row?.id ?? newId(at), change, card };
    });
  }

  /** Cards that no driver tells of: without one, given to a virtual machine, or of a vendor whose tools nobody reads yet. */
  #onBus({ node, metrics, at }: PollAnswer, known: readonly Card[], bus: readonly PciGpu[]): Found[] {
    const told = new Set(metrics.gpus.map(({ bdf }) => bdf));
    return bus
      .filter(({ bdf }) => !told.has(bdf) && !known.some((row) => row.bdf === bdf && row.uuid !== ''))
      .map((one) => {
        const key = keyOnBus(node.id, one.bdf);
        const row = known.find(({ card_key }) => card_key === key);
        const change = columnsOfBus(one, key, { at, end: metrics.gpuEnd });
        return { row, id: row?.id ?? newId(at), change, card: undefined };
      });
  }

  /** Cards that were known and are not among those found now. */
  #missing({ metrics, found: facts, at, node }: PollAnswer, known: readonly Card[], found: readonly Found[]) {
    const ids = new Set(found.map(({ id }) => id));
    const onBus = new Map((facts?.pciGpus ?? []).map((one) => [one.bdf, one]));
    const left = known.filter(({ id }) => !ids.has(id));
    // A card that was known by its place alone, and now has a name.
    const isNamed = (row: Card) =>
      row.uuid === '' && found.some(({ change, card }) => card && change.bdf === row.bdf);
    const attachOf = ({ bdf }: Card): GpuAttach | undefined =>
      onBus.get(bdf)?.driver === 'vfio-pci' ? 'vm' : undefined;
    const unnamed = left
      .filter((row) => !isNamed(row))
      .toSorted((one, other) => (other.seen_at ?? 0) - (one.seen_at ?? 0));
    return {
      dropped: [...left.filter(isNamed), ...unnamed.slice(MOST_MISSING)].map(({ id }) => id),
      kept: unnamed.slice(0, MOST_MISSING).map((row) => ({
        row,
        change: columnsOfMissing(row, {
          at,
          end: metrics.gpuEnd,
          attach: attachOf(row),
          isOld: row.seen_at === null || at - row.seen_at > 3000 * node.interval_seconds,
        }),
      })),
    };
  }

  async #processRows(
    answer: PollAnswer,
    listed: readonly Found[],
    owners: GpuOwners,
  ): Promise<RowOf<'gpu_process'>[]> {
    const all = listed.flatMap(({ id, card }) =>
      (card?.processes ?? []).map((process, place) => ({ gpuId: id, place, process })),
    );
    const owned = await owners.find(
      answer,
      all.map(({ process }) => process),
    );
    return all.map(({ gpuId, place, process }, index) => {
      const { userId = null, sessionId = null, attribution = 'none', startedAt = null } = owned[index] ?? {};
      return {
        gpu_id: gpuId,
        pid: process.pid,
        place,
        start_ticks: process.startTicks,
        started_at: startedAt,
        type: process.type,
        name: process.name,
        mem_bytes: process.memBytes,
        uid: process.uid,
        account: process.user,
        container: process.container,
        gpu_instance: process.gpuInstance,
        compute_instance: process.computeInstance,
        user_id: userId,
        session_id: sessionId,
        attribution,
      };
    });
  }
}

function figuresOf(card: GpuCard | undefined): (number | null)[] {
  const all = { ...card, processes: new Set(card?.processes.map(({ pid }) => pid)).size };
  return GPU_FIGURES.map((name) => shortened(all[name] ?? null));
}

/** Only what changed is written: the index of names is made anew for each row that names them. */
function different(row: Card, change: Change): Change {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => row[name as keyof Card] !== value),
  );
}
