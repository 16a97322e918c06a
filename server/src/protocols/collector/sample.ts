import type { HostSample } from '@jadegate/contract/fleet/host-sample';

import { countersOf, ratesOf, type Counters } from './counters.ts';
import { fileSystemsOf } from './file-systems.ts';
import { linesOf, sectionOf, type Sections } from './sections.ts';
import { sensorsOf } from './sensors.ts';
import { amount, times, whole } from './text.ts';

const KIB = 1024;

/** A sample, and what the next one is compared with. */
interface ReadSample {
  sample: HostSample;
  counters: Counters;
}

/** Reads what the script `metrics` printed. Nothing here throws; what is not there is null. */
export function parseSample(
  sections: Sections,
  physicalInterfaces: ReadonlySet<string>,
  before?: Counters,
): ReadSample {
  const counters = countersOf(sections, physicalInterfaces);
  const [load1, load5, load15] = sectionOf(sections, 'loadavg').body.trim().split(/\s+/);
  const stat = (name: string) =>
    whole(
      linesOf(sections, 'stat')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  const cpus = linesOf(sections, 'stat').filter((line) => /^cpu\d+ /.test(line)).length;
  const fileSystems = fileSystemsOf(linesOf(sections, 'df'));
  const shares = fileSystems.flatMap(({ pct }) => pct ?? []);
  const who = sectionOf(sections, 'who');
  return {
    counters,
    sample: {
      ...ratesOf(before, counters),
      cpus: cpus > 0 ? cpus : null,
      load1: amount(load1),
      load5: amount(load5),
      load15: amount(load15),
      procsRunning: stat('procs_running'),
      procsBlocked: stat('procs_blocked'),
      ...memoryOf(linesOf(sections, 'meminfo')),
      ...pressureOf(linesOf(sections, 'psi')),
      fsMaxPct: shares.length > 0 ? Math.max(...shares) : null,
      fileSystems,
      ...sensorsOf(linesOf(sections, 'temp')),
      // one person may have many windows open
      users: who.rc === 0 ? new Set(linesOf(sections, 'who').map((line) => line.split(/\s+/)[0])).size : null,
    },
  };
}

function memoryOf(
  lines: readonly string[],
): Pick<HostSample, 'memTotal' | 'memAvail' | 'memUsed' | 'swapTotal' | 'swapUsed'> {
  const found = new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^(\w+):\s+(\d+) kB$/.exec(line.trim()) ?? [];
      return name !== undefined ? [[name, times(whole(value), KIB)] as const] : [];
    }),
  );
  const at = (name: string) => found.get(name) ?? null;
  const sum = (...names: string[]) => names.reduce((total, name) => total + (at(name) ?? 0), 0);
  const memTotal = at('MemTotal');
  // Kernels before 3.14 leave the sum to others.
  const estimate = at('MemFree') === null ? null : sum('MemFree', 'Buffers', 'Cached', 'SReclaimable');
  const memAvail = at('MemAvailable') ?? (estimate === null ? null : Math.max(0, estimate - sum('Shmem')));
  const swapTotal = at('SwapTotal');
  const swapFree = at('SwapFree');
  return {
    memTotal,
    memAvail,
    memUsed: memTotal === null || memAvail === null ? null : Math.max(0, memTotal - memAvail),
    swapTotal,
    swapUsed: swapTotal === null || swapFree === null ? null : Math.max(0, swapTotal - swapFree),
  };
}

function pressureOf(lines: readonly string[]): Pick<HostSample, 'psiCpu' | 'psiMem' | 'psiIo'> {
  const of = (what: string) => {
    const line = lines.find((one) => one.startsWith(`/proc/pressure/${what}:some `));
    return amount(/ avg10=([\d.]+)/.exec(line ?? '')?.[1]);
  };
  return { psiCpu: of('cpu'), psiMem: of('memory'), psiIo: of('io') };
}
