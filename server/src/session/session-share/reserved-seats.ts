import type { ShareMode } from '@jadegate/contract/session/session-share';

import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { newToken } from '../../kernel/id.ts';

/** What somebody was promised who asked to be let in. */
export interface PromisedSeat {
  loginId: string;
  sessionId: string;
  mode: ShareMode;
  shareId: string | undefined;
}

/** Long enough for a slow line between the call and the socket. */
const SEAT_MS = MINUTE_MS;

/** 162 random bits, and together with the id of a session no longer than an id may be. */
const SECRET_CHARACTERS = 27;

/** Seats that were promised and not taken yet. They live where the sessions do, in this process. */
export class ReservedSeats {
  readonly #clock: Clock;
  readonly #seats = new Map<string, PromisedSeat & { expiresAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  reserve(seat: PromisedSeat): string {
    this.#forgetOld();
    // Tells every server of the installation which session it is in.
    const id = `${seat.sessionId}${newToken().slice(0, SECRET_CHARACTERS)}`;
    this.#seats.set(id, { ...seat, expiresAt: this.#clock.now() + SEAT_MS });
    return id;
  }

  /** A seat is taken once, and by the login it was promised to; for anybody else it stays. */
  claim(id: string, loginId: string): PromisedSeat | undefined {
    this.#forgetOld();
    const seat = this.#seats.get(id);
    if (!seat || seat.loginId !== loginId) {
      return undefined;
    }
    this.#seats.delete(id);
    return seat;
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    for (const [id, { expiresAt }] of this.#seats) {
      // In the order in which they were made.
      if (expiresAt > now) {
        return;
      }
      this.#seats.delete(id);
    }
  }
}
