import { DROPPED, type Notice, type Participant } from '@jadegate/contract/session/session-notice';
import { usableSize, type TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { ChannelEnd, TerminalChannel, TerminalEvents } from '../../protocols/terminal-channel.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import { Observer } from './observer.ts';
import { OutputLog } from './output-log.ts';
import type { TerminalPeer } from './terminal-client.ts';

/** What may be on its way to the reader before the target is told to wait: enough for a fast line, quick to stop. */
const WINDOW_BYTES = 384 * 1024;
const RESUME_BYTES = WINDOW_BYTES / 3;
/** What is put together to one piece at most. */
const PIECE_BYTES = 64 * 1024;
/** What a page that was loaded again is shown of what came before. */
const TAIL_BYTES = 32 * 1024;

interface LiveTerminalOptions {
  /** Absent when the session is not recorded. */
  writer: TerminalWriter | undefined;
  size: TerminalSize;
  onEnd: (end: ChannelEnd) => void;
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
  readonly #observers = new Map<TerminalPeer, Observer>();
  #channel: TerminalChannel | undefined;
  #client: TerminalPeer | undefined;
  #participants: readonly Participant[] | undefined;
  #watchers: readonly Participant[] = [];
  #sentTo = 0;
  /** The client waits for a screen to begin with. */
  #isHeld = false;
  /** What came in this turn of the event loop and is not part of the terminal yet. */
  #turn: Uint8Array[] | undefined;
  #turnBytes = 0;
  /** The last turn brought more than one piece. */
  #isBusy = false;
  #isPaused = false;
  /** The target does not take what is typed, or it is not read as fast as it comes: those who type wait. */
  #isTargetFull = false;
  #isTypingFull = false;
  #isOver = false;
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

  get outputBytes(): number {
    return this.#log.end;
  }

  /**
   * Makes this client the one that types, in place of another, and gives it everything from the offset on, or what is
   * kept when it starts afresh. Answers the offset at which that begins: later than asked when the bytes are gone.
   */
  control(client: TerminalPeer, from = this.#log.start): number {
    this.catchUp();
    const before = this.#client;
    this.#client = client;
    this.#isHeld = false;
    if (before && before !== client) {
      before.drop(DROPPED.takenOver);
    }
    // A reader that claims to have read what was never written is wrong about the session.
    const start = from > this.#log.end ? this.#log.start : Math.max(from, this.#log.start);
    this.#sentTo = start;
    // Whoever comes back has read that far, though a cut may have swallowed the word of it.
    this.#log.confirm(start);
    return start;
  }

  /** Whether somebody who has read this far, or starts afresh, cannot be given all that led to the screen. */
  lacks(from: number | undefined): boolean {
    return this.#log.start > 0 && (from === undefined || from < this.#log.start || from > this.#log.end);
  }

  isControlledBy(client: TerminalPeer): boolean {
    return this.#client === client;
  }

  /** The client gets no output until `start`: it waits for the screen to begin with. */
  hold(): void {
    this.#isHeld = true;
  }

  /** The client was shown the screen as it was at this offset; what led there is read. */
  skipTo(offset: number): void {
    this.#sentTo = offset;
    this.#log.confirm(offset);
  }

  /** Who is in it beside its person. */
  get participants(): readonly Participant[] {
    return this.#participants ?? [];
  }

  /** Sends what waits. Apart from `control`, so that the client can be told its offset first. */
  start(): void {
    this.#isHeld = false;
    this.#introduce(this.#client);
    // Whoever comes back is watched still.
    if (this.#watchers.length > 0) {
      this.notify({ kind: 'watched', text: '', participants: this.#watchers });
    }
    this.#flush();
    this.#regulate();
  }

  /** The client is gone; the terminal goes on and waits for it. */
  release(client: TerminalPeer): boolean {
    if (this.#client !== client) {
      return this.#observers.delete(client);
    }
    this.#client = undefined;
    return true;
  }

  /** What happens from now on is shown to this client too, once it has got the screen to begin with. */
  observe(client: TerminalPeer): Observer {
    this.catchUp();
    const observer = new Observer(client);
    this.#observers.set(client, observer);
    this.#introduce(client);
    return observer;
  }

  /** The end of the output, as far as it is kept. */
  get tail(): Uint8Array {
    return this.#log.from(this.#log.start);
  }

  /**
   * A word to the person, outside of the terminal where their client knows how. One without words, such as the end of a
   * warning, is for those clients only.
   */
  notify(notice: Notice): void {
    if (this.#client?.confirms === 'acknowledge') {
      this.#client.send({ type: 'notice', notice });
    } else if (notice.text !== '') {
      const bytes = Buffer.from(`\r\n\u001B[7m ${notice.text} \u001B[0m\r\n`);
      this.#client?.send({ type: 'data', bytes });
    }
  }

  /** Somebody joined or left: everybody in and around the terminal is told who is there now. */
  setParticipants(notice: Notice & { participants: readonly Participant[] }): void {
    this.#participants = notice.participants;
    for (const client of [this.#client, ...this.#observers.keys()]) {
      client?.send({ type: 'notice', notice });
    }
    if (this.#client?.confirms === 'send') {
      this.notify({ kind: 'message', text: notice.text });
    }
  }

  /** Those who look on are no part of it: only its person is told, and again when they come back. */
  setWatchers(notice: Notice & { participants: readonly Participant[] }): void {
    this.#watchers = notice.participants;
    this.notify(notice);
  }

  #introduce(client: TerminalPeer | undefined): void {
    if (this.#participants) {
      client?.send({
        type: 'notice',
        notice: { kind: 'participants', text: '', participants: this.#participants },
      });
    }
  }

  /** The client has read this far. */
  confirm(client: TerminalPeer, offset: number): void {
    if (client === this.#client) {
      this.#log.confirm(Math.min(offset, this.#sentTo));
      this.#regulate();
    }
  }

  write(bytes: Uint8Array): void {
    this.#channel?.write(bytes);
    if (this.#channel?.isFull) {
      // A target that does not read must not fill the memory here: the browser keeps what is typed from now on.
      this.#isTargetFull = true;
      this.#regulateTyping();
    }
  }

  /** The target has caught up with what was typed. */
  onTaken(): void {
    this.#isTargetFull = false;
    this.#regulateTyping();
  }

  /** Whether more may be typed, as far as it depends on reading it. */
  setListening(isListening: boolean): void {
    this.#isTypingFull = !isListening;
    this.#regulateTyping();
  }

  resize(asked: TerminalSize): void {
    const size = usableSize(asked);
    if (size.cols === this.#size.cols && size.rows === this.#size.rows) {
      return;
    }
    this.catchUp();
    this.#size = size;
    this.#channel?.resize(size);
    this.#options.writer?.resize(size);
    for (const observer of this.#observers.values()) {
      observer.show({ type: 'resize', size });
    }
  }

  /** Shows text that does not come from the target, such as a refusal. It is part of the recording. */
  print(text: string): void {
    this.onData(Buffer.from(text));
  }

  /**
   * A piece that comes alone, such as a key's echo, is shown at once. Of a flood, all that one turn of the event loop
   * brings becomes one piece: recording and sending it costs as much as a small one.
   */
  onData(bytes: Uint8Array): void {
    if (this.#isOver) {
      return;
    }
    const isFirst = this.#turn === undefined;
    if (isFirst) {
      this.#turn = [];
      setImmediate(() => this.#endTurn());
    }
    this.#turn?.push(bytes);
    this.#turnBytes += bytes.length;
    if ((isFirst && !this.#isBusy) || this.#turnBytes >= PIECE_BYTES) {
      this.catchUp();
    }
  }

  /** What came in this turn so far is part of the terminal from here on. */
  catchUp(): void {
    // Taking a piece may make another, such as a word to the person.
    for (let pieces = this.#turn; pieces?.[0]; pieces = this.#turn) {
      this.#turn = [];
      this.#turnBytes = 0;
      this.#isBusy = pieces.length > 1;
      this.#handOn(this.#isBusy ? Buffer.concat(pieces) : pieces[0]);
    }
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
    this.catchUp();
    this.#flush();
    this.#isOver = true;
    this.#channel?.close();
    for (const client of [this.#client, ...this.#observers.keys()]) {
      client?.drop(reason);
    }
    this.#client = undefined;
    this.#observers.clear();
  }

  #endTurn(): void {
    this.catchUp();
    this.#turn = undefined;
  }

  #handOn(bytes: Uint8Array): void {
    this.#options.writer?.output(bytes);
    this.#options.onOutput?.(bytes);
    this.#log.push(bytes);
    this.#flush();
    this.#showObservers(bytes);
    this.#regulate();
  }

  /** Some of those who watch may type too. */
  #regulateTyping(): void {
    for (const client of [this.#client, ...this.#observers.keys()]) {
      client?.setListening?.(!this.#isTargetFull && !this.#isTypingFull);
    }
  }

  #flush(): void {
    const client = this.#client;
    if (!client || this.#isHeld || this.#sentTo >= this.#log.end) {
      return;
    }
    const bytes = this.#log.from(this.#sentTo);
    this.#sentTo = this.#log.end;
    const end = this.#sentTo;
    const sent = client.confirms === 'send' ? () => this.confirm(client, end) : undefined;
    client.send({ type: 'data', bytes }, sent);
  }

  #showObservers(bytes: Uint8Array): void {
    for (const [client, observer] of this.#observers) {
      if (observer.isTooSlow) {
        this.#observers.delete(client);
        client.drop(DROPPED.tooSlow);
      } else {
        observer.show({ type: 'data', bytes });
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
