import { DROPPED } from '@jadegate/contract/session/session-notice';

import { BLOCKED_AFTER, SocketBlocked } from '../../../api/open-socket.ts';
import { SessionRefused } from './prepare-session.ts';
import type { LostWhy, SessionState } from './session-state.ts';

interface LineOptions {
  /** Opens a socket to the session, with a fresh ticket. Rejects when the person may not. */
  open: () => Promise<WebSocket>;
  /** There is a socket; what it says is for whoever speaks its language. */
  onSocket: (socket: WebSocket) => void;
  /** The socket is gone, and another is tried for. */
  onCut: () => void;
  /** Asks the server for a sign of life, in the language of the socket. */
  ping: () => void;
  onState: (state: SessionState) => void;
  now?: (() => number) | undefined;
}

const PING_MS = 10_000;
/** Two pings without any answer: the network is gone, whatever the socket believes. */
const SILENCE_MS = 25_000;
/** After a sign that the network changed, an answer must come this soon. */
const CHECK_MS = 3000;
const RETRY_MS = [300, 1000, 2000, 4000, 8000] as const;

/** The session lives on without this client. */
const isDropped = (reason: string) => Object.values<string>(DROPPED).includes(reason);

/**
 * The line between a pane and its session, whatever goes through it: it opens a socket, notices when that is dead, tries
 * again until the session is over, and tells how it is doing.
 */
export class SessionLine {
  readonly #options: LineOptions;
  readonly #now: () => number;
  #socket: WebSocket | undefined;
  #heardAt = 0;
  #lostAt = 0;
  #tries = 0;
  #blocked = 0;
  #wasConnected = false;
  #isOver = false;
  /** The person wants it to end: that is no failure. */
  #isLeft = false;
  /** What can be done about the end that comes next. */
  #advice = '';
  #ping: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
  }

  /** Whether this is the socket that counts: an older one may still have something to say. */
  isCurrent(socket: WebSocket): boolean {
    return socket === this.#socket;
  }

  /** While it can be written to. */
  get openSocket(): WebSocket | undefined {
    return this.#socket?.readyState === WebSocket.OPEN ? this.#socket : undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(): void {
    this.#options.onState({ name: 'connecting' });
    void this.#connect();
  }

  /** The session is there. */
  reach(): void {
    this.#tries = 0;
    this.#wasConnected = true;
    this.#options.onState({ name: 'connected' });
  }

  advise(text: string): void {
    this.#advice = text;
  }

  /** The person is done. With a line to the server, `tell` asks it to end the session; without one it ends here. */
  end(tell: () => void): void {
    this.#isLeft = true;
    if (this.openSocket) {
      tell();
    } else if (!this.#isOver) {
      this.finish('');
    }
  }

  /** The session is over, for this pane. */
  finish(reason: string): void {
    const isFailure = !this.#wasConnected && !this.#isLeft && reason !== '' && !isDropped(reason);
    this.leave();
    const failure = isFailure && { failure: { advice: this.#advice } };
    // What others are told of somebody who left is no word to that person.
    this.#options.onState({ name: 'over', reason: this.#isLeft ? '' : reason, ...failure });
  }

  /** The page goes away: the session stays for whoever comes back. */
  leave(): void {
    this.#isOver = true;
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    clearTimeout(this.#check);
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
    this.#options.ping();
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      if (socket === this.#socket && this.#heardAt < probedAt) {
        socket.close();
        this.#onLost();
      }
    }, CHECK_MS);
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    try {
      const socket = await this.#options.open();
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
    this.#heardAt = this.#now();
    socket.addEventListener('message', () => (this.#heardAt = this.#now()));
    socket.addEventListener('close', () => {
      if (socket === this.#socket) {
        this.#onLost();
      }
    });
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#askForLife(), PING_MS);
    this.#options.onSocket(socket);
  }

  #askForLife(): void {
    if (this.#now() - this.#heardAt > SILENCE_MS) {
      this.#socket?.close();
      this.#onLost();
      return;
    }
    this.#options.ping();
  }

  #onLost(): void {
    if (this.#isOver || this.#retry !== undefined) {
      return;
    }
    this.#socket = undefined;
    clearInterval(this.#ping);
    this.#options.onCut();
    if (this.#tries === 0) {
      this.#lostAt = this.#now();
    }
    this.#options.onState({ name: 'lost', sinceMs: this.#now() - this.#lostAt, why: this.#why() });
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
      this.finish(error.message);
      return;
    }
    this.#blocked = error instanceof SocketBlocked ? this.#blocked + 1 : 0;
    this.#onLost();
  }
}
