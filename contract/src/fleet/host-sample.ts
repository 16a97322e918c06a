import * as z from 'zod';

/** What could not be read, or has nothing before it to be compared with, is null. */
const Figure = z.number().nullable();
const Count = z.number().int().nonnegative().nullable();

export const HostFileSystem = z.object({
  mount: z.string(),
  device: z.string(),
  totalBytes: z.number().int().nonnegative(),
  usedBytes: z.number().int().nonnegative(),
  availBytes: z.number().int(),
  pct: z.number().int().nonnegative().nullable(),
});
export type HostFileSystem = z.infer<typeof HostFileSystem>;

export const HostTemperature = z.object({ label: z.string(), celsius: z.number() });
export type HostTemperature = z.infer<typeof HostTemperature>;

/** How a host does at a moment. Rates are those since the sample before, within one run of the system. */
export const HostSample = z.object({
  cpuPct: Figure,
  iowaitPct: Figure,
  stealPct: Figure,
  cpus: Count,
  load1: Figure,
  load5: Figure,
  load15: Figure,
  procsRunning: Count,
  procsBlocked: Count,
  memTotal: Count,
  memAvail: Count,
  memUsed: Count,
  swapTotal: Count,
  swapUsed: Count,
  psiCpu: Figure,
  psiMem: Figure,
  psiIo: Figure,
  netRxBps: Figure,
  netTxBps: Figure,
  diskReadBps: Figure,
  diskWriteBps: Figure,
  diskBusyPct: Figure,
  fsMaxPct: Count,
  fileSystems: z.array(HostFileSystem),
  tempMaxC: Figure,
  temperatures: z.array(HostTemperature),
  fanMinRpm: Count,
  users: Count,
});
export type HostSample = z.infer<typeof HostSample>;

/** What a list shows of it. */
export const HostGlance = HostSample.pick({
  cpuPct: true,
  load1: true,
  memTotal: true,
  memUsed: true,
  netRxBps: true,
  netTxBps: true,
  fsMaxPct: true,
  tempMaxC: true,
});
export type HostGlance = z.infer<typeof HostGlance>;
