import type { SystemFigures } from '@jadegate/contract/operations/monitoring';

import { SECOND_MS } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { MachineReading, Processors } from './machine.ts';

/** What happened between two readings. */
interface Interval {
  at: number;
  reading: MachineReading;
  cpuPercent: number;
  memoryPercent: number;
  diskPercent: number;
  /** Bytes in a second. */
  received: number;
  sent: number;
  read: number;
  written: number;
}

const KEPT = 30;
const CLOCK_AT = 'YYYY-MM-DD '.length;

/** The last minutes of this machine, and its present, in the form of the product family. */
export class SystemHistory {
  readonly #processors: Processors;
  readonly #intervals: Interval[] = [];
  #last: { at: number; reading: MachineReading };
  #answer: SystemFigures | undefined;

  constructor(processors: Processors, at: number, reading: MachineReading) {
    this.#processors = processors;
    this.#last = { at, reading };
  }

  add(at: number, reading: MachineReading): Interval {
    const interval = between(this.#last, { at, reading });
    this.#last = { at, reading };
    this.#intervals.push(interval);
    if (this.#intervals.length > KEPT) {
      this.#intervals.shift();
    }
    this.#answer = undefined;
    return interval;
  }

  /** Made once for each reading: the family's page asks two hundred times a second. */
  get figures(): SystemFigures {
    this.#answer ??= this.#draw();
    return this.#answer;
  }

  #draw(): SystemFigures {
    const { reading } = this.#last;
    const { load, memory, disk } = reading;
    const { logical, physical, modelName, cacheKb, mhz } = this.#processors;
    const timed = <Values>(values: (one: Interval) => Values) =>
      this.#intervals.map((one) => ({ time: familyTime(one.at).slice(CLOCK_AT), ...values(one) }));
    const used = memory.total - memory.available;
    return {
      loadStat: { load1: load[0], load5: load[1], load15: load[2], percent: round(load[0] / logical) },
      mem: { ...memory, used, usedPercent: percent(used, memory.total) },
      cpu: {
        count: logical,
        phyCount: physical,
        usedPercent: this.#intervals.at(-1)?.cpuPercent ?? 0,
        info: [{ modelName, cacheSize: cacheKb, mhz }],
      },
      disk: { ...disk, usedPercent: percent(disk.used, disk.used + disk.available) },
      memStat: timed(({ memoryPercent }) => ({ value: memoryPercent })),
      cpuStat: timed(({ cpuPercent }) => ({ value: cpuPercent })),
      diskIO: timed(({ read, written }) => ({ read, write: written })),
      netIO: timed(({ received, sent }) => ({ read: received, write: sent })),
    };
  }
}

function between(
  before: { at: number; reading: MachineReading },
  { at, reading }: { at: number; reading: MachineReading },
): Interval {
  const seconds = Math.max(1, at - before.at) / SECOND_MS;
  // Counters begin anew when an interface or a disk goes away.
  const rate = (from: number, to: number) => Math.max(0, Math.round((to - from) / seconds));
  const { cpu, memory, disk, net, io } = reading;
  const was = before.reading;
  return {
    at,
    reading,
    cpuPercent: percent(cpu.busyMs - was.cpu.busyMs, cpu.totalMs - was.cpu.totalMs),
    memoryPercent: percent(memory.total - memory.available, memory.total),
    diskPercent: percent(disk.used, disk.used + disk.available),
    received: rate(was.net.received, net.received),
    sent: rate(was.net.sent, net.sent),
    read: rate(was.io.read, io.read),
    written: rate(was.io.written, io.written),
  };
}

function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : round(Math.min(100, Math.max(0, (100 * part) / whole)));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
