import type { Flag } from './flag.ts';

/** An event that somebody has not got yet. It is written in the transaction of what it tells, and gets its number after that. */
export interface EventOutboxTable {
  id: string;
  /** Without a gap, in the order in which they became visible to all; null until it is given. */
  seq: number | null;
  /** Bytes of all events up to this one. */
  ends_at: number | null;
  /** The head of the audit chain when it got its number. */
  head_seq: number | null;
  head_hash: string | null;
  at: number;
  name: string;
  severity: number;
  /** Who did it; empty for nobody that is known. */
  person_id: string;
  asset_id: string;
  /** What must stay in order: the session; empty where nothing must. */
  lane: string;
  /** JSON. */
  body: string;
  bytes: number;
}

/** One row: the last number that was given and the last that is gone, each with the bytes of all up to it. */
export interface EventHeadTable {
  id: number;
  seq: number;
  bytes: number;
  gone_seq: number;
  gone_bytes: number;
}

export interface EventDestinationTable {
  id: string;
  name: string;
  kind: string;
  enabled: Flag;
  /** JSON of its kind, without secrets. */
  config: string;
  /** JSON: which events, without whose. */
  filter: string;
  /** Only of those in `event_destination_target`, also when none of them is left. */
  for_people: Flag;
  for_assets: Flag;
  /** JSON: weekly windows. */
  quiet: string;
  fail_closed_hours: number;
  created_at: number;
  updated_at: number;
}

/** Whose events a destination gets: exactly one of these is there. */
interface EventDestinationTargetTable {
  id: string;
  destination_id: string;
  user_id: string | null;
  user_group_id: string | null;
  asset_id: string | null;
}

/** How far a destination has got. */
export interface EventDeliveryTable {
  destination_id: string;
  /** The last event that it has, or does not want. */
  seq: number;
  last_ok_at: number | null;
  failing_since: number | null;
  attempts: number;
  next_try_at: number | null;
  /** JSON of why; empty while all is well. */
  problem: string;
  sent: number;
  dropped: number;
  /** Of what was lost or given up, how many no event has told yet. */
  dropped_untold: number;
  given_up_untold: number;
  /** When the last were lost; null for never. */
  lost_at: number | null;
}

/** An event that a destination refused while it took others: tried again apart from them, then given up and kept. */
export interface EventParkedTable {
  id: string;
  destination_id: string;
  seq: number;
  lane: string;
  /** JSON of the row it was. */
  event: string;
  state: 'waiting' | 'undeliverable';
  attempts: number;
  first_at: number;
  due_at: number;
  problem: string;
  ended_at: number | null;
}

export interface EventTables {
  event_outbox: EventOutboxTable;
  event_head: EventHeadTable;
  event_destination: EventDestinationTable;
  event_destination_target: EventDestinationTargetTable;
  event_delivery: EventDeliveryTable;
  event_parked: EventParkedTable;
}

export const EVENT_NOT_IN_BACKUP: Partial<Record<keyof EventTables, string>> = {
  event_outbox: 'a record of what happened here',
  event_head: 'counts what happened here',
  event_delivery: 'how far somebody has got with what happened here',
  event_parked: 'a record of what happened here',
};
