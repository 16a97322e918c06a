import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { RecordingPlace } from '../recording-files.ts';
import type { StoredRecordingsOptions } from '../stored-recordings.ts';
import type { ReplayEnd } from './keyframe.ts';
import type { Screen } from './screen.ts';

export interface ScreenTask {
  place: RecordingPlace;
  end: ReplayEnd;
}

/** What recordings show at a moment, found out in a thread: replaying must not hold up the terminals of others. */
export class Screens {
  readonly #thread: ThreadCalls<ScreenTask, Screen>;

  /** Where recordings are kept that are not on this disk any more. */
  constructor(stored?: StoredRecordingsOptions) {
    this.#thread = new ThreadCalls(() => spawnThread(import.meta.url, './screens.thread', stored));
  }

  /** Segments are counted from 0, bytes are those of events before compression. */
  of(place: RecordingPlace, end: ReplayEnd): Promise<Screen> {
    return this.#thread.ask({ place, end });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
