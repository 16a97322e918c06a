import * as z from 'zod';

import { PROTOCOLS } from '../access/asset-attributes.ts';
import { LIMITS } from '../limits.ts';
import { pagingQuery, SearchText } from '../paging.ts';
import { echoed, Id, TextFlag } from '../scalars.ts';
import { VM_FAULTS } from '../words/vm-faults.ts';
import { NodeLabels } from './node.ts';
import { VM_ACTIONS, VM_ADDRESS_SOURCES, VM_PROVIDERS, VM_STATES, VmDetail } from './vm-state.ts';

const Moment = z.iso.datetime().nullable();
const Count = z.number().int().nonnegative().nullable();
const Rate = z.number().nonnegative().nullable();

/** What becomes of an action. `unanswered`: the guest was asked and did nothing until the deadline. */
const VM_TASK_STATES = ['running', 'succeeded', 'failed', 'unanswered', 'superseded', 'interrupted'] as const;
export type VmTaskState = (typeof VM_TASK_STATES)[number];

/** What a line of a task's log tells of. */
const VM_LOG_STEPS = [
  'began',
  'sent',
  'refused',
  'waiting',
  'seen',
  'unreadable',
  'done',
  'deadline',
  'superseded',
  'interrupted',
] as const;
export type VmLogStep = (typeof VM_LOG_STEPS)[number];

export const VmTask = z.object({
  id: z.string(),
  vmId: z.string(),
  vmName: z.string(),
  action: z.enum(VM_ACTIONS),
  /** With snapshots; empty otherwise. */
  snapshot: z.string(),
  state: z.enum(VM_TASK_STATES),
  /** Why somebody wanted it, as they said. */
  reason: z.string(),
  byName: z.string(),
  startedAt: z.iso.datetime(),
  /** Until when its end is waited for. */
  deadlineAt: z.iso.datetime(),
  endedAt: Moment,
  /** As it was seen before and after; null where nobody could see it. */
  before: z.enum(VM_STATES).nullable(),
  after: z.enum(VM_STATES).nullable(),
  /** Why it failed, in words; empty otherwise. */
  message: z.string(),
  /** In the hypervisor's own words. */
  detail: z.string(),
});
export type VmTask = z.infer<typeof VmTask>;

export const VmTaskLog = VmTask.extend({
  log: z.array(
    z.object({
      at: z.iso.datetime(),
      step: z.enum(VM_LOG_STEPS),
      message: z.string(),
      detail: z.string(),
    }),
  ),
});
export type VmTaskLog = z.infer<typeof VmTaskLog>;

/** What people say of a virtual machine. Everything else is its hypervisor's to say. */
const Told = {
  description: z.string().trim().max(2000).default(''),
  labels: NodeLabels.default({}),
  department: z.string().trim().max(100).default(''),
  /** Somebody's id; empty when nobody is responsible. */
  ownerId: z.union([z.literal(''), Id]).default(''),
  /** Where it is reached, when its hypervisor cannot know. */
  manualIp: z.union([z.literal(''), z.ipv4(), z.ipv6()]).default(''),
  assetId: Id.nullable().default(null),
  /** Nothing that stops it or loses something of it is done while this is set. */
  isProtected: z.boolean().default(false),
};
export const VmFields = z.strictObject(Told);
export const VmInput = z.strictObject({ ...Told, ...echoed('id', 'name', 'created', 'updated') });
export type VmInput = z.infer<typeof VmInput>;

export const VmRow = z.object({
  ...Told,
  id: z.string(),
  name: z.string(),
  /** As its hypervisor has it; empty without one. */
  title: z.string(),
  provider: z.enum(VM_PROVIDERS),
  /** By which its hypervisor knows it. */
  key: z.string(),
  uuid: z.string().nullable(),
  /** The host it was last seen on; null when that was deleted. */
  nodeId: z.string().nullable(),
  nodeName: z.string(),
  /** Of a Proxmox cluster; both empty otherwise. */
  cluster: z.string(),
  host: z.string(),
  ownerName: z.string(),
  assetName: z.string(),
  /** Null without an asset. */
  assetProtocol: z.enum(PROTOCOLS).nullable(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),

  /** What it does, or what somebody is having it do: `starting`, `stopping`, `rebooting`. */
  state: z.enum(VM_STATES),
  /** As its hypervisor last said. */
  seenState: z.enum(VM_STATES),
  stateReason: z.string(),
  stateSince: Moment,
  seenAt: Moment,
  /** Since when its hypervisor does not list it any more. */
  missingSince: Moment,
  task: z
    .object({
      id: z.string(),
      action: z.enum(VM_ACTIONS),
      startedAt: z.iso.datetime(),
      deadlineAt: z.iso.datetime(),
    })
    .nullable(),

  isAutostart: z.boolean().nullable(),
  isPersistent: z.boolean().nullable(),
  isTemplate: z.boolean(),
  vcpus: Count,
  memBytes: Count,
  memMaxBytes: Count,
  memRssBytes: Count,
  cpuPct: z.number().nonnegative().nullable(),
  uptimeSec: Count,
  diskBytes: Count,
  diskAllocatedBytes: Count,
  netRxBps: Rate,
  netTxBps: Rate,
  diskReadBps: Rate,
  diskWriteBps: Rate,
  /** The address to reach it at: what people say goes before what was found. */
  ip: z.string(),
  ipSource: z.enum(VM_ADDRESS_SOURCES).nullable(),
  snapshotCount: z.number().int(),
  oldestSnapshotAt: Moment,
  passedThrough: z.array(z.string()),
  hasVnc: z.boolean(),
  hasSerial: z.boolean(),
});
export type VmRow = z.infer<typeof VmRow>;

