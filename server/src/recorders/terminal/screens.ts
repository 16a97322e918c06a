import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { ReplayEnd } from './keyframe.ts';
import type { Screen } from './screen.ts';

export interface ScreenTask {
  folder: string;
  end: ReplayEnd;
}

/** What recordings show at a moment, found out in a thread: replaying must not hold up the terminals of others. */
export class Screens {
  readonly #thread = new ThreadCalls<ScreenTask, Screen>(() =>
    spawnThread(import.meta.url, './screens.thread', undefined),
  );

  /** Segments are counted from 0, bytes are those of events before compression. */
  of(folder: string, end: ReplayEnd): Promise<Screen> {
    return this.#thread.ask({ folder, end });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
