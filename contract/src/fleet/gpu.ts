import * as z from 'zod';

import { translate, type Language } from '../language.ts';
import { LIMITS } from '../limits.ts';
import { pagingQuery, SearchText } from '../paging.ts';
import { echoed, Id, TextFlag } from '../scalars.ts';
import { GPU_HEALTH_WORDS, type GpuHealthReason } from '../words/gpu-health.ts';
import { GPU_VENDORS, GpuCard, GpuProcess } from './gpu-state.ts';
import { chosen, NODE_SPANS, NodeLabels, type NodeSpan } from './node.ts';

/** Where a card is: with the host, given to a virtual machine, without a driver, or no longer found. */
const GPU_ATTACHES = ['host', 'vm', 'nodriver', 'lost'] as const;
export type GpuAttach = (typeof GPU_ATTACHES)[number];

/**
 * `busy`: it computed within the last half hour. `held`: it did not, and somebody has memory of it. `free`: nobody has.
 * `unknown`: its last figures are old, or tell nothing.
 */
export const GPU_USAGES = ['free', 'held', 'busy', 'unknown'] as const;
export type GpuUsage = (typeof GPU_USAGES)[number];

/** From the best to the worst. */
export const GPU_HEALTH_LEVELS = ['ok', 'unknown', 'warn', 'critical'] as const;
export type GpuHealthLevel = (typeof GPU_HEALTH_LEVELS)[number];

const GPU_HEALTH_REASONS = Object.keys(GPU_HEALTH_WORDS) as [GpuHealthReason, ...GpuHealthReason[]];

/** Why a card is not well, before it is said in anybody's language. */
export interface GpuReason {
  kind: GpuHealthReason;
  /** What the sentence is about: a temperature, an Xid, what the driver wants done. */
  value?: string | number | undefined;
}

/** As people read it. */
const GpuComplaint = z.object({
  kind: z.enum(GPU_HEALTH_REASONS),
  level: z.enum(GPU_HEALTH_LEVELS),
  message: z.string(),
  remedy: z.string(),
});
type GpuComplaint = z.infer<typeof GpuComplaint>;

export function sayGpuReason({ kind, value }: GpuReason, language: Language): GpuComplaint {
  const { level, message, remedy } = GPU_HEALTH_WORDS[kind];
  const params = { value: String(value ?? '') };
  return {
    kind,
    level,
    message: translate(message, language, params),
    remedy: translate(remedy, language, params),
  };
}

/** How it is known who started a process: by their recorded session, by the account alone, or not at all. */
const GPU_ATTRIBUTIONS = ['session', 'account', 'none'] as const;
export type GpuAttribution = (typeof GPU_ATTRIBUTIONS)[number];

const Moment = z.iso.datetime().nullable();

/** Somebody who has processes on a card. */
export const GpuPerson = z.object({ id: z.string(), username: z.string(), nickname: z.string() });
export type GpuPerson = z.infer<typeof GpuPerson>;

export const GpuProcessRow = GpuProcess.omit({
  gpuUuid: true,
  loginUid: true,
  auditSession: true,
  leader: true,
  ancestors: true,
}).extend({
  person: GpuPerson.nullable(),
  /** The recorded session in which it was started. */
  sessionId: z.string().nullable(),
  /** Whether that session is still open. */
  isSessionLive: z.boolean(),
  attribution: z.enum(GPU_ATTRIBUTIONS),
  startedAt: Moment,
});
export type GpuProcessRow = z.infer<typeof GpuProcessRow>;

/** A fault that the driver wrote into the kernel's log. */
export const GpuEvent = z.object({
  at: z.iso.datetime(),
  xid: z.number().int(),
  level: z.enum(['critical', 'warn', 'info']),
  /** What it means, in words. */
  meaning: z.string(),
  /** In the driver's own words. */
  detail: z.string(),
});
export type GpuEvent = z.infer<typeof GpuEvent>;

/** What people say of a card. Everything else is found. */
const Told = {
  note: z.string().trim().max(LIMITS.gpuNote.max).default(''),
  labels: NodeLabels.default({}),
};
export const GpuInput = z.strictObject({ ...Told, ...echoed('id', 'created', 'updated') });
export type GpuInput = z.infer<typeof GpuInput>;

export const GpuRow = z.object({
  ...Told,
  id: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  vendor: z.enum(GPU_VENDORS),
  /** Empty for one that no driver has. */
  uuid: z.string(),
  bdf: z.string(),
  index: z.number().int().nullable(),
  model: z.string(),
  attach: z.enum(GPU_ATTACHES),
  usage: z.enum(GPU_USAGES),
  health: z.enum(GPU_HEALTH_LEVELS),
  reasons: z.array(GpuComplaint),
  utilPct: z.number().nullable(),
  memUsed: z.number().nullable(),
  memTotal: z.number().nullable(),
  tempC: z.number().nullable(),
  powerW: z.number().nullable(),
  powerLimitW: z.number().nullable(),
  driver: z.string().nullable(),
  cuda: z.string().nullable(),
  /** How many slices it is cut into; null when it is not. */
  slices: z.number().int().nullable(),
  processes: z.number().int(),
  people: z.array(GpuPerson),
  /** Accounts of processes whose person nobody knows. */
  accounts: z.array(z.string()),
  idleSince: Moment,
  created: z.iso.datetime(),
  /** When its figures were last read, and since when it is not found any more. */
  seenAt: Moment,
  goneAt: Moment,
});
export type GpuRow = z.infer<typeof GpuRow>;

