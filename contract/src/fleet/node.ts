import * as z from 'zod';

import { LIMITS } from '../limits.ts';
import { NODE_STATUSES } from '../node-status.ts';
import { pagingQuery, SearchText } from '../paging.ts';
import { echoed, Id, Name, TextFlag } from '../scalars.ts';
import { GpuState } from './gpu-state.ts';
import { HostFacts } from './host-facts.ts';
import { HostGlance, HostSample } from './host-sample.ts';
import { NODE_PROBLEM_KINDS, NodeProblem } from './node-problem.ts';

/**
 * What each driver of libvirt has on a machine: the daemon of the system or of the account. Never another machine, which
 * would be reached past every rule here, and nothing that names a file, a socket or a command: `test:///etc/passwd` reads
 * that file, and `embed` runs machines out of any folder.
 */
const LIBVIRT_PLACES = {
  qemu: ['system', 'session'],
  xen: ['', 'system'],
  lxc: ['', 'system'],
  bhyve: ['system'],
  test: ['default'],
} as const;
const LIBVIRT_URIS = Object.entries(LIBVIRT_PLACES).flatMap(([driver, places]) =>
  places.flatMap((place) => [`${driver}:///${place}`, `${driver}+unix:///${place}`]),
);

/** The address of a local libvirt, made of what is allowed and of nothing that was entered; undefined for any other. */
export function localLibvirt(text: string): string | undefined {
  return LIBVIRT_URIS.find((uri) => uri === text);
}

/** Only those that are in use or in maintenance are asked; one in maintenance raises no alarm. */
export const NODE_LIFECYCLES = ['planned', 'active', 'maintenance', 'retired'] as const;
export type NodeLifecycle = (typeof NODE_LIFECYCLES)[number];

const Place = z.string().trim().max(100).default('');
const Day = z.union([z.literal(''), z.iso.date()]).default('');
const LabelKey = z.string().regex(/^[a-z0-9]([a-z0-9._/-]{0,61}[a-z0-9])?$/);
export const NodeLabels = z
  .record(
    LabelKey,
    z
      .string()
      .trim()
      .max(100)
      .regex(/^\P{Cc}*$/u),
  )
  .refine((labels) => Object.keys(labels).length <= LIMITS.nodeLabels.max);

/** What a machine should have; what is absent is not compared. */
export const NodeExpectation = z.strictObject({
  cores: z.number().int().min(0).max(100_000).optional(),
  memBytes: z.number().int().min(0).optional(),
  diskCount: z.number().int().min(0).max(10_000).optional(),
  gpuCount: z.number().int().min(0).max(1000).optional(),
  serial: z.string().trim().max(100).optional(),
});
export type NodeExpectation = z.infer<typeof NodeExpectation>;

export const EXPECTED_PARTS = ['cores', 'memBytes', 'diskCount', 'gpuCount', 'serial'] as const;
export type ExpectedPart = (typeof EXPECTED_PARTS)[number];

/** One part of a machine, as it should be and as it is; null where nobody said, or it does not say. */
export const ExpectedPartState = z.object({
  part: z.enum(EXPECTED_PARTS),
  expected: z.union([z.number(), z.string()]).nullable(),
  found: z.union([z.number(), z.string()]).nullable(),
  differs: z.boolean(),
});
export type ExpectedPartState = z.infer<typeof ExpectedPartState>;

/** What people say of a machine. Where it is reached, and as whom, is its asset's. */
const Told = {
  name: Name.max(200),
  /** The SSH asset by which it is reached; a machine that is only planned has none. */
  assetId: Id.nullable().default(null),
  site: Place,
  room: Place,
  rack: Place,
  /** The lowest unit it takes up in its rack. */
  unit: z.number().int().min(1).max(60).nullable().default(null),
  unitHeight: z.number().int().min(1).max(20).nullable().default(null),
  assetTag: z.string().trim().max(64).default(''),
  department: Place,
  purchasedAt: Day,
  warrantyUntil: Day,
  retireAt: Day,
  labels: NodeLabels.default({}),
  lifecycle: z.enum(NODE_LIFECYCLES).default('active'),
  expect: NodeExpectation.default({}),
  /** Whether it is asked at all, and how often. */
  collects: z.boolean().default(true),
  intervalSeconds: z
    .number()
    .int()
    .min(LIMITS.nodeInterval.min)
    .max(LIMITS.nodeInterval.max)
    .default(LIMITS.nodeInterval.default),
  /** Whether a hypervisor is asked for its virtual machines, and how often at most. */
  collectsVms: z.boolean().default(true),
  vmIntervalSeconds: z
    .number()
    .int()
    .min(LIMITS.nodeInterval.min)
    .max(LIMITS.nodeInterval.max)
    .default(LIMITS.nodeInterval.default),
  /** Which libvirt of the machine; empty for what its account has chosen, which is usually the system's. */
  hypervisorUri: z
    .string()
    .trim()
    .max(250)
    .refine((uri) => uri === '' || localLibvirt(uri) !== undefined)
    .default(''),
  description: z.string().max(2000).default(''),
};

/** The fields alone, for a form that has some of them otherwise. */
export const NodeFields = z.strictObject(Told);

export const NodeInput = z
  .strictObject({ ...Told, ...echoed('id', 'created', 'updated') })
  .refine(({ unit, unitHeight }) => unit === null || unit + (unitHeight ?? 1) - 1 <= 60, {
    path: ['unitHeight'],
  })
  .refine(({ purchasedAt: from, warrantyUntil: to }) => from === '' || to === '' || to >= from, {
    path: ['warrantyUntil'],
  });
export type NodeInput = z.infer<typeof NodeInput>;

const Moment = z.iso.datetime().nullable();

