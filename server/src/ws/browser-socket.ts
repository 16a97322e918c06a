import type { WebSocket } from 'ws';

/** How often the network is asked whether the other end is still there; two unanswered questions end the socket. */
const HEARTBEAT_MS = 15_000;
/** Said with every end that was meant, so that the other end does not try again. */
const NORMAL_CLOSURE = 1000;

interface Reading<Piece> {
  /** What a message is made of: none when nobody is to hear of it. */
  split: (message: Buffer) => readonly Piece[];
  /** How much of a turn of the event loop a piece takes, and how much there is of one. */
  costOf: (piece: Piece) => number;
  perTurn: number;
  /** Undefined while there is nobody to hear it: then it waits. */
  listener: () => ((piece: Piece) => void) | undefined;
}

/**
 * The socket of a browser that shows a session. What comes is handed on piece by piece, a few in each turn of the event
 * loop: a packet may hold thousands. While some wait, or are not wanted, no more is read from the network.
 */
export class BrowserSocket<Piece> {
  readonly #socket: WebSocket;
  readonly #reading: Reading<Piece>;
  readonly #inbox: Piece[] = [];
  #leftInTurn: number;
  #isTurnCounted = false;
  #isAlive = true;
  #isListening = true;
  #isPaused = false;

  constructor(socket: WebSocket, reading: Reading<Piece>) {
    this.#socket = socket;
    this.#reading = reading;
    this.#leftInTurn = reading.perTurn;
    socket.on('message', (message: Buffer) => this.#receive(message));
    socket.on('pong', () => (this.#isAlive = true));
    const heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    socket.once('close', () => clearInterval(heartbeat));
    // The close that follows says the same.
    socket.on('error', () => undefined);
  }

  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Also told to whoever comes too late to hear it. */
  onClose(listener: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) {
      queueMicrotask(listener);
    } else {
      this.#socket.once('close', listener);
    }
  }

  /** Bytes are sent as bytes unless they are said to be text. */
  send(message: string | Uint8Array, sent?: () => void, { isText = false } = {}): void {
    if (this.isOpen) {
      const options = { binary: typeof message !== 'string' && !isText };
      // A socket that fails meanwhile closes, and that is heard of elsewhere.
      this.#socket.send(message, options, (error) => !error && sent?.());
    }
  }

  /** Whether what comes is read; if not, it waits at the other end. */
  setListening(isListening: boolean): void {
    if (isListening !== this.#isListening) {
      this.#isListening = isListening;
      this.#isAlive ||= isListening;
      this.deliver();
    }
  }

  /** Leaves as it was meant to. */
  close(reason: string): void {
    this.#socket.close(NORMAL_CLOSURE, reason);
  }

  /** Hands on what may be handed on now: there is a listener, or the next turn. */
  deliver(): void {
    const { costOf, listener } = this.#reading;
    while (this.#isListening && this.#leftInTurn > 0) {
      const hear = listener();
      const piece = hear && this.#inbox.shift();
      if (!hear || piece === undefined) {
        break;
      }
      this.#leftInTurn -= costOf(piece);
      this.#countTurn();
      hear(piece);
    }
    this.#pause(!this.#isListening || this.#inbox.length > 0);
  }

  #receive(message: Buffer): void {
    this.#isAlive = true;
    this.#inbox.push(...this.#reading.split(message));
    this.deliver();
  }

  #countTurn(): void {
    if (!this.#isTurnCounted) {
      this.#isTurnCounted = true;
      setImmediate(() => {
        this.#isTurnCounted = false;
        this.#leftInTurn = this.#reading.perTurn;
        this.deliver();
      });
    }
  }

  #pause(isPaused: boolean): void {
    if (isPaused !== this.#isPaused) {
      this.#isPaused = isPaused;
      if (isPaused) {
        this.#socket.pause();
      } else {
        this.#socket.resume();
      }
    }
  }

  #beat(): void {
    if (!this.#isListening) {
      // Nothing is read from it, so it cannot be heard to answer.
      return;
    }
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }
}
