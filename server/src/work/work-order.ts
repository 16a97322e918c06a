import { newId } from '../kernel/id.ts';
import type { WorkKind, WorkRecord } from './work-kind.ts';

export interface WorkOrder<Input> {
  /** What it is about; one piece of its kind may be open about the same. */
  subject: string;
  subjectName?: string;
  fairKey?: string;
  person?: { id: string; name: string };
  input: Input;
  /** Not before; at once where nothing is said. */
  dueAt?: number;
  /** It is this process that carries it out, whatever the limits say: it has in memory what is needed for that. */
  isForThisProcess?: boolean;
}

/** As it is put in line. */
export function newWorkRow<Input>(kind: WorkKind<Input>, order: WorkOrder<Input>, now: number): WorkRecord {
  return {
    id: newId(now),
    kind: kind.name,
    subject: order.subject,
    subject_name: order.subjectName ?? '',
    fair_key: order.fairKey ?? '',
    person_id: order.person?.id ?? '',
    person_name: order.person?.name ?? '',
    input: JSON.stringify(kind.input.parse(order.input)),
    state: 'waiting',
    due_at: order.dueAt ?? now,
    attempt: 0,
    process_id: null,
    cancel_asked: 0,
    created_at: now,
    started_at: null,
    ended_at: null,
    outcome: '',
    problem: '',
  };
}
