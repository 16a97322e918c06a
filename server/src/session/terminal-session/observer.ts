import type { Frame } from '@jadegate/contract/session/terminal-socket';

import type { Screen } from '../../recorders/terminal/screen.ts';
import type { TerminalPeer } from './terminal-client.ts';

/** An observer this far behind is dropped: it must not slow down the person who works. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

/**
 * Somebody who watches. The screen they start with has to be found out first; what happens meanwhile waits, so that
 * nothing is missed and nothing is shown twice.
 */
export class Observer {
  readonly client: TerminalPeer;
  #waiting: Frame[] | undefined = [];
  #waitingBytes = 0;

  constructor(client: TerminalPeer) {
    this.client = client;
  }

  get isTooSlow(): boolean {
    return this.client.backlog > BACKLOG_BYTES;
  }

  /** More happened while it waited than can be kept: the screen must be found out again. */
  get hasMissed(): boolean {
    return this.#waitingBytes > BACKLOG_BYTES;
  }

  /** From now on it waits for the screen as it is at this moment. */
  wait(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  show(frame: Frame): void {
    if (!this.#waiting) {
      this.client.send(frame);
      return;
    }
    this.#waitingBytes += frame.type === 'data' ? frame.bytes.length : 0;
    if (this.hasMissed) {
      this.#waiting = [];
    } else {
      this.#waiting.push(frame);
    }
  }

  /** The screen of the moment since which it waits, then everything since. */
  begin({ size, bytes }: Screen): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.client.send({ type: 'resize', size });
    if (bytes.length > 0) {
      this.client.send({ type: 'data', bytes });
    }
    for (const frame of waiting) {
      this.client.send(frame);
    }
  }
}
