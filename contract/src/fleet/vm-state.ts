import * as z from 'zod';

/** What could not be read is null, never 0 and never a word. */
const Text = z.string().nullable();
const Count = z.number().int().nonnegative().nullable();

export const VM_PROVIDERS = ['libvirt', 'proxmox-qemu', 'proxmox-lxc'] as const;
export type VmProvider = (typeof VM_PROVIDERS)[number];

/**
 * `stopping` and `rebooting` are what somebody asked for and the guest has not done yet; `missing` is one that its
 * hypervisor no longer lists. A hypervisor says the others.
 */
export const VM_STATES = [
  'stopped',
  'starting',
  'running',
  'paused',
  'stopping',
  'rebooting',
  'crashed',
  'suspended',
  'locked',
  'missing',
  'unknown',
] as const;
export type VmState = (typeof VM_STATES)[number];

export const VM_ACTIONS = [
  'start',
  'shutdown',
  'reboot',
  'reset',
  'poweroff',
  'pause',
  'resume',
  'autostart-on',
  'autostart-off',
  'snapshot-create',
  'snapshot-revert',
  'snapshot-delete',
] as const;
export type VmAction = (typeof VM_ACTIONS)[number];

/** Those that a person may ask for in each state. What loses something that runs is asked for twice. */
const AUTOSTART = ['autostart-on', 'autostart-off'] as const;
const SNAPSHOTS = ['snapshot-create', 'snapshot-revert', 'snapshot-delete'] as const;
const ALLOWED: Readonly<Record<VmState, readonly VmAction[]>> = {
  stopped: ['start', ...AUTOSTART, ...SNAPSHOTS],
  starting: [],
  running: ['shutdown', 'reboot', 'reset', 'poweroff', 'pause', ...AUTOSTART, ...SNAPSHOTS],
  paused: ['resume', 'poweroff', ...AUTOSTART, ...SNAPSHOTS],
  stopping: ['poweroff'],
  rebooting: ['reset'],
  crashed: ['start', 'poweroff'],
  suspended: ['resume', 'poweroff'],
  locked: [],
  missing: [],
  unknown: [],
};

/** A container has no power button to press hard, and no processor to stop. */
const NOT_FOR_CONTAINERS = new Set<VmAction>(['reset', 'pause', 'resume']);

export function isVmActionAllowed(action: VmAction, state: VmState, provider: VmProvider): boolean {
  return ALLOWED[state].includes(action) && !(provider === 'proxmox-lxc' && NOT_FOR_CONTAINERS.has(action));
}

/** Of what was running, or of what was kept, something is lost: the name is typed, and a reason given. */
export const DANGEROUS_VM_ACTIONS: ReadonlySet<VmAction> = new Set([
  'reset',
  'poweroff',
  'snapshot-revert',
  'snapshot-delete',
]);

/** For those that we make; others may be called anything. */
export const SNAPSHOT_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

export const VmDisk = z.object({
  /** vda, sdb, scsi0 … as the guest or the hypervisor calls it. */
  target: z.string(),
  /** disk, cdrom, floppy. */
  device: Text,
  bus: Text,
  format: Text,
  source: Text,
  sizeBytes: Count,
  allocatedBytes: Count,
});
export type VmDisk = z.infer<typeof VmDisk>;

export const VM_ADDRESS_SOURCES = ['agent', 'lease', 'arp', 'manual'] as const;

export const VmInterface = z.object({
  mac: Text,
  model: Text,
  type: Text,
  /** The network, bridge or device of the host that it is plugged into. */
  source: Text,
  target: Text,
  addresses: z.array(z.object({ address: z.string(), prefix: Count, source: z.enum(VM_ADDRESS_SOURCES) })),
});
export type VmInterface = z.infer<typeof VmInterface>;

export const VmSnapshot = z.object({
  name: z.string(),
  createdAt: z.iso.datetime().nullable(),
  /** What the machine did when it was made: running, shutoff … in the hypervisor's word. */
  state: Text,
  parent: Text,
  description: Text,
});
export type VmSnapshot = z.infer<typeof VmSnapshot>;

/** The screen and the text console, as the hypervisor offers them. */
export const VmConsole = z.object({
  vnc: z.object({ listen: Text, port: Count }).nullable(),
  hasSerial: z.boolean(),
});
export type VmConsole = z.infer<typeof VmConsole>;

/** What is told only when a machine is asked about closely. */
export const VmDetail = z.object({
  title: Text,
  description: Text,
  disks: z.array(VmDisk),
  interfaces: z.array(VmInterface),
  /** Cards of the host that were given to it. */
  passedThrough: z.array(z.string()),
  console: VmConsole,
  snapshots: z.array(VmSnapshot),
});
export type VmDetail = z.infer<typeof VmDetail>;

/** A machine as its hypervisor lists it at a moment. */
export const FoundVm = z.object({
  provider: z.enum(VM_PROVIDERS),
  /** By which it is acted on: the UUID, or on Proxmox the number. */
  key: z.string(),
  uuid: Text,
  name: z.string(),
  /** Of a cluster: the machine that carries it. */
  host: Text,
  state: z.enum(VM_STATES),
  /** The lock that holds it, or why it is so. */
  stateReason: Text,
  isAutostart: z.boolean().nullable(),
  isPersistent: z.boolean().nullable(),
  isTemplate: z.boolean(),
  vcpus: Count,
  memBytes: Count,
  memMaxBytes: Count,
  memRssBytes: Count,
  uptimeSec: Count,
  /** In percent of its processors, where the hypervisor reckons it itself. */
  cpuPct: z.number().nonnegative().nullable(),
  /** What only grows while it runs: rates come from two of them. */
  counters: z.object({
    cpuNs: Count,
    diskRead: Count,
    diskWritten: Count,
    netReceived: Count,
    netSent: Count,
  }),
  /** Null when it was not asked about closely this time. */
  detail: VmDetail.nullable(),
});
export type FoundVm = z.infer<typeof FoundVm>;
