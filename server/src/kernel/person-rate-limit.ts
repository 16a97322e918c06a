import { AppError } from './app-error.ts';
import { SECOND_MS, type Clock } from './clock.ts';
import { RateLimit } from './rate-limit.ts';

/** How often a person may do something that leaves a trace, whichever of their logins or access tokens they use. */
export class PersonRateLimit {
  readonly #clock: Clock;
  readonly #limits = new Map<string, RateLimit>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Refuses what goes beyond so many a minute. `what` is a name of the product's own, of which there are few. */
  take(userId: string, what: string, perMinute: number): void {
    const limit = this.#limits.get(what) ?? new RateLimit({ max: perMinute, clock: this.#clock });
    this.#limits.set(what, limit);
    const waitMs = limit.take(userId);
    if (waitMs !== undefined) {
      throw new AppError('rate_limited', { params: { seconds: Math.ceil(waitMs / SECOND_MS) } });
    }
  }
}
