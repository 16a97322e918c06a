import { Readable } from 'node:stream';

/**
 * The pieces as a stream. Unlike that of `Readable.from` it closes at once when it is destroyed, also while the next piece
 * is awaited: whoever makes them may be the one that does not answer, and what is held for them must go all the same.
 */
export function pieceStream(
  pieces: AsyncGenerator<Uint8Array, void>,
  { highWaterMark }: { highWaterMark: number },
): Readable {
  const stream: Readable = new Readable({
    highWaterMark,
    read: () => {
      pieces.next().then(
        ({ done, value }) => !stream.destroyed && stream.push(done ? null : value),
        (error: unknown) =>
          stream.destroy(
            error instanceof Error ? error : new Error('the pieces broke off', { cause: error }),
          ),
      );
    },
  });
  // It may come to its end much later, or fail because what it read is closed: nobody waits for that.
  stream.once('close', () => {
    pieces.return().catch(() => undefined);
  });
  return stream;
}
