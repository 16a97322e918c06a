import { translate, type Language } from '@jadegate/contract/language';
import type {
  DestinationState,
  EventDestinationRow,
  UndeliverableEvent,
} from '@jadegate/contract/platform/event-destination';
import { placeOf, type DestinationKind } from '@jadegate/contract/platform/events/destination-config';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import { SECOND_MS } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { storedConfig } from './destination.ts';
import type { DestinationRecord } from './event-destination.repository.ts';
import { isClosing, oldestWaiting } from './event-gate.service.ts';
import { eventJson } from './event-json.ts';
import type { ParkedRow } from './event-parked.repository.ts';
import { rowOfParked } from './parked-row.ts';
import type { SendProblem } from './senders/event-sender.ts';

interface Present {
  /** The last number that was given. */
  head: number;
  now: number;
  language: Language;
}

export function presentDestination(
  record: DestinationRecord,
  { head, now, language }: Present,
): EventDestinationRow {
  const isOn = record.enabled === 1;
  const oldest = isOn ? oldestWaiting(record) : undefined;
  return {
    id: record.id,
    name: record.name,
    kind: record.kind as DestinationKind,
    enabled: isOn,
    place: placeOf(storedConfig(record)),
    state: stateOf(record),
    lastOk: timeOf(record.last_ok_at),
    problem: sayProblem(record.problem, language),
    failingSince: timeOf(record.failing_since),
    nextTry: record.failing_since === null ? '' : timeOf(record.next_try_at),
    waiting: isOn ? Math.max(0, head - record.reached) : 0,
    lagSeconds: oldest === undefined ? 0 : Math.max(0, Math.round((now - oldest) / SECOND_MS)),
    sent: record.sent,
    undeliverable: record.undeliverable,
    dropped: record.dropped,
    failClosedHours: record.fail_closed_hours,
    isClosing: isClosing(record, now),
  };
}

export function presentUndeliverable(row: ParkedRow, language: Language): UndeliverableEvent {
  const event = rowOfParked(row);
  return {
    id: row.id,
    sequence: row.seq,
    at: familyTime(event.at),
    name: event.name,
    message: eventJson(event, language).message,
    attempts: row.attempts,
    problem: sayProblem(row.problem, language),
    endedAt: familyTime(row.ended_at),
  };
}

/** As it was kept, in the language of whoever reads it. */
export function sayProblem(kept: string, language: Language): string {
  if (kept === '') {
    return '';
  }
  const { code, params } = JSON.parse(kept) as SendProblem;
  return translate(ERROR_WORDS[code], language, params);
}

function stateOf({ enabled, failing_since, last_ok_at }: DestinationRecord): DestinationState {
  if (enabled === 0) {
    return 'off';
  }
  return failing_since === null ? (last_ok_at === null ? 'new' : 'ok') : 'failing';
}

function timeOf(at: number | null): string {
  return at === null ? '' : familyTime(at);
}
