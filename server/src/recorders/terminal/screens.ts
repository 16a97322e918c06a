import type { Worker } from 'node:worker_threads';

import { spawnThread } from '../../kernel/thread.ts';
import type { ReplayEnd } from './keyframe.ts';
import type { Screen } from './screen.ts';

export interface ScreenTask {
  id: number;
  folder: string;
  end: ReplayEnd;
}

export interface ScreenAnswer {
  id: number;
  screen?: Screen;
  failure?: string;
}

interface Waiting {
  resolve: (screen: Screen) => void;
  reject: (error: Error) => void;
}

/** What recordings show at a moment, found out in a thread: replaying must not hold up the terminals of others. */
export class Screens {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #next = 1;

  /** Segments are counted from 0, bytes are those of events before compression. */
  of(folder: string, end: ReplayEnd): Promise<Screen> {
    const id = this.#next++;
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, folder, end } satisfies ScreenTask);
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = spawnThread(import.meta.url, './screens.thread', undefined);
    thread.unref();
    thread.on('message', ({ id, screen, failure }: ScreenAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (screen) {
        waiting?.resolve(screen);
      } else {
        waiting?.reject(new Error(failure));
      }
    });
    thread.on('error', () => undefined);
    // Whoever asks next gets a new one.
    thread.on('exit', () => this.#gone(thread));
    return thread;
  }

  #gone(thread: Worker): void {
    if (this.#thread === thread) {
      this.#thread = undefined;
    }
    for (const { reject } of this.#waiting.values()) {
      reject(new Error('the thread that replays recordings ended'));
    }
    this.#waiting.clear();
  }
}
