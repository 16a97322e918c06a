import * as z from 'zod';

import { endpoint } from '../endpoint.ts';

const Figure = z.number();
/** `time` is HH:mm:ss in the zone of the settings. */
const Point = z.object({ time: z.string(), value: Figure });
/** Bytes in a second. */
const Flow = z.object({ time: z.string(), read: Figure, write: Figure });
const Room = z.object({ total: Figure, available: Figure, used: Figure, usedPercent: Figure });

/** The machine as clients of the product family draw it. Nothing is ever null: they would break. */
export const SystemFigures = z.object({
  /** `percent`: of one minute, by processor; 1 is all of them busy. */
  loadStat: z.object({ load1: Figure, load5: Figure, load15: Figure, percent: Figure }),
  mem: Room,
  cpu: z.object({
    count: Figure,
    phyCount: Figure,
    usedPercent: Figure,
    info: z.array(z.object({ modelName: z.string(), cacheSize: Figure, mhz: Figure })).min(1),
  }),
  disk: Room,
  memStat: z.array(Point),
  cpuStat: z.array(Point),
  diskIO: z.array(Flow),
  /** `read`: received, `write`: sent. */
  netIO: z.array(Flow),
});
export type SystemFigures = z.infer<typeof SystemFigures>;

/**
 * What is kept of a server. Percent, bytes in a second, milliseconds, bytes or a number, as the name says. New ones come at
 * the end: what is stored has no names. Nothing is known of a part that did not answer.
 */
export const MONITORED = [
  'cpu',
  'memory',
  'load',
  'disk',
  'received',
  'sent',
  'diskRead',
  'diskWritten',
  'loopDelay',
  'processCpu',
  'processMemory',
  'sessions',
  'databaseDelay',
  'storageDelay',
  'guacdDelay',
  'waitingIndex',
  'waitingRecordings',
  'waitingMails',
] as const;
export type Monitored = (typeof MONITORED)[number];

/** A minute for the last hour and day, an hour for the last month. */
export const MONITORED_SPANS = ['hour', 'day', 'month'] as const;
export type MonitoredSpan = (typeof MONITORED_SPANS)[number];

const Series = z.array(z.number().nullable());

/** A server over a span of time. For each figure there is one value for each of the times, null where none was taken. */
export const MonitoredServer = z.object({
  /** The name of its machine. */
  name: z.string(),
  /** Whether it is the one that answers. */
  isThis: z.boolean(),
  /** ISO 8601, oldest first: the beginnings of minutes, or of hours for a month. */
  times: z.array(z.string()),
  figures: z.object(
    Object.fromEntries(MONITORED.map((name) => [name, Series])) as Record<Monitored, typeof Series>,
  ),
});
export type MonitoredServer = z.infer<typeof MonitoredServer>;

export const getSystemFigures = endpoint({
  method: 'GET',
  path: '/overview/ps',
  access: ['monitoring'],
  summary: 'The machine of this server now, and how it was during the last minutes.',
  response: SystemFigures,
});

export const listMonitoredServers = endpoint({
  method: 'GET',
  path: '/overview/monitoring',
  access: ['monitoring'],
  summary: 'How the servers did over an hour, a day or a month.',
  query: z.object({ span: z.enum(MONITORED_SPANS).default('hour') }),
  response: z.array(MonitoredServer),
});
