import type { VmTaskState } from '@jadegate/contract/fleet/vm';
import type { VmAction, VmProvider, VmState } from '@jadegate/contract/fleet/vm-state';

import type { Flag } from './flag.ts';
import type { SampleSpan } from './node.ts';

/** Which virtual machine it is, and what people say of it. */
export interface VmTable {
  id: string;
  provider: VmProvider;
  /** The host that alone has it; null for one of a cluster, which is then named. */
  home_node_id: string | null;
  cluster_name: string;
  vm_key: string;
  uuid: string | null;
  /** As its hypervisor last called it. */
  name: string;
  name_key: string;
  /** Empty when nobody is responsible. */
  owner_id: string;
  department: string;
  /** JSON text. */
  labels: string;
  description: string;
  manual_ip: string;
  asset_id: string | null;
  is_protected: Flag;
  created_at: number;
  updated_at: number;
}

/** What its hypervisor said. May be missing for one that was just restored. */
export interface VmStateTable {
  vm_id: string;
  /** Through which it was last seen, and can be acted on. */
  node_id: string | null;
  /** Of a cluster: what the machine that carries it calls itself. */
  host: string;
  state: VmState;
  state_reason: string;
  state_since: number | null;
  title: string;
  vcpus: number | null;
  mem_bytes: number | null;
  mem_max_bytes: number | null;
  mem_rss_bytes: number | null;
  cpu_pct: number | null;
  uptime_sec: number | null;
  disk_bytes: number | null;
  disk_allocated_bytes: number | null;
  is_autostart: Flag | null;
  is_persistent: Flag | null;
  is_template: Flag;
  ip: string;
  ip_source: string;
  /** Addresses, MACs and names found, to be searched. */
  found: string;
  snapshot_count: number;
  oldest_snapshot_at: number | null;
  /** JSON texts. */
  counters: string;
  brief: string;
  detail: string | null;
  detail_at: number | null;
  seen_at: number | null;
  missing_since: number | null;
}

/** What came of asking a host for its virtual machines. */
export interface VmSourceTable {
  node_id: string;
  hypervisor: 'libvirt' | 'proxmox' | '';
  cluster_name: string;
  /** As the cluster calls it, and whom of the cluster it lists. */
  host_name: string;
  cluster_hosts: string;
  asked_at: number | null;
  collected_at: number | null;
  /** Empty when all is well. */
  fault: string;
  detail: string;
}

/** Something that is done with a virtual machine. The one that is open has no end. */
export interface VmTaskTable {
  id: string;
  vm_id: string;
  vm_name: string;
  action: VmAction;
  snapshot: string;
  state: VmTaskState;
  reason: string;
  user_id: string;
  user_name: string;
  process_id: string;
  before_state: VmState | null;
  after_state: VmState | null;
  fault: string;
  detail: string;
  /** JSON text. */
  log: string;
  started_at: number;
  deadline_at: number;
  ended_at: number | null;
}

export interface VmSampleTable {
  vm_id: string;
  span: SampleSpan;
  at: number;
  /** JSON text: figures in the order of the contract. */
  figures: string;
}
