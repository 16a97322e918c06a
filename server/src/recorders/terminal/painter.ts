import type { ScreenPicture } from '@jadegate/contract/session/session-screen';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { Screen } from './screen.ts';

export type PaintTask =
  | { kind: 'begin' | 'add'; key: string; size: TerminalSize; bytes: Uint8Array }
  | { kind: 'forget'; keys: readonly string[] };

/**
 * Pictures of live terminals, made in a thread. It keeps each terminal, so that a new picture costs what came since the
 * last one and no more.
 */
export class Painter {
  readonly #thread: ThreadCalls<PaintTask, ScreenPicture | undefined>;

  /** `onLost` is told when the thread ended: everything has to begin again. */
  constructor(onLost: () => void) {
    this.#thread = new ThreadCalls(() => spawnThread(import.meta.url, './painter.thread', undefined), {
      onGone: onLost,
    });
  }

  begin(key: string, { size, bytes }: Screen): Promise<ScreenPicture> {
    return this.#paint({ kind: 'begin', key, size, bytes });
  }

  /** The terminal has this size by now, and this was printed since. */
  add(key: string, size: TerminalSize, bytes: Uint8Array): Promise<ScreenPicture> {
    return this.#paint({ kind: 'add', key, size, bytes });
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.#thread.ask({ kind: 'forget', keys });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #paint(task: PaintTask): Promise<ScreenPicture> {
    const picture = await this.#thread.ask(task);
    if (!picture) {
      throw new Error('no picture was painted');
    }
    return picture;
  }
}
