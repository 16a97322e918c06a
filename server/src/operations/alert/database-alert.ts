import type { Database } from '../../db/database.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import { composeAlert } from './alert-letter.ts';
import type { AlertPost } from './alert-post.ts';

interface Dependencies {
  database: Pick<Database, 'ping'>;
  post: Pick<AlertPost, 'send'>;
  server: string;
  clock: Clock;
  logger: Logger;
}

const PATIENCE_MS = 5 * SECOND_MS;
/** How long it must be away before that is told, and be there before that is. */
const HOLD_MS = { raise: 30 * SECOND_MS, clear: MINUTE_MS };

/**
 * The database is away: the one alert that cannot be written down. Each server that lost it tells for itself, from what
 * it has in mind, and again when it has been back for a while.
 */
export class DatabaseAlert {
  readonly #deps: Dependencies;
  #away: { since: number; isTold: boolean; backAt: number | undefined } | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Answers whether the database is there. */
  async check(): Promise<boolean> {
    const { database, clock, logger } = this.#deps;
    try {
      await withTimeout(database.ping(), PATIENCE_MS);
    } catch (error) {
      if (!this.#away) {
        logger.warn({ err: error }, 'the database does not answer');
        this.#away = { since: clock.now(), isTold: false, backAt: undefined };
      }
      this.#away.backAt = undefined;
      await this.#tellAway(this.#away);
      return false;
    }
    if (this.#away) {
      await this.#tellBack(this.#away);
    }
    return true;
  }

  async #tellAway(away: { since: number; isTold: boolean }): Promise<void> {
    const { post, clock, server } = this.#deps;
    if (away.isTold || clock.now() - away.since < HOLD_MS.raise) {
      return;
    }
    away.isTold = true;
    const { since } = away;
    await post.send('database', '', (language, product) =>
      composeAlert({ wording: 'database', params: {}, server, since }, language, product),
    );
  }

  async #tellBack(away: { since: number; isTold: boolean; backAt: number | undefined }): Promise<void> {
    const { post, clock, server, logger } = this.#deps;
    const now = clock.now();
    away.backAt ??= now;
    const { since, backAt: until, isTold } = away;
    if (isTold && now - until < HOLD_MS.clear) {
      return;
    }
    this.#away = undefined;
    logger.info({ seconds: Math.round((until - since) / SECOND_MS) }, 'the database answers again');
    if (isTold) {
      await post.send('database', '', (language, product) =>
        composeAlert({ wording: 'database', params: {}, server, since, until }, language, product),
      );
    }
  }
}
