import type { Duplex } from 'node:stream';

/** So much is looked at before the clock is: a hundred of the smallest messages. */
const FIRST_SLICE_BYTES = 4096;
/** What took less than this was no crowd of messages: twice as much comes next. */
const QUICK_MS = 1;
/** After so long it is the turn of others. */
const TURN_MS = 4;
/** A key, or what somebody types: it is taken at once, whoever waits. */
const SMALL_BYTES = 512;

/** Who waits, of all streams. One of them has each turn of the event loop: fifty would make one of fifty times its length. */
const queue: (() => void)[] = [];

function waitForTurn(go: () => void): void {
  queue.push(go);
  if (queue.length === 1) {
    setImmediate(takeTurn);
  }
}

function takeTurn(): void {
  const go = queue.shift();
  if (queue.length > 0) {
    setImmediate(takeTurn);
  }
  go?.();
}

/** Several may want a stream not to be read: it is, once nobody does any more. */
export class ReadingHolds {
  readonly #stream: Duplex;
  #count = 0;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  /** Answers how to let go; to be called once. */
  hold(): () => void {
    this.#count += 1;
    this.#stream.pause();
    return () => {
      this.#count -= 1;
      if (this.#count === 0) {
        this.#stream.resume();
      }
    };
  }
}

/**
 * Gives whoever listens to a stream what comes in slices, and others a turn when that takes long: one piece of a stream may hold
 * thousands of messages, and each wants an answer.
 */
export function readInTurns(stream: Duplex, holds: ReadingHolds): void {
  const listeners = stream.listeners('data') as ((bytes: Buffer) => void)[];
  const feed = (bytes: Buffer) => listeners.forEach((listener) => listener(bytes));
  const waiting: Buffer[] = [];
  let letGo: (() => void) | undefined;
  const isHeard = () => !stream.destroyed && stream.listenerCount('data') > 0;
  /** Whether all of it was given. */
  const give = (): boolean => {
    const end = performance.now() + TURN_MS;
    let size = FIRST_SLICE_BYTES;
    for (let bytes = waiting.shift(); bytes !== undefined && isHeard(); bytes = waiting.shift()) {
      const before = performance.now();
      feed(bytes.subarray(0, size));
      const now = performance.now();
      if (bytes.length > size) {
        waiting.unshift(bytes.subarray(size));
      }
      size = now - before < QUICK_MS ? 2 * size : FIRST_SLICE_BYTES;
      if (now > end && waiting.length > 0) {
        return false;
      }
    }
    waiting.length = 0;
    return true;
  };
  const turn = () => {
    if (give()) {
      letGo?.();
      letGo = undefined;
    } else {
      waitForTurn(turn);
    }
  };
  stream.removeAllListeners('data');
  stream.on('data', (bytes: Buffer) => {
    waiting.push(bytes);
    // Whoever waits for its turn takes this, too.
    if (letGo !== undefined) {
      return;
    }
    const mustWait = queue.length > 0 && bytes.length > SMALL_BYTES;
    if (mustWait || !give()) {
      letGo = holds.hold();
      waitForTurn(turn);
    }
  });
}
