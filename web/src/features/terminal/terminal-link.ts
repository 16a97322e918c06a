import { DROPPED, type Notice } from '@jadegate/contract/session-notice';
import {
  CONFIRM,
  decodeFrame,
  encodeBinary,
  type AttachPoint,
  type Frame,
  type TerminalSize,
} from '@jadegate/contract/terminal-socket';

import { BLOCKED_AFTER, SocketBlocked } from '../../api/open-socket.ts';
import { SessionRefused } from '../session-frame/prepare-session.ts';
import type { LostWhy, SessionState } from '../session-frame/session-state.ts';

export interface LinkEvents {
  /** Shows output; `shown` is called when it is on the screen. */
  onOutput(bytes: Uint8Array, shown: () => void): void;
  /** Shows a screen in place of everything that was shown before. */
  onScreen(bytes: Uint8Array): void;
  onState(state: SessionState): void;
  onNotice(notice: Notice): void;
}

export interface LinkOptions {
  /** Opens a socket to the session, with a fresh ticket. Rejects when the person may not. */
  open(query: { size: TerminalSize; from: number | undefined }): Promise<WebSocket>;
  size: TerminalSize;
  events: LinkEvents;
  now?: () => number;
}

const PING_MS = 10_000;
/** Well below what the server takes as one message. */
const MAX_FRAME_BYTES = 64 * 1024;
/** Two pings without any answer: the network is gone, whatever the socket believes. */
const SILENCE_MS = 25_000;
/** After a sign that the network changed, an answer must come this soon. */
const CHECK_MS = 3000;
const RETRY_MS = [300, 1000, 2000, 4000, 8000] as const;

/** The session lives on without this client. */
const isDropped = (reason: string) => Object.values<string>(DROPPED).includes(reason);

/**
 * One terminal's way to the server. Both directions are counted in bytes: what was typed and not taken yet is sent
 * again after a cut, and what was shown is never shown twice.
 */
export class TerminalLink {
  readonly #options: LinkOptions;
  readonly #now: () => number;
  #socket: WebSocket | undefined;
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
  #lastFrameAt = 0;
  #lostAt = 0;
  #tries = 0;
  #blocked = 0;
  #wasConnected = false;
  #isOver = false;
  /** The person wants it to end: that is no failure. */
  #isLeft = false;
  /** What can be done about the end that comes next. */
  #advice = '';
  #confirming: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#size = options.size;
    this.#now = options.now ?? (() => Date.now());
  }

  start(): void {
    this.#options.events.onState({ name: 'connecting' });
    void this.#connect();
  }

  /** What is pasted goes in pieces: the server takes no frame that is longer than a document. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += MAX_FRAME_BYTES) {
      this.#write(bytes.subarray(at, at + MAX_FRAME_BYTES));
    }
  }

  #write(bytes: Uint8Array): void {
    if (this.#isOver) {
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
    this.#isLeft = true;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#send({ type: 'closed', reason: '' });
    } else if (!this.#isOver) {
      this.#finish('');
    }
  }

  /** The page goes away: the session stays for whoever comes back. */
  leave(): void {
    this.#isOver = true;
    this.#stopTimers();
    this.#socket?.close();
  }

  /** Tries again at once, when the person or the browser says that the network is back. */
  retryNow(): void {
    if (this.#isOver) {
      return;
    }
    if (this.#retry !== undefined) {
      this.#tries = 0;
      clearTimeout(this.#retry);
      void this.#connect();
    } else if (this.#socket) {
      this.#probe(this.#socket);
    }
  }

  /** A socket can look well long after the network under it is gone: one that does not answer now is given up. */
  #probe(socket: WebSocket): void {
    const probedAt = this.#now();
    this.#send({ type: 'ping' });
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      if (socket === this.#socket && this.#lastFrameAt < probedAt) {
        socket.close();
        this.#onLost();
      }
    }, CHECK_MS);
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    try {
      const socket = await this.#options.open({ size: this.#size, from: this.#received });
      if (this.#isOver) {
        socket.close();
        return;
      }
      this.#listen(socket);
    } catch (error) {
      this.#onOpenFailed(error);
    }
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    this.#blocked = 0;
    this.#lastFrameAt = this.#now();
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      this.#lastFrameAt = this.#now();
      const frame = decodeFrame(typeof data === 'string' ? data : new Uint8Array(data));
      if (frame && socket === this.#socket) {
        this.#onFrame(frame);
      }
    });
    socket.addEventListener('close', () => {
      if (socket === this.#socket) {
        this.#onLost();
      }
    });
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#sendPing(), PING_MS);
  }

  #onFrame(frame: Frame): void {
    switch (frame.type) {
      case 'connected':
        this.#tries = 0;
        this.#wasConnected = true;
        this.#options.events.onState({ name: 'connected' });
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
        this.#finish(frame.reason);
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
      this.#advice = notice.text;
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
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(encodeBinary(frame) as Uint8Array<ArrayBuffer>);
    }
  }

  #sendPing(): void {
    if (this.#now() - this.#lastFrameAt > SILENCE_MS) {
      this.#socket?.close();
      this.#onLost();
      return;
    }
    this.#send({ type: 'ping' });
  }

  #onLost(): void {
    if (this.#isOver || this.#retry !== undefined) {
      return;
    }
    this.#socket = undefined;
    this.#isAttached = false;
    this.#isAsked = false;
    clearInterval(this.#ping);
    if (this.#tries === 0) {
      this.#lostAt = this.#now();
    }
    this.#options.events.onState({ name: 'lost', sinceMs: this.#now() - this.#lostAt, why: this.#why() });
    const wait = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)];
    this.#tries += 1;
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  #why(): LostWhy {
    if (this.#blocked >= BLOCKED_AFTER) {
      return 'blocked';
    }
    return this.#wasConnected ? 'cut' : 'unreached';
  }

  /** A refusal of the server ends it; a call that did not get through is a cut like any other. */
  #onOpenFailed(error: unknown): void {
    if (this.#isOver) {
      return;
    }
    if (error instanceof SessionRefused) {
      this.#finish(error.message);
      return;
    }
    this.#blocked = error instanceof SocketBlocked ? this.#blocked + 1 : 0;
    this.#onLost();
  }

  #finish(reason: string): void {
    const isFailure = !this.#wasConnected && !this.#isLeft && reason !== '' && !isDropped(reason);
    this.#isOver = true;
    this.#stopTimers();
    this.#socket?.close();
    const failure = isFailure && { failure: { advice: this.#advice } };
    this.#options.events.onState({ name: 'over', reason, ...failure });
  }

  #stopTimers(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    clearTimeout(this.#check);
    clearTimeout(this.#confirming);
  }
}
