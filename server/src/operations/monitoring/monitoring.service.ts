import os from 'node:os';

import {
  MONITORED,
  type Monitored,
  type MonitoredServer,
  type MonitoredSpan,
  type SystemFigures,
} from '@jadegate/contract/operations/monitoring';

import type { Database } from '../../db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import { asList, averageOf, type FigureList } from './averages.ts';
import { readMachine, readProcessors } from './machine.ts';
import { MonitoringRepository, type MonitoredRow, type Span } from './monitoring.repository.ts';
import { ProcessMeter } from './process-figures.ts';
import { SystemHistory } from './system-figures.ts';

interface Dependencies {
  database: Database;
  dataDir: string;
  clock: Clock;
  logger: Logger;
  liveSessions: () => number;
  /** What it stands on beside the database: how long each takes to answer is kept. */
  parts: Record<'storageDelay' | 'guacdDelay', () => Promise<unknown>>;
  /** What waits for its turn. */
  queues: Record<Extract<Monitored, `waiting${string}`>, () => number | Promise<number>>;
}

const SAMPLE_MS = 5 * SECOND_MS;
/** A part that takes longer does not answer. */
const PATIENCE_MS = 3 * SECOND_MS;
/** A day by minute and a month by hour, and a little more, so that a whole span is always there. */
const KEPT_MS: Record<Span, number> = { 60: DAY_MS + HOUR_MS, 3600: 32 * DAY_MS };
const LENGTH_MS: Record<Span, number> = { 60: MINUTE_MS, 3600: HOUR_MS };
const SPANS: Record<MonitoredSpan, { span: Span; back: number }> = {
  hour: { span: 60, back: HOUR_MS },
  day: { span: 60, back: DAY_MS },
  month: { span: 3600, back: 31 * DAY_MS },
};

/** Looks at this machine and this process every few seconds, and keeps how they did. */
export class MonitoringService {
  readonly #deps: Dependencies;
  readonly #kept: MonitoringRepository;
  readonly #name = os.hostname();
  readonly #process = new ProcessMeter();
  readonly #rounds: PeriodicTask;
  #history: Promise<SystemHistory> | undefined;
  #minute = 0;
  #samples: FigureList[] = [];

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#kept = new MonitoringRepository(dependencies.database.db);
    this.#rounds = new PeriodicTask({
      everyMs: SAMPLE_MS,
      work: () => this.sample(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'figures could not be kept'),
    });
  }

  start(): void {
    this.#process.start();
    // The first look is compared with this moment.
    runInBackground(this.#begun(), 'the history of figures');
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    this.#process.stop();
    await this.#rounds.settled();
  }

  async readNow(): Promise<SystemFigures> {
    return (await this.#begun()).figures;
  }

  async list(wanted: MonitoredSpan): Promise<MonitoredServer[]> {
    const { span, back } = SPANS[wanted];
    const now = this.#deps.clock.now();
    const rows = await this.#kept.list(span, [now - back, now]);
    const names = [...new Set(rows.map(({ server }) => server))];
    return names
      .map((name) => {
        const own = rows.filter(({ server }) => server === name);
        return { name, isThis: name === this.#name, ...asSeries(own, LENGTH_MS[span]) };
      })
      .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || a.name.localeCompare(b.name));
  }

  /** One look. Minutes and hours that are over are written down. */
  async sample(): Promise<void> {
    const { dataDir, clock, liveSessions, database } = this.#deps;
    const history = await this.#begun();
    const at = clock.now();
    const interval = history.add(at, await readMachine(dataDir));
    const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    const isNewMinute = minute !== this.#minute;
    const before = { minute: this.#minute, samples: this.#samples };
    if (isNewMinute) {
      this.#minute = minute;
      this.#samples = [];
    }
    this.#samples.push(
      asList({
        cpu: interval.cpuPercent,
        memory: interval.memoryPercent,
        load: interval.reading.load[0],
        disk: interval.diskPercent,
        received: interval.received,
        sent: interval.sent,
        diskRead: interval.read,
        diskWritten: interval.written,
        ...this.#process.read(),
        sessions: liveSessions(),
        // Once a minute: they are asked for nothing else.
        ...(isNewMinute && {
          databaseDelay: await delayOf(() => database.ping()),
          ...(await this.#readParts()),
        }),
      }),
    );
    if (isNewMinute && before.samples.length > 0) {
      await this.#keep(before.minute, averageOf(before.samples));
    }
  }

  async #readParts(): Promise<Partial<Record<Monitored, number>>> {
    const { parts, queues } = this.#deps;
    const delays = Object.entries(parts).map(([name, ask]) => [name, delayOf(ask)] as const);
    const lengths = Object.entries(queues).map(([name, count]) => [name, (async () => count())()] as const);
    const read = [...delays, ...lengths].map(async ([name, value]) => {
      const known = await withTimeout(value, PATIENCE_MS).catch(() => undefined);
      return known === undefined ? [] : [[name, known] as const];
    });
    return Object.fromEntries((await Promise.all(read)).flat());
  }

  async #keep(at: number, figures: FigureList): Promise<void> {
    await this.#kept.write(60, { server: this.#name, at, figures });
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    const minutes = await this.#kept.list(60, [hour, hour + HOUR_MS - 1], this.#name);
    const ofHour = averageOf(minutes.map((row) => row.figures));
    await this.#kept.write(3600, { server: this.#name, at: hour, figures: ofHour });
    if (at === hour) {
      const now = this.#deps.clock.now();
      await this.#kept.removeOlder(60, now - KEPT_MS[60]);
      await this.#kept.removeOlder(3600, now - KEPT_MS[3600]);
    }
  }

  #begun(): Promise<SystemHistory> {
    const { dataDir, clock } = this.#deps;
    this.#history ??= Promise.all([readProcessors(), readMachine(dataDir)]).then(
      ([processors, reading]) => new SystemHistory(processors, clock.now(), reading),
    );
    return this.#history;
  }
}

/** Rows with nothing in them where nothing was written, so that a chart shows the gap. */
function asSeries(
  rows: readonly MonitoredRow[],
  lengthMs: number,
): Pick<MonitoredServer, 'times' | 'figures'> {
  const [first] = rows;
  const last = rows.at(-1);
  const byTime = new Map(rows.map(({ at, figures }) => [at, figures]));
  const times: number[] = [];
  for (let at = first?.at ?? 0; at <= (last?.at ?? -1); at += lengthMs) {
    times.push(at);
  }
  return {
    times: times.map((at) => new Date(at).toISOString()),
    figures: Object.fromEntries(
      MONITORED.map((name, index) => [name, times.map((at) => byTime.get(at)?.[index] ?? null)]),
    ) as Record<Monitored, (number | null)[]>,
  };
}

async function delayOf(ask: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await ask();
  return performance.now() - begun;
}
