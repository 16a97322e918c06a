import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import type { NumberedRow } from '../event/event-log.service.ts';
import { SendFailure, type EventSender, type SendProblem } from './senders/event-sender.ts';

/** An event that was refused while others are taken, or that stands behind one in its session. */
export interface SetAside {
  row: NumberedRow;
  problem: SendProblem | undefined;
}

interface Needs {
  sender: EventSender;
  json: (row: NumberedRow) => EventJson;
  /** Sessions of which something waits already. */
  lanes: Set<string>;
  /** Also what an answer of any kind refuses is looked at one by one: the destination has failed again and again. */
  isolates: boolean;
  signal: AbortSignal;
}

/** So many refused one after the other, and none taken: it is the destination that has a fault, not they. */
const MAX_SUSPECTS = 3;

/**
 * Sends batches in their order. What is refused as such is found by halving; it is set aside, with whatever comes after it in
 * the same session, as soon as something else was taken.
 */
export class DeliveryRound {
  readonly #needs: Needs;
  #hasWorked = false;
  #suspects: SetAside[] = [];
  #aside: SetAside[] = [];
  #sent = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** All of a batch is sent or set aside, or this throws and nothing of it was. */
  async deliver(rows: readonly NumberedRow[]): Promise<{ sent: number; aside: SetAside[] }> {
    this.#suspects = [];
    this.#aside = [];
    this.#sent = 0;
    await this.#deliver(rows);
    const [suspect] = this.#suspects;
    if (suspect && !this.#hasWorked) {
      const { code, params } = suspect.problem ?? {
        code: 'event_destination.failed',
        params: { reason: '' },
      };
      throw new SendFailure(code, params, { isAboutEvents: true });
    }
    const aside = [...this.#suspects, ...this.#aside].toSorted((a, b) => a.row.seq - b.row.seq);
    return { sent: this.#sent, aside };
  }

  /** Sends one by itself, that was set aside before. */
  async redeliver(row: NumberedRow): Promise<void> {
    await this.#needs.sender.send([this.#needs.json(row)], this.#needs.signal);
    this.#hasWorked = true;
  }

  async #deliver(rows: readonly NumberedRow[]): Promise<void> {
    const { sender, json, signal } = this.#needs;
    const open = rows.filter((row) => {
      const waits = this.#waits(row);
      if (waits) {
        this.#aside.push({ row, problem: undefined });
      }
      return !waits;
    });
    if (open.length === 0) {
      return;
    }
    try {
      await sender.send(open.map(json), signal);
      this.#hasWorked = true;
      this.#sent += open.length;
    } catch (error) {
      if (!(error instanceof SendFailure) || !this.#isAboutThem(error)) {
        throw error;
      }
      await this.#halve(open, error);
    }
  }

  async #halve(rows: readonly NumberedRow[], failure: SendFailure): Promise<void> {
    const [row] = rows;
    if (rows.length === 1 && row) {
      this.#suspects.push({ row, problem: failure.problem });
      if (!this.#hasWorked && this.#suspects.length >= MAX_SUSPECTS) {
        throw failure;
      }
      if (row.lane !== '') {
        this.#needs.lanes.add(row.lane);
      }
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await this.#deliver(rows.slice(0, middle));
    await this.#deliver(rows.slice(middle));
  }

  #waits({ lane }: NumberedRow): boolean {
    return lane !== '' && this.#needs.lanes.has(lane);
  }

  #isAboutThem({ isAboutEvents, hasAnswered }: SendFailure): boolean {
    return isAboutEvents || (this.#needs.isolates && hasAnswered);
  }
}
