/**
 * The pieces of a source until it ends, breaks off or is stopped. A source that breaks is no failure of what takes it, so
 * it ends quietly and says afterwards why.
 */
export function readUntilBroken(source: AsyncIterable<Uint8Array>, stop: AbortSignal) {
  let cause: unknown;
  const stopped = new Promise<'stopped'>((resolve) => {
    stop.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const pieces = async function* () {
    const iterator = source[Symbol.asyncIterator]();
    try {
      while (true) {
        const next = await Promise.race([iterator.next(), stopped]);
        if (next === 'stopped') {
          cause = new Error('the upload is gone on with by another request');
          // Not awaited: a source that sends nothing would never answer.
          iterator.return?.().catch(() => undefined);
          return;
        }
        if (next.done === true) {
          return;
        }
        yield next.value;
      }
    } catch (error) {
      cause = error;
    }
  };
  return { pieces: pieces(), cause: () => cause };
}