export const Vm = VmRow.extend({
  /** Null before it was asked about closely. */
  found: VmDetail.nullable(),
  foundAt: Moment,
  /** The newest that is over, so that a page can say what became of it. */
  lastTask: VmTask.nullable(),
});
export type Vm = z.infer<typeof Vm>;

/** What is kept of a machine over time, in the units of its row. */
export const VM_FIGURES = [
  'cpuPct',
  'memBytes',
  'memRssBytes',
  'netRxBps',
  'netTxBps',
  'diskReadBps',
  'diskWriteBps',
] as const;
export type VmFigure = (typeof VM_FIGURES)[number];

const Series = z.array(z.number().nullable());
export const VmHistory = z.object({
  times: z.array(z.iso.datetime()),
  figures: z.object(
    Object.fromEntries(VM_FIGURES.map((name) => [name, Series])) as Record<VmFigure, typeof Series>,
  ),
});
export type VmHistory = z.infer<typeof VmHistory>;

const chosen = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(values).optional());

const VM_SORT_FIELDS = [
  'name',
  'state',
  'node',
  'vcpus',
  'cpu',
  'memory',
  'disk',
  'snapshots',
  'seen',
  'created',
] as const;

export const VM_FILTERS = {
  /** In its name, UUID, number, address or MAC. */
  keyword: SearchText,
  nodeId: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()),
  state: chosen(VM_STATES),
  provider: chosen(VM_PROVIDERS),
  /** `key=value`, or a key alone. */
  label: SearchText,
  /** Whether it has an asset to connect by. */
  linked: TextFlag,
  /** Its oldest snapshot is older than so many days. */
  snapshotDays: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(3650).optional(),
  ),
};
export const VmQuery = pagingQuery(VM_SORT_FIELDS, VM_FILTERS);
export type VmQuery = z.infer<typeof VmQuery>;
export type VmFilters = Omit<VmQuery, 'pageIndex' | 'pageSize' | 'field' | 'order'>;

export const VmSummary = z.object({
  total: z.number().int(),
  byState: z.record(z.enum(VM_STATES), z.number().int()),
  vcpus: z.number().int(),
  memBytes: z.number(),
});
export type VmSummary = z.infer<typeof VmSummary>;

/** What came of asking a host for its virtual machines. */
export const VmSource = z.object({
  nodeId: z.string(),
  nodeName: z.string(),
  hypervisor: z.enum(['libvirt', 'proxmox', '']),
  askedAt: Moment,
  collectedAt: Moment,
  fault: z.enum(VM_FAULTS).nullable(),
  /** What that means; empty when all is well. */
  message: z.string(),
  detail: z.string(),
  count: z.number().int(),
});
export type VmSource = z.infer<typeof VmSource>;

export const VM_POWER_ACTIONS = [
  'start',
  'shutdown',
  'reboot',
  'reset',
  'poweroff',
  'pause',
  'resume',
] as const;
export type VmPowerAction = (typeof VM_POWER_ACTIONS)[number];

/** What whoever acts has seen, and says about it. */
const Wish = {
  /** The state that was on the screen: when it is another by now, nothing is done. */
  expectedState: z.enum(VM_STATES).optional(),
  /** The name, typed, where something is lost. */
  confirm: z.string().max(LIMITS.name.max).default(''),
  reason: z.string().trim().max(LIMITS.reason.max).default(''),
};

export const VmPower = z.strictObject({ action: z.enum(VM_POWER_ACTIONS), ...Wish });
export type VmPower = z.infer<typeof VmPower>;
export type VmWish = Omit<VmPower, 'action'>;

export const VmSnapshotWish = z.strictObject({ name: z.string().min(1).max(200), ...Wish });
