import type { GpuAttach, GpuAttribution, GpuUsage } from '@jadegate/contract/fleet/gpu';
import type { GPU_VENDORS } from '@jadegate/contract/fleet/gpu-state';

import type { SampleSpan } from './node.ts';

/** A card as it was last found. */
export interface GpuTable {
  id: string;
  node_id: string;
  /** What it is known by for good: its UUID, or its place in its host when no driver names it. */
  card_key: string;
  vendor: (typeof GPU_VENDORS)[number];
  uuid: string;
  bdf: string;
  number: number | null;
  model: string;
  driver: string | null;
  cuda: string | null;
  attach: GpuAttach;
  usage: GpuUsage;
  /** Place in GPU_HEALTH_LEVELS, so that the worst can be sorted by. */
  health: number;
  /** JSON text: reasons. */
  reasons: string;
  util_pct: number | null;
  mem_used: number | null;
  mem_total: number | null;
  mem_pct: number | null;
  temp_c: number | null;
  power_w: number | null;
  power_limit_w: number | null;
  /** Null when it is not cut into slices. */
  slices: number | null;
  processes: number;
  /** JSON text: all that its driver told, without processes. Null when none told anything. */
  state: string | null;
  /** JSON text: what the next look is compared with. */
  memory: string;
  /** JSON text: faults in the kernel's log, newest first. */
  events: string;
  /** Whether that log could be read: 0, 1, or null when nobody looked yet. */
  knows_events: number | null;
  /** Model, names and addresses, to be searched. */
  found: string;
  busy_at: number | null;
  idle_since: number | null;
  created_at: number;
  seen_at: number | null;
  gone_at: number | null;
}

/** What people say of a card, whichever host it is in. */
export interface GpuNoteTable {
  id: string;
  card_key: string;
  note: string;
  /** JSON text. */
  labels: string;
  updated_at: number;
}

/** A program that has memory of a card, or of a slice of it. */
export interface GpuProcessTable {
  gpu_id: string;
  pid: number;
  /** Tells apart the slices in which one process has memory. */
  place: number;
  start_ticks: number | null;
  started_at: number | null;
  type: string | null;
  name: string | null;
  mem_bytes: number | null;
  uid: number | null;
  account: string | null;
  container: string | null;
  gpu_instance: number | null;
  compute_instance: number | null;
  user_id: string | null;
  session_id: string | null;
  attribution: GpuAttribution;
}

export interface GpuSampleTable {
  gpu_id: string;
  span: SampleSpan;
  at: number;
  /** JSON text: figures in the order of the contract. */
  figures: string;
}
