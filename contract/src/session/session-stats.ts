import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';

const Bytes = z.number().int().min(0);
const Percent = z.number().min(0).max(100);

export const CPU_PARTS = [
  'user',
  'nice',
  'system',
  'idle',
  'ioWait',
  'irq',
  'softIrq',
  'steal',
  'guest',
] as const;
export type CpuPart = (typeof CPU_PARTS)[number];

/** Percents of the time since the reading before; all zero at the first one. */
const Cpu = z.object(
  Object.fromEntries(CPU_PARTS.map((part) => [part, Percent])) as Record<CpuPart, typeof Percent>,
);

/** What a host tells about itself. What it does not tell is empty or zero, never absent. */
export const SessionStats = z.object({
  /** Milliseconds. */
  uptime: z.number().int().min(0),
  hostname: z.string(),
  /** Texts, as the product family sends them; the third is the load over fifteen minutes. */
  load1: z.string(),
  load5: z.string(),
  load10: z.string(),
  runningProcess: z.string(),
  totalProcess: z.string(),
  memTotal: Bytes,
  memAvailable: Bytes,
  memFree: Bytes,
  memBuffers: Bytes,
  memCached: Bytes,
  swapTotal: Bytes,
  swapFree: Bytes,
  fileSystems: z.array(z.object({ mountPoint: z.string(), used: Bytes, free: Bytes })),
  network: z.record(z.string(), z.object({ ipv4: z.string(), ipv6: z.string(), rx: Bytes, tx: Bytes })),
  cpu: Cpu,
});
export type SessionStats = z.infer<typeof SessionStats>;

export const getSessionStats = endpoint({
  method: 'GET',
  path: '/sessions/:id/stats',
  access: 'signed-in',
  summary: 'Load, memory, disks and network of the host behind one’s own live SSH session.',
  held: true,
  params: z.object({ id: Id }),
  response: SessionStats,
});
