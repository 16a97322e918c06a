import type { Duplex } from 'node:stream';

/** The stream ended before it had said as much as was waited for. */
export class StreamEnded extends Error {}

/**
 * Waits for exactly so many bytes. What comes after them stays in the stream for whoever reads next, which matters
 * because hosts speak at once. Node gives out a shorter last piece at the end of a stream; that counts as ended.
 */
export function readBytes(stream: Duplex, length: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      stream.off('readable', onReadable);
      stream.off('end', onEnd);
      stream.off('close', onEnd);
      signal.removeEventListener('abort', onAbort);
      work();
    };
    const onEnd = () => settle(() => reject(new StreamEnded('the stream ended')));
    const onAbort = () => settle(() => reject(signal.reason));
    const onReadable = () => {
      const bytes = stream.read(length) as Buffer | null;
      if (bytes && bytes.length >= length) {
        settle(() => resolve(bytes));
      } else if (bytes) {
        onEnd();
      }
    };
    stream.on('end', onEnd);
    stream.on('close', onEnd);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) {
      onAbort();
    } else if (stream.destroyed || stream.readableEnded) {
      onEnd();
    } else {
      stream.on('readable', onReadable);
      onReadable();
    }
  });
}
