import type { Frame, TerminalSize } from '@jadegate/contract/terminal-socket';

import type { ChannelEnd, TerminalChannel, TerminalEvents } from '../../protocols/terminal-channel.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import { OutputLog } from './output-log.ts';

/** The other end of a socket, as the terminal sees it. */
export interface TerminalClient {
  /** `acknowledge`: says how far it has read. `send`: an older client; what has left counts as read. */
  readonly confirms: 'acknowledge' | 'send';
  send(frame: Frame, sent?: () => void): void;
  /** Bytes given to `send` that the network has not taken yet. */
  readonly backlog: number;
  /** The terminal has no more use for it. */
  drop(reason: string): void;
}

/** What may be on its way to the reader before the target is told to wait: enough for a fast line, quick to stop. */
const WINDOW_BYTES = 384 * 1024;
const RESUME_BYTES = WINDOW_BYTES / 3;
/** What a page that was loaded again is shown of what came before. */
const TAIL_BYTES = 32 * 1024;
/** An observer this far behind is dropped: it must not slow down the person who works. */
const OBSERVER_BACKLOG_BYTES = 4 * 1024 * 1024;

export interface LiveTerminalOptions {
  /** Absent when the session is not recorded. */
  writer: TerminalWriter | undefined;
  size: TerminalSize;
  onEnd: (end: ChannelEnd) => void;
  /** Told how many bytes went by. */
  onOutput?: (bytes: Uint8Array) => void;
}

/**
 * One terminal while it lives: the channel to the target, the recording, the one client that types, and those who
 * watch. It outlives its client: output that was not confirmed is kept, and when the window is full the target waits,
 * so that a client that comes back has missed nothing.
 */
export class LiveTerminal implements TerminalEvents {
  readonly #options: LiveTerminalOptions;
  readonly #log = new OutputLog(TAIL_BYTES);
  readonly #observers = new Set<TerminalClient>();
  #channel: TerminalChannel | undefined;
  #client: TerminalClient | undefined;
  #sentTo = 0;
  #isSending = false;
  #isPaused = false;
  #isOver = false;
  #inputBytes = 0;
  #size: TerminalSize;

  constructor(options: LiveTerminalOptions) {
    this.#options = options;
    this.#size = options.size;
  }

  /** The target is there. Output may have come already. */
  bind(channel: TerminalChannel): void {
    this.#channel = channel;
    if (this.#isOver) {
      channel.close();
    }
  }

  get size(): TerminalSize {
    return this.#size;
  }

  get hasClient(): boolean {
    return this.#client !== undefined;
  }

  get observers(): number {
    return this.#observers.size;
  }

  /** Bytes typed since the beginning: a client that comes back sends again what lies beyond. */
  get inputBytes(): number {
    return this.#inputBytes;
  }

  get outputBytes(): number {
    return this.#log.end;
  }

  /**
   * Makes this client the one that types, in place of another, and gives it everything from the offset on, or what is
   * kept when it starts afresh. Answers the offset at which that begins: later than asked when the bytes are gone.
   */
  control(client: TerminalClient, from = this.#log.start): number {
    const before = this.#client;
    this.#client = client;
    if (before && before !== client) {
      before.drop('taken-over');
    }
    // A reader that claims to have read what was never written is wrong about the session.
    const start = from > this.#log.end ? this.#log.start : Math.max(from, this.#log.start);
    this.#sentTo = start;
    return start;
  }

  /** Sends what waits. Apart from `control`, so that the client can be told its offset first. */
  start(): void {
    this.#sendOutput();
    this.#regulate();
  }

  /** The client is gone; the terminal goes on and waits for it. */
  release(client: TerminalClient): boolean {
    if (this.#client !== client) {
      return this.#observers.delete(client);
    }
    this.#client = undefined;
    return true;
  }

  observe(client: TerminalClient): void {
    this.#observers.add(client);
    client.send({ type: 'resize', size: this.#size });
  }

  /** The client has read this far. */
  confirm(client: TerminalClient, offset: number): void {
    if (client === this.#client) {
      this.#log.confirm(Math.min(offset, this.#sentTo));
      this.#regulate();
    }
  }

  write(bytes: Uint8Array): void {
    this.#inputBytes += bytes.length;
    this.#channel?.write(bytes);
  }

  resize(size: TerminalSize): void {
    if (size.cols === this.#size.cols && size.rows === this.#size.rows) {
      return;
    }
    this.#size = size;
    this.#channel?.resize(size);
    this.#options.writer?.resize(size);
    for (const observer of this.#observers) {
      observer.send({ type: 'resize', size });
    }
  }

  /** Shows text that does not come from the target, such as a refusal. It is part of the recording. */
  say(text: string): void {
    this.onData(Buffer.from(text));
  }

  onData(bytes: Uint8Array): void {
    if (this.#isOver) {
      return;
    }
    this.#options.writer?.output(bytes);
    this.#options.onOutput?.(bytes);
    this.#log.push(bytes);
    this.#sendOutput();
    this.#show(bytes);
    this.#regulate();
  }

  onEnd(end: ChannelEnd): void {
    if (!this.#isOver) {
      this.#options.onEnd(end);
    }
  }

  /** The writer has caught up. */
  onDrain(): void {
    this.#regulate();
  }

  /** Ends it for everybody, with the reason. Harmless to call twice. */
  close(reason: string): void {
    if (this.#isOver) {
      return;
    }
    this.#flush();
    this.#isOver = true;
    this.#channel?.close();
    for (const client of [this.#client, ...this.#observers]) {
      client?.drop(reason);
    }
    this.#client = undefined;
    this.#observers.clear();
  }

  /**
   * The first output of a turn leaves at once, the rest of the turn together in the next: a key's echo does not wait,
   * a flood does not become a thousand little frames.
   */
  #sendOutput(): void {
    if (this.#isSending || !this.#client) {
      return;
    }
    this.#flush();
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      if (this.#sentTo < this.#log.end) {
        this.#sendOutput();
      }
    });
  }

  #flush(): void {
    const client = this.#client;
    if (!client || this.#sentTo >= this.#log.end) {
      return;
    }
    const bytes = this.#log.from(this.#sentTo);
    this.#sentTo = this.#log.end;
    const end = this.#sentTo;
    const sent = client.confirms === 'send' ? () => this.confirm(client, end) : undefined;
    client.send({ type: 'data', bytes }, sent);
  }

  #show(bytes: Uint8Array): void {
    for (const observer of this.#observers) {
      if (observer.backlog > OBSERVER_BACKLOG_BYTES) {
        this.#observers.delete(observer);
        observer.drop('too-slow');
      } else {
        observer.send({ type: 'data', bytes });
      }
    }
  }

  /** Lets the target run or wait, by what is on its way to the reader and to the disk. */
  #regulate(): void {
    const { writer } = this.#options;
    const waiting = this.#log.unconfirmed;
    if (!this.#isPaused && (waiting > WINDOW_BYTES || writer?.isBehind)) {
      this.#isPaused = true;
      this.#channel?.pause();
    } else if (this.#isPaused && waiting < RESUME_BYTES && !writer?.isBehind) {
      this.#isPaused = false;
      this.#channel?.resume();
    }
  }
}
