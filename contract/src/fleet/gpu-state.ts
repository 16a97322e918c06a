import * as z from 'zod';

const Text = z.string().nullable();
const Figure = z.number().nullable();
const Count = z.number().int().nonnegative().nullable();

export const GPU_VENDORS = ['nvidia', 'amd', 'ascend', 'intel', 'other'] as const;

/** Why a card runs slower than it could, by the bit with which the driver says so. */
export const THROTTLE_BITS = {
  idle: 0x1,
  'app-clocks': 0x2,
  'sw-power-cap': 0x4,
  'hw-slowdown': 0x8,
  'sync-boost': 0x10,
  'sw-thermal': 0x20,
  'hw-thermal': 0x40,
  'hw-power-brake': 0x80,
  display: 0x100,
} as const;
export const THROTTLES = Object.keys(THROTTLE_BITS) as (keyof typeof THROTTLE_BITS)[];

/** A card at a moment. What the driver does not tell is null. */
export const GpuState = z.object({
  /** May change when the machine starts: never a name for the card. */
  index: Count,
  uuid: z.string(),
  serial: Text,
  /** As sysfs writes it. */
  bdf: Text,
  model: Text,
  memTotal: Count,
  memReserved: Count,
  memUsed: Count,
  memFree: Count,
  utilPct: Figure,
  memUtilPct: Figure,
  tempC: Figure,
  memTempC: Figure,
  powerW: Figure,
  powerLimitW: Figure,
  fanPct: Figure,
  driver: Text,
  vbios: Text,
  computeCap: Text,
  eccMode: Text,
  eccCorrVol: Count,
  eccUncVol: Count,
  eccCorrAgg: Count,
  eccUncAgg: Count,
  rowRemapPending: z.boolean().nullable(),
  rowRemapFailure: z.boolean().nullable(),
  migMode: Text,
  migPending: Text,
  pstate: Text,
  computeMode: Text,
  persistence: z.boolean().nullable(),
  smMhz: Figure,
  memMhz: Figure,
  throttle: z.array(z.enum(THROTTLES)).nullable(),
  pcieGen: Count,
  pcieWidth: Count,
  /** `none` is well; everything else is what the driver wants done. */
  recoveryAction: Text,
});
export type GpuState = z.infer<typeof GpuState>;

/**
 * A part of a card that is cut into slices. Its memory belongs to the GPU instance: slices that share one report the same,
 * so that `memoryOfSlices` counts each instance once.
 */
export const GpuSlice = z.object({
  /** Known only where the driver lists it. */
  uuid: Text,
  index: z.number().int().nonnegative(),
  gpuInstance: Count,
  computeInstance: Count,
  /** 1g.18gb, 2c.3g.71gb … as the driver calls it. */
  profile: Text,
  memTotal: Count,
  memUsed: Count,
  multiprocessors: Count,
  eccUncVol: Count,
});
export type GpuSlice = z.infer<typeof GpuSlice>;

/** What the slices of a card have of its memory. Null as soon as one instance does not tell. */
export function memoryOfSlices(slices: readonly GpuSlice[]): Pick<GpuSlice, 'memTotal' | 'memUsed'> {
  const instances = new Map(slices.map((slice) => [slice.gpuInstance ?? `slice ${slice.index}`, slice]));
  const sum = (of: 'memTotal' | 'memUsed') =>
    [...instances.values()].reduce<number | null>((total, slice) => {
      const value = slice[of];
      return total === null || value === null ? null : total + value;
    }, 0);
  return instances.size === 0
    ? { memTotal: null, memUsed: null }
    : { memTotal: sum('memTotal'), memUsed: sum('memUsed') };
}

const GPU_PROCESS_TYPES = ['compute', 'graphics', 'both'] as const;

/** A program that has memory of a card. */
export const GpuProcess = z.object({
  gpuUuid: z.string(),
  pid: z.number().int().positive(),
  memBytes: Count,
  /** As the driver gives it: the program without what it was called with. */
  name: Text,
  uid: Count,
  user: Text,
  /** Ticks after the start of the system: with the pid it names a process for good. */
  startTicks: Count,
  /** The session of the system's audit, which a login began. */
  auditSession: Count,
  loginUid: Count,
  /** The process that leads its session in the kernel's sense: the shell of a terminal, mostly. */
  leader: Count,
  /** `pid:beginning` of the processes above it, nearest first. */
  ancestors: z.array(z.string()),
  container: Text,
  /** What it does there, and in which slice; null where the driver was not asked or does not tell. */
  type: z.enum(GPU_PROCESS_TYPES).nullable(),
  gpuInstance: Count,
  computeInstance: Count,
});
export type GpuProcess = z.infer<typeof GpuProcess>;

/** A card with all that is known of it at a moment. */
export const GpuCard = GpuState.extend({
  /** The newest CUDA that its driver serves. */
  cuda: Text,
  slices: z.array(GpuSlice),
  processes: z.array(GpuProcess),
});
export type GpuCard = z.infer<typeof GpuCard>;