/** What a list shows of the newest facts. */
export const NodeBrief = z.object({
  hostname: z.string().nullable(),
  os: z.string().nullable(),
  kernel: z.string().nullable(),
  vendor: z.string().nullable(),
  product: z.string().nullable(),
  serial: z.string().nullable(),
  cpuModel: z.string().nullable(),
  threads: z.number().int().nullable(),
  bootedAt: Moment,
  gpuCount: z.number().int(),
});
export type NodeBrief = z.infer<typeof NodeBrief>;

export const NodeRow = z.object({
  ...Told,
  id: z.string(),
  /** Of its asset; empty without one. */
  assetName: z.string(),
  ip: z.string(),
  port: z.number().int(),
  gatewayName: z.string(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),

  status: z.enum(NODE_STATUSES),
  /** Why it is not online, or which part of it is not well. */
  problem: NodeProblem.nullable(),
  /** How often in a row it could not be reached. */
  failures: z.number().int(),
  statusSince: Moment,
  /** When it last answered, and when it was last asked. */
  seenAt: Moment,
  collectedAt: Moment,
  factsAt: Moment,
  nextAt: Moment,
  latencyMs: z.number().int().nullable(),
  pollMs: z.number().int().nullable(),
  /** Seconds by which its clock is ahead of ours. */
  clockSkew: z.number().int().nullable(),
  isAsking: z.boolean(),
  brief: NodeBrief.nullable(),
  /** The last good figures, which may be old: `seenAt`. */
  latest: HostGlance.nullable(),
  /** Changes that nobody has confirmed. */
  openChanges: z.number().int(),
  /** Something of it is other than it should be. */
  differs: z.boolean(),
});
export type NodeRow = z.infer<typeof NodeRow>;

export const Node = NodeRow.extend({
  latest: HostSample.nullable(),
  facts: HostFacts.nullable(),
  /** Empty before it was asked. */
  parts: z.array(ExpectedPartState),
  gpus: z.array(GpuState),
  problems: z.array(NodeProblem),
});
export type Node = z.infer<typeof Node>;

/** One of these in a query; empty means no filter. */
export const chosen = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(values).optional());

const NODE_SORT_FIELDS = [
  'name',
  'status',
  'created',
  'site',
  'cpu',
  'memory',
  'disk',
  'load',
  'temperature',
  'seen',
] as const;

export const NODE_FILTERS = {
  /** In its name, host name, address, serial number, MAC or inventory label. */
  keyword: SearchText,
  status: chosen(NODE_STATUSES),
  lifecycle: chosen(NODE_LIFECYCLES),
  site: SearchText,
  rack: SearchText,
  /** `key=value`, or a key alone. */
  label: SearchText,
  problem: chosen(NODE_PROBLEM_KINDS),
  /** Something changed and nobody has confirmed it. */
  changed: TextFlag,
  /** Something of it is other than it should be, confirmed or not. */
  differs: TextFlag,
  /** In use, and not well. */
  attention: TextFlag,
};
export const NodeQuery = pagingQuery(NODE_SORT_FIELDS, NODE_FILTERS);
export type NodeQuery = z.infer<typeof NodeQuery>;
export type NodeFilters = Omit<NodeQuery, 'pageIndex' | 'pageSize' | 'field' | 'order'>;

export const NodeSummary = z.object({
  total: z.number().int(),
  /** Those in use or in maintenance, by what became of the last questions. */
  byStatus: z.record(z.enum(NODE_STATUSES), z.number().int()),
  maintenance: z.number().int(),
  cpuAverage: z.number().nullable(),
  cpuHighest: z.number().nullable(),
  memUsed: z.number(),
  memTotal: z.number(),
  openChanges: z.number().int(),
});
export type NodeSummary = z.infer<typeof NodeSummary>;

const CHANGE_SEVERITIES = ['critical', 'info'] as const;
export type ChangeSeverity = (typeof CHANGE_SEVERITIES)[number];

/** What of a machine is compared with how it was, and with how it should be. */
const CHANGE_PATHS = [
  'memory',
  'disk',
  'serial',
  'gpu',
  'kernel',
  'os',
  'bios',
  'address',
  'expect.cores',
  'expect.diskCount',
  'expect.gpuCount',
  'expect.memBytes',
  'expect.serial',
] as const;
export type ChangePath = (typeof CHANGE_PATHS)[number];

export const NodeChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  path: z.enum(CHANGE_PATHS),
  old: z.string(),
  new: z.string(),
  severity: z.enum(CHANGE_SEVERITIES),
  ackAt: Moment,
  ackBy: z.string(),
  note: z.string(),
});
export type NodeChange = z.infer<typeof NodeChange>;

/** What is kept of a machine over time, in the units of its sample. */
export const NODE_FIGURES = [
  'cpuPct',
  'iowaitPct',
  'memUsed',
  'swapUsed',
  'load1',
  'netRxBps',
  'netTxBps',
  'diskReadBps',
  'diskWriteBps',
  'diskBusyPct',
  'fsMaxPct',
  'tempMaxC',
  'pollMs',
] as const;
export type NodeFigure = (typeof NODE_FIGURES)[number];

/** An hour and a day as they were taken, a fortnight by five minutes, a year by hours. */
export const NODE_SPANS = ['hour', 'day', 'fortnight', 'year'] as const;
export type NodeSpan = (typeof NODE_SPANS)[number];

const Series = z.array(z.number().nullable());
export const NodeHistory = z.object({
  times: z.array(z.iso.datetime()),
  figures: z.object(
    Object.fromEntries(NODE_FIGURES.map((name) => [name, Series])) as Record<NodeFigure, typeof Series>,
  ),
});
export type NodeHistory = z.infer<typeof NodeHistory>;
