import { MessageChannel } from 'node:worker_threads';

/** Less is cheaper to leave to the collector. */
const WORTH_BYTES = 16 * 1024;

const { port1: toNobody, port2: nobody } = new MessageChannel();
nobody.close();

/**
 * Gives the memory of bytes that nobody uses any more back at once. The collector counts memory outside its heap, and looks
 * through all of the heap whenever 64 MB of it have come, which a network brings in a fraction of a second. A message to
 * nobody takes the memory along. Bytes that share theirs with others are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength >= WORTH_BYTES) {
    toNobody.postMessage(undefined, [buffer]);
  }
}
