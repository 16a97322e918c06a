import type { SessionScreen } from '@jadegate/contract/session/session-screen';

import { proofKey, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { RecentKeys } from '../../kernel/recent-keys.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { LiveSessionService } from './live-session.service.ts';
import type { Live } from './live-session.ts';

interface Dependencies {
  live: LiveSessionService;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
}

/** The wall asks every few seconds for one viewing: within this it is one entry of the audit log. */
const ONE_VIEWING_MS = 10 * MINUTE_MS;

/** Little pictures of live sessions, for the wall. Looking is on record; the person in the session is not told. */
export class SessionScreenService {
  readonly #deps: Dependencies;
  readonly #viewings: RecentKeys;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#viewings = new RecentKeys({ periodMs: ONE_VIEWING_MS, clock: dependencies.clock });
  }

  async list(actor: Actor, ids: readonly string[], known: readonly string[]): Promise<SessionScreen[]> {
    const lives = ids.map((id) => ({ id, live: this.#find(id) }));
    await this.#note(
      actor,
      lives.flatMap(({ live }) => live ?? []),
    );
    return Promise.all(
      lives.map(async ({ id, live }): Promise<SessionScreen> => {
        if (!live) {
          return { id, state: 'over', version: '' };
        }
        try {
          const preview = await live.stream.preview?.();
          if (!preview) {
            return { id, state: 'none', version: '' };
          }
          const { version, picture } = preview;
          return { id, state: 'live', version, ...(picture && !known.includes(version) && { picture }) };
        } catch (error) {
          // One that cannot be painted must not take the others off the wall.
          this.#deps.logger.warn({ err: error, sessionId: id }, 'a session could not be painted');
          return { id, state: 'none', version: '' };
        }
      }),
    );
  }

  /** For those that are drawn where they are looked at. */
  async drawing(actor: Actor, id: string) {
    const live = this.#find(id);
    if (!live) {
      throw new AppError('session.over');
    }
    await this.#note(actor, [live]);
    try {
      const body = await live.stream.drawing?.();
      if (body) {
        return { filename: `${id}.guac`, contentType: 'text/plain; charset=utf-8', body };
      }
    } catch (error) {
      this.#deps.logger.warn({ err: error, sessionId: id }, 'a session could not be drawn');
    }
    throw new AppError('session.no_picture');
  }

  #find(id: string): Live | undefined {
    const live = this.#deps.live.find(id);
    return live?.ending ? undefined : live;
  }

  /** One entry names everything on the wall: at the beginning, when something new is on it, and every few minutes. */
  async #note(actor: Actor, lives: readonly Live[]): Promise<void> {
    const keys = lives.map(({ record }) => `${proofKey(actor)} ${record.id}`);
    if (keys.every((key) => this.#viewings.has(key))) {
      return;
    }
    const sessions = lives.map(({ record }) => ({
      id: record.id,
      user: record.user_name,
      asset: record.asset_name,
    }));
    const object = { type: 'session', id: '', name: '' };
    await this.#deps.audit.writeAlone(actor, { action: 'session.wall-viewed', object, detail: { sessions } });
    for (const key of keys) {
      this.#viewings.note(key);
    }
  }
}
