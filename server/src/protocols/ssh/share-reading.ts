import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { Client } from 'ssh2';

/**
 * As much as all connections are read in one turn of the event loop, which then belongs to others: of many that flood each
 * is read once, and a key that waits is next.
 */
const TURN_BYTES = 128 * 1024;
/** Whoever sends this much in one turn sends more, and is left alone for a moment. */
const BUSY_BYTES = 8 * 1024;
/** What the event loop reads in one piece; a smaller piece was all there is. */
const READ_BYTES = 64 * 1024;
const REST_MS = 3;
/** A host that is never read cannot say that it is still there. */
const HOLD_MS = 100;

const readers = new WeakMap<Client, SocketReader>();
/** Read in this turn of the event loop, of all connections. */
let turnBytes = 0;

/**
 * Reads a host that prints without end a good piece at a time, and writes what one moment has for it in one piece.
 * Unasked, the event loop reads each little packet as it comes, at the cost of a large one, or megabytes from one socket
 * before it looks at the next. A way through a gateway is read as the gateway's own connection is. Nobody else may pause
 * or cork the socket.
 */
export function shareReading(client: Client, stream: Duplex): void {
  if (stream instanceof Socket) {
    readers.set(client, new SocketReader(stream));
    writeTogether(stream);
  }
}

/**
 * Leaves what the host sends where it is, until `goOnReading` but not for long. A paused channel would take in two
 * megabytes more, which get old here, and memory that got old costs the whole process a pause to be given back.
 */
export function holdReading(client: Client): void {
  readers.get(client)?.hold();
}

export function goOnReading(client: Client): void {
  readers.get(client)?.goOn();
}

class SocketReader {
  readonly #socket: Socket;
  /** Read in this turn of the event loop. */
  #bytes = 0;
  #isResting = false;
  #held: NodeJS.Timeout | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#count(chunk.length));
    socket.once('close', () => clearTimeout(this.#held));
  }

  hold(): void {
    this.#socket.pause();
    this.#held ??= setTimeout(() => this.goOn(), HOLD_MS);
  }

  goOn(): void {
    clearTimeout(this.#held);
    this.#held = undefined;
    this.#read();
  }

  #count(length: number): void {
    if (this.#bytes === 0) {
      setImmediate(() => (this.#bytes = 0));
    }
    if (turnBytes === 0) {
      setImmediate(() => (turnBytes = 0));
    }
    this.#bytes += length;
    turnBytes += length;
    if (turnBytes >= TURN_BYTES) {
      this.#rest((done) => setImmediate(done));
    } else if (this.#bytes >= BUSY_BYTES && length < READ_BYTES) {
      // What piles up meanwhile is read at once.
      this.#rest((done) => setTimeout(done, REST_MS));
    }
  }

  #rest(after: (done: () => void) => unknown): void {
    this.#isResting = true;
    this.#socket.pause();
    after(() => {
      this.#isResting = false;
      this.#read();
    });
  }

  #read(): void {
    if (!this.#isResting && !this.#held) {
      this.#socket.resume();
    }
  }
}

function writeTogether(socket: Socket): void {
  const write = socket.write.bind(socket);
  const leave = () => socket.uncork();
  socket.write = (bytes: Uint8Array) => {
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(leave);
    }
    return write(bytes);
  };
}
