import { newId } from '../../kernel/id.ts';
import type { NumberedRow } from '../event/event-log.service.ts';
import type { SetAside } from './delivery-round.ts';
import { eventBackOff } from './delivery-times.policy.ts';
import type { ParkedRow } from './event-parked.repository.ts';

/** What a destination did not take, with all of the event: the outbox does not keep it for that. */
export function parkedRow(destinationId: string, { row, problem }: SetAside, now: number): ParkedRow {
  return {
    id: newId(),
    destination_id: destinationId,
    seq: row.seq,
    lane: row.lane,
    event: JSON.stringify(row),
    state: 'waiting',
    attempts: problem ? 1 : 0,
    first_at: now,
    // What only stands behind another is tried as soon as that is through.
    due_at: problem ? now + eventBackOff(1) : now,
    problem: problem ? JSON.stringify(problem) : '',
    ended_at: null,
  };
}

/** One that was given up without having been refused by itself: its destination was away for too long. */
export function undeliverableRow(
  destinationId: string,
  row: NumberedRow,
  problem: string,
  now: number,
): ParkedRow {
  const parked = parkedRow(destinationId, { row, problem: undefined }, now);
  return { ...parked, state: 'undeliverable', first_at: row.at, problem, ended_at: now };
}

export function rowOfParked({ event }: Pick<ParkedRow, 'event'>): NumberedRow {
  return JSON.parse(event) as NumberedRow;
}
