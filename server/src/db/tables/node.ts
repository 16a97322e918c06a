import type { ChangePath, ChangeSeverity, NodeLifecycle } from '@jadegate/contract/fleet/node';
import type { NodeActionState, NodePowerAction } from '@jadegate/contract/fleet/node-power';
import type { NodeStatus } from '@jadegate/contract/node-status';
import type { Generated } from 'kysely';

import type { Flag } from './flag.ts';

/** What people say of a physical host. */
export interface NodeTable {
  id: string;
  name: string;
  /** The name by which two are the same, whatever their case. */
  name_key: string;
  asset_id: string | null;
  site: string;
  room: string;
  rack: string;
  unit: number | null;
  unit_height: number | null;
  asset_tag: string;
  department: string;
  /** `YYYY-MM-DD`, or empty. */
  purchased_at: string;
  warranty_until: string;
  retire_at: string;
  /** JSON text. */
  labels: string;
  lifecycle: NodeLifecycle;
  /** JSON text. */
  expect: string;
  collects: Flag;
  interval_seconds: number;
  collects_vms: Flag;
  vm_interval_seconds: number;
  /** Which libvirt; empty for what the account has chosen. */
  hypervisor_uri: string;
  description: string;
  created_at: number;
  updated_at: number;
}

/** What became of asking it. May be missing for one that was just restored. */
export interface NodeStateTable {
  node_id: string;
  status: NodeStatus;
  /** Empty when there is none. */
  problem_kind: string;
  /** JSON text, or empty. */
  problem: string;
  /** JSON text: one for each part of the answer that was not well. */
  problems: string;
  failures: number;
  status_since: number | null;
  /** When it last answered. */
  seen_at: number | null;
  /** When it was last asked. */
  collected_at: number | null;
  facts_at: number | null;
  /** When it is asked next; null when it is not. */
  next_at: number | null;
  /** The process that keeps the connection, and until when no other one asks. */
  held_by: string;
  held_until: number;
  /** A question is under way until then at the latest; 0 when none is. */
  asking_until: number;
  latency_ms: number | null;
  poll_ms: number | null;
  clock_skew: number | null;
  /** What lists are sorted by, out of the sample. */
  cpu_pct: number | null;
  mem_pct: number | null;
  mem_used: number | null;
  mem_total: number | null;
  disk_pct: number | null;
  load_share: number | null;
  temp_c: number | null;
  /** Names and addresses found, to be searched. */
  found: string;
  /** JSON texts; null before the first answer. */
  brief: string | null;
  facts: string | null;
  sample: string | null;
  gpus: string;
  /** Something of it is other than it should be. */
  differs: Generated<Flag>;
}

/** Seconds that a sample stands for; 0 as it was taken. */
export type SampleSpan = 0 | 300 | 3600;

export interface NodeSampleTable {
  node_id: string;
  span: SampleSpan;
  at: number;
  /** JSON text: figures in the order of the contract. */
  figures: string;
}

export interface NodeChangeTable {
  id: string;
  node_id: string;
  at: number;
  path: ChangePath;
  old_value: string;
  new_value: string;
  severity: ChangeSeverity;
  confirmed_at: number | null;
  confirmed_by: string;
  note: string;
}

/** A restart or a shutdown. The one that is open has no end. */
export interface NodeActionTable {
  id: string;
  node_id: string;
  node_name: string;
  action: NodePowerAction;
  state: NodeActionState;
  reason: string;
  user_id: string;
  user_name: string;
  process_id: string;
  /** The run of its system that the order was given to; null where it does not say. */
  boot_id: string | null;
  session_count: number;
  vm_count: number;
  process_count: number;
  fault: string;
  detail: string;
  started_at: number;
  /** Until when people are told before the order is given; null when nobody is. */
  notice_until: number | null;
  deadline_at: number;
  ended_at: number | null;
}