export const Gpu = GpuRow.extend({
  /** The SSH asset its host is reached by; null when it has none. */
  assetId: z.string().nullable(),
  /** Everything its driver last told; null when none does. */
  state: GpuCard.omit({ processes: true }).nullable(),
  processList: z.array(GpuProcessRow),
  events: z.array(GpuEvent),
  /** Whether the kernel's log could be read: without it nobody knows of faults. */
  knowsEvents: z.boolean(),
});
export type Gpu = z.infer<typeof Gpu>;

const GPU_SORT_FIELDS = [
  'node',
  'model',
  'util',
  'memory',
  'temperature',
  'power',
  'health',
  'idle',
  'seen',
] as const;

export const GPU_FILTERS = {
  /** In its model, UUID, serial number, address, host, or the names of those who use it. */
  keyword: SearchText,
  nodeId: Id.optional(),
  model: SearchText,
  usage: chosen(GPU_USAGES),
  health: chosen(GPU_HEALTH_LEVELS),
  /** Whose processes run on it. */
  userId: Id.optional(),
  /** Cut into slices, or not. */
  mig: TextFlag,
  /** No longer found. */
  gone: TextFlag,
  /** `key=value`, or a key alone. */
  label: SearchText,
};
export const GpuQuery = pagingQuery(GPU_SORT_FIELDS, GPU_FILTERS);
export type GpuQuery = z.infer<typeof GpuQuery>;
export type GpuFilters = Omit<GpuQuery, 'pageIndex' | 'pageSize' | 'field' | 'order'>;

export const GpuSummary = z.object({
  total: z.number().int(),
  byUsage: z.record(z.enum(GPU_USAGES), z.number().int()),
  byHealth: z.record(z.enum(GPU_HEALTH_LEVELS), z.number().int()),
  byModel: z.array(
    z.object({ model: z.string(), total: z.number().int(), free: z.number().int(), busy: z.number().int() }),
  ),
  utilAverage: z.number().nullable(),
  memUsed: z.number(),
  memTotal: z.number(),
  powerW: z.number(),
  /** Held and not computing, longest first. */
  idle: z.array(
    z.object({
      id: z.string(),
      nodeName: z.string(),
      index: z.number().int().nullable(),
      model: z.string(),
      memUsed: z.number().nullable(),
      idleSince: Moment,
      people: z.array(GpuPerson),
      accounts: z.array(z.string()),
    }),
  ),
});
export type GpuSummary = z.infer<typeof GpuSummary>;

/** A cell of the map: id, number in its host, use, health, utilisation and share of memory. Short, since there are thousands. */
export const GpuCell = z.tuple([
  z.string(),
  z.number().int().nullable(),
  z.enum(GPU_USAGES),
  z.enum(GPU_HEALTH_LEVELS),
  z.number().nullable(),
  z.number().nullable(),
]);
export type GpuCell = z.infer<typeof GpuCell>;
export const GpuMap = z.object({
  nodes: z.array(z.object({ id: z.string(), name: z.string(), gpus: z.array(GpuCell) })),
});
export type GpuMap = z.infer<typeof GpuMap>;

/** What is kept of a card over time, in the units of its state. */
export const GPU_FIGURES = [
  'utilPct',
  'memUtilPct',
  'memUsed',
  'powerW',
  'tempC',
  'memTempC',
  'smMhz',
  'processes',
] as const;
export type GpuFigure = (typeof GPU_FIGURES)[number];
export { NODE_SPANS as GPU_SPANS, type NodeSpan as GpuSpan };

const Series = z.array(z.number().nullable());
export const GpuHistory = z.object({
  times: z.array(z.iso.datetime()),
  figures: z.object(
    Object.fromEntries(GPU_FIGURES.map((name) => [name, Series])) as Record<GpuFigure, typeof Series>,
  ),
});
export type GpuHistory = z.infer<typeof GpuHistory>;

export const GPU_SIGNALS = ['TERM', 'KILL'] as const;
export type GpuSignal = (typeof GPU_SIGNALS)[number];

/** Ending somebody's work takes a reason, and the process that is meant: number and beginning. */
export const GpuSignalInput = z.strictObject({
  signal: z.enum(GPU_SIGNALS).default('TERM'),
  startTicks: z.number().int().nonnegative(),
  /** The number of the process, typed once more. */
  confirm: z.string().max(20),
  reason: z.string().trim().min(LIMITS.gpuSignalReason.min).max(LIMITS.reason.max),
});
export type GpuSignalInput = z.infer<typeof GpuSignalInput>;

/** What became of a process: it ended, or it is still there when the time was up. */
export const GPU_SIGNAL_OUTCOMES = ['ended', 'still-there'] as const;
export type GpuSignalOutcome = (typeof GPU_SIGNAL_OUTCOMES)[number];

export const GpuRemindInput = z.strictObject({
  gpuIds: z.array(Id).min(1).max(LIMITS.gpuReminded.max),
  text: z.string().trim().max(LIMITS.sessionMessage.max).default(''),
});
export type GpuRemindInput = z.infer<typeof GpuRemindInput>;

/** By mail, in their open terminal, in both ways, or not at all. */
const GPU_REMIND_WAYS = ['mail', 'session', 'both', 'none'] as const;
export const GpuReminder = z.object({ person: GpuPerson, way: z.enum(GPU_REMIND_WAYS) });
export type GpuReminder = z.infer<typeof GpuReminder>;
