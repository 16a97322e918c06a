import type { Flag } from './flag.ts';

/** A piece of work that outlives the request it came by. */
export interface WorkTable {
  id: string;
  kind: string;
  /** What it is about; of one kind, only one piece is open about the same. */
  subject: string;
  /** As people know that. */
  subject_name: string;
  /** Those with the same one share the places of their kind: a gateway, a host, a person. */
  fair_key: string;
  /** Who asked for it; empty for what the product does by itself. */
  person_id: string;
  person_name: string;
  /** JSON text, as the kind declares. */
  input: string;
  state: 'waiting' | 'running' | 'over';
  /** Not before. */
  due_at: number;
  /** How often it was begun. */
  attempt: number;
  /** Who carries it out; null while it waits. */
  process_id: string | null;
  cancel_asked: Flag;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  outcome: '' | 'succeeded' | 'failed' | 'cancelled' | 'timed-out' | 'interrupted';
  /** Why it failed, for the operator: a code, never what a target said. */
  problem: string;
}
