import type { Notice } from '@jadegate/contract/session/session-notice';
import {
  CONFIRM,
  decodeFrame,
  encodeBinary,
  type AttachPoint,
  type Frame,
  type TerminalSize,
} from '@jadegate/contract/session/terminal-socket';

import { SessionLine } from '../session-frame/session-line.ts';
import type { SessionState } from '../session-frame/session-state.ts';

interface LinkEvents {
  /** Shows output; `shown` is called when it is on the screen. */
  onOutput(bytes: Uint8Array, shown: () => void): void;
  /** Shows a screen in place of everything that was shown before. */
  onScreen(bytes: Uint8Array): void;
  onState(state: SessionState): void;
  onNotice(notice: Notice): void;
}

interface LinkOptions {
  /** Opens a socket to the session, with a fresh ticket. Rejects when the person may not. */
  open(query: { size: TerminalSize; from: number | undefined }): Promise<WebSocket>;
  size: TerminalSize;
  events: LinkEvents;
  now?: () => number;
}

/** Well below what the server takes as one message. */
const MAX_FRAME_BYTES = 64 * 1024;
/**
 * One terminal's way to the server. Both directions are counted in bytes: what was typed and not taken yet is sent
 * again after a cut, and what was shown is never shown twice.
 */
export class TerminalLink {
  readonly #options: LinkOptions;
  readonly #line: SessionLine;
  #size: TerminalSize;
  #typed: Uint8Array[] = [];
  /** Offset of the first byte of `#typed`. */
  #typedFrom = 0;
  #isFirst = true;
  /** Until the server has said where it stands, nothing typed is sent: it would overtake what must be sent again. */
  #isAttached = false;
  /** What is typed now is the answer to a question of the login. It is never kept: nobody needs it twice. */
  #isAsked = false;
  #shown = 0;
  #received: number | undefined;
  #confirmed = 0;
  #confirming: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#size = options.size;
    this.#line = new SessionLine({
      open: () => options.open({ size: this.#size, from: this.#received }),
      onSocket: (socket) => this.#listen(socket),
      onCut: () => {
        this.#isAttached = false;
        this.#isAsked = false;
      },
      ping: () => this.#send({ type: 'ping' }),
      onState: (state) => options.events.onState(state),
      now: options.now,
    });
  }

  start(): void {
    this.#line.start();
  }

  /** What is pasted goes in pieces: the server takes no frame that is longer than a document. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += MAX_FRAME_BYTES) {
      this.#write(bytes.subarray(at, at + MAX_FRAME_BYTES));
    }
  }

  #write(bytes: Uint8Array): void {
    if (this.#line.isOver) {
      return;
    }
    if (this.#isAsked) {
      this.#send({ type: 'data', bytes });
      return;
    }
    this.#typed.push(bytes);
    if (this.#isAttached) {
      this.#send({ type: 'data', bytes });
    }
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#send({ type: 'resize', size });
  }

  /** The person is there, though they do not type. */
  stay(): void {
    this.#send({ type: 'notice', notice: { kind: 'idle', text: '' } });
  }

  /** The person is done: the session ends, and the server says so. Without a line to it, it ends here. */
  end(): void {
    this.#line.end(() => this.#send({ type: 'closed', reason: '' }));
  }

  /** The page goes away: the session stays for whoever comes back. */
  leave(): void {
    clearTimeout(this.#confirming);
    this.#line.leave();
  }

  /** Tries again at once, when the person or the browser says that the network is back. */
  retryNow(): void {
    this.#line.retryNow();
  }

  #listen(socket: WebSocket): void {
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      const frame = decodeFrame(typeof data === 'string' ? data : new Uint8Array(data));
      if (frame && this.#line.isCurrent(socket)) {
        this.#onFrame(frame);
      }
    });
  }

  #onFrame(frame: Frame): void {
    switch (frame.type) {
      case 'connected':
        this.#line.reach();
        return;
      case 'attached':
        this.#onAttached(frame.at);
        return;
      case 'data':
        this.#show(frame.bytes);
        return;
      case 'ack':
        this.#forgetTyped(frame.offset);
        return;
      case 'notice':
        this.#onNotice(frame.notice);
        return;
      case 'closed':
        clearTimeout(this.#confirming);
        this.#line.finish(frame.reason);
        return;
      case 'resize':
      case 'ping':
    }
  }

  #onNotice(notice: Notice): void {
    if (notice.kind === 'ask') {
      this.#isAsked = (notice.seconds ?? 0) > 0;
      this.#options.events.onState({ name: this.#isAsked ? 'asking' : 'connecting' });
    } else if (notice.kind === 'advice') {
      this.#line.advise(notice.text);
    } else if (notice.kind === 'step') {
      this.#options.events.onState({ name: 'connecting', step: notice.text });
    } else {
      this.#options.events.onNotice(notice);
    }
  }

  #show(bytes: Uint8Array): void {
    const end = (this.#received ?? 0) + bytes.length;
    this.#received = end;
    this.#options.events.onOutput(bytes, () => this.#confirm(end));
  }

  /** A page that starts afresh takes the server's counts; one that comes back sends what was not taken. */
  #onAttached({ output, input, size, screen }: AttachPoint): void {
    if (screen !== undefined) {
      this.#options.events.onScreen(Uint8Array.from(atob(screen), (byte) => byte.charCodeAt(0)));
    }
    this.#isAsked = false;
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#typedFrom = input;
    } else {
      this.#forgetTyped(input);
    }
    this.#received = output;
    this.#shown = Math.min(this.#shown, output);
    this.#confirmed = this.#shown;
    this.#isAttached = true;
    for (const bytes of this.#typed) {
      this.#send({ type: 'data', bytes });
    }
    if (size.cols !== this.#size.cols || size.rows !== this.#size.rows) {
      this.#send({ type: 'resize', size: this.#size });
    }
  }

  #forgetTyped(taken: number): void {
    while (this.#typedFrom < taken) {
      const [first] = this.#typed;
      if (!first) {
        this.#typedFrom = taken;
        return;
      }
      const rest = this.#typedFrom + first.length - taken;
      if (rest > 0) {
        this.#typed[0] = first.subarray(first.length - rest);
        this.#typedFrom = taken;
        return;
      }
      this.#typed.shift();
      this.#typedFrom += first.length;
    }
  }

  #confirm(end: number): void {
    this.#shown = Math.max(this.#shown, end);
    if (this.#shown - this.#confirmed >= CONFIRM.bytes) {
      this.#confirmShown();
    } else {
      this.#confirming ??= setTimeout(() => this.#confirmShown(), CONFIRM.afterMs);
    }
  }

  #confirmShown(): void {
    clearTimeout(this.#confirming);
    this.#confirming = undefined;
    if (this.#shown > this.#confirmed) {
      this.#confirmed = this.#shown;
      this.#send({ type: 'ack', offset: this.#shown });
    }
  }

  #send(frame: Frame): void {
    this.#line.openSocket?.send(encodeBinary(frame) as Uint8Array<ArrayBuffer>);
  }
}
