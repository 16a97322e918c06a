import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** As much as one connection is read in one turn of the event loop, which then belongs to the others. */
const TURN_BYTES = 256 * 1024;
/** Whoever sends this much in one turn sends more, and is left alone for a moment. */
const BUSY_BYTES = 8 * 1024;
/** What the event loop reads in one piece; a smaller piece was all there is. */
const READ_BYTES = 64 * 1024;
const REST_MS = 1;

/**
 * Reads a host that prints without end a good piece at a time. Unasked, the event loop reads each little packet as it
 * comes, at the cost of a large one, or megabytes from one socket before it looks at the next. A way through a gateway
 * is read as the gateway's own connection is. Nobody else may pause the socket.
 */
export function takeTurns(stream: Duplex): void {
  if (!(stream instanceof Socket)) {
    return;
  }
  let bytes = 0;
  let isResting = false;
  const resume = () => {
    bytes = 0;
    isResting = false;
    stream.resume();
  };
  const endTurn = () => {
    bytes = isResting ? bytes : 0;
  };
  stream.on('data', (chunk: Buffer) => {
    if (bytes === 0) {
      setImmediate(endTurn);
    }
    bytes += chunk.length;
    if (isResting) {
      return;
    }
    if (bytes >= TURN_BYTES) {
      isResting = true;
      stream.pause();
      setImmediate(resume);
    } else if (bytes >= BUSY_BYTES && chunk.length < READ_BYTES) {
      // What piles up meanwhile is read at once.
      isResting = true;
      stream.pause();
      setTimeout(resume, REST_MS);
    }
  });
}
