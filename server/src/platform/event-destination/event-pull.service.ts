import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { EventLogService } from '../event/event-log.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { eventJson } from './event-json.ts';

interface Dependencies {
  events: EventLogService;
  settings: Pick<SettingService, 'get'>;
}

interface Wanted {
  after: number;
  limit: number;
  /** Seconds. */
  wait: number;
}

/** For programs that fetch events, because nobody can reach them. */
export class EventPullService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async pull({ after: asked, limit, wait }: Wanted, left: AbortSignal) {
    const { events, settings } = this.#deps;
    if ((await settings.get('event-pull-days')) === 0) {
      throw new AppError('event.pull_off');
    }
    const until = performance.now() + wait * SECOND_MS;
    const language = await settings.get('language');
    const after = await this.#begin(asked);
    for (;;) {
      const rows = await events.listAfter(after, limit);
      const rest = until - performance.now();
      if (rows.length > 0 || rest <= 0 || left.aborted) {
        const found: EventJson[] = rows.map((row) => eventJson(row, language));
        const from = Math.max(after, (await events.head()).gone_seq);
        return { events: found, next: rows.at(-1)?.seq ?? from, missed: from - after };
      }
      await events.more(left, Math.min(rest, SECOND_MS));
    }
  }

  /**
   * A number that was not given yet is one of before a backup was restored: waiting for it, a program would miss everything
   * that happens until then. It gets what is kept, some of it a second time, with the same ids.
   */
  async #begin(after: number): Promise<number> {
    const { seq, gone_seq } = await this.#deps.events.head();
    return after > seq ? gone_seq : after;
  }
}
